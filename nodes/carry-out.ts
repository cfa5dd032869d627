/** Carries out one call that is known, allowed and valid: approval, journal, tool, bounded result. The only place where a tool runs. */
import { isGraphInterrupt } from "@langchain/langgraph";
import { canonicalJson } from "../catalog/canonical-json.js";
import { type CatalogTool, formatToolId } from "../catalog/index.js";
import { resultStore } from "../catalog/results/store.js";
import type { ToolOutcome, ToolProgress } from "../catalog/types.js";
import { type Approval, describeEdit } from "./approval.js";
import { askApproval } from "./ask-approval.js";
import { type CallJournal, type EarlierCall, openCallJournal } from "./call-journal.js";
import { needsApproval } from "./permissions.js";
import { type AgentPorts, emit, type NodeConfig } from "./ports.js";
import { type PresentedResult, presentOutcome } from "./result.js";
import type { AgentSettings } from "./settings.js";
import type { PendingCall, ToolCallMetric } from "./types.js";

type CarryOutPorts = Pick<AgentPorts, "catalog" | "askApproval" | "onOutcome">;

interface CallToCarryOut {
  call: PendingCall;
  tool: CatalogTool;
  calledBeforeLoad: boolean;
}

/** What became of it. */
export interface CarriedOut {
  content: string;
  ok: boolean;
  args?: Record<string, unknown>;
  outcome?: ToolOutcome;
  presented?: PresentedResult;
  journal?: ToolCallMetric["journal"];
  decision?: ToolCallMetric["decision"];
}

/**
 * Runs the call at most once over all runs of its conversation, unless its tool only reads or may be repeated. What an
 * earlier run finished is answered from the journal; what it began is run again where that does no harm, else the model
 * is told that the outcome is unknown. Without a checkpointer nothing can be resumed, and there is no journal.
 *
 * @throws GraphInterrupt when a person or the tool has to be asked; the signal's reason when the run is aborted.
 */
export async function carryOut(
  { call, tool, calledBeforeLoad }: CallToCarryOut,
  settings: AgentSettings,
  ports: CarryOutPorts,
  config: NodeConfig,
): Promise<CarriedOut> {
  const { id } = tool;
  const journal = onlyReads(tool) ? undefined : openCallJournal(call, config);
  const earlier = await reach(() => journal?.find());
  if (earlier instanceof Unreachable) return notWritten(tool, earlier);
  if (earlier && !mayRepeat(tool, earlier)) return fromJournal(tool, earlier);

  let args = call.args;
  const mustAsk = needsApproval(tool, settings, { calledBeforeLoad });
  if (earlier?.kind === "open" && earlier.approved) args = earlier.args;
  else if (mustAsk) {
    const validate = (changed: Record<string, unknown>) => ports.catalog.validate(id, changed);
    const options = { format: settings.approvalFormat, validate };
    const decision = await (ports.askApproval ?? askApproval)(call, tool, config, options);
    if (decision.kind !== "approved") return withoutTool(decision, settings, config);
    args = decision.args;
  }

  const other = await reach(() => journal?.begin({ args, approved: mustAsk }));
  if (other instanceof Unreachable) return notWritten(tool, other);
  if (other) return fromJournal(tool, other);
  const onProgress = (progress: ToolProgress) => emit(config, { type: "progress", tool: id, ...progress });
  const outcome = await pausing(journal, () => ports.catalog.execute(id, args, { signal: config.signal, onProgress }));
  ports.onOutcome?.(call, outcome);
  const shown = await presentOutcome(outcome, keepingOf(settings, config));
  const isEdited = canonicalJson(args) !== canonicalJson(call.args);
  const isApproved = mustAsk || (earlier?.kind === "open" && earlier.approved);
  const decision = isEdited ? "edited" : isApproved ? "approved" : undefined;
  const presented = isEdited ? { ...shown, text: `${describeEdit(args)}\n${shown.text}` } : shown;
  const ok = !outcome.isError;
  const written = await reach(() => journal?.end({ kind: "result", ok, presented }));
  // The tool has run and its result is here: the run goes on with it, and the records say what is missing.
  const note = written instanceof Unreachable ? "unwritten" : earlier ? "repeated" : undefined;
  return {
    content: presented.text,
    ok,
    outcome,
    presented,
    args,
    ...(note && { journal: note }),
    ...(decision && { decision }),
  };
}

/** What the model is told of a call that a person decided without the tool. */
async function withoutTool(
  decision: Exclude<Approval, { kind: "approved" }>,
  settings: AgentSettings,
  config: NodeConfig,
): Promise<CarriedOut> {
  if (decision.kind === "refused") return { content: decision.reason, ok: false, decision: "refused" };
  const outcome: ToolOutcome = { content: [{ type: "text", text: decision.text }], isError: false, simulated: false };
  const presented = await presentOutcome(outcome, keepingOf(settings, config));
  return { content: presented.text, ok: true, presented, decision: "answered" };
}

/** Long results are kept for the conversation that they belong to. */
export function keepingOf({ maxResultTokens }: AgentSettings, { configurable }: NodeConfig) {
  const thread: unknown = configurable?.thread_id;
  return { maxTokens: maxResultTokens, store: resultStore(), thread: typeof thread === "string" ? thread : undefined };
}

/** Calls that can be made again at will need no journal. */
export function onlyReads({ annotations, simulated }: CatalogTool): boolean {
  return simulated || annotations.readOnlyHint === true;
}

function mayRepeat({ annotations }: CatalogTool, { kind }: EarlierCall): boolean {
  return kind === "open" && annotations.idempotentHint === true;
}

/** A tool that asks a person pauses the run and runs again with the answer: its intent is no sign of an accident. */
async function pausing<T>(journal: CallJournal | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isGraphInterrupt(error)) await journal?.end({ kind: "paused" });
    throw error;
  }
}

class Unreachable {
  constructor(readonly reason: string) {}
}

/** What the journal says; where its storage fails, why. */
async function reach<T>(ask: () => Promise<T> | undefined): Promise<T | Unreachable | undefined> {
  try {
    return await ask();
  } catch (error) {
    return new Unreachable(error instanceof Error ? error.message || error.name : String(error));
  }
}

function notWritten({ id }: CatalogTool, { reason }: Unreachable): CarriedOut {
  const content =
    `${formatToolId(id)} was not run: what it was about to do could not be written down first (${reason}), and without ` +
    "that it might run twice. Nothing was changed by this call.";
  return { content, ok: false, journal: "unwritten" };
}

/** What the model is told of a call that an earlier run began. */
export function fromJournal({ id }: CatalogTool, earlier: EarlierCall): CarriedOut {
  if (earlier.kind === "result") {
    const { ok, presented } = earlier;
    return { content: presented.text, ok, presented, journal: "answered" };
  }
  const content =
    `The outcome of ${formatToolId(id)} is unknown: the run was stopped while it was carried out, and it may or may not ` +
    "have taken effect. It was not run again. Find out with a tool that only reads whether it took effect; if it did " +
    "not, call it again.";
  return { content, ok: false, args: earlier.args, journal: "unknown" };
}
