/** Runs one call of the model on its tool, and answers it. The only way from a model to a tool. */
import { setMaxListeners } from "node:events";
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type CatalogTool, formatToolId, type ToolId, toFunctionTool, toolKey } from "../catalog/index.js";
import { resolveName } from "../catalog/names.js";
import { readResult } from "../catalog/results/read-result.js";
import { cleanText } from "../catalog/schema.js";
import type { ToolOutcome } from "../catalog/types.js";
import { unavailableServerOf } from "../catalog/unavailable.js";
import { renderToolResponse } from "../models/protocol.js";
import { allowedName } from "./answer.js";
import { applyOperations, type BindOptions, bind, boundToolsOf } from "./bind.js";
import { carryOut, keepingOf } from "./carry-out.js";
import { isAllowed, permissionFilter } from "./permissions.js";
import { type AgentPorts, emit, emitBound, type NodeConfig, reservedNames, settingsOf } from "./ports.js";
import type { PresentedResult } from "./result.js";
import { type AgentSettings, stricterPolicy } from "./settings.js";
import { checkStateVersion } from "./state-version.js";
import { isReadingCall, storedResultKey } from "./stored-results.js";
import { answerTierCall, tierFunctionOf } from "./tier-functions.js";
import { feedback } from "./transcript.js";
import type { AgentUpdate, BoundTool, BoundToolOperation, ExecuteTask, PendingCall, ToolCallMetric } from "./types.js";

type ExecutePorts = Pick<
  AgentPorts,
  "catalog" | "tiers" | "reserved" | "agent" | "discovery" | "options" | "askApproval" | "onOutcome"
>;

/** What became of a call: the text for the model, and what the records keep. */
interface CallResult {
  content: string;
  ok: boolean;
  unusable?: boolean;
  tool?: ToolId;
  args?: Record<string, unknown>;
  outcome?: ToolOutcome;
  presented?: PresentedResult;
  /** True for the loop's own function, which is no tool and has no record. */
  own?: boolean;
  operations?: BoundToolOperation[];
  calledBeforeLoad?: boolean;
  journal?: ToolCallMetric["journal"];
  decision?: ToolCallMetric["decision"];
}

/** Makes the node; the graph sends it one task for each call, so that an interrupt of one does not run the others again. */
export function createExecuteNode(ports: ExecutePorts) {
  return async (task: ExecuteTask, config: NodeConfig): Promise<AgentUpdate> => {
    // A listener for each call of the message is no leak; Node warns of one from the eleventh on.
    if (config.signal) setMaxListeners(0, config.signal);
    checkStateVersion(task.version);
    const started = performance.now();
    const current = settingsOf(ports, config);
    const approvalFormat = task.approvalFormat ?? current.approvalFormat;
    const settings = { ...current, ...stricterPolicy(current, task.policy), approvalFormat };
    const result = await runCall(task, settings, ports, config);
    const { call, turn } = task;
    const metric: ToolCallMetric = {
      kind: "tool",
      id: `${call.messageId}:${call.index}`,
      agent: ports.agent,
      turn: turn.number,
      tool: result.tool,
      calledName: call.name,
      args: result.args ?? call.args,
      ok: result.ok,
      ...(result.unusable ? { unusable: true } : {}),
      simulated: result.outcome?.simulated ?? false,
      calledBeforeLoad: result.calledBeforeLoad ?? false,
      ...(result.decision ? { decision: result.decision } : {}),
      ...(result.journal ? { journal: result.journal } : {}),
      latency: performance.now() - started,
    };
    const { ok, simulated, journal } = metric;
    const seen = { ok, simulated, ...(journal ? { journal } : {}) };
    emit(config, { type: "executed", tool: result.tool ?? call.name, ...seen });
    const metrics = result.own && !result.unusable ? [] : [metric];
    return { messages: [answerMessage(call, result)], boundTools: result.operations ?? [], metrics };
  };
}

