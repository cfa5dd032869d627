import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { describe, expect, it } from "vitest";
import { countSchemaTokens, countTokens } from "../../catalog/tokens.js";
import {
  parseTools,
  renderToolRequest,
  renderTools,
  requestToolsFunction,
  requestToolsName,
} from "../../models/protocol.js";
import { createAnalyzeNode } from "../../nodes/analyze.js";
import { applyOperations } from "../../nodes/bind.js";
import type { AgentPorts, NodeConfig } from "../../nodes/ports.js";
import type { AgentContext } from "../../nodes/settings.js";
import { feedback } from "../../nodes/transcript.js";
import type { AgentState, AgentUpdate, ModelCallMetric } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";
import { agent, asked, bound, call, modelMetric, ports, request, says, state } from "./support.js";

interface Setting {
  answer?: ScriptedAnswer;
  options?: AgentContext;
  config?: NodeConfig;
  rest?: Partial<AgentPorts>;
}

const readFile = { server: "files on disk", tool: "read the text of a file" };
const readBound = bound("files", "read_file");

async function run(given: Partial<AgentState> = {}, { answer = "Done.", options, config = {}, rest }: Setting = {}) {
  const model = new ScriptedModel([answer]);
  const before = state(given);
  const update = await createAnalyzeNode(ports(goldenCatalog(), options, { model, ...rest }))(before, config);
  return {
    ...unpack(update),
    update,
    sent: model.sent[0],
    names: model.sent[0]?.tools.map((tool) => tool.function.name),
    next: applyOperations(before.boundTools, update.boundTools ?? []).map((entry) => entry.callName),
  };
}

function unpack({ messages = [], metrics = [], stoppedBy, turn }: AgentUpdate) {
  expect(messages).toHaveLength(1);
  return { message: messages[0] as AIMessage, metric: metrics[0] as ModelCallMetric | undefined, stoppedBy, turn };
}

describe("analyze: long results", () => {
  const stored = new ToolMessage({
    tool_call_id: "c1",
    content: "head [...] tail",
    artifact: { content: [], truncated: true, resultId: "r0123456789abcdef" },
  });
  const messages = asked(says("", call("read_file")), stored);

  it("offer the function that reads on, behind all tools", async () => {
    expect((await run({ messages, boundTools: [readBound] })).names).toEqual([
      requestToolsName,
      "read_file",
      "read_result",
    ]);
  });

  it("offer it not where the conversation has no stored result", async () => {
    const whole = new ToolMessage({ tool_call_id: "c1", content: "r0123456789abcdef" });
    const { names } = await run({ messages: asked(says("", call("read_file")), whole), boundTools: [readBound] });
    expect(names).not.toContain("read_result");
  });

  it("offer it as text where calls are text", async () => {
    const note = feedback("<tool_response>\n{}\n</tool_response>");
    note.additional_kwargs.toolgap_stored_result = "r0123456789abcdef";
    const options = { callProtocol: "text", requestProtocol: "text" } as const;
    const { sent } = await run({ messages: asked(says("x"), note), boundTools: [readBound] }, { options });
    expect(parseTools(sent!.messages[0]!.text)?.map((tool) => tool.function.name)).toEqual([
      "read_file",
      "read_result",
    ]);
  });
});

describe("analyze: images and sounds in results", () => {
  const image = { type: "image", mimeType: "image/png", data: "AAAA" };
  const answer = new ToolMessage({
    tool_call_id: "c1",
    content: [{ type: "text", text: "[image image/png, 3 bytes]" }, image],
  });
  const messages = asked(says("", call("read_file")), answer);

  it("are not sent to a model that is not known to take them", async () => {
    const { sent } = await run({ messages, boundTools: [readBound] });
    expect(sent!.messages.at(-1)!.content).toBe("[image image/png, 3 bytes]");
  });

  it("follow the answers in a message of their own for a model that sees", async () => {
    const model = Object.defineProperty(new ScriptedModel(["Done."]), "profile", { value: { imageInputs: true } });
    await run({ messages, boundTools: [readBound] }, { rest: { model } });
    const [result, shown] = model.sent[0]!.messages.slice(-2);
    expect(result!.content).toBe("[image image/png, 3 bytes]");
    expect(shown!.getType()).toBe("human");
    expect(shown!.content).toContainEqual(image);
  });
});

