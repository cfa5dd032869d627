/** The offline planner: a chat model that follows rules, so that everything runs with no key and no network. */
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput, ToolDefinition } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { countSchemaTokens, countTokens } from "../../catalog/tokens.js";
import type { FunctionTool } from "../../catalog/types.js";
import { callToolName, renderToolCall, renderToolRequest, requestToolsName } from "../protocol.js";
import { type ChatRequest, type TranscriptLimits, toWire, validateTranscript, type WireTool } from "../transcript.js";
import { writeAnswer } from "./answer.js";
import { type Decision, decide } from "./decide.js";
import { type Conversation, callId, readConversation } from "./transcript-state.js";

export interface OfflinePlannerOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
  parallel_tool_calls?: boolean;
}

interface Answer {
  content: string;
  toolCalls: { id: string; name: string; args: Record<string, unknown> }[];
  usage: UsageMetadata;
}

/**
 * Plans by rules from the messages and the bound schemas alone; the same transcript gives the same answer.
 * Throws when a transcript breaks a rule of `validateTranscript`, as a strict provider would.
 */
export class OfflinePlanner extends BaseChatModel<OfflinePlannerOptions, AIMessageChunk> {
  readonly modelName = "offline-planner";
  readonly model = "offline-planner";
  private readonly limits: TranscriptLimits;

  constructor(limits: TranscriptLimits = {}) {
    super({});
    this.limits = limits;
  }

  static override lc_name(): string {
    return "OfflinePlanner";
  }

  override _llmType(): string {
    return "offline-planner";
  }

  override getLsParams(options: this["ParsedCallOptions"]) {
    return { ...super.getLsParams(options), ls_provider: "offline", ls_model_name: this.modelName };
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs: Partial<OfflinePlannerOptions> = {},
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, OfflinePlannerOptions> {
    return this.withConfig({ ...kwargs, tools: tools.map(toFunction) });
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const { content, toolCalls, usage } = await this.answer(messages, options);
    const message = new AIMessage({
      content,
      tool_calls: toolCalls.map((call) => ({ ...call, type: "tool_call" as const })),
      usage_metadata: usage,
      response_metadata: this.describe(toolCalls.length > 0),
    });
    return { generations: [{ text: content, message }], llmOutput: { tokenUsage: usage } };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { content, toolCalls, usage } = await this.answer(messages, options);
    for (const piece of content.match(/\s*\S+\s*|\s+/g) ?? []) {
      yield new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece }) });
      await runManager?.handleLLMNewToken(piece);
    }
    for (const [index, call] of toolCalls.entries()) {
      const chunk = {
        index,
        id: call.id,
        name: call.name,
        args: JSON.stringify(call.args),
        type: "tool_call_chunk" as const,
      };
      yield new ChatGenerationChunk({
        text: "",
        message: new AIMessageChunk({ content: "", tool_call_chunks: [chunk] }),
      });
    }
    const last = new AIMessageChunk({
      content: "",
      usage_metadata: usage,
      response_metadata: this.describe(toolCalls.length > 0),
    });
    yield new ChatGenerationChunk({ text: "", message: last });
  }

  private describe(calls: boolean): Record<string, unknown> {
    return { model_name: this.modelName, finish_reason: calls ? "tool_calls" : "stop", rule_based: true };
  }

  private async answer(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<Answer> {
    const tools = options.tools?.map(toFunction);
    const body: ChatRequest = { messages: toWire(messages) };
    if (tools) body.tools = tools as WireTool[];
    if (options.tool_choice !== undefined) body.tool_choice = options.tool_choice;
    if (options.parallel_tool_calls !== undefined) body.parallel_tool_calls = options.parallel_tool_calls;
    const violations = validateTranscript(body, this.limits);
    if (violations.length > 0)
      throw new Error(`a strict provider would reject this transcript: ${violations.join("; ")}`);

    const mayCall = options.tool_choice !== "none";
    const conversation = readConversation(messages, mayCall ? ((tools ?? []) as FunctionTool[]) : []);
    const decision = decide(conversation);
    const said = say(decision, conversation, options.parallel_tool_calls !== false);
    return { ...said, usage: await countUsage(body, said) };
  }
}

function toFunction(tool: BindToolsInput): ToolDefinition {
  return convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]) as ToolDefinition;
}

type Said = Pick<Answer, "content" | "toolCalls">;

/** Puts a decision into words, in the protocols that were described. */
function say(decision: Decision, conversation: Conversation, parallel: boolean): Said {
  const { channels, turn } = conversation;
  // One thing at a time where the caller asked for it.
  const calls = parallel ? decision.calls : decision.calls.slice(0, 1);
  const requests = parallel || calls.length === 0 ? decision.requests : [];
  if (calls.length + requests.length === 0) return { content: writeAnswer(decision, conversation), toolCalls: [] };
  const toolCalls: Said["toolCalls"] = [];
  const blocks: string[] = [];
  for (const { step, attempt, name, args } of calls) {
    if (channels.call === "text")
      blocks.push(`Step ${step.index + 1}: ${step.text}\n${renderToolCall({ name, arguments: args })}`);
    else {
      const id = callId(turn, step.index, attempt, name + JSON.stringify(args));
      const isDispatch = channels.call === "dispatch";
      toolCalls.push(isDispatch ? { id, name: callToolName, args: { name, arguments: args } } : { id, name, args });
    }
  }
  if (requests.length > 0 && channels.request === "native") {
    const args = { requests: requests.map(({ request }) => request) };
    toolCalls.push({
      id: callId(turn, requests[0]!.step.index, 0, requestToolsName + JSON.stringify(args)),
      name: requestToolsName,
      args,
    });
  } else for (const { request } of requests) blocks.push(renderToolRequest(request));
  return { content: blocks.join("\n\n"), toolCalls };
}

/** What was sent (messages and tools as JSON) and what was answered, in tokens. */
async function countUsage(body: ChatRequest, { content, toolCalls }: Said): Promise<UsageMetadata> {
  const sent = (await countTokens(JSON.stringify(body.messages))) + (await countSchemaTokens(body.tools ?? []));
  const calls = toolCalls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) }));
  const answered = (await countTokens(content)) + (calls.length > 0 ? await countTokens(JSON.stringify(calls)) : 0);
  return { input_tokens: sent, output_tokens: answered, total_tokens: sent + answered };
}
