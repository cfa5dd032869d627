import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import type { ExecutionOptions, ToolDefinition } from "../../catalog/types.js";
import { isFeedback, parseToolResponses } from "../../models/protocol.js";
import { applyOperations } from "../../nodes/bind.js";
import { createExecuteNode } from "../../nodes/execute.js";
import type { NodeConfig } from "../../nodes/ports.js";
import { type AgentContext, resolveSettings } from "../../nodes/settings.js";
import type { AgentUpdate, BoundTool, PendingCall, ToolCallMetric } from "../../nodes/types.js";
import { bound, listening, numbered, pendingCall, ports, server, tool } from "./support.js";

const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

function filesAndMore() {
  const seen: { args: unknown; options: ExecutionOptions }[] = [];
  const catalog = new ToolCatalog([
    server(
      "files",
      tool("read", {
        inputSchema: path,
        execute: async (args, options) => {
          seen.push({ args, options });
          return { content: [{ type: "text", text: `text of ${args.path}` }], structured: { n: 1 }, isError: false };
        },
      }),
      tool("explode", { execute: () => Promise.reject(new Error("disk on fire")) }),
      tool("fail", { execute: async () => ({ content: [{ type: "text", text: "no such file" }], isError: true }) }),
      tool("huge", {
        execute: async () => ({ content: [{ type: "text", text: "x".repeat(500_000) }], isError: false }),
      }),
      tool("pretend", { simulated: true }),
      tool("paper", { execute: undefined }),
    ),
    server("mail", tool("search")),
    server("calendar", tool("search")),
  ]);
  return { catalog, seen };
}

interface Setting {
  boundTools?: BoundTool[];
  options?: AgentContext;
  config?: NodeConfig;
  discovery?: boolean;
  catalog?: ToolCatalog;
}

async function run(call: PendingCall, setting: Setting = {}) {
  const { boundTools = [], options = {}, config = {}, discovery = true, catalog = filesAndMore().catalog } = setting;
  const node = createExecuteNode(ports(catalog, options, { discovery }));
  const { approval, allow, deny } = resolveSettings({}, options);
  const turn = { number: 2, taskId: "h2" };
  const update = await node({ call, together: [], boundTools, turn, policy: { approval, allow, deny } }, config);
  return { ...unpack(update), next: applyOperations(boundTools, update.boundTools ?? []) };
}

function unpack({ messages = [], metrics = [] }: AgentUpdate) {
  expect(messages).toHaveLength(1);
  return {
    metrics: metrics as ToolCallMetric[],
    message: messages[0] as BaseMessage,
    result: messages[0] as ToolMessage,
    metric: metrics[0] as ToolCallMetric,
  };
}

const readBound = bound("files", "read");

describe("execute: a bound tool", () => {
  it("runs, answers its call and counts as used", async () => {
    const { result, metric, next } = await run(pendingCall("read", { path: "a" }), { boundTools: [readBound] });
    expect(result).toMatchObject({ tool_call_id: "c1", content: "text of a", status: "success", name: "read" });
    expect(metric).toMatchObject({
      id: "a1:0",
      turn: 2,
      tool: { server: "files", name: "read" },
      calledName: "read",
      args: { path: "a" },
      ok: true,
      simulated: false,
      calledBeforeLoad: false,
    });
    expect(next).toMatchObject([{ loadedTurn: 1, lastUsedTurn: 2 }]);
  });

  it("is found by its call name before any tool of that name", async () => {
    const boundTools = [bound("mail", "search", { callName: "search" })];
    const { metric } = await run(pendingCall("search"), { boundTools });
    expect(metric).toMatchObject({ tool: { server: "mail", name: "search" }, calledBeforeLoad: false });
  });

  it("keeps the machine-readable result beside the text, out of the model's sight", async () => {
    const { result } = await run(pendingCall("read", { path: "a" }), { boundTools: [readBound] });
    expect(result.artifact).toMatchObject({ structured: { n: 1 } });
    expect(result.content).not.toContain('"n"');
  });

  it("is not run with arguments that its schema rejects", async () => {
    const { catalog, seen } = filesAndMore();
    const { result, metric } = await run(pendingCall("read", { path: 7 }), { catalog, boundTools: [readBound] });
    expect(seen).toEqual([]);
    expect(result.status).toBe("error");
    expect(result.text).toMatch(/^Invalid arguments for read: "path" must be a string, given 7/);
    expect(metric).toMatchObject({ ok: false, tool: { server: "files", name: "read" } });
  });

  it("is not run with arguments that could not be read", async () => {
    const { catalog, seen } = filesAndMore();
    const call = pendingCall("read", {}, { invalid: "the arguments are not JSON" });
    const { result, metric, next } = await run(call, { catalog, boundTools: [readBound] });
    expect(seen).toEqual([]);
    expect(result.text).toBe(
      "The call could not be read: the arguments are not JSON. Send it again with a JSON object as arguments.",
    );
    expect(metric.ok).toBe(false);
    expect(next).toEqual([readBound]);
  });
});

