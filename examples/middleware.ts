/**
 * An agent that is there already gets the tools it lacks: LangChain's `createAgent` with a tool of its own, and the
 * middleware beside it. Runs offline: `npx tsx examples/middleware.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { OfflinePlanner, summarizeTurn, ToolCatalog } from "toolgap";
import { toolDiscoveryMiddleware } from "toolgap/middleware";
import { z } from "zod";

const catalog = new ToolCatalog([
  {
    name: "library",
    description: "The library of the town: books and loans",
    tools: [
      {
        name: "find_book",
        description: "Find a book by its title and say on which shelf it stands",
        inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
        annotations: { readOnlyHint: true },
        execute: async ({ title }) => ({
          content: [{ type: "text", text: `${title} stands on shelf 42` }],
          isError: false,
        }),
      },
    ],
  },
]);

const clock = tool(() => "It is noon.", { name: "clock", description: "Tell the time", schema: z.object({}) });

const agent = createAgent({
  model: new OfflinePlanner(),
  tools: [clock],
  middleware: [toolDiscoveryMiddleware({ catalog, context: { approval: "destructive" } })],
  checkpointer: new MemorySaver(),
});

/** Two turns of one conversation: what was loaded in the first is there in the second. */
export async function converse(): Promise<string[]> {
  const config = { configurable: { thread_id: "library" } };
  const lines: string[] = [];
  for (const task of ['Find the book "Walden"', 'Find the book "Emma"']) {
    const state = await agent.invoke({ messages: [new HumanMessage(task)] }, config);
    const { answer, requests, toolsCalled, metrics } = summarizeTurn(state, "active");
    lines.push(`${task}: ${answer}`);
    lines.push(`  requests ${requests.length}, calls ${toolsCalled.length}, model calls ${metrics.modelCalls}`);
  }
  return lines;
}

if (process.argv[1]?.endsWith("middleware.ts")) for (const line of await converse()) console.log(line);
