import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { strategyNames } from "../../graphs/strategy-names.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap } from "../cli/toolgap.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { first } from "../fixtures/openai-server/reply.js";
import { key, serve } from "./support.js";

describe("toolgap eval over HTTP", () => {
  it("compares the strategies, survives a task that fails, prices the tokens, records, and replays the same without a server", async () => {
    const bad = { fault: "status" as const, status: 400, body: { error: { message: "not today" } } };
    const server = await serve(first([bad], planner()));
    const folder = temporaryFolder();
    const output = (name: string): string => join(folder, `${name}.json`);
    const prices = join(folder, "prices.json");
    writeFileSync(prices, JSON.stringify({ m1: { input: 1, cachedInput: 0.5, output: 2 } }));
    const args = ["eval", "--query", "Delete the file notes.txt", "--concurrency", "1", "--prices", prices];
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
    const live = await toolgap(
      [...args, "--model", "m1", "--record", join(folder, "recording"), "--output", output("live")],
      { env },
    );
    expect(live.stderr).not.toContain(key);
    expect(live.code).toBe(0);
    const report = readFileSync(output("live"), "utf8");
    for (const name of strategyNames) expect(report).toContain(`"${name}"`);
    expect(report).toContain("HTTP 400: not today");
    expect(server.requests.length).toBeGreaterThan(strategyNames.length);
    await server.close();
    const again = await toolgap([...args, "--replay", join(folder, "recording"), "--output", output("replayed")]);
    expect(again.code).toBe(0);
    const withoutTime = (text: string) =>
      text.replace(/"[a-zA-Z]*(?:[lL]atency|Ms|time|At|seconds)[a-zA-Z]*": [^,\n]+/g, "");
    expect(withoutTime(again.stdout).split("\n")[0]).toBe(withoutTime(live.stdout).split("\n")[0]);
    expect(readFileSync(output("replayed"), "utf8")).toContain("HTTP 400: not today");
  });
});
