import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/active.js";
import type { AgentState } from "../../nodes/types.js";
import { ScriptedModel } from "../support/scripted-model.js";
import { expectedOf, type GoldenHost, goldenTranscripts, playGoldenTranscript } from "./run.js";

const graphHost: GoldenHost = ({ name, script, ...options }) => {
  const graph = createActiveGraph({ ...options, model: new ScriptedModel(script), checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: name } };
  return async (task) => {
    await graph.invoke({ messages: [new HumanMessage(task)] }, config);
    return (await graph.getState(config)).values as AgentState;
  };
};

describe("golden transcripts, played by the active graph", () => {
  it.each(goldenTranscripts())("$name", async (golden) => {
    expect(await playGoldenTranscript(golden, graphHost)).toEqual(expectedOf(golden));
  });
});
