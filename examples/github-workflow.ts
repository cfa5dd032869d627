/**
 * A GitHub workflow over two servers: issues, a file, a new issue, a message. One request can find the tools of several
 * steps. Runs offline: `npx tsx examples/github-workflow.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { createActiveGraph, loadCatalog, OfflinePlanner, summarizeTurn } from "toolgap";

const task =
  'List the open issues in octo/website, then read the file README.md of octo/website, then create an issue in octo/website with the title "The README has no install section", and then post the result to #docs on Slack';

const { catalog, close } = await loadCatalog(); // the built-in servers, which only pretend
const agent = createActiveGraph({ catalog, model: new OfflinePlanner() }); // or any chat model with bindTools

const state = await agent.invoke({ messages: [new HumanMessage(task)] });
const { requests, toolsCalled, metrics } = summarizeTurn(state, "active");

for (const { server, tool, status, matched } of requests) {
  console.log(`asked for "${server}: ${tool}": ${status}, ${matched.map(({ name }) => name).join(", ")}`);
}
for (const { server, name, args } of toolsCalled) console.log(`called ${server}/${name} ${JSON.stringify(args)}`);
console.log(`${metrics.toolsLoaded} of ${catalog.size} tools loaded, ${metrics.schemaTokens} schema tokens at most`);
await close();
