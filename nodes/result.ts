/** A tool's outcome as a model sees it: bounded text, never pasted binary; and what is kept of it beside the message. */
import type { ContentBlock } from "@langchain/core/messages";
import { defaults } from "../catalog/defaults.js";
import { readOnCall } from "../catalog/results/read-result.js";
import { isWithin, shortenToTokens } from "../catalog/results/shorten.js";
import type { ResultStore } from "../catalog/results/store.js";
import { visibleText } from "../catalog/results/visible.js";
import type { ToolContent, ToolOutcome } from "../catalog/types.js";

/** The artifact of a `ToolMessage`; the model does not see it. It enters checkpoints, so it is bounded too. */
export interface ResultArtifact {
  /** What the tool gave, unseen characters included; images and sounds that the message holds are only named. */
  content: ToolContent[];
  structured?: unknown;
  /** True when this is not the whole. */
  truncated?: true;
  /** Where the whole text is kept for `read_result`. */
  resultId?: string;
}

/** A result in the forms in which it is used. */
export interface PresentedResult {
  text: string;
  /** Images and sounds, for models that take them. */
  media: (ContentBlock.Multimodal.Image | ContentBlock.Multimodal.Audio)[];
  artifact: ResultArtifact;
}

export interface PresentOptions {
  /** Most tokens of the text. */
  maxTokens: number;
  /** Where a text that is too long is kept whole. */
  store: ResultStore;
  /** The conversation that may read it. */
  thread?: string | undefined;
}

/**
 * Presents an outcome. Text of more than `maxTokens` keeps its head and its tail, and says how much is missing and how to
 * get it: the whole is kept in the store. Structured content is shown only where there is no other.
 */
export async function presentOutcome(outcome: ToolOutcome, options: PresentOptions): Promise<PresentedResult> {
  const whole = renderOutcome(outcome);
  const media = outcome.content.flatMap(toMediaBlock);
  if (await isWithin(whole, options.maxTokens)) return { text: whole, media, artifact: toArtifact(outcome) };
  const { resultId, problem } = await keep(whole, options);
  const advise = (offset: number): string =>
    resultId === undefined
      ? `the whole is not kept (${problem}): call the tool again with arguments that ask for less`
      : `${readOnCall(resultId, offset)} gives the next part`;
  const text = await shortenToTokens(whole, options.maxTokens, advise);
  const artifact = toArtifact(outcome);
  return { text, media, artifact: resultId === undefined ? artifact : { ...artifact, resultId } };
}

async function keep(text: string, { store, thread }: PresentOptions): Promise<{ resultId?: string; problem?: string }> {
  try {
    return { resultId: await store.keep(text, thread) };
  } catch (error) {
    // Paths are no business of the model.
    const { code, message } = error as NodeJS.ErrnoException;
    return { problem: code ?? message };
  }
}

/** The whole text of an outcome as it may be shown; what is no text is named with its kind and size. */
export function renderOutcome(outcome: ToolOutcome): string {
  return visibleText(joinContent(outcome)) || "(no content)";
}

function joinContent(outcome: ToolOutcome): string {
  const text = outcome.content.map(renderContent).join("\n");
  return text === "" && outcome.structured !== undefined ? (toJson(outcome.structured) ?? "") : text;
}

function renderContent(content: ToolContent): string {
  switch (content?.type) {
    case "text":
      return content.text ?? "";
    case "image":
    case "audio":
      if (typeof content.data !== "string") break;
      return `[${content.type} ${content.mimeType}, ${bytesOf(content.data)} bytes]`;
    case "resource":
      return content.resource ? renderResource(content.resource) : (toJson(content) ?? "");
    case "resource_link":
      return `[resource ${content.uri}${content.description ? `: ${content.description}` : ""}]`;
  }
  // Tools are strangers: what is not of the declared shape is shown as it is.
  return toJson(content) ?? String(content);
}

function renderResource({ uri, mimeType, text, blob }: (ToolContent & { type: "resource" })["resource"]): string {
  if (text !== undefined) return text;
  const size = typeof blob === "string" ? `, ${bytesOf(blob)} bytes` : "";
  return `[${mimeType ?? "binary"} resource ${uri}${size}]`;
}

/** Bytes that a base64 text stands for. */
function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64.slice(-2))?.[0].length ?? 0);
}

/** Undefined for what cannot be JSON: a function, a cycle. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Nothing for what is no image or sound, is broken, or is too big to go through every checkpoint. */
function toMediaBlock(content: ToolContent): PresentedResult["media"] {
  if (content?.type !== "image" && content?.type !== "audio") return [];
  const { type, data, mimeType } = content;
  const kind = `${type}/`;
  if (typeof mimeType !== "string" || !mimeType.startsWith(kind) || typeof data !== "string") return [];
  if (data.length > defaults.maxMediaCharacters || !base64.test(data)) return [];
  return [{ type, mimeType, data }];
}

function toArtifact(outcome: ToolOutcome): ResultArtifact {
  const content = outcome.content.map((piece): ToolContent => {
    const isMedia = piece?.type === "image" || piece?.type === "audio";
    return isMedia ? { type: "text", text: renderContent(piece) } : piece;
  });
  const structured = outcome.structured === undefined ? {} : { structured: outcome.structured };
  const complete: ResultArtifact = { content, ...structured };
  const limit = defaults.maxArtifactCharacters;
  if ((toJson(complete)?.length ?? Number.POSITIVE_INFINITY) <= limit) return complete;
  const half = Math.floor(limit / 2);
  const keepsStructured = (toJson(outcome.structured)?.length ?? Number.POSITIVE_INFINITY) <= half;
  const whole = joinContent(outcome);
  // Characters that JSON escapes need up to six places.
  const text = headAndTail(whole, toJson(whole)!.length <= half ? whole.length : Math.floor(half / 6));
  return { content: [{ type: "text", text }], ...(keepsStructured ? structured : {}), truncated: true };
}

/** Two thirds of the room for the head and one for the tail; a surrogate pair is never cut in two. */
function headAndTail(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const room = Math.floor((maxCharacters * 2) / 3);
  const head = text.slice(0, room).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - (maxCharacters - room)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n[... ${text.length - head.length - tail.length} characters left out ...]\n${tail}`;
}