describe("execute: a known tool that is not bound", () => {
  it("is bound and run in one go", async () => {
    const { result, metric, next } = await run(pendingCall("read", { path: "a" }));
    expect(result.text).toBe("text of a");
    expect(metric).toMatchObject({ ok: true, calledBeforeLoad: true });
    expect(next).toMatchObject([{ callName: "read", loadedTurn: 2 }]);
  });

  it("is bound and answered with its schema when the arguments do not fit", async () => {
    const { catalog, seen } = filesAndMore();
    const { result, metric, next } = await run(pendingCall("files/read", {}), { catalog });
    expect(seen).toEqual([]);
    expect(result.text).toMatch(/^files\/read was not loaded; it is now, as read\. Invalid arguments for read/);
    expect(result.text).toContain('"required":["path"]');
    expect(metric).toMatchObject({ ok: false, calledBeforeLoad: true });
    expect(next).toHaveLength(1);
  });

  it("is not run when the limit of loaded tools is reached in this turn", async () => {
    const { catalog, seen } = filesAndMore();
    const boundTools = [bound("mail", "search", { loadedTurn: 2, lastUsedTurn: 2 })];
    const { result, next } = await run(pendingCall("read", { path: "a" }), {
      catalog,
      boundTools,
      options: { maxBoundTools: 1 },
    });
    expect(seen).toEqual([]);
    expect(result).toMatchObject({
      content: "files/read is not loaded, and the limit of loaded tools is reached.",
      status: "error",
    });
    expect(next).toEqual(boundTools);
  });

  it("says so when it is known only by its schema", async () => {
    const { result } = await run(pendingCall("paper"));
    expect(result).toMatchObject({ status: "error" });
    expect(result.text).toContain("known only by its schema");
  });
});

describe("execute: a name", () => {
  it("that no tool has is answered with the nearest names and the way to ask", async () => {
    const { result, metric, next } = await run(pendingCall("reed"));
    expect(result.text).toMatch(/^There is no tool "reed"\. The nearest names: files\/read/);
    expect(result.text).toMatch(/ask for one\.$/);
    expect(result.status).toBe("error");
    expect(metric).toMatchObject({ tool: undefined, calledName: "reed", ok: false });
    expect(next).toEqual([]);
  });

  it("that no tool has is answered without that advice where the model may not ask", async () => {
    const { result } = await run(pendingCall("zzzzzzzzzzzz"), { discovery: false });
    expect(result.text).toBe('There is no tool "zzzzzzzzzzzz".');
  });

  it("of two tools is answered with both, and runs neither", async () => {
    const { result, metric, next } = await run(pendingCall("search"));
    expect(result.text).toBe(
      'More than one tool is called "search": mail/search, calendar/search. Call one by its full name.',
    );
    expect(metric).toMatchObject({ ok: false, tool: undefined });
    expect(next).toEqual([]);
  });

  it("of two tools of which one is denied means the other", async () => {
    const { metric } = await run(pendingCall("search"), { options: { deny: ["mail/*"] } });
    expect(metric).toMatchObject({ ok: true, tool: { server: "calendar", name: "search" } });
  });

  it.each(["mail/search", "mail__search"])("%s is understood", async (name) => {
    const { metric } = await run(pendingCall(name));
    expect(metric).toMatchObject({ ok: true, tool: { server: "mail", name: "search" }, calledName: name });
  });
});

describe("execute: a denied tool", () => {
  it("does not run, though bound, and is not told from one that does not exist", async () => {
    const { catalog, seen } = filesAndMore();
    const { result, metric } = await run(pendingCall("read", { path: "a" }), {
      catalog,
      boundTools: [readBound],
      options: { deny: ["files/*"] },
      discovery: false,
    });
    expect(seen).toEqual([]);
    expect(result.text).toBe('There is no tool "read".');
    expect(metric).toMatchObject({ ok: false, tool: undefined });
  });

  it("is not bound by a call, and not among the nearest names", async () => {
    const options = { allow: ["mail/*"] };
    expect((await run(pendingCall("read", { path: "a" }), { options })).next).toEqual([]);
    expect((await run(pendingCall("reed"), { options })).result.text).not.toContain("files");
  });
});

