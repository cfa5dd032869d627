/** What an MCP client is answered: a tool's own result as it is where it is short enough, else its bounded text. */
import type { BaseMessage } from "@langchain/core/messages";
import { ToolMessage } from "@langchain/core/messages";
import { ContentBlockSchema } from "@modelcontextprotocol/sdk/types.js";
import { defaults } from "../../catalog/defaults.js";
import { isObject } from "../../catalog/definition.js";
import { isWithin } from "../../catalog/results/shorten.js";
import { visibleData } from "../../catalog/results/visible.js";
import type { ToolContent, ToolOutcome } from "../../catalog/types.js";
import { callToolName, parseRequestAnswers, type RequestAnswer } from "../../models/protocol.js";
import { type ResultArtifact, renderOutcome } from "../result.js";
import { describeToolName } from "./functions.js";

/** A result in the form of the protocol. */
export interface ProxyAnswer {
  content: ToolContent[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
}

/** An answer that is text alone. */
export function textAnswer(text: string, isError = false): ProxyAnswer {
  return { content: [{ type: "text", text }], isError };
}

/** An answer that is data: as JSON text for the model, and as it is for programs. */
export function dataAnswer(data: Record<string, unknown>, isError = false): ProxyAnswer {
  return { ...textAnswer(JSON.stringify(data), isError), structuredContent: data };
}

/**
 * The answer to a call. `outcome` is what the tool gave, left out where none was run. All of it is passed on, pictures,
 * sounds, links and the structured form included, unless its text is longer than `maxTokens`: then the shortened text
 * stands for it, and says how to read on.
 */
export async function callAnswer(
  message: BaseMessage,
  outcome: ToolOutcome | undefined,
  maxTokens: number,
): Promise<ProxyAnswer> {
  const isError = ToolMessage.isInstance(message) && message.status === "error";
  if (!outcome) return textAnswer(message.text, isError);
  const isWhole = message.text === renderOutcome(outcome);
  const content = isWhole
    ? outcome.content.length === 0
      ? textAnswer(message.text).content
      : outcome.content.map(toBlock)
    : [
        { type: "text" as const, text: message.text },
        ...outcome.content.filter(({ type }) => type === "image" || type === "audio").map(toBlock),
        ...readOnHint(message),
      ];
  const structured = visibleData(outcome.structured);
  if (!isWhole || structured === undefined) return { content, isError };
  const json = JSON.stringify(structured) ?? "";
  if (isObject(structured) && (await isWithin(json, maxTokens))) {
    return { content, structuredContent: structured, isError };
  }
  const note = `[the structured form of this result is left out: ${json.length} characters]`;
  return { content: isObject(structured) ? [...content, { type: "text", text: note }] : content, isError };
}

/** The marker in the text names a function that a client does not have; this is the call that it has. */
function readOnHint(message: BaseMessage): ToolContent[] {
  const { resultId } = ((message as ToolMessage).artifact ?? {}) as Partial<ResultArtifact>;
  if (resultId === undefined) return [];
  const call = JSON.stringify({ name: "read_result", arguments: { id: resultId, offset: 0 } });
  return [{ type: "text", text: `[to read on, call ${callToolName} with ${call}, the offset as it stands above]` }];
}

/** What is no text, and long. */
const encoded = ["data", "blob"];

/** A piece that clients accept, its texts without what cannot be seen; one of another shape, or too big, is named in text. */
function toBlock(given: ToolContent): ToolContent {
  const piece = visibleData(given, encoded);
  if (piece.type === "text") return { ...piece, text: String(piece.text ?? "") };
  const { data, blob } = { data: undefined, blob: undefined, ...piece, ...("resource" in piece ? piece.resource : {}) };
  const size = String(data ?? blob ?? "").length;
  const fitting = piece.type === "resource_link" ? { ...piece, name: piece.name ?? piece.uri } : piece;
  if (size <= defaults.maxMediaCharacters && ContentBlockSchema.safeParse(fitting).success) return fitting;
  return { type: "text", text: renderOutcome({ content: [piece], isError: false, simulated: false }) };
}

/** The answer to requests. Beyond `maxTokens` in all, tools are named without their parameters, the worst matches first. */
export async function requestAnswer(message: BaseMessage, maxTokens: number, changes: string[]): Promise<ProxyAnswer> {
  const results = await withinTokens(parseRequestAnswers(message.text), maxTokens);
  const isError = (message as ToolMessage).status === "error";
  return dataAnswer({ results, ...(changes.length > 0 ? { changes } : {}) }, isError);
}

const shortened = `The parameters of some tools are left out, for length: ${describeToolName} tells them.`;

async function withinTokens(results: RequestAnswer[], maxTokens: number): Promise<RequestAnswer[]> {
  if (await isWithin(JSON.stringify(results), maxTokens)) return results;
  const ranks = Math.max(0, ...results.map(({ tools = [] }) => tools.length));
  let current = results;
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    current = current.map((result) => withoutParameters(result, rank));
    if (await isWithin(JSON.stringify(current), maxTokens)) break;
  }
  return current;
}

function withoutParameters(result: RequestAnswer, rank: number): RequestAnswer {
  const tool = result.tools?.[rank];
  if (!tool?.parameters) return result;
  const { parameters: _, ...named } = tool;
  const note = result.note?.includes(shortened) ? result.note : [result.note, shortened].filter(Boolean).join(" ");
  return { ...result, tools: result.tools!.with(rank, named), note };
}

/** What else is to be said stands behind an answer, so that programs find the result where it always is. */
export function withNotes(answer: ProxyAnswer, notes: readonly string[]): ProxyAnswer {
  if (notes.length === 0) return answer;
  return { ...answer, content: [...answer.content, { type: "text", text: `[${notes.join(" ")}]` }] };
}
