/** One exchange with a model as it is kept in a file: what was sent, what was answered. Keys and headers never enter it. */
import { createHash } from "node:crypto";
import type { ToolDefinition } from "@langchain/core/language_models/base";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { z } from "zod";
import { canonicalJson } from "../catalog/canonical-json.js";
import { secretForms } from "./failures.js";
import { toWire } from "./transcript.js";

/** The version of the form of these files. */
const exchangeVersion = 1;

const exchangeSchema = z.object({
  version: z.literal(exchangeVersion),
  model: z.object({ provider: z.string(), name: z.string(), label: z.string(), ruleBased: z.boolean() }),
  request: z.object({
    messages: z.array(z.record(z.string(), z.unknown())),
    tools: z.array(z.record(z.string(), z.unknown())).optional(),
    tool_choice: z.unknown().optional(),
  }),
  response: z.union([
    z.object({
      message: z.object({
        id: z.string().optional(),
        name: z.string().optional(),
        content: z.union([z.string(), z.array(z.record(z.string(), z.unknown()))]),
        tool_calls: z.array(z.record(z.string(), z.unknown())).optional(),
        invalid_tool_calls: z.array(z.record(z.string(), z.unknown())).optional(),
        usage_metadata: z.record(z.string(), z.unknown()).optional(),
        additional_kwargs: z.record(z.string(), z.unknown()).optional(),
        response_metadata: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
    z.object({ error: z.string() }),
  ]),
});

export type Exchange = z.output<typeof exchangeSchema>;
export type ExchangeRequest = Exchange["request"];
export type ExchangeResponse = Exchange["response"];

/** An exchange from the text of its file, or what is wrong with it. */
export function parseExchange(text: string): Exchange | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON: ${(error as Error).message.replace(/\s+/g, " ")}`;
  }
  const parsed = exchangeSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  return `${path.map(String).join(".") || "the whole"}: ${message}`;
}

export function makeExchange(model: Exchange["model"], request: ExchangeRequest, response: ExchangeResponse): Exchange {
  return { version: exchangeVersion, model, request, response };
}

/** What a model is asked, in the wire form; message ids and everything else that differs from run to run is left out. */
export function describeRequest(
  messages: readonly BaseMessage[],
  options: { tools?: BindToolsInput[] | undefined; tool_choice?: unknown },
): ExchangeRequest {
  const tools = options.tools?.map(
    (tool) => convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]) as ToolDefinition,
  );
  return {
    messages: toWire(messages),
    ...(tools && tools.length > 0 ? { tools: tools as unknown as Record<string, unknown>[] } : {}),
    ...(options.tool_choice === undefined ? {} : { tool_choice: options.tool_choice }),
  };
}

/** The same request has the same key, in whatever order the parts of its objects stand. */
export function keyOf(request: ExchangeRequest): string {
  return createHash("sha256").update(canonicalJson(request)).digest("hex").slice(0, 20);
}

/** What a model answered, as it is kept. */
export function describeAnswer(message: AIMessage | AIMessageChunk): ExchangeResponse {
  const { id, name, content, tool_calls, invalid_tool_calls, usage_metadata, response_metadata } = message;
  // The provider's own copy of the calls stands in `tool_calls` already.
  const { tool_calls: _copy, ...additional_kwargs } = message.additional_kwargs;
  const fields = {
    id,
    name,
    content,
    tool_calls,
    invalid_tool_calls,
    usage_metadata,
    additional_kwargs,
    response_metadata,
  };
  return { message: JSON.parse(JSON.stringify(fields)) };
}

/** The message that was kept. */
export function restoreAnswer(message: Extract<ExchangeResponse, { message: unknown }>["message"]): AIMessage {
  return new AIMessage(structuredClone(message) as unknown as ConstructorParameters<typeof AIMessage>[0]);
}

/** The values of variables that hold secrets, by their names, in the forms in which they are taken out of texts. */
export function secretsOf(env: Record<string, string | undefined>): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value && /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(name) ? [value.trim()] : [],
  );
  return secretForms(values);
}
