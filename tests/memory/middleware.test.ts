import { HumanMessage } from "@langchain/core/messages";
import { InMemoryStore } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, it } from "vitest";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import type { AgentState } from "../../nodes/types.js";
import { type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";
import { catalogOf, heldBy, ledger, parcel, turn } from "./support.js";

const request = { server: "", tool: "book an entry for the rent" };

async function firstMatch(script: readonly ScriptedAnswer[], store: InMemoryStore): Promise<string | undefined> {
  const middleware = [toolDiscoveryMiddleware({ catalog: catalogOf(), memory: { store } })];
  const agent = createAgent({ model: new ScriptedModel(script), tools: [], middleware });
  const state = await agent.invoke({ messages: [new HumanMessage("Book the rent")] });
  return (state as unknown as AgentState).requests.at(-1)?.matched[0]?.name;
}

it("an agent of createAgent remembers what served, once a turn, and another one finds it first", async () => {
  const store = new InMemoryStore();
  expect(await firstMatch(turn(request, "post_ledger_entry"), store)).toBe(parcel.name);
  const [observation, ...more] = await heldBy(store, "shared");
  expect(more).toEqual([]);
  expect(observation?.tools).toContainEqual({ ...ledger, outcome: "used" });
  expect(await firstMatch(turn(request), store)).toBe(ledger.name);
});
