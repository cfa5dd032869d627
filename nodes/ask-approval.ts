/** Asks a person before a call runs, by interrupting the run. */
import { interrupt } from "@langchain/langgraph";
import { type CatalogTool, formatToolId } from "../catalog/index.js";
import { type Approval, decideApproval } from "./approval.js";
import { readAddress, settleQuestion } from "./approval-address.js";
import { type ApprovalFormat, approvalFormats } from "./approval-formats.js";
import { createApprovalRequest } from "./approval-request.js";
import type { NodeConfig } from "./ports.js";
import type { PendingCall } from "./types.js";

export interface AskOptions {
  format: ApprovalFormat;
  /** What is wrong with changed arguments, as `ToolCatalog.validate` says it. */
  validate: (args: Record<string, unknown>) => string | undefined;
}

/** Asks about a call in the host's own way. */
export type AskApproval = (
  call: PendingCall,
  tool: CatalogTool,
  config: NodeConfig,
  options: AskOptions,
) => Approval | Promise<Approval>;

/**
 * Interrupts the run until a person decides, with the question in the given format. An answer that decides nothing about
 * this call (it names none or another, or its arguments are not valid) leaves the call waiting: it is asked about again,
 * and the question says why. Where no run can wait (no checkpointer), the call is refused.
 * @throws GraphInterrupt while there is no decision.
 */
export async function askApproval(
  call: PendingCall,
  tool: CatalogTool,
  config: NodeConfig,
  { format, validate }: AskOptions,
): Promise<Approval> {
  if (!config.configurable?.__pregel_checkpointer) {
    const reason = `${formatToolId(tool.id)} needs a person's approval, and this run cannot ask for it.`;
    return { kind: "refused", reason };
  }
  let problem: string | undefined;
  for (;;) {
    const request = createApprovalRequest(call, tool, problem);
    const answer: unknown = interrupt(approvalFormats[format].show(request));
    // Answers in this software's own format name their call themselves.
    const addressed = format === "toolgap" ? "unknown" : await readAddress(answer, config);
    const approval = decideApproval(request, answer, { format, addressed, validate });
    if (approval.kind !== "undecided") {
      await settleQuestion(config);
      return approval;
    }
    problem = approval.problem;
  }
}
