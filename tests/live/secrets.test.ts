import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { HumanMessage } from "@langchain/core/messages";
import { BaseTracer, type Run } from "@langchain/core/tracers/base";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/index.js";
import { resolveModel } from "../../models/providers.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap } from "../cli/toolgap.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import type { Reply } from "../fixtures/openai-server/reply.js";
import { catalog, key, runLive, serve } from "./support.js";

/** Keeps every run as a tracing service would be sent it. */
class KeepingTracer extends BaseTracer {
  readonly name = "keeping";
  readonly runs: string[] = [];

  protected override async persistRun(run: Run): Promise<void> {
    this.runs.push(JSON.stringify(run), inspect({ ...run, child_runs: undefined }, { depth: 12 }));
  }
}

const busy: Reply = {
  fault: "status",
  status: 503,
  headers: { "retry-after": "0" },
  body: { error: { message: `your key ${key} is busy` } },
};
const quoting: Reply = {
  fault: "invalid-json",
  text: JSON.stringify({ error: { message: `not with ${key}`, code: 400 } }),
};
const task = "Delete the file notes.txt";

describe("the key of a provider", () => {
  it.each<[string, Reply[] | undefined, object]>([
    ["a run that is done", undefined, {}],
    ["a run whose provider quotes it in every error", [busy, busy, busy], {}],
    ["a run whose key is refused", undefined, { key: "another" }],
    ["a run whose provider quotes it in an answer that is an error", [quoting], {}],
    ["a run that breaks off", [{ fault: "invalid-json" }, { fault: "hang-up" }, { fault: "hang-up" }], {}],
  ])("is in no trace, message, checkpoint, notice or recording of %s", async (_what, replies, rules) => {
    const server = await serve(replies ?? planner(), rules);
    const folder = temporaryFolder();
    const notices: string[] = [];
    const { model, reason, label } = await resolveModel({
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key },
      record: folder,
      onNotice: (line) => notices.push(line),
    });
    const checkpointer = new MemorySaver();
    const graph = createActiveGraph({ catalog: catalog(), model, checkpointer });
    const tracer = new KeepingTracer();
    const config = { callbacks: [tracer], configurable: { thread_id: "one" } };
    const state = await graph.invoke({ messages: [new HumanMessage(task)] }, config);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const kept = JSON.stringify(checkpointer.storage, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    // The key was really used, and the listeners really heard something.
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect([tracer.runs.length > 0, files.length > 0, kept.includes("notes.txt")]).toEqual([true, true, true]);
    const everything = [...tracer.runs, ...files, ...notices, kept, JSON.stringify(state), reason, label].join("\n");
    expect(everything).not.toContain(key);
  });

  it("is in no message of a stream that ends with an error which quotes it", async () => {
    const text = JSON.stringify({ error: { message: `not with ${key}`, code: 502 } });
    const { report } = await runLive(task, [{ fault: "invalid-json", text }], { onToken: () => {} });
    expect(report.answer).toContain(
      "openai (test-model) broke off in the middle of its answer (it sent an error: not with [secret])",
    );
  });

  it("is in no trace of the model alone, recorded or not, when it fails", async () => {
    const server = await serve([busy, busy, busy]);
    const tracer = new KeepingTracer();
    const { model } = await resolveModel({ env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key } });
    const error = await model.invoke("ping", { callbacks: [tracer] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(tracer.runs.length).toBeGreaterThan(0);
    expect(`${tracer.runs.join("\n")}\n${inspect(error, { depth: 12 })}`).not.toContain(key);
  });

  it("is in nothing that the program prints, with DEBUG set, whatever goes wrong", async () => {
    const server = await serve([busy, busy, busy]);
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key, DEBUG: "*" };
    for (const args of [["run", task, "--json", "--trace"], ["doctor"], ["doctor", "--json"]]) {
      const { stdout, stderr } = await toolgap(args, { env });
      expect(`${stdout}${stderr}`).toMatch(/your key \[secret\] is busy|further answer/);
      expect(stdout + stderr).not.toContain(key);
    }
  });
});
