import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { toFunctionTool } from "../../../catalog/schema.js";
import { createTfidfRouter } from "../../../catalog/search/index.js";
import { builtinServers } from "../../../catalog/sources/builtin/index.js";
import { seedFrom } from "../../../catalog/sources/builtin/simulation.js";
import type { JsonSchema } from "../../../catalog/types.js";

const names: Record<string, string> = {
  github: "github_search_repos github_create_pr github_list_issues github_get_file github_create_issue",
  filesystem: "fs_read_file fs_write_file fs_list_directory fs_delete_file fs_search_files",
  database: "db_query db_insert db_update db_delete db_schema",
  web: "web_get web_post web_scrape web_download",
  analytics: "analytics_summarize analytics_visualize analytics_correlation analytics_predict",
  communication: "comm_send_email comm_send_slack comm_read_email comm_schedule_meeting",
  devops: "devops_deploy devops_monitor devops_logs devops_run_pipeline",
  cloud: "cloud_create_vm cloud_list_resources cloud_upload_storage cloud_manage_firewall",
};

const catalog = new ToolCatalog(builtinServers());

/** The smallest arguments that the schema accepts. */
function argumentsFor(schema: JsonSchema): Record<string, unknown> {
  const { properties, required } = schema as {
    properties: Record<string, { type: string; enum?: unknown[]; minimum?: number; minProperties?: number }>;
    required: string[];
  };
  const values = { string: "users", integer: 1, array: [{ id: 1, score: 4 }], object: { plan: "pro" }, boolean: true };
  return Object.fromEntries(
    required.map((name) => [
      name,
      properties[name]?.enum?.[0] ?? values[properties[name]?.type as keyof typeof values],
    ]),
  );
}

async function run(server: string, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const outcome = await catalog.execute({ server, name }, args);
  expect(outcome.content).toEqual([{ type: "text", text: JSON.stringify(outcome.structured) }]);
  expect(outcome).toMatchObject({ isError: false, simulated: true });
  return outcome.structured as Record<string, unknown>;
}

describe("the built-in servers", () => {
  it("are 8 with the 35 tools of their names", () => {
    const found = catalog.servers().map(({ name, tools }) => [name, tools.map((tool) => tool.id.name).join(" ")]);
    expect(Object.fromEntries(found)).toEqual(names);
    expect(catalog.size).toBe(35);
    expect(catalog.setAside).toEqual([]);
  });

  it("look and change nothing, or say that they do", () => {
    const readers = catalog.tools().filter((tool) => tool.annotations.readOnlyHint);
    expect(readers.map((tool) => tool.id.name)).toEqual([
      ...["github_search_repos", "github_list_issues", "github_get_file"],
      ...["fs_read_file", "fs_list_directory", "fs_search_files", "db_query", "db_schema", "web_get", "web_scrape"],
      ...["analytics_summarize", "analytics_correlation", "analytics_predict", "comm_read_email"],
      ...["devops_monitor", "devops_logs", "cloud_list_resources"],
    ]);
    const destructive = catalog.tools().filter((tool) => tool.annotations.destructiveHint);
    expect(destructive.map((tool) => tool.id.name)).toEqual([
      ...["fs_write_file", "fs_delete_file", "db_update", "db_delete", "web_post", "web_download"],
      ...["devops_deploy", "devops_run_pipeline", "cloud_upload_storage", "cloud_manage_firewall"],
    ]);
  });

  it.each(catalog.tools().map((tool) => [tool.id.name, tool] as const))(
    "%s describes itself and each parameter",
    (_name, tool) => {
      expect(tool.description.length).toBeGreaterThan(60);
      const { parameters } = toFunctionTool(tool, "t").function;
      expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
      for (const [name, property] of Object.entries(parameters.properties as Record<string, Record<string, unknown>>)) {
        expect(property.type, name).toBeTypeOf("string");
        expect(property.description ?? property.enum ?? property.default, name).toBeDefined();
        if (property.type === "array") expect(property.items, name).not.toEqual({});
      }
    },
  );

  it.each(catalog.tools().map((tool) => [tool.id.name, tool] as const))(
    "%s answers the same each time and checks its arguments",
    async (_name, tool) => {
      const args = argumentsFor(tool.inputSchema);
      const first = await run(tool.id.server, tool.id.name, args);
      expect(first.simulated).toBe(true);
      expect(await run(tool.id.server, tool.id.name, { ...args })).toEqual(first);
      const refused = await catalog.execute(tool.id, { ...args, surprise: 1 });
      expect(refused).toMatchObject({ isError: true, simulated: true });
      expect(JSON.stringify(refused.content)).toContain("surprise");
    },
  );
});

