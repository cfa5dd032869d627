/**
 * A supervisor sends each task to one of two agents. Both use one catalog, and each loads its own tools, which it still
 * has in its next turn. Runs offline: `npx tsx examples/supervisor.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import {
  type AgentState,
  createActiveGraph,
  OfflinePlanner,
  sharedState,
  summarizeTurn,
  ToolCatalog,
  type ToolDefinition,
} from "toolgap";
import { z } from "zod";

function tool(name: string, description: string, says: (name: string) => string): ToolDefinition {
  return {
    name,
    description,
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    annotations: { readOnlyHint: true },
    execute: async (args) => ({ content: [{ type: "text", text: says(String(args.name)) }], isError: false }),
  };
}

const catalog = new ToolCatalog([
  {
    name: "warehouse",
    description: "The warehouse: articles in stock",
    tools: [tool("count_stock", "Count the stock of an article by its name", (name) => `12 of ${name} in stock`)],
  },
  {
    name: "accounts",
    description: "The accounts of customers",
    tools: [tool("show_balance", "Show the balance of a customer by name", (name) => `${name} owes nothing`)],
  },
]);

const agent = (name: string) => createActiveGraph({ catalog, name, model: new OfflinePlanner() });

/** A model would choose here; a word is enough for the example. */
function chooseAgent({ messages }: Pick<AgentState, "messages">): Command {
  return new Command({ goto: /stock/i.test(messages.at(-1)?.text ?? "") ? "storekeeper" : "bookkeeper" });
}

const supervisor = new StateGraph(z.object(sharedState))
  .addNode("supervisor", chooseAgent, { ends: ["storekeeper", "bookkeeper"] })
  .addNode("storekeeper", agent("storekeeper"))
  .addNode("bookkeeper", agent("bookkeeper"))
  .addEdge(START, "supervisor")
  .addEdge("storekeeper", END)
  .addEdge("bookkeeper", END)
  .compile({ checkpointer: new MemorySaver() });

/** Three tasks in one conversation. */
export async function converse(): Promise<string[]> {
  const config = { configurable: { thread_id: "shop" } };
  const lines: string[] = [];
  for (const [name, task] of [
    ["storekeeper", 'Count the stock of the article with the name "lamp"'],
    ["bookkeeper", 'Show the balance of the customer with the name "Ada"'],
    ["storekeeper", 'Count the stock of the article with the name "desk"'],
  ] as const) {
    const state = await supervisor.invoke({ messages: [new HumanMessage(task)] }, config);
    const { answer, requests } = summarizeTurn(state, name);
    const loaded = state.boundTools.filter((tool) => tool.agent === name).map((tool) => tool.callName);
    lines.push(`${name}: ${answer}`, `  requests ${requests.length}, has ${loaded.join(", ")}`);
  }
  return lines;
}

if (process.argv[1]?.endsWith("supervisor.ts")) for (const line of await converse()) console.log(line);
