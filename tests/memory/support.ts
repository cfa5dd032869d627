/** Observations, catalogs and agents for the tests of memory. */
import { HumanMessage } from "@langchain/core/messages";
import type { BaseStore } from "@langchain/langgraph";
import { type ServerDefinition, ToolCatalog, type ToolId } from "../../catalog/index.js";
import type { Observation, ObservedOutcome } from "../../catalog/memory/types.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { GraphOptions } from "../../graphs/options.js";
import { readObservations } from "../../nodes/memory/observations.js";
import type { MemoryOptions } from "../../nodes/memory.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

export const ledger: ToolId = { server: "books", name: "post_ledger_entry" };
export const invoice: ToolId = { server: "books", name: "send_invoice" };
export const parcel: ToolId = { server: "depot", name: "book_parcel_entry" };

/** Two servers whose tools share words, so that a request may rank either first. */
export function bookkeeping(): ServerDefinition[] {
  const run = async () => ({ content: [{ type: "text" as const, text: "done" }], isError: false });
  const tool = (name: string, description: string, execute = run) => ({
    name,
    description,
    inputSchema: { type: "object", properties: { amount: { type: "number" } } },
    execute,
  });
  const fails = async () => ({ content: [{ type: "text" as const, text: "out of order" }], isError: true });
  return [
    {
      name: "books",
      description: "Accounts of the company",
      tools: [
        tool("post_ledger_entry", "Post an entry to the ledger of the company"),
        tool("send_invoice", "Send an invoice to a customer"),
        tool("close_month", "Close the month in the accounts", fails as typeof run),
      ],
    },
    {
      name: "depot",
      description: "Parcels of the depot",
      tools: [
        tool("book_parcel_entry", "Book an entry of a parcel at the depot"),
        tool("weigh_parcel", "Weigh a parcel"),
      ],
    },
  ];
}

export function catalogOf(): ToolCatalog {
  return new ToolCatalog(bookkeeping());
}

export function observed(
  tool: string,
  outcomes: [ToolId, ObservedOutcome][],
  rest: Partial<Observation> = {},
): Observation {
  const tools = outcomes.map(([id, outcome]) => ({ ...id, outcome }));
  return { version: 1, at: 1_000, request: { server: "", tool }, words: "", tools, ...rest };
}

/** A turn in which the model asks, calls and answers. */
export function turn(request: { server: string; tool: string }, ...calls: string[]): ScriptedAnswer[] {
  return [requesting(request), ...calls.map((name, index) => calling({ name, id: `c${index}` })), "Done."];
}

/** An agent that remembers; a graph and a model of its own each time. */
export function agentWith(
  script: readonly ScriptedAnswer[],
  memory: MemoryOptions | undefined,
  rest: Partial<GraphOptions> = {},
) {
  const model = new ScriptedModel(script);
  const graph = createActiveGraph({ catalog: catalogOf(), model, memory, ...rest });
  const say = (text: string, config: Parameters<typeof graph.invoke>[1] = {}) =>
    graph.invoke({ messages: [new HumanMessage(text)] }, config);
  return { graph, model, say };
}

/** What a namespace holds. */
export async function heldBy(store: BaseStore, ...names: string[]): Promise<Observation[]> {
  return (await readObservations(store, names)).stored.map(({ observation }) => observation);
}
