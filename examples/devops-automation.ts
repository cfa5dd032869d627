/**
 * Health, logs, pipeline, deployment, message, within limits: what may be used is set by patterns, and what was found
 * once is not searched again. Runs offline: `npx tsx examples/devops-automation.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { createActiveGraph, loadCatalog, OfflinePlanner, summarizeTurn } from "toolgap";

const task =
  "Check whether checkout-api is healthy, then get the error logs of checkout-api, then run the pipeline build-and-test, then deploy checkout-api v2.4.1 to staging, and then post the result to #ops on Slack";

const { catalog, close } = await loadCatalog(); // the built-in servers, which only pretend

async function run(deny: string[]): Promise<void> {
  const agent = createActiveGraph({ catalog, model: new OfflinePlanner(), context: { deny } });
  const state = await agent.invoke({ messages: [new HumanMessage(task)] });
  const { requests, toolsCalled, answer } = summarizeTurn(state, "active");
  console.log(`denied: ${deny.join(", ") || "nothing"}`);
  console.log(`  requests: ${requests.map(({ status }) => status).join(", ")}`);
  console.log(`  called: ${toolsCalled.map(({ name }) => name).join(", ")}`);
  console.log(`  the answer ends: ${answer.trim().split("\n").at(-1)}`);
}

await run([]);
// A tool that is denied is neither found nor run, nor named to the model.
await run(["communication/*", "web/*"]);
await close();
