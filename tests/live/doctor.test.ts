import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkModel } from "../../models/doctor.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap, toolgapHere } from "../cli/toolgap.js";
import type { Reply } from "../fixtures/openai-server/reply.js";
import { connect, key, serve } from "./support.js";

const hello: Reply = { content: "Hello there." };
const call: Reply = { calls: [{ name: "report_status", args: { service: "billing" } }] };

async function check(replies: Reply[], rules = {}) {
  return checkModel((await connect(await serve(replies, rules))).model);
}

describe("the checks of a model", () => {
  it("are all well where it answers, calls and streams", async () => {
    const checks = await check([hello, call, hello]);
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ["answers", "ok"],
      ["calls tools", "ok"],
      ["streams", "ok"],
    ]);
    expect(checks.map(({ detail }) => detail).join("\n")).toMatch(
      /"Hello there\.", tells its usage, \d+ ms\ncalled report_status with \{"service":"billing"\}, \d+ ms\nin 2 pieces, \d+ ms/,
    );
  });

  it("say that the usage is counted here where the server tells none", async () => {
    expect((await check([{ ...hello, usage: "absent" }, call, hello]))[0]?.detail).toContain("tokens are counted here");
  });

  it("warn where functions are rejected or not called, since text works too", async () => {
    const rejected = await check([hello, hello], { noFunctions: "this model does not support tools" });
    expect(rejected[1]).toMatchObject({ state: "warning", detail: expect.stringContaining("go as text") });
    const ignored = await check([hello, { content: "It is fine." }, hello]);
    expect(ignored[1]).toMatchObject({ state: "warning", detail: expect.stringContaining("--protocol text") });
  });

  it("warn of an answer without words, and of a call that cannot be read", async () => {
    const unreadable: Reply = { calls: [{ name: "report_status", args: "{service" }] };
    const checks = await check([{ content: "" }, unreadable, hello]);
    expect(checks.map(({ state }) => state)).toEqual(["warning", "warning", "ok"]);
    expect(checks[0]?.detail).toContain("no text");
    expect(checks[1]?.detail).toContain("arguments that are not JSON");
  });

  it("fail where a stream breaks", async () => {
    const checks = await check([hello, call, { fault: "early-end", after: 2, completion: hello }]);
    expect(checks[2]).toMatchObject({ state: "failed", detail: expect.stringContaining("broke off") });
  });

  it("stop after the first where there is no answer at all", async () => {
    const checks = await check([hello], { key: "another" });
    expect(checks.map(({ state }) => state)).toEqual(["failed", "skipped", "skipped"]);
    expect(checks[0]?.detail).toMatch(/HTTP 401.*check OPENAI_API_KEY/);
  });
});

describe("toolgap doctor", () => {
  it("shows every setting with its source, masks the key, and ends with 0 when all is well", async () => {
    const server = await serve([hello, call, hello]);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, ".env"), `OPENAI_BASE_URL=${server.baseUrl}\nTOP_K_TOOLS=7\nMAX_TOOL_REQUESTS=9\n`);
    const env = { OPENAI_API_KEY: key, MAX_TOOL_REQUESTS: "4" };
    const { code, stdout } = await toolgap(["doctor", "--model", "m1", "--top-k-servers", "2", "--json"], { cwd, env });
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report).toMatchObject({ ok: true, reason: "OPENAI_API_KEY is set" });
    const rows = Object.fromEntries(
      report.settings.map(({ name, value, source }: Record<string, string>) => [name, [value, source]]),
    );
    expect(rows).toMatchObject({
      provider: ["openai", "environment (OPENAI_API_KEY)"],
      model: ["m1", "flag"],
      "base URL": [server.baseUrl, ".env (OPENAI_BASE_URL)"],
      key: [`set, ${key.length} characters`, "environment (OPENAI_API_KEY)"],
      topKServers: ["2", "flag"],
      topKTools: ["7", ".env (TOP_K_TOOLS)"],
      maxToolRequests: ["4", "environment (MAX_TOOL_REQUESTS)"],
      similarityThreshold: ["the router's own", "default"],
      callProtocol: ["native", "default"],
    });
    expect(stdout).not.toContain(key);
  });

  it("shows what a preset stands for, and records its checks", async () => {
    const cwd = temporaryFolder();
    const args = ["doctor", "--json", "--preset", "complex", "--top-k-tools", "4", "--record", join(cwd, "kept")];
    const { settings } = JSON.parse((await toolgap(args, { cwd })).stdout);
    expect(settings).toContainEqual({ name: "topKServers", value: "5", source: "flag" });
    expect(settings).toContainEqual({ name: "topKTools", value: "4", source: "flag" });
    expect(readdirSync(join(cwd, "kept"))).toHaveLength(3);
  });

  it("shows the router, and refuses one that there is not, like a run", async () => {
    const { stdout } = await toolgapHere(["doctor", "--provider", "offline", "--json", "--router", "tfidf"]);
    expect(JSON.parse(stdout).settings).toContainEqual({ name: "router", value: "tfidf", source: "flag" });
    const refused = await toolgapHere(["doctor", "--provider", "offline", "--router", "nonsense"]);
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining('no router "nonsense"') });
  });

  it("ends with 1 when a check fails, and shows a table for a person", async () => {
    const server = await serve([], { key: "another" });
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
    const { code, stdout, stderr } = await toolgap(["doctor"], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/│ model +│ gpt-4o-mini +│ default/);
    expect(stdout).toMatch(/^failed {2,}answers: openai \(gpt-4o-mini\) answered HTTP 401/m);
    expect(stdout + stderr).not.toContain(key);
  });

  it("says what is missing where no model can be chosen, settings included, and ends with 1", async () => {
    const { code, stdout } = await toolgap(["doctor", "--provider", "openrouter"]);
    expect(code).toBe(1);
    expect(stdout).toContain("No model can be used: provider 'openrouter' has no key: set OPENROUTER_API_KEY");
    expect(stdout).toContain("maxToolRequests");
  });

  it("tries the offline planner where nothing is set, and says that it was chosen for that", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "empty"));
    const { code, stdout } = await toolgap(["doctor"], { cwd: join(cwd, "empty") });
    expect(stdout).toMatch(/Chosen because no provider is set .*the rule-based offline planner plans\./s);
    expect(code).toBe(0);
  });
});