describe("execute: what a tool does", () => {
  it("is told to the model when it throws", async () => {
    const { result, metric } = await run(pendingCall("explode"));
    expect(result).toMatchObject({ status: "error", content: "Tool files/explode failed: disk on fire" });
    expect(metric.ok).toBe(false);
  });

  it("is told as an error when the tool says that it failed", async () => {
    const { result, metric } = await run(pendingCall("fail"));
    expect(result).toMatchObject({ status: "error", content: "no such file" });
    expect(metric.ok).toBe(false);
  });

  it("is told as an error when the result is not of the declared shape", async () => {
    const odd = { content: [{ type: "image" }], isError: false } as never;
    const catalog = new ToolCatalog([server("s", tool("odd", { execute: async () => odd }))]);
    expect((await run(pendingCall("odd"), { catalog })).result.text).toBe('{"type":"image"}');
  });

  it("is marked where it was only pretended", async () => {
    const { catalog } = filesAndMore();
    const config = listening();
    const { metric } = await run(pendingCall("pretend"), { catalog, config });
    expect(metric).toMatchObject({ ok: true, simulated: true });
    expect(config.events).toEqual([
      { type: "executed", tool: { server: "files", name: "pretend" }, ok: true, simulated: true },
    ]);
  });

  it("can be stopped: the signal of the run reaches the tool", async () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const execute: ToolDefinition["execute"] = (_args, { signal }) => {
      signal?.addEventListener("abort", () => reasons.push(signal.reason));
      controller.abort("enough");
      return new Promise(() => {});
    };
    const catalog = new ToolCatalog([server("s", tool("stopping", { execute }))]);
    const stopped = run(pendingCall("stopping"), { catalog, config: { signal: controller.signal } });
    await expect(stopped).rejects.toBe("enough");
    expect(reasons).toEqual(["enough"]);
  });

  it("is not waited for once the run is aborted", async () => {
    const controller = new AbortController();
    const endless = tool("endless", { execute: () => new Promise(() => controller.abort(new Error("enough"))) });
    const catalog = new ToolCatalog([server("s", endless)]);
    await expect(run(pendingCall("endless"), { catalog, config: { signal: controller.signal } })).rejects.toThrow(
      "enough",
    );
  });
});

describe("execute: text calls", () => {
  it("are answered with marked feedback between tags", async () => {
    const { message } = await run(pendingCall("read", { path: "a" }, { protocol: "text", callId: "a1:0" }), {
      boundTools: [readBound],
      options: { callProtocol: "text" },
    });
    expect(message).not.toBeInstanceOf(ToolMessage);
    expect(isFeedback(message)).toBe(true);
    expect(parseToolResponses(message.text)).toEqual([{ name: "read", content: "text of a" }]);
  });

  it("that cannot be read are answered the same way", async () => {
    const { message, metric } = await run(pendingCall("", {}, { protocol: "text", invalid: "not JSON" }));
    expect(parseToolResponses(message.text)[0]?.content).toContain("not JSON");
    expect(metric).toMatchObject({ ok: false, calledName: "" });
  });
});

describe("execute: approval", () => {
  it("is not asked for a call that cannot run", async () => {
    const options = { approval: "always" } as const;
    const { result } = await run(pendingCall("read", { path: 7 }), { boundTools: [readBound], options });
    expect(result.text).toMatch(/^Invalid arguments for read/);
  });

  it("refuses where the run cannot ask, and binds nothing", async () => {
    const { catalog, seen } = filesAndMore();
    const { result, next } = await run(pendingCall("read", { path: "a" }), {
      catalog,
      options: { approval: "always" },
    });
    expect(seen).toEqual([]);
    expect(result.text).toBe("files/read needs a person's approval, and this run cannot ask for it.");
    expect(next).toEqual([]);
  });
});

describe("execute: the bound set", () => {
  it("makes room among tools of earlier turns", async () => {
    const catalog = new ToolCatalog([numbered(5)]);
    const boundTools = [0, 1, 2, 3].map((index) => bound("many", `op${index}`, { lastUsedTurn: 1 }));
    const { next } = await run(pendingCall("op4"), { catalog, boundTools, options: { maxBoundTools: 4 } });
    expect(next.map((entry) => entry.callName)).toEqual(["op2", "op3", "op4"]);
  });
});
