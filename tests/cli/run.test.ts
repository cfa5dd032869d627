import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTag, processesOf, temporaryFolder, testEntry, writeConfig } from "../catalog/mcp/support.js";
import { repository, toolgap, toolgapHere } from "./toolgap.js";

const threeSteps =
  "Query the users table in the database, then visualize the rows as a bar chart, and then send an email with the chart to team@example.com";

describe("toolgap run", () => {
  it("prints one JSON document with everything a program needs, and its progress on stderr", async () => {
    const { code, stdout, stderr } = await toolgap(["run", threeSteps, "--json", "--trace"]);
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      strategy: "active",
      model: expect.stringContaining("rule-based"),
      task: threeSteps,
      answer: expect.stringContaining("comm_send_email"),
      stoppedBy: "answered",
      serverFailures: [],
    });
    expect(report.toolsCalled).toEqual([
      { server: "database", name: "db_query", args: expect.any(Object), ok: true, simulated: true },
      { server: "analytics", name: "analytics_visualize", args: expect.any(Object), ok: true, simulated: true },
      { server: "communication", name: "comm_send_email", args: expect.any(Object), ok: true, simulated: true },
    ]);
    expect(report.toolsLoaded).toContainEqual({ server: "database", name: "db_query" });
    expect(report.requests.length).toBeLessThanOrEqual(3);
    expect(report.requests[0]).toMatchObject({
      server: expect.any(String),
      tool: expect.any(String),
      status: "loaded",
      matched: expect.arrayContaining([{ server: "database", name: "db_query", score: expect.any(Number) }]),
    });
    const { modelCalls, toolRequests, toolsLoaded, schemaTokens, schemaTokensTotal, ...rest } = report.metrics;
    expect(modelCalls).toBe(7);
    expect(toolRequests).toBe(report.requests.length);
    expect(toolsLoaded).toBe(report.toolsLoaded.length);
    expect(schemaTokens).toBeGreaterThan(0);
    expect(schemaTokensTotal).toBeGreaterThan(schemaTokens);
    expect(Object.keys(rest).sort()).toEqual([
      "cachedInputTokens",
      "countedCalls",
      "inputTokens",
      "latencyMs",
      "outputTokens",
      "routingCache",
    ]);
    expect(report.routing).toHaveLength(report.requests.length);
    expect(stderr).toContain("offline planner (rule-based)");
    expect(stderr).toMatch(/loaded +database\/db_query/);
    expect(stderr).toMatch(/stage 1, servers\n +\d\.\d+ {2}database/);
    expect(stderr).toMatch(/db_query {2}fit .*, loaded/);
    expect(stderr).toMatch(/, not loaded$/m);
  });

  it("prints the answer alone on stdout", async () => {
    const { code, stdout, stderr } = await toolgap(["run", "Delete the file notes.txt"]);
    expect(stdout).toMatch(/^Delete the file notes\.txt \(fs_delete_file, simulated\)/);
    expect(stderr).toMatch(/^answered, \d+ model calls.* schema tokens/m);
    expect(code).toBe(0);
  });

  it("works with requests and calls as text", async () => {
    const args = ["run", threeSteps, "--protocol", "text", "--json"];
    const report = JSON.parse((await toolgapHere(args)).stdout);
    expect(report.toolsCalled.map((call: { name: string }) => call.name)).toEqual([
      "db_query",
      "analytics_visualize",
      "comm_send_email",
    ]);
  });

  it("binds the k nearest tools with retrieval", async () => {
    const args = ["run", threeSteps, "--strategy", "retrieval", "--top-k", "2", "--json"];
    const report = JSON.parse((await toolgapHere(args)).stdout);
    expect(report.toolsLoaded).toHaveLength(2);
    expect(report.requests).toEqual([]);
  });

  it("fails where all tools are more than a provider accepts", async () => {
    const args = ["run", "x", "--strategy", "all-tools", "--num-tools", "200", "--json"];
    const { code, stdout } = await toolgapHere(args);
    expect(JSON.parse(stdout)).toMatchObject({ stoppedBy: "error", answer: expect.stringContaining("200 tools") });
    expect(code).toBe(1);
  });

  it("stops where a call waits for a person", async () => {
    const args = ["run", "Delete the file notes.txt", "--approval", "always"];
    const { code, stdout, stderr } = await toolgapHere(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain('waits for approval: filesystem/fs_delete_file {"path":"notes.txt"}\n');
    expect(stderr).toMatch(/^the command line cannot ask: .*--approval never.*--deny/m);
    expect(stderr).toMatch(/^interrupted, /m);
    const report = JSON.parse((await toolgapHere([...args, "--json"])).stdout);
    expect(report).toMatchObject({ stoppedBy: "interrupted", toolsCalled: [] });
    const call = { server: "filesystem", name: "fs_delete_file", args: { path: "notes.txt" } };
    expect(report.pending).toEqual([{ ...call, callId: expect.any(String) }]);
  });

  it("stops at a call that a pattern of --ask names, whatever the approval", async () => {
    const args = ["run", "Delete the file notes.txt", "--approval", "never", "--ask", "filesystem/*", "--json"];
    const { code, stdout } = await toolgapHere(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ stoppedBy: "interrupted", toolsCalled: [] });
  });

  it("lets a call run that a pattern of --auto-approve names", async () => {
    const args = ["run", "Delete the file notes.txt", "--approval", "always", "--json"];
    const { code, stdout } = await toolgapHere([...args, "--auto-approve", "none/*", "--auto-approve", "filesystem/*"]);
    expect(code).toBe(0);
    const { stoppedBy, toolsCalled } = JSON.parse(stdout);
    expect(stoppedBy).toBe("answered");
    expect(toolsCalled).toContainEqual(expect.objectContaining({ server: "filesystem", name: "fs_delete_file" }));
  });

  it("never loads what is denied", async () => {
    const args = ["run", "Delete the file notes.txt", "--deny", "filesystem/*", "--deny", "database/*", "--json"];
    const report = JSON.parse((await toolgapHere(args)).stdout);
    expect(report.toolsCalled.filter((call: { server: string }) => call.server === "filesystem")).toEqual([]);
  });

  it("simulates the tools of a catalog file and says so", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "catalog.json");
    const inputSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const tools = [{ name: "get_forecast", description: "Weather forecast of a city", inputSchema }];
    writeFileSync(path, JSON.stringify({ servers: [{ name: "weather", description: "Weather of cities", tools }] }));
    const args = ["run", "Get the weather forecast of the city Paris", "--catalog", path, "--json"];
    const report = JSON.parse((await toolgapHere(args)).stdout);
    expect(report.toolsCalled).toEqual([
      { server: "weather", name: "get_forecast", args: { city: "Paris" }, ok: true, simulated: true },
    ]);
  });

  it("fails when every server failed, since there is nothing to work with", async () => {
    const folder = temporaryFolder();
    const config = writeConfig(folder, { broken: testEntry(makeTag(), "--exit") });
    const { code, stderr } = await toolgap(["run", "List the files", "--mcp", config]);
    expect(code).toBe(1);
    expect(stderr).toContain('server "broken" cannot be used');
    expect(stderr).toContain("there was no tool to work with: every server failed");
  });

  it("reads real files through a real server, names the server that cannot start, and leaves no process", async () => {
    const folder = temporaryFolder();
    const tag = makeTag();
    mkdirSync(join(folder, "docs", tag), { recursive: true });
    writeFileSync(join(folder, "docs", "plan.md"), "plan");
    writeFileSync(join(folder, "README.md"), "The quick brown fox is real.");
    const config = writeConfig(folder, {
      filesystem: {
        description: "Files and folders: read, write and list files.",
        command: process.execPath,
        args: [join(repository, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"), folder],
      },
      broken: testEntry(tag, "--exit"),
    });
    const args = ["run", "List the files in ./docs and read README.md", "--mcp", config, "--json"];
    const options = { cwd: folder, env: { TOOLGAP_CACHE_DIR: join(folder, "cache") } };
    const first = await toolgap(args, options);
    const report = JSON.parse(first.stdout);
    expect(report.answer).toContain("plan.md");
    expect(report.answer).toContain(tag);
    expect(report.answer).toContain("The quick brown fox is real.");
    expect(report.toolsCalled.every((call: { simulated: boolean; ok: boolean }) => call.ok && !call.simulated)).toBe(
      true,
    );
    expect(report.serverFailures).toEqual([{ server: "broken", reason: expect.any(String) }]);
    expect(first.stderr).toContain('server "broken" cannot be used');
    expect(first.stderr).toContain("first contact");
    expect(first.code).toBe(0);
    const second = await toolgap(args, options);
    expect(second.stderr).not.toContain('"filesystem": 14 tools listed');
    expect(JSON.parse(second.stdout).answer).toBe(report.answer);
    expect(processesOf(folder)).toEqual([]);
  });
});
