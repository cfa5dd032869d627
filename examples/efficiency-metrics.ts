/**
 * What discovery saves and what it costs, from the runs' own metrics: one task with active discovery and with all tools,
 * over two sizes of catalog. Runs offline: `npx tsx examples/efficiency-metrics.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { createActiveGraph, createAllToolsGraph, loadCatalog, OfflinePlanner, summarizeTurn } from "toolgap";

const task =
  "Query the users table in the database, then visualize the rows as a bar chart, and then send an email with the chart to team@example.com";

const model = new OfflinePlanner();
for (const numTools of [35, 120]) {
  const { catalog, close } = await loadCatalog({ numTools }); // the built-in tools, filled up with distractors
  const graphs = {
    active: createActiveGraph({ catalog, model }),
    "all-tools": createAllToolsGraph({ catalog, model }),
  };
  for (const [name, graph] of Object.entries(graphs)) {
    const state = await graph.invoke({ messages: [new HumanMessage(task)] });
    const { modelCalls, schemaTokens, schemaTokensTotal, inputTokens } = summarizeTurn(state, name).metrics;
    console.log(
      `${name} over ${catalog.size} tools: ${modelCalls} model calls, ${schemaTokens} schema tokens at most, ` +
        `${schemaTokensTotal} over all calls, ${inputTokens} tokens in`,
    );
  }
  await close();
}
