import { HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolCatalog } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { sharedState } from "../../graphs/state.js";
import { server, tool } from "../nodes/support.js";
import { calling, ScriptedModel } from "../support/scripted-model.js";

/** A storage that takes its time; `open` is how many checkpoints are on their way. */
class SlowSaver extends MemorySaver {
  saved = 0;
  open = 0;

  override async put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    this.open += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    const config = await super.put(...given);
    this.open -= 1;
    this.saved += 1;
    return config;
  }
}

/** A graph with one call, and what was saved when its tool ran. */
function graphWithCall(own?: { checkpointer: SlowSaver }) {
  const saver = own?.checkpointer ?? new SlowSaver();
  const seen: { saved: number; open: number }[] = [];
  const look = tool("look", {
    annotations: { readOnlyHint: true },
    execute: async () => {
      seen.push({ saved: saver.saved, open: saver.open });
      return { content: [], isError: false };
    },
  });
  const model = new ScriptedModel([calling({ name: "look" }), "End."]);
  const options = { catalog: new ToolCatalog([server("disk", look)]), model };
  return { seen, saver, options };
}

const input = { messages: [new HumanMessage("Look")] };
const thread = { configurable: { thread_id: "thread" } };

describe("durability", () => {
  it("is sync when nothing is chosen: each step is saved before the next begins", async () => {
    const { seen, saver, options } = graphWithCall();
    await createActiveGraph({ ...options, checkpointer: saver }).invoke(input, thread);
    expect(seen).toEqual([{ saved: 3, open: 0 }]);
  });

  it.each(["exit", "async"] as const)("is what the caller chose for the run: %s", async (durability) => {
    const { seen, saver, options } = graphWithCall();
    await createActiveGraph({ ...options, checkpointer: saver }).invoke(input, { ...thread, durability });
    expect(seen[0]!.saved).toBeLessThan(3);
  });

  it("is what the caller bound to the graph", async () => {
    const { seen, saver, options } = graphWithCall();
    const graph = createActiveGraph({ ...options, checkpointer: saver }).withConfig({ durability: "exit" });
    await graph.invoke(input, thread);
    expect(seen).toEqual([{ saved: 0, open: 0 }]);
  });

  it("of a subgraph is its parent's", async () => {
    const saver = new SlowSaver();
    const { seen, options } = graphWithCall({ checkpointer: saver });
    const parent = new StateGraph(z.object(sharedState))
      .addNode("agent", createActiveGraph(options))
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile({ checkpointer: saver });
    await parent.invoke(input, { ...thread, durability: "exit" });
    expect(seen).toEqual([{ saved: 0, open: 0 }]);
  });

  it("costs nothing where nothing is saved", async () => {
    const { seen, options } = graphWithCall();
    const { messages } = await createActiveGraph(options).invoke(input);
    expect(messages.at(-1)?.text).toBe("End.");
    expect(seen).toEqual([{ saved: 0, open: 0 }]);
  });
});
