/** What a person is asked about a call, and what can be decided. Plain data: it stands in interrupts and checkpoints. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../catalog/canonical-json.js";
import type { CatalogTool } from "../catalog/index.js";
import type { PendingCall } from "./types.js";

/** What a person is asked about one call; the value of the interrupt in the format `toolgap`. */
export interface ApprovalRequest {
  kind: "tool_approval";
  callId: string;
  tool: { server: string; name: string; description: string };
  args: Record<string, unknown>;
  /** SHA-256 of the tool's id and the arguments, hexadecimal; the order of keys does not matter. */
  argumentsHash: string;
  /** The tool's own JSON Schema, which changed arguments must meet. */
  inputSchema: CatalogTool["inputSchema"];
  /** Why the last answer decided nothing, when the call is asked about again. */
  problem?: string | undefined;
}

/** What can be decided about a call. */
export type ApprovalChoice =
  | { decision: "approve" }
  /** The call runs with these arguments instead of the model's. */
  | { decision: "edit"; args: Record<string, unknown> }
  /** The call does not run; the model is told why. */
  | { decision: "reject"; message?: string | undefined }
  /** The call does not run; this text is its result. */
  | { decision: "respond"; message: string }
  /** The call does not run and the model goes on without it. */
  | { decision: "ignore" };

/** A decision, with the call and the arguments that were shown: it counts for no other. */
export type ApprovalDecision = { callId: string; argumentsHash: string } & ApprovalChoice;

/** The question about a call. */
export function createApprovalRequest(
  { callId, args }: Pick<PendingCall, "callId" | "args">,
  { id, description, inputSchema }: Pick<CatalogTool, "id" | "description" | "inputSchema">,
  problem?: string,
): ApprovalRequest {
  const tool = { server: id.server, name: id.name, description };
  return {
    kind: "tool_approval",
    callId,
    tool,
    args,
    argumentsHash: hashArguments(tool, args),
    inputSchema,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** SHA-256 of the tool's id and the arguments, hexadecimal. */
export function hashArguments({ server, name }: { server: string; name: string }, args: unknown): string {
  return createHash("sha256")
    .update(canonicalJson([server, name, args]))
    .digest("hex");
}
