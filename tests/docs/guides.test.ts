import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { toolgapHere } from "../cli/toolgap.js";

const read = (path: string): string => readFileSync(path, "utf8");
const troubleshooting = read("docs/troubleshooting.md");

/** A page's messages, in which "..." stands for what differs. */
const messages = [...troubleshooting.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

function isTold(line: string): boolean {
  return messages.some((message) => {
    const parts = message.split("...").map((part) => part.trim());
    return message.length > 12 && parts.every((part) => line.includes(part));
  });
}

async function said(args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await toolgapHere(args);
  return `${stderr}\n${stdout}`.split("\n");
}

describe("docs/troubleshooting.md", () => {
  it.each([
    ["a provider without a key", ["run", "x", "--provider", "openai"], /has no key/],
    ["an unknown provider", ["run", "x", "--provider", "nope"], /unknown provider/],
    ["a request that shares no word", ["route", "xylophone lessons"], /^Nothing fits/],
    [
      "a similarity that is too low",
      ["route", "send an email", "--similarity-threshold", "0.99"],
      /comm_send_email +cut/,
    ],
    ["a language without a table", ["route", "Bitte schicke eine Nachricht an die Gruppe"], /Ask in English/],
    ["a task that no tool fits", ["run", "Tune the piano", "--provider", "offline"], /no tool was found/],
    [
      "a budget that is spent",
      ["run", "Query the users table in the database", "--provider", "offline", "--max-tool-requests", "0"],
      /no more tools/,
    ],
    [
      "too many tools",
      ["run", "x", "--provider", "offline", "--strategy", "all-tools", "--num-tools", "200"],
      /^Not runnable/,
    ],
    ["a configuration that is not there", ["catalog", "list", "--mcp", "no-such.json"], /does not exist/],
  ])("has the message for %s as it is printed", async (_case, args, wanted) => {
    vi.stubEnv("OPENAI_API_KEY", "");
    vi.stubEnv("OPENAI_BASE_URL", "");
    const line = (await said(args)).find((text) => wanted.test(text));
    vi.unstubAllEnvs();
    expect(line).toBeDefined();
    expect(isTold(line!)).toBe(true);
  });

  it("has the message for a server whose program is not there", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "toolgap-guides-")), "mcp.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { gone: { command: "no-such-program" } } }));
    const line = (await said(["route", "x", "--mcp", file])).find((text) => text.includes("cannot be used"));
    expect(line).toBeDefined();
    expect(isTold(line!)).toBe(true);
  });

  it("names the entries that can be imported, and the Node that is needed", () => {
    const { exports, engines } = JSON.parse(read("package.json"));
    const entries = Object.keys(exports).filter((entry) => entry !== "./package.json");
    for (const entry of entries) expect(troubleshooting).toContain(`\`toolgap${entry.slice(1)}\``);
    expect(troubleshooting).toContain(`${engines.node.replace(">=", "")} or later`);
  });
});

describe("docs/extending.md", () => {
  it("shows only code of the example, which runs", async () => {
    const example = read("examples/own-router.ts");
    const blocks = [...read("docs/extending.md").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(2);
    for (const code of blocks) expect(example).toContain(code);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const { createOverlapRouter } = await import("../../examples/own-router.js");
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(lines[0]).toBe("found find_book");
    expect(lines[1]).toContain("Walden stands on shelf 42");

    const { ToolCatalog } = await import("../../graphs/index.js");
    const { builtinServers } = await import("../../catalog/index.js");
    const router = createOverlapRouter(new ToolCatalog(builtinServers()));
    const allows = ({ name }: { name: string }) => name !== "comm_send_email";
    const request = { tool: "send an email" };
    expect((await router.route(request)).tools[0]?.id.name).toBe("comm_send_email");
    const trace = await router.explain(request, { allows, threshold: 0.5, topKServers: 1 });
    expect([...trace.tools, ...trace.cut].map(({ id }) => id.name)).not.toContain("comm_send_email");
    expect([trace.servers.length, trace.serversCut.length > 0]).toEqual([1, true]);
    expect(await router.retrieve(request, 2)).toHaveLength(2);
    expect((await router.route({ tool: "xylophone" })).tools).toEqual([]);
  });
});

describe("docs/when.md", () => {
  const page = read("docs/when.md");
  const rows = [...page.matchAll(/^\| (\d+) \| ([a-z-]+) \| (.*) \|$/gm)].map(([, tools, strategy, numbers]) => ({
    run: `${strategy} ${tools}`,
    numbers: numbers!.split(" | ").map((text) => Number(text.replace(",", ""))),
  }));
  const one = "Query the users table in the database";
  const only: Record<number, string[]> = {
    5: ["--allow", "database/*"],
    9: ["--allow", "database/*", "--allow", "analytics/*"],
    35: [],
  };

  it("has the numbers that its commands measure", async () => {
    const small: typeof rows = [];
    for (const tools of [5, 9, 35]) {
      for (const strategy of ["active", "all-tools"]) {
        const args = ["run", one, "--provider", "offline", "--strategy", strategy, ...only[tools]!, "--json"];
        const { modelCalls, schemaTokensTotal, inputTokens } = JSON.parse((await toolgapHere(args)).stdout).metrics;
        small.push({ run: `${strategy} ${tools}`, numbers: [modelCalls, schemaTokensTotal, inputTokens] });
      }
    }
    expect(rows.slice(0, 6)).toEqual(small);
    const { runs } = JSON.parse((await toolgapHere(["demo", "efficiency-metrics", "--json"])).stdout);
    const big = runs.map(
      ({ strategy, catalog, turns }: { strategy: string; catalog: { tools: number }; turns: { metrics: never }[] }) => {
        const { modelCalls, schemaTokensTotal, inputTokens } = turns[0]!.metrics;
        return { run: `${strategy} ${catalog.tools}`, numbers: [modelCalls, schemaTokensTotal, inputTokens] };
      },
    );
    expect(rows.slice(6)).toEqual(big);
  });

  it("names the limits as they are", () => {
    expect(page).toContain(`up to ${defaults.allToolsSchemaTokens.toLocaleString("en-US")}, about ten ordinary tools`);
    expect(page).toContain(`Above ${defaults.providerMaxTools} tools`);
  });
});