async function runCall(
  task: ExecuteTask,
  settings: AgentSettings,
  ports: ExecutePorts,
  config: NodeConfig,
): Promise<CallResult> {
  const { call } = task;
  const { catalog, agent } = ports;
  if (call.invalid)
    return unusable(`The call could not be read: ${call.invalid}. Send it again with a JSON object as arguments.`);
  const bound = boundToolsOf(agent, task.boundTools);
  const tierFunction = tierFunctionOf(call.name, ports.tiers);
  const binding: BindOptions = {
    agent,
    turn: task.turn.number,
    maxBoundTools: settings.maxBoundTools,
    reserved: reservedNames(ports),
  };
  if (tierFunction) {
    const options = { ...binding, allows: permissionFilter(settings) };
    const { operations, ...answer } = answerTierCall(tierFunction, task, ports.tiers!(), catalog, options);
    emitBound(config, operations);
    return { ...answer, own: true, operations, ...(answer.ok || operations.length > 0 ? {} : { unusable: true }) };
  }
  if (isReadingCall(call, bound, catalog)) return readOn(call, settings, config);
  const tool = findTool(call.name, bound, settings, ports);
  if (typeof tool === "string") return unusable(tool);
  const { id } = tool;
  const calledBeforeLoad = !bound.some((entry) => toolKey(entry.id) === toolKey(id));
  // All calls of the message are planned for, as if one after the other; each does its own part of the plan.
  const plan = bind(task.boundTools, [...task.together, id], catalog, binding);
  const operations = plan.filter((operation) => operation.op === "remove" || toolKey(operation.id) === toolKey(id));
  const known = { tool: id, operations, calledBeforeLoad };
  const callName = boundToolsOf(agent, applyOperations(task.boundTools, operations)).find(
    (entry) => toolKey(entry.id) === toolKey(id),
  )?.callName;
  if (!callName)
    return { ...failed(`${formatToolId(id)} is not loaded, and the limit of loaded tools is reached.`), tool: id };

  const problem = catalog.validate(id, call.args);
  if (problem && calledBeforeLoad) {
    const schema = JSON.stringify(toFunctionTool(tool, callName).function.parameters);
    return {
      ...failed(`${call.name} was not loaded; it is now, as ${callName}. ${problem} Its parameters: ${schema}`),
      ...known,
    };
  }
  if (problem) {
    // Where the schema is no function, it may be far back in the conversation.
    const schema = JSON.stringify(toFunctionTool(tool, callName).function.parameters);
    const reminder = settings.binding === "dispatch" ? ` Its parameters: ${schema}` : "";
    return { ...unusable(`${problem}${reminder}`), ...known };
  }

  const carried = await carryOut({ call, tool, calledBeforeLoad }, settings, ports, config);
  // Asked about, and not let through: were it loaded now, the same call would run unasked the next time.
  const isLoaded = !calledBeforeLoad || (carried.decision !== "refused" && carried.decision !== "answered");
  return { ...carried, ...known, operations: isLoaded ? operations : [] };
}

async function readOn(call: PendingCall, settings: AgentSettings, config: NodeConfig): Promise<CallResult> {
  const { text, ok, usable } = await readResult(call.args, keepingOf(settings, config));
  return { content: text, ok, own: true, ...(usable ? {} : { unusable: true }) };
}

/** The allowed tool that a name means, or what to tell the model when there is none or more than one. */
export function findTool(
  name: string,
  bound: readonly BoundTool[],
  settings: AgentSettings,
  { catalog, discovery }: ExecutePorts,
): CatalogTool | string {
  const allowed = (ids: readonly ToolId[]): ToolId[] => ids.filter((id) => isAllowed(id, settings));
  const resolved = resolveName(name, bound, catalog);
  if (resolved.kind === "unknown") {
    const down = unavailableServerOf(name, catalog);
    if (down && isAllowed(down.id, settings)) {
      return `There is no tool "${name}" now: its server "${down.id.server}" cannot be used: ${down.reason}.`;
    }
    return unknown(name, allowed(resolved.nearest), discovery);
  }
  const candidates = allowed(resolved.kind === "ambiguous" ? resolved.candidates : [resolved.id]);
  if (candidates.length > 1) return ambiguous(name, candidates);
  return (candidates[0] && catalog.get(candidates[0])) ?? unknown(name, [], discovery);
}

function failed(content: string): CallResult {
  return { content, ok: false };
}

/** What the model got wrong, and can mend. */
function unusable(content: string): CallResult {
  return { ...failed(content), unusable: true };
}

function ambiguous(name: string, candidates: readonly ToolId[]): string {
  return `More than one tool is called "${name}": ${candidates.map(displayName).join(", ")}. Call one by its full name.`;
}

/** Names come from strangers: no line of their own, nothing invisible. */
function displayName(id: ToolId): string {
  return cleanText(formatToolId(id)).replace(/\s+/g, " ");
}

function unknown(name: string, nearest: readonly ToolId[], discovery: boolean): string {
  const hint = nearest.length > 0 ? ` The nearest names: ${nearest.map(displayName).join(", ")}.` : "";
  const advice = discovery ? " If none of your tools fits, ask for one." : "";
  return `There is no tool "${name}".${hint}${advice}`;
}

function answerMessage(call: PendingCall, result: CallResult): BaseMessage {
  const { media = [], artifact } = result.presented ?? {};
  if (call.protocol === "text") {
    const message = feedback(renderToolResponse(call.name, result.content));
    if (artifact?.resultId) message.additional_kwargs[storedResultKey] = artifact.resultId;
    return message;
  }
  return new ToolMessage({
    tool_call_id: call.callId,
    name: allowedName(call.functionName ?? call.name),
    content: media.length === 0 ? result.content : [{ type: "text", text: result.content }, ...media],
    status: result.ok ? "success" : "error",
    ...(artifact ? { artifact } : {}),
  });
}