describe("simulated results", () => {
  it("a query of users gives rows of users, filtered, sorted and cut", async () => {
    const { rows, row_count } = (await run("database", "db_query", {
      table: "users",
      filter: { plan: "pro" },
      order_by: "logins",
      descending: true,
      limit: 4,
    })) as { rows: Record<string, unknown>[]; row_count: number };
    expect(row_count).toBe(4);
    expect(Object.keys(rows[0] ?? {})).toEqual(["id", "name", "email", "plan", "logins", "created_at"]);
    expect(rows.every((row) => row.plan === "pro")).toBe(true);
    const logins = rows.map((row) => row.logins as number);
    expect(logins).toEqual([...logins].sort((one, other) => other - one));
    const two = await run("database", "db_query", { table: "orders", columns: ["id", "total"], limit: 1 });
    expect(Object.keys((two.rows as object[])[0] ?? {})).toEqual(["id", "total"]);
  });

  it("two queries of a table show the same rows", async () => {
    const few = (await run("database", "db_query", { table: "users", limit: 2 })).rows as unknown[];
    const many = (await run("database", "db_query", { table: "users", limit: 5 })).rows as unknown[];
    expect(many.slice(0, 2)).toEqual(few);
  });

  it("rows can be charted and the chart be mailed", async () => {
    const { rows } = await run("database", "db_query", { table: "users" });
    const chart = await run("analytics", "analytics_visualize", { data: rows, chart_type: "pie" });
    expect(chart).toMatchObject({ chart_type: "pie", points: 10, x: "name", y: "logins" });
    expect(chart.chart_url).toBe(`https://charts.example.com/${chart.chart_id}.png`);
    const mail = await run("communication", "comm_send_email", {
      to: "a@example.com, b@example.com",
      subject: "Users",
      body: "See the chart.",
      attachments: [chart.chart_url],
    });
    expect(mail).toMatchObject({
      to: ["a@example.com", "b@example.com"],
      subject: "Users",
      attachments: [chart.chart_url],
      message_id: expect.stringMatching(/^msg_[0-9a-f]{8}$/),
    });
  });

  it("another chart has another id", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map((score) => run("analytics", "analytics_visualize", { data: [{ score }] })),
    );
    expect(one?.chart_id).not.toBe(other?.chart_id);
  });

  it("statistics are those of the data", async () => {
    const data = [1, 2, 3, 4].map((n) => ({ id: n, n, square: n * n, name: "x" }));
    const { statistics } = await run("analytics", "analytics_summarize", { data, columns: ["n"] });
    expect(statistics).toEqual({ n: { count: 4, min: 1, max: 4, mean: 2.5, median: 2.5, standard_deviation: 1.118 } });
    const pearson = await run("analytics", "analytics_correlation", { data, x: "n", y: "square" });
    expect(pearson).toMatchObject({ coefficient: 0.9844, strength: "strong", pairs: 4 });
    const spearman = await run("analytics", "analytics_correlation", { data, x: "n", y: "square", method: "spearman" });
    expect(spearman.coefficient).toBe(1);
    const { forecast } = await run("analytics", "analytics_predict", { data, target: "n", periods: 2 });
    expect(forecast).toEqual([
      { period: 1, value: 5 },
      { period: 2, value: 6 },
    ]);
  });

  it("a key picks one row, and a change by key reaches one", async () => {
    const { rows: all } = (await run("database", "db_query", { table: "orders" })) as { rows: unknown[] };
    expect((await run("database", "db_query", { table: "orders", filter: { id: 1003 } })).rows).toEqual([all[2]]);
    const byEmail = await run("database", "db_query", { table: "users", filter: { email: "ada@x.org" } });
    expect(byEmail).toMatchObject({ row_count: 1, rows: [{ email: "ada@x.org" }] });
    const change = { table: "users", filter: { id: 7 }, values: { plan: "pro" } };
    expect(await run("database", "db_update", change)).toMatchObject({ updated: 1, values: { plan: "pro" } });
    expect(await run("database", "db_delete", { table: "users", filter: { id: 7 } })).toMatchObject({ deleted: 1 });
  });

  it("repositories sorted by stars come in that order", async () => {
    const found = await run("github", "github_search_repos", { query: "maps", sort: "stars", limit: 20 });
    const stars = (found.repositories as { stars: number }[]).map((repository) => repository.stars);
    expect(stars).toEqual([...stars].sort((one, other) => other - one));
  });

  it("log lines lie in the time asked for and say what their level says", async () => {
    const args = { service: "api", since_minutes: 10, limit: 40 };
    const lines = (await run("devops", "devops_logs", args)).lines as {
      time: string;
      level: string;
      message: string;
    }[];
    const times = lines.map((line) => Date.parse(line.time));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)! - times[0]!).toBeLessThan(10 * 60 * 1000);
    const levels = new Map(lines.map((line) => [line.message, line.level]));
    expect(lines.every((line) => levels.get(line.message) === line.level)).toBe(true);
    const searched = await run("devops", "devops_logs", { service: "api", search: "disk full", level: "error" });
    for (const line of searched.lines as object[]) {
      expect(line).toMatchObject({ level: "error", message: expect.stringContaining("disk full") });
    }
  });

  it("a recursive listing goes into the folders", async () => {
    const paths = async (recursive: boolean) =>
      ((await run("filesystem", "fs_list_directory", { path: "docs/", recursive })).entries as { path: string }[]).map(
        (entry) => entry.path,
      );
    expect(await paths(false)).not.toContain("docs/images/logo.png");
    expect(await paths(true)).toEqual([
      ...(await paths(false)),
      "docs/archive/report-2024.csv",
      "docs/images/logo.png",
    ]);
  });

  it("a file read as base64 is the same file", async () => {
    const plain = await run("filesystem", "fs_read_file", { path: "a/b.md" });
    const encoded = await run("filesystem", "fs_read_file", { path: "a/b.md", encoding: "base64" });
    expect(Buffer.from(String(encoded.content), "base64").toString()).toBe(plain.content);
    expect(encoded.size).toBe(plain.size);
  });

  it("a search in the content shows lines with the words, one by name shows names", async () => {
    const inside = await run("filesystem", "fs_search_files", { pattern: "api key", search_in: "content", limit: 2 });
    expect(inside.matches).toHaveLength(2);
    for (const match of inside.matches as object[]) {
      expect(match).toMatchObject({ line: expect.any(Number), text: expect.stringContaining("api key") });
    }
    const named = await run("filesystem", "fs_search_files", { pattern: "budget.xlsx", path: "work" });
    for (const match of named.matches as { path: string }[]) expect(match.path).toMatch(/^work\/budget-\d\.xlsx$/);
  });

  it.each([
    ["https://api.x.org/v1/items?page=2", "application/json"],
    ["https://x.org/api/items", "application/json"],
    ["https://x.org/data.json", "application/json"],
    ["https://x.org/about", "text/html"],
    ["https://x.org/rapid", "text/html"],
  ])("%s answers as %s", async (url, contentType) => {
    const answer = await run("web", "web_get", { url });
    expect(answer).toMatchObject({ url, content_type: contentType });
    if (contentType === "application/json") expect(JSON.parse(String(answer.body))).toMatchObject({ url });
  });

  it("scraped text is that of the selector", async () => {
    const { text } = await run("web", "web_scrape", { url: "https://x.org", selector: "h2.price" });
    expect(text).toContain("h2.price");
  });

  it("without data are empty, not broken", async () => {
    expect(await run("analytics", "analytics_summarize", { data: [] })).toMatchObject({ row_count: 0, statistics: {} });
    expect(await run("analytics", "analytics_visualize", { data: [] })).toMatchObject({ points: 0 });
    expect(await run("analytics", "analytics_predict", { data: [], periods: 1 })).toMatchObject({
      forecast: [{ period: 1, value: 0 }],
    });
  });

  it("do not depend on the order of the arguments", () => {
    expect(seedFrom({ a: 1, b: { c: 2, d: 3 } }).id("x")).toBe(seedFrom({ b: { d: 3, c: 2 }, a: 1 }).id("x"));
    expect(seedFrom({ a: 1 }).id("x")).not.toBe(seedFrom({ a: 2 }).id("x"));
  });
});

