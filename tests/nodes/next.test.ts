import { ToolMessage } from "@langchain/core/messages";
import type { Send } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { renderToolCall, renderToolRequest, requestToolsName } from "../../models/protocol.js";
import { afterBindAll, createAfterAnalyze, createAfterExecute } from "../../nodes/next.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { ExecuteTask } from "../../nodes/types.js";
import { asked, bound, call, ports, says, state } from "./support.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const asks = call(requestToolsName, { requests: [readFile] }, "r1");
const textCall = renderToolCall({ name: "read", arguments: {} });

const goOn = (messages: ReturnType<typeof asked>, discovery = true, options: AgentContext = {}) =>
  createAfterAnalyze(ports(undefined, options, { discovery }))(state({ messages }), {});
const names = (sends: ReturnType<typeof goOn>) =>
  (sends as Send[]).map((send) => [send.node, (send.args as ExecuteTask).call.name]);

describe("after analyze", () => {
  it("ends when the model asks for nothing", () => {
    expect(goOn(asked(says("Done.")))).toBe("__end__");
  });

  it("ends when the run has stopped, whatever the message says", () => {
    const stopped = state({ messages: asked(says("", call("read"))), stoppedBy: "error" });
    expect(createAfterAnalyze(ports())(stopped, {})).toBe("__end__");
  });

  it("sends one task for each call, also when there are requests", () => {
    expect(names(goOn(asked(says("", call("a"), asks, call("b", {}, "c2")))))).toEqual([
      ["execute", "a"],
      ["execute", "b"],
    ]);
  });

  it("gives each task the agent's own tools and the turn", () => {
    const boundTools = [bound("s", "x"), bound("s", "y", { agent: "other" })];
    const [send] = createAfterAnalyze(ports())(state({ messages: asked(says("", call("a"))), boundTools }), {});
    const task = (send as Send).args as ExecuteTask;
    expect(task.boundTools.map((entry) => entry.callName)).toEqual(["x"]);
    expect(task.turn).toEqual({ number: 1, taskId: "h1" });
  });

  it("goes to the requests when there are no calls", () => {
    expect(goOn(asked(says("", asks)))).toBe("request-tools");
    expect(goOn(asked(says(renderToolRequest(readFile))))).toBe("request-tools");
  });

  it("reads text calls only where calls are text", () => {
    expect(goOn(asked(says(textCall)))).toBe("__end__");
    expect(names(goOn(asked(says(textCall)), true, { callProtocol: "text" }))).toEqual([["execute", "read"]]);
  });

  it("takes request_tools for a call of an unknown tool where the model may not ask", () => {
    expect(names(goOn(asked(says("", asks)), false))).toEqual([["execute", requestToolsName]]);
  });

  it("takes a text request for plain words where the model may not ask", () => {
    expect(goOn(asked(says(renderToolRequest(readFile))), false)).toBe("__end__");
  });
});

describe("after execute", () => {
  const result = new ToolMessage({ tool_call_id: "c1", content: "text" });
  const next = (message: ReturnType<typeof says>, discovery = true) =>
    createAfterExecute(ports(undefined, {}, { discovery }))(state({ messages: asked(message, result) }), {});

  it("goes to the requests of the same message", () => {
    expect(next(says("", call("read"), asks))).toBe("request-tools");
  });

  it("goes to the model when there are none, or when the model may not ask", () => {
    expect(next(says("", call("read")))).toBe("analyze");
    expect(next(says("", call("read"), asks), false)).toBe("analyze");
  });
});

describe("after bind-all", () => {
  it("ends a run that cannot be made, else asks the model", () => {
    expect(afterBindAll(state({ stoppedBy: "error" }))).toBe("__end__");
    expect(afterBindAll(state())).toBe("analyze");
  });
});