describe("analyze: what is sent", () => {
  it("is request_tools first, then the agent's own tools under their call names", async () => {
    const boundTools = [
      bound("mail", "send", { callName: "mail__send" }),
      readBound,
      bound("mail", "search", { agent: "other" }),
    ];
    expect((await run({ boundTools })).names).toEqual([requestToolsName, "mail__send", "read_file"]);
  });

  it("has no request_tools where the model may not ask", async () => {
    expect((await run({ boundTools: [readBound] }, { rest: { discovery: false } })).names).toEqual(["read_file"]);
  });

  it("has no functions at all where requests and calls are text", async () => {
    const { sent } = await run(
      { boundTools: [readBound] },
      { options: { requestProtocol: "text", callProtocol: "text" } },
    );
    expect(sent?.tools).toEqual([]);
    expect(parseTools(sent?.messages[0]?.text ?? "")?.map((tool) => tool.function.name)).toEqual(["read_file"]);
  });

  it("has only request_tools as a function where requests are native and calls are text", async () => {
    const { names } = await run({ boundTools: [readBound] }, { options: { callProtocol: "text" } });
    expect(names).toEqual([requestToolsName]);
  });

  it("has no tool that left the catalog, or that the run may not use, and unbinds it", async () => {
    const boundTools = [bound("gone", "x"), bound("mail", "send"), readBound];
    const { names, next } = await run({ boundTools }, { options: { deny: ["mail/*"] } });
    expect(names).toEqual([requestToolsName, "read_file"]);
    expect(next).toEqual(["read_file"]);
  });

  it("answers calls that an interrupted run left open", async () => {
    const messages = [...asked(says("", call("read_file"))), new HumanMessage({ id: "h2", content: "And now?" })];
    const { sent, update } = await run({ messages });
    expect(sent?.messages.map((message) => message.getType())).toEqual(["system", "human", "ai", "tool", "human"]);
    expect(update.messages).toHaveLength(1);
  });

  it("gives the model of the run's settings", async () => {
    const model = new ScriptedModel(["Hi."]);
    const seen: unknown[] = [];
    const choose: AgentPorts["model"] = (settings) => {
      seen.push([settings.provider, settings.model]);
      return model;
    };
    const config = { context: { provider: "openai", model: "small" } };
    const { message } = await run({}, { rest: { model: choose }, config });
    expect(seen).toEqual([["openai", "small"]]);
    expect(message.text).toBe("Hi.");
  });
});

describe("analyze: what is written", () => {
  it("is the answer, one metric and the turn that it opened", async () => {
    const { message, metric, turn, stoppedBy } = await run({ turn: { number: 0, taskId: "" } });
    expect(message.text).toBe("Done.");
    expect(turn).toEqual({ number: 1, taskId: "h1" });
    expect(metric).toMatchObject({ kind: "model", id: message.id, agent, turn: 1, tools: 1, counted: true });
    expect(stoppedBy).toBe("answered");
  });

  it("has no reason to stop while calls or requests wait", async () => {
    for (const answer of [calling({ name: "read_file" }), requesting(readFile), renderToolRequest(readFile)])
      expect((await run({}, { answer })).stoppedBy).toBeUndefined();
  });

  it("stops at a text request where the model may not ask", async () => {
    const setting = { answer: renderToolRequest(readFile), rest: { discovery: false } };
    expect((await run({}, setting)).stoppedBy).toBe("answered");
  });

  it("clears the reason for which the turn before stopped", async () => {
    const { update } = await run({ stoppedBy: "budget" }, { answer: calling({ name: "read_file" }) });
    expect("stoppedBy" in update).toBe(true);
    expect(update.stoppedBy).toBeUndefined();
  });

  it("says that nothing fits when the last request found nothing", async () => {
    expect((await run({ requests: [request({ status: "nothing_fits" })] })).stoppedBy).toBe("nothing_fits");
  });

  it("gives a call id that was used before another one", async () => {
    const messages = asked(
      says("", call("read_file", {}, "call_1")),
      new ToolMessage({ tool_call_id: "call_1", content: "x" }),
    );
    const { message } = await run({ messages }, { answer: calling({ name: "read_file" }) });
    expect(message.tool_calls?.[0]?.id).toBe("call_1_2");
  });
});

