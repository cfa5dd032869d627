import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTag, temporaryFolder, testEntry, writeConfig } from "../catalog/mcp/support.js";
import { toolgap, toolgapHere } from "./toolgap.js";

describe("toolgap", () => {
  it("without a command shows one task through three strategies, and needs nothing", async () => {
    const { code, stdout } = await toolgap([], { cwd: temporaryFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain("offline planner (rule-based)");
    for (const strategy of ["active", "retrieval", "all-tools"]) {
      expect(stdout).toMatch(new RegExp(`^${strategy}: `, "m"));
      expect(stdout).toMatch(new RegExp(`^│ ${strategy} +│ +[\\d,]+ │ +[\\d,]+ │ +[\\d,]+ │ +[\\d,]+ │ db_query`, "m"));
    }
    expect(stdout.match(/called {4}communication\/comm_send_email/g)).toHaveLength(3);
    expect(stdout.match(/^ {2}toolgap \w+/gm)).toHaveLength(3);
  });

  it("prints help and version on stdout", async () => {
    const [help, version] = [await toolgap(["run", "--help"]), await toolgap(["--version"])];
    expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("--strategy <name>") });
    expect(version).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe.concurrent("toolgap route", () => {
  it("gives both stages with their scores as JSON", async () => {
    const args = ["route", "--server", "email", "--tool", "send a message", "--preset", "simple", "--json"];
    const { code, stdout, stderr } = await toolgap(args);
    const { servers, tools, ...rest } = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(servers).toEqual([
      { name: "communication", score: expect.any(Number) },
      { name: expect.any(String), score: expect.any(Number) },
    ]);
    expect(tools.length).toBeLessThanOrEqual(6);
    const [{ server, name, score, fit, serverScore, toolScore }] = tools;
    expect({ server, name }).toEqual({ server: "communication", name: expect.stringMatching(/^comm_send_/) });
    expect(score).toBeCloseTo(serverScore + toolScore, 6);
    expect(fit).toBeGreaterThanOrEqual(rest.threshold);
    expect(rest).toMatchObject({
      request: "email send a message",
      router: "hybrid",
      comparisons: expect.any(Number),
      cut: expect.arrayContaining([expect.objectContaining({ reason: expect.any(String) })]),
    });
  });

  it("says that nothing fits, and that is no failure", async () => {
    const { code, stdout } = await toolgapHere(["route", "xylophone lessons"]);
    expect(stdout).toBe("Nothing fits, and no server shares a word with the request.\n");
    expect(code).toBe(0);
  });
});

describe.concurrent("toolgap catalog", () => {
  it("lists the servers and their tools", async () => {
    const { stdout } = await toolgapHere(["catalog", "list"]);
    expect(stdout).toMatch(/│ database +│ +5 │ simulated │ db_query, db_insert/);
    expect(stdout).toContain("8 servers, 35 tools");
  });

  it("names malformed schemas and goes on: a tool whose schema is none, and a part of one", async () => {
    const file = join(temporaryFolder(), "catalog.json");
    const odd = { name: "odd", description: "Odd", inputSchema: { properties: { city: { type: "strin" } } } };
    const tools = [odd, { name: "none", description: "None", inputSchema: "text" }];
    await writeFile(file, JSON.stringify({ servers: [{ name: "sky", description: "Sky", tools }] }));
    const { code, stdout, stderr } = await toolgapHere(["catalog", "tokens", "--catalog", file, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).total.tools).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([
      "tool sky/none is set aside: its input schema must be an object or a boolean, given a string",
      'tool sky/odd: its schema is malformed at /properties/city/type: no type is "strin"; it is used without that part',
    ]);
  });

  it("counts the tokens of the schemas, with the estimate beside them", async () => {
    const { servers, total } = JSON.parse(
      (await toolgapHere(["catalog", "tokens", "--num-tools", "50", "--json"])).stdout,
    );
    expect(total.tools).toBe(50);
    expect(servers.map((server: { tools: number }) => server.tools).reduce((a: number, b: number) => a + b)).toBe(50);
    const sum = servers.map((server: { tokens: number }) => server.tokens).reduce((a: number, b: number) => a + b);
    expect(Math.abs(sum - total.tokens)).toBeLessThan(3 * servers.length);
    expect(total.estimatedTokens).toBeGreaterThan(total.tokens / 2);
  });

  it("refreshes the tool lists of servers, names what failed and what is set aside, and lists both", async () => {
    const folder = temporaryFolder();
    const tag = makeTag();
    const config = writeConfig(folder, { odd: testEntry(tag, "--odd"), dead: testEntry(tag, "--exit") });
    const options = { env: { TOOLGAP_CACHE_DIR: join(folder, "cache") } };
    const synced = await toolgap(["catalog", "sync", "--mcp", config, "--json"], options);
    const [odd, dead] = JSON.parse(synced.stdout).servers;
    expect(odd).toMatchObject({ server: "odd", changed: { added: expect.arrayContaining(["echo"]), removed: [] } });
    expect(odd.setAside.length).toBeGreaterThan(0);
    expect(dead).toMatchObject({ server: "dead", failure: expect.any(String) });
    expect(synced.code).toBe(1);
    const { stdout, code } = await toolgap(["catalog", "list", "--mcp", config, "--json"], options);
    const listed = JSON.parse(stdout);
    expect(listed.servers[0].tools).toContainEqual(expect.objectContaining({ name: "echo", kind: "executable" }));
    expect(listed.setAside).toEqual(odd.setAside);
    expect(listed.serverFailures).toEqual([{ server: "dead", reason: dead.failure }]);
    expect(code).toBe(0);
  });
});
