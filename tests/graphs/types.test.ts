import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createActiveGraph } from "../../graphs/active.js";
import { createAllToolsGraph } from "../../graphs/all-tools.js";
import type { AgentGraph } from "../../graphs/index.js";
import { createRetrievalGraph } from "../../graphs/retrieval.js";
import { sharedState } from "../../graphs/state.js";
import type { AgentState, BoundTool, StoppedBy } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { ScriptedModel } from "../support/scripted-model.js";

const options = () => ({ catalog: goldenCatalog(), model: new ScriptedModel(["Hello."]) });
const input = { messages: [new HumanMessage("Say hello")] };

describe("the type of a graph", () => {
  it("is one, whatever the strategy", () => {
    expectTypeOf(createActiveGraph).returns.toEqualTypeOf<AgentGraph>();
    expectTypeOf(createRetrievalGraph).returns.toEqualTypeOf<AgentGraph>();
    expectTypeOf(createAllToolsGraph).returns.toEqualTypeOf<AgentGraph>();
  });

  it("takes a part of the state and a part of the context, and gives the whole state", async () => {
    const result = await createActiveGraph(options()).invoke(input, { context: { maxToolRequests: 2 } });
    expectTypeOf(result).toExtend<AgentState>();
    expectTypeOf(result.messages).toEqualTypeOf<BaseMessage[]>();
    expectTypeOf(result.boundTools).toEqualTypeOf<BoundTool[]>();
    expectTypeOf(result.stoppedBy).toEqualTypeOf<StoppedBy | undefined>();
    expect(result.stoppedBy).toBe("answered");
  });

  it("refuses settings and channels that there are not", () => {
    const { invoke } = createActiveGraph(options());
    type Call = Parameters<typeof invoke>;
    expectTypeOf<{ context: { maxToolRequests: string } }>().not.toExtend<NonNullable<Call[1]>>();
    expectTypeOf<{ messages: number }>().not.toExtend<Call[0]>();
  });

  it("streams parts of the state, and stays what it is under other settings", async () => {
    const graph = createActiveGraph(options()).withConfig({ tags: ["x"] });
    expectTypeOf(graph).toExtend<AgentGraph>();
    const seen: (StoppedBy | undefined)[] = [];
    for await (const state of await graph.stream(input, { streamMode: "values" })) seen.push(state.stoppedBy);
    expect(seen.at(-1)).toBe("answered");
  });

  it("is a node of a bigger graph", async () => {
    const parent = new StateGraph(z.object({ ...sharedState, greeting: z.string().default("") }))
      .addNode("agent", createActiveGraph(options()))
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile();
    const result = await parent.invoke({ ...input, greeting: "Good morning" });
    expectTypeOf(result.boundTools).toEqualTypeOf<BoundTool[]>();
    expect(result).toMatchObject({ greeting: "Good morning", stoppedBy: "answered" });
  });
});
