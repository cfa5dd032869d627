/** The question that a person is asked through the client, and how the answer is read. Pure. */

import { shorten } from "../../catalog/schema/text.js";
import { cleanText } from "../../catalog/schema.js";
import { type CatalogTool, formatToolId } from "../../catalog/types.js";
import { type Approval, decideApproval } from "../approval.js";
import { type ApprovalDecision, createApprovalRequest } from "../approval-request.js";
import type { PendingCall } from "../types.js";
import { riskOf } from "./describe.js";

/** A form as the protocol's `elicitation/create` takes it. */
export interface ApprovalForm {
  message: string;
  requestedSchema: {
    type: "object";
    properties: Record<
      string,
      { type: "boolean"; title: string; default: boolean } | { type: "string"; title: string }
    >;
    required: string[];
  };
}

/** What came back: the three actions of the protocol. */
export interface ApprovalAnswer {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown> | undefined;
}

/** Characters of the arguments and of the description that are shown. */
const shownArguments = 2_000;
const shownDescription = 300;
/** Characters of a person's reason that the model is told. */
const longestReason = 500;

/**
 * The question. What comes from strangers (names, description, arguments) stands in quotes and in places of its own, so
 * that it cannot pass for our words; what of the arguments is not shown is counted.
 */
export function approvalForm({ args }: Pick<PendingCall, "args">, tool: CatalogTool): ApprovalForm {
  const text = escapeUnseen(JSON.stringify(args));
  const hidden = text.length > shownArguments ? ` (${text.length - shownArguments} more characters are not shown)` : "";
  const description = oneLine(tool.description);
  return {
    message: [
      `Run the tool ${JSON.stringify(oneLine(formatToolId(tool.id)))}? It ${riskOf(tool)}.`,
      `Arguments: ${text.slice(0, shownArguments)}${hidden}`,
      ...(description === ""
        ? []
        : [`Its server describes it so: ${JSON.stringify(shorten(description, shownDescription))}`]),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: {
        approve: { type: "boolean", title: "Run it once, with these arguments", default: false },
        reason: { type: "string", title: "Reason, told to the model (may be left out)" },
      },
      required: ["approve"],
    },
  };
}

/** Only an accepted form that says yes approves; a form that was put away, or lacks the answer, does not. */
export function readApproval(answer: ApprovalAnswer, call: PendingCall, tool: CatalogTool): Approval {
  const { approve, reason } = answer.content ?? {};
  const said = typeof reason === "string" ? shorten(oneLine(reason), longestReason) : "";
  const message = said === "" && answer.action === "cancel" ? "the question was put away without an answer" : said;
  const request = createApprovalRequest(call, tool);
  const { callId, argumentsHash } = request;
  const choice =
    answer.action === "accept" && approve === true
      ? ({ decision: "approve" } as const)
      : ({ decision: "reject", message } as const);
  // The form was asked about this call alone, so its answer can mean no other.
  const decision: ApprovalDecision = { callId, argumentsHash, ...choice };
  const approval = decideApproval(request, decision, { validate: () => undefined });
  return approval.kind === "undecided" ? refusal(tool, "was not approved.") : approval;
}

/** Nobody could be asked, or nobody answered. */
export function cannotAsk(tool: CatalogTool, why: "no-elicitation" | "failed", detail = ""): Approval {
  const id = oneLine(formatToolId(tool.id));
  if (why === "failed") return refusal(tool, `was not approved: the client could not ask (${detail}).`);
  return refusal(
    tool,
    `was not run: it ${riskOf(tool)}, a person must approve it, and this client cannot ask (it has no elicitation). ` +
      `Whoever starts toolgap serve can allow it with --auto-approve ${JSON.stringify(id)}.`,
  );
}

function refusal(tool: CatalogTool, what: string): Approval {
  return { kind: "refused", reason: `${oneLine(formatToolId(tool.id))} ${what}` };
}

/** Arguments run as they are, so what cannot be seen in them is shown as JSON's escapes instead of left out. */
function escapeUnseen(json: string): string {
  return json.replace(/[\p{Default_Ignorable_Code_Point}\p{Control}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}