describe("finding them by everyday words", () => {
  const router = createTfidfRouter(catalog);

  it.each([
    ["find open source projects about maps", "github_search_repos"],
    ["open a pull request", "github_create_pr"],
    ["list the open issues of a repository", "github_list_issues"],
    ["report a bug", "github_create_issue"],
    ["read the file README.md", "fs_read_file"],
    ["list the files in a folder", "fs_list_directory"],
    ["query users", "db_query"],
    ["insert a new customer record", "db_insert"],
    ["which columns does the table have", "db_schema"],
    ["fetch a web page", "web_get"],
    ["scrape the text of a website", "web_scrape"],
    ["download a document from a URL", "web_download"],
    ["draw a chart", "analytics_visualize"],
    ["forecast the trend", "analytics_predict"],
    ["send an email", "comm_send_email"],
    ["check my inbox", "comm_read_email"],
    ["post a Slack message", "comm_send_slack"],
    ["schedule a meeting", "comm_schedule_meeting"],
    ["deploy the application to production", "devops_deploy"],
    ["show the error logs", "devops_logs"],
    ["run the build pipeline", "devops_run_pipeline"],
    ["launch a virtual machine", "cloud_create_vm"],
    ["upload a backup to a bucket", "cloud_upload_storage"],
    ["block traffic on a port", "cloud_manage_firewall"],
  ])("%s: %s", async (request, expected) => {
    expect((await router.route({ tool: request })).tools[0]?.id.name).toBe(expected);
  });
});
