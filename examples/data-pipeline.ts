/**
 * Query, analyse, chart, email. Each step asks for what it lacks and works on what the step before it found; what happens
 * is told as it happens. Runs offline: `npx tsx examples/data-pipeline.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { type AgentState, createActiveGraph, formatToolId, loadCatalog, OfflinePlanner, summarizeTurn } from "toolgap";

const task =
  "Query the orders table in the database, then compute statistics of the rows, then draw a bar chart of the statistics, and then send an email with the chart to team@example.com";

const { catalog, close } = await loadCatalog(); // the built-in servers, which only pretend
const agent = createActiveGraph({ catalog, model: new OfflinePlanner() }); // or any chat model with bindTools

let state: AgentState | undefined;
const stream = await agent.stream({ messages: [new HumanMessage(task)] }, { streamMode: ["custom", "values"] });
for await (const [mode, part] of stream) {
  // The events requested, routed, bound and executed: small, and the same that LangGraph Studio shows.
  if (mode === "values") state = part;
  else if (part.type === "bound" && part.loaded.length > 0)
    console.log(`loaded ${part.loaded.map(formatToolId).join(", ")}`);
  else if (part.type === "executed") console.log(`called ${formatToolId(part.tool)}`);
}

const { toolsCalled } = summarizeTurn(state!, "active");
const chart = toolsCalled.find(({ name }) => name === "analytics_visualize");
const mail = toolsCalled.find(({ name }) => name === "comm_send_email");
console.log(`charted ${JSON.stringify(chart?.args.data).slice(0, 60)}...`);
console.log(`mailed ${JSON.stringify(mail?.args.attachments)}`);
await close();
