import { HumanMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import { getConfigTypeSchema } from "@langchain/langgraph/zod/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { InputError } from "../../catalog/types.js";
import { createActiveGraph } from "../../graphs/active.js";
import { agentContext } from "../../graphs/context.js";
import { sharedState } from "../../graphs/state.js";
import { numberRules, resolveSettings } from "../../nodes/settings.js";
import { goldenCatalog } from "../golden/catalog.js";
import { ScriptedModel } from "../support/scripted-model.js";

const graph = () => createActiveGraph({ catalog: goldenCatalog(), model: new ScriptedModel(["Hello."]) });
const input = { messages: [new HumanMessage("Say hello")] };

const wrong: [string, unknown, string][] = [
  ["topKTools", "many", 'topKTools in the context of the run is "many"; expected a whole number from 1 to 10000.'],
  ["maxBoundTools", 128, "maxBoundTools in the context of the run is 128; expected a whole number from 1 to 127."],
  ["similarityThreshold", 2, "similarityThreshold in the context of the run is 2; expected a number from 0 to 1."],
  ["advertise", "all", 'advertise in the context of the run is "all"; expected one of: none, servers.'],
  ["model", { name: "x" }, "model in the context of the run is an object; expected a text."],
  ["model", "x".repeat(5).split(""), "model in the context of the run is an array; expected a text."],
  [
    "allow",
    "files/*",
    'allow in the context of the run is "files/*"; expected a list of patterns such as ["server/*"].',
  ],
  ["deny", [1], 'deny in the context of the run is an array; expected a list of patterns such as ["server/*"].'],
];

describe("a context with a value of another kind", () => {
  it.each(wrong)("is refused in one line that says what %s may be", (setting, value, message) => {
    const error = (() => {
      try {
        return agentContext.parse({ [setting]: value });
      } catch (thrown) {
        return thrown;
      }
    })() as Error;
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(/^[^\n]*A subgraph reads its parent's context: [^\n]*$/);
    expect(error.message.startsWith(message)).toBe(true);
  });

  it("is refused by the graph, also with a recursion limit of the caller's own", async () => {
    const context = { provider: 5 } as unknown as { provider: string };
    for (const config of [{ context }, { context, recursionLimit: 100 }]) {
      const run = graph().invoke(input, config);
      await expect(run).rejects.toThrow(InputError);
      await expect(run).rejects.toThrow("provider in the context of the run is 5; expected a text.");
    }
  });

  it("is refused by a subgraph, in the parent's run", async () => {
    const parentContext = z.object({ model: z.any() });
    const parent = new StateGraph(z.object({ ...sharedState }), parentContext)
      .addNode("agent", graph())
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile();
    const run = parent.invoke(input, { context: { model: { size: 7 } } });
    await expect(run).rejects.toThrow("model in the context of the run is an object; expected a text.");
  });
});

describe("the context", () => {
  it("may hold what a parent keeps there beside the settings", async () => {
    const { messages } = await graph().invoke(input, { context: { tenant: { id: 7 } } as object });
    expect(messages.at(-1)?.text).toBe("Hello.");
  });

  it.each(Object.entries(numberRules))("has the bounds of the run in its form: %s", (setting, { least, most }) => {
    // As the development server makes it.
    const { properties } = getConfigTypeSchema(graph()) as { properties: Record<string, object> };
    expect(properties[setting]).toMatchObject({ minimum: least, maximum: most, description: expect.any(String) });
    for (const value of [least, most]) {
      expect(agentContext.parse({ [setting]: value })).toEqual({ [setting]: value });
      expect(resolveSettings({ [setting]: value }, {}, {})).toMatchObject({ [setting]: value });
    }
    for (const value of [least - 1, most + 1]) {
      expect(() => agentContext.parse({ [setting]: value })).toThrow(InputError);
      expect(() => resolveSettings({ [setting]: value }, {}, {})).toThrow(InputError);
    }
  });
});
