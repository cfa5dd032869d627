import { type AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { createProxyHost } from "../../graphs/mcp-server/index.js";
import { parseRequestAnswers, renderRequestAnswers } from "../../models/protocol.js";
import { connectTo, textsOf, use } from "../serve/support.js";
import { expectedOf, type GoldenHost, goldenTranscripts, type Observed, playGoldenTranscript } from "./run.js";

/** A client whose model says what the script says; the calls of a message are made before its requests, as in the graph. */
const clientHost: GoldenHost = ({ catalog, router, script, context }) => {
  const backend = Promise.resolve({ catalog, router, states: () => [] });
  const connected = connectTo(createProxyHost({ backend, settings: context ?? {} }));
  const messages: BaseMessage[] = [];
  return async (task) => {
    const { client, session } = await connected;
    // The pause by which a new turn is known.
    vi.setSystemTime(Date.now() + defaults.serve.turnPause + 1);
    messages.push(new HumanMessage(task));
    for (let answer = script.shift(); answer; answer = answer.tool_calls?.length ? script.shift() : undefined) {
      messages.push(answer);
      for (const { id, name, args } of callsFirst(answer)) {
        const result =
          name === "request_tools"
            ? await use(client, name, args)
            : await use(client, "call_tool", { name, arguments: args });
        const [content] = textsOf(result);
        messages.push(new ToolMessage({ tool_call_id: id!, name, content: withoutSchemas(content!) }));
      }
    }
    return { messages, boundTools: [...session.boundTools], stoppedBy: undefined };
  };
};

function callsFirst({ tool_calls: calls = [] }: AIMessage) {
  return calls.toSorted((a, b) => Number(a.name === "request_tools") - Number(b.name === "request_tools"));
}

/** The graph binds functions, so its answers bring no schemas; a client's functions never change, so these do. */
function withoutSchemas(text: string): string {
  const answers = parseRequestAnswers(text);
  if (answers.length === 0) return text;
  const named = answers.map(({ tools, ...answer }) => {
    const { request, status, ...rest } = answer;
    return {
      request,
      status,
      ...(tools ? { tools: tools.map(({ name, server }) => ({ name, server })) } : {}),
      ...rest,
    };
  });
  return renderRequestAnswers(named, "native");
}

/** For the same reason a call with wrong arguments is answered with the schema; the graph's model has it before it. */
function withoutReminder(text: string): string {
  return text.startsWith("Invalid arguments") ? text.replace(/ Its parameters: \{.*\}$/, "") : text;
}

/** What a proxy answers for: the texts of its answers, in order, what reached a tool, what is loaded. */
function comparable(turns: Observed[]) {
  return turns.map(({ messages, effects, bound }) => ({
    answers: messages.flatMap((message) => (message.role === "tool" ? [withoutReminder(String(message.content))] : [])),
    effects,
    bound,
  }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A client calls functions; what a model writes as text is between the two. */
const native = goldenTranscripts().filter(({ context }) => context?.requestProtocol !== "text");

describe("golden transcripts, played by a client of the MCP server", () => {
  it.each(native)("$name", async (golden) => {
    const observed = await playGoldenTranscript(golden, clientHost);
    expect(comparable(observed)).toEqual(comparable(expectedOf(golden)));
  });
});
