/** Asks a person before a call runs. A decision counts only for the call and the arguments it names. */
import { createHash } from "node:crypto";
import { interrupt } from "@langchain/langgraph";
import type { CatalogTool } from "../catalog/index.js";
import type { NodeConfig } from "./ports.js";
import type { PendingCall } from "./types.js";

/** The value of the interrupt. */
export interface ApprovalRequest {
  kind: "tool_approval";
  callId: string;
  tool: { server: string; name: string; description: string };
  args: Record<string, unknown>;
  /** SHA-256 of the arguments as JSON, hexadecimal. */
  argumentsHash: string;
}

/** What a resume value must be: it names the call and the arguments that were shown. */
export interface ApprovalDecision {
  callId: string;
  argumentsHash: string;
  decision: "approve" | "reject";
  /** Told to the model with a rejection. */
  message?: string | undefined;
}

/** How a person is asked: once for each call, with its arguments. */
export type AskApproval = (call: PendingCall, tool: CatalogTool, config: NodeConfig) => Approval | Promise<Approval>;

export type Approval = { kind: "approved"; args: Record<string, unknown> } | { kind: "refused"; reason: string };

/**
 * Interrupts the run until someone decides, with an `ApprovalRequest`; the resume value is an `ApprovalDecision`, and
 * anything else counts as not approved. Where no run can wait (no checkpointer), the call is refused.
 * @throws GraphInterrupt the first time.
 */
export function askApproval(call: PendingCall, tool: CatalogTool, config: NodeConfig): Approval {
  const name = `${tool.id.server}/${tool.id.name}`;
  if (!config.configurable?.__pregel_checkpointer) {
    return { kind: "refused", reason: `${name} needs a person's approval, and this run cannot ask for it.` };
  }
  const argumentsHash = createHash("sha256").update(JSON.stringify(call.args)).digest("hex");
  const request: ApprovalRequest = {
    kind: "tool_approval",
    callId: call.callId,
    tool: { ...tool.id, description: tool.description },
    args: call.args,
    argumentsHash,
  };
  const answer = interrupt(request) as Partial<ApprovalDecision> | null | undefined;
  const names = answer?.callId === call.callId && answer.argumentsHash === argumentsHash;
  if (names && answer.decision === "approve") return { kind: "approved", args: call.args };
  const why = names ? answer.message : "the decision did not name this call and its arguments";
  return { kind: "refused", reason: `${name} was not approved${why ? `: ${why}` : "."}` };
}
