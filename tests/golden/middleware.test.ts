import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import type { WireMessage } from "../../models/transcript.js";
import type { AgentState } from "../../nodes/types.js";
import { AgentModel } from "../middleware/support.js";
import { expectedOf, type GoldenHost, goldenTranscripts, type Observed, playGoldenTranscript } from "./run.js";

/** An agent writes its name, "model" unless it has one, on what its model says. */
function withoutAgentName(message: BaseMessage): BaseMessage {
  if (AIMessage.isInstance(message)) message.name = undefined;
  return message;
}

const agentHost: GoldenHost = ({ name, script, ...options }) => {
  const agent = createAgent({
    model: new AgentModel(script),
    middleware: [toolDiscoveryMiddleware(options)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: name } };
  return async (task) => {
    await agent.invoke({ messages: [new HumanMessage(task)] }, config);
    const { messages, ...state } = (await agent.graph.getState(config)).values as AgentState;
    return { ...state, messages: messages.map(withoutAgentName) };
  };
};

/** An agent ends where a message has no function call: requests and calls in text are refused when it is made. */
const transcripts = goldenTranscripts();
const inText = transcripts.filter(({ context }) => context?.requestProtocol === "text");
const native = transcripts.filter((golden) => !inText.includes(golden));

/**
 * The graph runs the calls of a message before its requests. An agent runs all of them side by side, and their answers
 * come in the order in which they were called; what they say is the same.
 */
function inCallOrder(turns: Observed[]): Observed[] {
  return turns.map((turn) => {
    const order = turn.messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    );
    const placeOf = (message: WireMessage | undefined): number =>
      message?.role === "tool" ? order.lastIndexOf(message.tool_call_id) : -1;
    const messages: WireMessage[] = [];
    for (const message of turn.messages) {
      let place = messages.length;
      while (message.role === "tool" && placeOf(messages[place - 1]) > placeOf(message)) place -= 1;
      messages.splice(place, 0, message);
    }
    return { ...turn, messages };
  });
}

describe("golden transcripts, played by an agent with the middleware", () => {
  it.each(native)("$name", async (golden) => {
    expect(await playGoldenTranscript(golden, agentHost)).toEqual(inCallOrder(expectedOf(golden)));
  });

  it.each(inText)("is refused in one line: $name", async (golden) => {
    await expect(playGoldenTranscript(golden, agentHost)).rejects.toThrow(
      /^(requestProtocol|callProtocol) is "text"; expected "native" in the middleware/,
    );
  });
});
