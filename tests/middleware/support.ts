/** What the tests of the middleware share: models as `createAgent` binds them, agents over the golden catalog, states read back. */
import { HumanMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { MemorySaver } from "@langchain/langgraph";
import { type AnyAgentMiddleware, createAgent } from "langchain";
import { z } from "zod";
import { createRouter } from "../../catalog/index.js";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { type ScriptedAnswer, ScriptedModel, type SentCall } from "../support/scripted-model.js";

/** As LangChain's clients do: tools become functions, and an empty list is left out. */
export class AgentModel extends ScriptedModel {
  override bindTools(tools: Parameters<typeof convertToOpenAITool>[0][]): Runnable {
    if (tools.length === 0) return this as unknown as Runnable;
    return super.bindTools(tools.map((tool) => convertToOpenAITool(tool)));
  }
}

export const readFile = { server: "files on disk", tool: "read the text of a file" };
export const sendMail = { server: "mail", tool: "send a mail message" };
export const thread = { configurable: { thread_id: "thread" } };
export const human = (text: string) => ({ messages: [new HumanMessage(text)] });
export const namesOf = ({ tools }: SentCall): string[] => tools.map((entry) => entry.function.name);

/** A tool of the agent's own, which counts what it was asked. */
export function ownTool(name = "lookup", said: unknown[] = []) {
  return tool(
    ({ word }) => {
      said.push(word);
      return `${word} means something`;
    },
    { name, description: "Look up a word", schema: z.object({ word: z.string() }) },
  );
}

interface Setting {
  middleware?: (discovery: AnyAgentMiddleware) => AnyAgentMiddleware[];
  tools?: ReturnType<typeof ownTool>[];
  context?: AgentContext;
  systemPrompt?: string;
}

/** An agent over the golden catalog whose model says what the script tells it to. */
export function startAgent(script: ScriptedAnswer[], { middleware, tools = [], context, systemPrompt }: Setting = {}) {
  const effects: Effects = [];
  const catalog = goldenCatalog(effects);
  const model = new AgentModel(script);
  const discovery = toolDiscoveryMiddleware({ catalog, router: createRouter("tfidf", catalog), context });
  const agent = createAgent({
    model,
    tools,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    middleware: middleware?.(discovery) ?? [discovery],
    checkpointer: new MemorySaver(),
  });
  const state = async () => (await agent.graph.getState(thread)).values as AgentState;
  return { agent, model, effects, catalog, state };
}
