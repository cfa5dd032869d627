/** What the loop itself costs: a model that answers at once, with the graph around it and with `createAgent`. */
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { createAgent } from "langchain";
import type { ToolCatalog } from "../../catalog/registry.js";
import { createRouter } from "../../catalog/search/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { BenchCatalog } from "./catalogs.js";
import { interleave, type Pace, type Timing } from "./measure.js";

export interface LoopRow {
  tools: number;
  /** Milliseconds of a user turn in which the model asks for a tool, calls it and answers: three calls of the model. */
  active: Timing;
  /** Milliseconds of the same with every tool bound from the start: two calls of the model. */
  createAgent: Timing;
}

const target = {
  name: "tide gauge",
  description: "The height of the tide",
  tools: [
    {
      name: "read_tide_gauge",
      description: "Reads the tide gauge of a harbour.",
      inputSchema: { type: "object", properties: {} },
      execute: async () => ({ content: [{ type: "text" as const, text: "2.4 m" }], isError: false }),
    },
  ],
};
const task = "Read the tide gauge";

interface BoundOptions extends BaseChatModelCallOptions {
  tools?: { function: { name: string } }[];
}

/**
 * A model without latency. What a provider's client does before it sends is done here too: tools are turned into
 * functions when they are bound, and the request is written as JSON.
 */
class InstantModel extends BaseChatModel<BoundOptions> {
  written = 0;

  constructor() {
    super({});
  }

  override _llmType(): string {
    return "instant";
  }

  override bindTools(tools: Parameters<typeof convertToOpenAITool>[0][]): Runnable {
    const functions = tools.map((entry) => ("function" in entry ? entry : convertToOpenAITool(entry)));
    return this.withConfig({ tools: functions as BoundOptions["tools"] }) as unknown as Runnable;
  }

  override async _generate(messages: BaseMessage[], { tools = [] }: this["ParsedCallOptions"]): Promise<ChatResult> {
    this.written += JSON.stringify({ messages: messages.map(({ text }) => text), tools }).length;
    const message = this.#answer(messages, tools);
    return { generations: [{ text: message.text, message }] };
  }

  #answer(messages: readonly BaseMessage[], tools: NonNullable<BoundOptions["tools"]>): AIMessage {
    const results = messages.filter((message) => message.type === "tool");
    if (results.some((message) => message.text.includes("2.4 m"))) return new AIMessage("The tide is at 2.4 m.");
    const bound = tools.find((entry) => entry.function.name.includes("read_tide_gauge"));
    const requests = [{ server: target.name, tool: target.tools[0]!.description }];
    const call = bound ? { name: bound.function.name, args: {} } : { name: "request_tools", args: { requests } };
    return new AIMessage({ content: "", tool_calls: [{ ...call, type: "tool_call", id: `call_${messages.length}` }] });
  }
}

/** Runs user turns through both until the pace is met. @throws Error when one of them does not do the task. */
export async function measureLoop(bench: BenchCatalog, pace: Pace): Promise<LoopRow> {
  const catalog = bench.create();
  catalog.addServer(target);
  const router = createRouter("hybrid", catalog);
  const graph = createActiveGraph({ catalog, router, model: new InstantModel() });
  const agent = createAgent({ model: new InstantModel(), tools: toLangChainTools(catalog) });
  const input = () => ({ messages: [new HumanMessage(task)] });
  const check = ({ messages }: { messages: BaseMessage[] }) => {
    if (messages.at(-1)?.text !== "The tide is at 2.4 m.")
      throw new Error(`the task was not done: ${messages.at(-1)?.text}`);
  };
  const timings = await interleave(
    {
      active: async () => check((await graph.invoke(input())) as { messages: BaseMessage[] }),
      createAgent: async () => check(await agent.invoke(input())),
    },
    pace,
  );
  return { tools: bench.tools, active: timings.active!, createAgent: timings.createAgent! };
}

function toLangChainTools(catalog: ToolCatalog) {
  return catalog.tools().map(({ id, description, inputSchema }, index) =>
    tool(async () => JSON.stringify((await catalog.execute(id, {})).content), {
      name: `${id.name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 50)}_${index}`,
      description,
      schema: { type: "object", properties: {}, ...(typeof inputSchema === "object" ? inputSchema : {}) },
    }),
  );
}
