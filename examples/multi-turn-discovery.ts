/**
 * Three turns of one conversation: what the first loaded, the second still has, though the graph is made anew between
 * them, as in a server that restarts. Runs offline: `npx tsx examples/multi-turn-discovery.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { createActiveGraph, loadCatalog, OfflinePlanner, summarizeTurn } from "toolgap";

const turns = [
  "Query the users table in the database",
  "Query the orders table in the database, then visualize the rows as a bar chart",
  'Send an email to team@example.com with the subject "Orders" and the body "The chart is ready"',
];

const { catalog, close } = await loadCatalog(); // the built-in servers, which only pretend
const checkpointer: BaseCheckpointSaver = new MemorySaver(); // SQLite or PostgreSQL in earnest
const config = { configurable: { thread_id: "conversation-1" } };

for (const turn of turns) {
  const agent = createActiveGraph({ catalog, model: new OfflinePlanner(), checkpointer });
  const state = await agent.invoke({ messages: [new HumanMessage(turn)] }, config);
  const { requests, toolsLoaded, toolsCalled } = summarizeTurn(state, "active");
  console.log(`turn ${state.turn.number}: ${turn}`);
  console.log(`  ${requests.length} requests, ${toolsLoaded.length} tools loaded, ${state.boundTools.length} bound`);
  console.log(`  called ${toolsCalled.map(({ name }) => name).join(", ")}`);
}
await close();
