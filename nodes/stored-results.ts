/** Results that were too long for the model, as the loop sees them: when reading on is offered, and which call is one. */
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCatalog } from "../catalog/index.js";
import { resolveName } from "../catalog/names.js";
import { isResultId, readResultFunction, readResultName } from "../catalog/results/read-result.js";
import type { FunctionTool } from "../catalog/types.js";
import type { ResultArtifact } from "./result.js";
import type { BoundTool } from "./types.js";

/** Where feedback notes, under `additional_kwargs`, the id of a stored result. */
export const storedResultKey = "toolgap_stored_result";

/**
 * The function that reads on in a stored result, where this conversation has one; it comes behind the tools, so that what
 * a provider has cached of them stays true.
 */
export function readingFunctions(messages: readonly BaseMessage[], bound: readonly BoundTool[]): FunctionTool[] {
  const isTaken = bound.some((tool) => tool.callName === readResultName);
  return !isTaken && messages.some(hasStoredResult) ? [readResultFunction] : [];
}

function hasStoredResult(message: BaseMessage): boolean {
  if (ToolMessage.isInstance(message)) return isResultId((message.artifact as Partial<ResultArtifact>)?.resultId);
  return isResultId(message.additional_kwargs?.[storedResultKey]);
}

/** Whether a call reads on in a stored result: a tool of that name goes before, unless the call names a result. */
export function isReadingCall(
  { name, args }: { name: string; args: Record<string, unknown> },
  bound: readonly BoundTool[],
  catalog: ToolCatalog,
): boolean {
  if (name !== readResultName || bound.some((tool) => tool.callName === name)) return false;
  return isResultId(args.id) || resolveName(name, bound, catalog).kind === "unknown";
}
