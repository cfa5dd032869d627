/** A conversation without end: a catalog of many tools, and a model that asks for new ones in every turn. */
import { type AIMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { defaults, ToolCatalog, type ToolId, toolKey } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { isFeedback, parseRequestAnswers } from "../../models/protocol.js";
import type { AgentContext, Binding } from "../../nodes/settings.js";
import type { AgentState, BoundTool } from "../../nodes/types.js";
import { server, tool } from "../nodes/support.js";
import { calling, ScriptedModel, type SentCall } from "../support/scripted-model.js";

export const toolCount = 300;
export const cap = 12;
export const lowWater = Math.floor(cap * defaults.evictionLowWater);

/** 300 tools on 30 servers, each with a schema of its own. */
export function manyTools(): ToolCatalog {
  return new ToolCatalog(
    Array.from({ length: toolCount / 10 }, (_, group) =>
      server(
        `group${group}`,
        ...Array.from({ length: 10 }, (_, index) => {
          const name = `op${group * 10 + index}`;
          return tool(name, { inputSchema: { type: "object", properties: { [`of_${name}`]: { type: "string" } } } });
        }),
      ),
    ),
  );
}

/** What a turn wants: two tools that it asks for in one message, and one to call, loaded now or before. */
export function wishesOf(turn: number): { ask: string[]; call: string } {
  const ask = [`op${(turn * 7) % toolCount}`, `op${(turn * 11 + 5) % toolCount}`];
  return { ask, call: turn % 5 === 4 ? `op${((turn - 1) * 7) % toolCount}` : ask[0]! };
}

/** Asks, calls, answers; what it wants stands in the person's words. */
function respond({ messages, tools }: SentCall): AIMessage | string {
  const start = messages.findLastIndex((message) => message.getType() === "human" && !isFeedback(message));
  const { ask, call } = wishesOf(Number(/turn (\d+)/.exec(messages[start]?.text ?? "")?.[1] ?? 0));
  const answers = messages.slice(start + 1).filter((message) => ToolMessage.isInstance(message));
  const asked = answers.some(({ text }) => parseRequestAnswers(text).length > 0);
  if (!asked)
    return calling({ name: "request_tools", args: { requests: ask.map((name) => ({ server: "", tool: name })) } });
  if (answers.length > 1) return "Done.";
  const isDispatch = tools.some((one) => one.function.name === "call_tool");
  return calling(isDispatch ? { name: "call_tool", args: { name: call, arguments: {} } } : { name: call });
}

export interface EndlessOptions {
  binding?: Binding;
  context?: AgentContext;
  turns?: number;
}

export function endless({ binding = "bind", context = {}, turns = 200 }: EndlessOptions = {}) {
  const model = new ScriptedModel(Array.from({ length: turns * 4 }, () => respond));
  const graph = createActiveGraph({
    catalog: manyTools(),
    model,
    checkpointer: new MemorySaver(),
    context: { binding, maxBoundTools: cap, maxToolsPerRequest: 1, topKServers: 1, topKTools: 3, ...context },
  });
  const config = { configurable: { thread_id: "endless" } };
  const state = async () => (await graph.getState(config)).values as AgentState;
  /** One user turn; gives the bound tools after every superstep. */
  const take = async (turn: number): Promise<BoundTool[][]> => {
    const input = { messages: [new HumanMessage({ id: `h${turn}`, content: `This is turn ${turn}.` })] };
    const steps: BoundTool[][] = [];
    // A checkpoint for each turn: one for each step takes longer than all the rest.
    const options = { ...config, streamMode: "values" as const, durability: "exit" as const };
    for await (const values of await graph.stream(input, options)) {
      steps.push((values as AgentState).boundTools);
    }
    return steps;
  };
  /** What a parent does that trims: all but the last messages go, wherever that cuts. */
  const trim = async (kept: number): Promise<void> => {
    const { messages } = await state();
    const gone = messages.slice(0, -kept).map(({ id }) => new RemoveMessage({ id: id! }));
    if (gone.length > 0) await graph.updateState(config, { messages: gone });
  };
  return { graph, model, config, state, take, trim };
}

/** One batch of eviction: what was bound before, what went, what was bound after. */
export interface Batch {
  before: BoundTool[];
  gone: BoundTool[];
  after: BoundTool[];
}

export function batchesOf(steps: readonly (readonly BoundTool[])[]): Batch[] {
  return steps.slice(1).flatMap((after, index) => {
    const before = steps[index]!;
    const kept = keysOf(after);
    const gone = before.filter(({ id }) => !kept.has(toolKey(id)));
    return gone.length > 0 ? [{ before: [...before], gone, after: [...after] }] : [];
  });
}

export function keysOf(tools: readonly { id: ToolId }[]): Set<string> {
  return new Set(tools.map(({ id }) => toolKey(id)));
}

export function namesSent({ tools }: SentCall): string[] {
  return tools.map((one) => one.function.name);
}