describe("analyze: schema tokens", () => {
  it("count the functions as sent", async () => {
    const { metric, sent } = await run({ boundTools: [readBound] });
    expect(metric?.schemaTokens).toBe(await countSchemaTokens(sent?.tools ?? []));
    expect(metric?.tools).toBe(2);
  });

  it("count the schemas in the prompt where calls are text", async () => {
    const { metric, sent } = await run(
      { boundTools: [readBound] },
      { options: { callProtocol: "text", requestProtocol: "text" } },
    );
    expect(metric?.schemaTokens).toBe(await countTokens(renderTools(parseTools(sent?.messages[0]?.text ?? "") ?? [])));
    expect(metric?.tools).toBe(1);
  });

  it("count both where requests are native and calls are text", async () => {
    const { metric, sent } = await run({ boundTools: [readBound] }, { options: { callProtocol: "text" } });
    const inPrompt = await countTokens(renderTools(parseTools(sent?.messages[0]?.text ?? "") ?? []));
    expect(metric?.schemaTokens).toBe(inPrompt + (await countSchemaTokens([requestToolsFunction])));
    expect(metric?.tools).toBe(2);
  });

  it("are none where nothing is sent", async () => {
    const { metric } = await run({}, { rest: { discovery: false } });
    expect(metric).toMatchObject({ schemaTokens: 0, tools: 0 });
  });
});

describe("analyze: a run that must end", () => {
  const refused = ["a1", "a2"].map((messageId) => request({ id: messageId, messageId, status: "budget_spent" }));

  it("gives the model no tools once the budget was refused twice, and takes its words as the answer", async () => {
    const { names, message, stoppedBy } = await run(
      { requests: refused, boundTools: [readBound] },
      { answer: calling({ name: "read_file" }) },
    );
    expect(names).toEqual([]);
    expect(message.tool_calls).toEqual([]);
    expect(stoppedBy).toBe("budget");
  });

  it("tells the model that the limit of steps is near, without keeping that in the state", async () => {
    const config = { recursionLimit: 20, metadata: { langgraph_step: 15 } };
    const given = {
      messages: asked(says("", call("read_file")), new ToolMessage({ tool_call_id: "c1", content: "x" })),
      metrics: [modelMetric({ startStep: 1 })],
    };
    const { sent, stoppedBy, update } = await run(given, { config });
    expect(sent?.messages.at(-1)?.text).toContain("limit of steps");
    expect(stoppedBy).toBe("recursion");
    expect(update.messages).toHaveLength(1);
  });

  it("has its whole limit again in a new run of the thread", async () => {
    const config = { recursionLimit: 20, metadata: { langgraph_step: 95 } };
    const { stoppedBy, metric } = await run({ metrics: [modelMetric({ startStep: 80 })] }, { config });
    expect(stoppedBy).toBe("answered");
    expect(metric?.startStep).toBe(95);
  });

  it("counts steps on behind feedback too", async () => {
    const config = { recursionLimit: 20, metadata: { langgraph_step: 95 } };
    const messages = asked(says("<tool_call>"), feedback("result"));
    const { stoppedBy } = await run({ messages, metrics: [modelMetric({ startStep: 80 })] }, { config });
    expect(stoppedBy).toBe("recursion");
  });
});

describe("analyze: a model that fails", () => {
  it("ends the run with an answer that says why, and without a metric", async () => {
    const { message, metric, stoppedBy } = await run({}, { answer: new Error("429 slow down") });
    expect(message.text).toBe("The model call failed: 429 slow down");
    expect(stoppedBy).toBe("error");
    expect(metric).toBeUndefined();
  });

  it("ends the run the same way when no model can be made", async () => {
    const model: AgentPorts["model"] = () => Promise.reject(new Error("OPENAI_API_KEY is not set"));
    expect((await run({}, { rest: { model } })).message.text).toContain("OPENAI_API_KEY is not set");
  });

  it("says what to set for a model that takes no functions", async () => {
    class PlainModel extends BaseChatModel {
      override _llmType(): string {
        return "plain";
      }
      override async _generate(): Promise<ChatResult> {
        return { generations: [{ text: "Hi.", message: new AIMessage("Hi.") }] };
      }
    }
    const model = new PlainModel({});
    expect((await run({}, { rest: { model } })).message.text).toContain(
      'set callProtocol and requestProtocol to "text"',
    );
    const options = { callProtocol: "text", requestProtocol: "text" } as const;
    expect((await run({}, { rest: { model }, options })).message.text).toBe("Hi.");
  });

  it("throws when it failed because the run was aborted", async () => {
    const controller = new AbortController();
    const answer = () => {
      controller.abort();
      throw new Error("socket closed");
    };
    await expect(run({}, { answer, config: { signal: controller.signal } })).rejects.toThrow("socket closed");
  });

  it("throws for settings that are out of range, before the model is asked", async () => {
    await expect(run({}, { config: { context: { topKTools: 0 } } })).rejects.toThrow(/^topKTools is "0"/);
  });
});
