import { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { ToolCatalog } from "../../catalog/index.js";
import { countTokens } from "../../catalog/tokens.js";
import { applyOperations } from "../../nodes/bind.js";
import { createExecuteNode } from "../../nodes/execute.js";
import type { NodeConfig } from "../../nodes/ports.js";
import { type AgentContext, resolveSettings } from "../../nodes/settings.js";
import type { PendingCall, ToolCallMetric } from "../../nodes/types.js";
import { pendingCall, ports, server, tool } from "./support.js";

const huge = tool("huge", {
  execute: async () => ({ content: [{ type: "text", text: "x".repeat(500_000) }], isError: false }),
});

interface Setting {
  options?: AgentContext;
  config?: NodeConfig;
  catalog?: ToolCatalog;
}

async function run(call: PendingCall, setting: Setting = {}) {
  const { options = {}, config = {}, catalog = new ToolCatalog([server("files", huge)]) } = setting;
  const { approval, allow, deny } = resolveSettings({}, options);
  const task = {
    call,
    together: [],
    boundTools: [],
    turn: { number: 1, taskId: "h1" },
    policy: { approval, allow, deny },
  };
  const update = await createExecuteNode(ports(catalog, options))(task, config);
  const result = update.messages?.[0] as ToolMessage;
  expect(ToolMessage.isInstance(result)).toBe(true);
  return {
    result,
    metrics: update.metrics as ToolCallMetric[],
    next: applyOperations([], update.boundTools ?? []),
  };
}

describe("execute: a result", () => {
  it("reaches the model shortened when it is huge, and the rest can be read on", async () => {
    const { result } = await run(pendingCall("huge"));
    expect(await countTokens(result.text)).toBeLessThanOrEqual(defaults.maxResultTokens);
    const [, id = "", offset] = /characters left out; read_result\(\{"id":"(\w+)","offset":(\d+)\}\)/.exec(
      result.text,
    )!;
    expect(result.artifact).toMatchObject({ resultId: id, truncated: true });
    expect(JSON.stringify(result.artifact).length).toBeLessThanOrEqual(defaults.maxArtifactCharacters + 100);
    const next = await run(pendingCall("read_result", { id, offset: Number(offset) }, { callId: "c2" }));
    expect(next.result).toMatchObject({ tool_call_id: "c2", name: "read_result", status: "success" });
    expect(next.result.text).toMatch(/^x{100}/);
    expect(next.result.text).toContain(`[characters ${offset} to `);
    expect(next.metrics).toEqual([]);
  });

  it("is bounded by the setting of the run", async () => {
    const { result } = await run(pendingCall("huge"), { options: { maxResultTokens: 200 } });
    expect(await countTokens(result.text)).toBeLessThanOrEqual(200);
  });

  it("cannot be read in another conversation, and says how to get it again", async () => {
    const { result } = await run(pendingCall("huge"), { config: { configurable: { thread_id: "mine" } } });
    const { resultId: id } = result.artifact as { resultId: string };
    const other = await run(pendingCall("read_result", { id }), { config: { configurable: { thread_id: "other" } } });
    expect(other.result).toMatchObject({ status: "error" });
    expect(other.result.text).toContain("no longer kept. Call the tool that gave it again");
    const mine = await run(pendingCall("read_result", { id }), { config: { configurable: { thread_id: "mine" } } });
    expect(mine.result.status).toBe("success");
  });

  it("that names no result by its id counts as a call that could not be used", async () => {
    const { result, metrics } = await run(pendingCall("read_result", { offset: 3 }));
    expect(result).toMatchObject({ status: "error", content: expect.stringContaining('needs "id"') });
    expect(metrics).toMatchObject([{ unusable: true, calledName: "read_result" }]);
  });

  it("with an image is a text that names it, and the image beside it; the artifact does not hold it again", async () => {
    const image = { type: "image" as const, data: "aGVsbG8=", mimeType: "image/png" };
    const execute = async () => ({ content: [{ type: "text" as const, text: "a cat" }, image], isError: false });
    const catalog = new ToolCatalog([server("s", tool("draw", { execute }))]);
    const { result } = await run(pendingCall("draw"), { catalog });
    expect(result.content).toEqual([{ type: "text", text: "a cat\n[image image/png, 5 bytes]" }, image]);
    expect(JSON.stringify(result.artifact)).not.toContain("aGVsbG8=");
  });
});

describe("execute: a tool that is itself called read_result", () => {
  const catalog = new ToolCatalog([server("s", tool("read_result"))]);

  it("is called by its name where no stored result is meant", async () => {
    const { result } = await run(pendingCall("read_result", { id: "ticket-7" }), { catalog });
    expect(result.text).toBe("done read_result");
  });

  it("is bound under another name than the loop's own function", async () => {
    const { next } = await run(pendingCall("s/read_result"), { catalog });
    expect(next[0]?.callName).not.toBe("read_result");
  });
});
