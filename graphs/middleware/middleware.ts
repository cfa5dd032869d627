/**
 * The loop for an agent that is there already: middleware for LangChain's `createAgent`. The agent keeps its model, its
 * own tools and its other middleware; the nodes are those of the graphs.
 */
import { AIMessage } from "@langchain/core/messages";
import { Command, getConfig } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { defaults } from "../../catalog/defaults.js";
import { InputError } from "../../catalog/types.js";
import { requestToolsName } from "../../models/protocol.js";
import { createAnalyzeNode } from "../../nodes/analyze.js";
import { createDiscovery } from "../../nodes/discovery.js";
import { rememberTurn } from "../../nodes/memory.js";
import { findLastAnswer, findPendingWork } from "../../nodes/pending.js";
import { type AgentPorts, type NodeConfig, settingsOf } from "../../nodes/ports.js";
import { type AgentContext, policyOf, resolveSettings } from "../../nodes/settings.js";
import { decideStop } from "../../nodes/stop.js";
import type { AgentState, AgentUpdate } from "../../nodes/types.js";
import { agentContext } from "../context.js";
import { createPorts, type GraphOptions } from "../options.js";
import { HostModel, type ModelHandler, type ModelRequest, nameOf } from "./host-model.js";
import { type HostNote, middlewareState, toAgentState } from "./state.js";

/** As for the graphs; model, checkpointer and store are the agent's. */
export type ToolDiscoveryOptions = Pick<GraphOptions, "catalog" | "router" | "name" | "context" | "memory">;

/** Settings that can be given for a run; which model is asked is the agent's matter. */
const middlewareContext = agentContext.omit({ provider: true, model: true });

/** Supersteps that `analyze` keeps for a round; an agent with more nodes needs more. */
const stepsOfARound = 4;

interface HostState extends Partial<AgentState> {
  _toolDiscoveryHost?: HostNote | undefined;
}

/**
 * Gives an agent `request_tools` beside its own tools, and binds, runs and approves what is found. Put it last in the list
 * of middleware: it then sees the tools that the others add.
 * @throws InputError for settings that are out of range, or that an agent's loop cannot do (text protocols, `dispatch`).
 */
export function toolDiscoveryMiddleware(options: ToolDiscoveryOptions) {
  const ports = createPorts({ ...options, model: noModel }, "active");
  checkSettings({}, ports);

  const configOf = (runtime: { context?: unknown }, hostCount: number): NodeConfig => {
    const context = middlewareContext.parse(runtime.context ?? {}) as AgentContext;
    const { maxBoundTools } = checkSettings(context, ports);
    // One function to ask for tools, one to read on in long results.
    const room = defaults.providerMaxTools - hostCount - 2;
    if (room < 1)
      throw new InputError(
        `the agent has ${hostCount} tools of its own; expected at most ${defaults.providerMaxTools - 3}, so that others can be loaded beside them`,
      );
    const settings = { ...context, maxBoundTools: Math.min(maxBoundTools, room) };
    return { ...(getConfig() as NodeConfig | undefined), ...(runtime as NodeConfig), context: settings };
  };

  return createMiddleware({
    name: "toolDiscovery",
    stateSchema: middlewareState,
    contextSchema: middlewareContext,

    wrapModelCall: async (request, handler) => {
      const host = new HostModel(request as unknown as ModelRequest, handler as unknown as ModelHandler);
      const names = host.hostFunctions.map(nameOf);
      if (names.includes(requestToolsName))
        throw new InputError(
          `the agent has a tool of its own called "${requestToolsName}"; expected another name for it`,
        );
      const given: HostState = request.state;
      const config = configOf(request.runtime, names.length);
      const step = Number(config.metadata?.langgraph_step ?? 0);
      const analyze = createAnalyzeNode({
        ...ports,
        reserved: new Set(names),
        hostFunctions: host.hostFunctions,
        model: host.asChatModel(),
      });
      const update = await analyze(toAgentState(given, request.messages), withLongerRounds(config, given, step));
      const settings = settingsOf(ports, config);
      const note: HostNote = { names, step, policy: policyOf(settings), approvalFormat: settings.approvalFormat };
      return new Command({ update: { ...finish(update, host, given, ports), _toolDiscoveryHost: note } });
    },

    wrapToolCall: async (request, handler) => {
      const { toolCall, runtime } = request;
      const given: HostState = request.state;
      const state = toAgentState(given, request.state.messages);
      const { names = [], policy, approvalFormat } = given._toolDiscoveryHost ?? {};
      const reserved = new Set(names);
      const callId = toolCall.id ?? "";
      const { calls, groups } = findPendingWork(state.messages, "native");
      const pending = calls.find((call) => call.callId === callId);
      const name = pending?.name ?? toolCall.name;
      const isHosts = request.tool !== undefined || reserved.has(name);
      if (isHosts && !pending?.invalid)
        return handler(request.tool ? request : { ...request, toolCall: { ...toolCall, name } });
      const config = configOf(runtime, reserved.size);
      const discovery = createDiscovery({ ...ports, reserved });
      if (groups.some((group) => group.callId === callId))
        return new Command({ update: await discovery.answerRequest(state, callId, config) });
      const task = discovery.tasks(state, config).find(({ call }) => call.callId === callId);
      if (!task) return handler(request);
      // Middleware around this one may have changed the arguments.
      const call = task.call.invalid ? task.call : { ...task.call, args: toolCall.args };
      // As in the graphs, what the call was made under counts: a run may be resumed with another context or none.
      const kept = { policy: policy ?? task.policy, approvalFormat: approvalFormat ?? task.approvalFormat };
      return new Command({ update: await discovery.runCall({ ...task, ...kept, call }, config) });
    },

    afterAgent: async (given, runtime) => {
      const state = toAgentState(given as HostState, given.messages);
      const stoppedBy = state.stoppedBy ?? reasonOfHost(state, ports.agent);
      await rememberTurn({ ...state, stoppedBy }, ports, configOf(runtime, 0));
      return { stoppedBy };
    },
  });
}

function noModel(): never {
  throw new Error("the model of the agent is asked");
}

function checkSettings(context: AgentContext, { options }: Pick<AgentPorts, "options">) {
  const settings = resolveSettings(context, options);
  for (const name of ["requestProtocol", "callProtocol"] as const) {
    if (settings[name] === "text")
      throw new InputError(
        `${name} is "text"; expected "native" in the middleware: an agent ends where a message has no function call. Models without functions run in createActiveGraph`,
      );
  }
  if (settings.binding !== "bind")
    throw new InputError(
      `binding is "${settings.binding}"; expected "bind" in the middleware. createActiveGraph has the others`,
    );
  return settings;
}

/** An agent's round takes as many steps as it has nodes; the end is left as much more room. */
function withLongerRounds(
  config: NodeConfig,
  { _toolDiscoveryHost: note, messages }: HostState,
  step: number,
): NodeConfig {
  const isInLoop = messages?.at(-1)?.getType() === "tool" && note !== undefined && note.step > 0;
  const extra = isInLoop ? Math.max(0, step - note.step - stepsOfARound + 2) : 0;
  return config.recursionLimit === undefined ? config : { ...config, recursionLimit: config.recursionLimit - extra };
}

/** The update of a model call. The agent writes the message itself, so it is made fit in place. */
function finish(
  update: AgentUpdate,
  host: HostModel,
  given: HostState,
  { agent }: AgentPorts,
): Record<string, unknown> {
  const { messages = [], ...rest } = update;
  const said = messages.at(-1);
  if (host.failure) throw host.failure.error;
  if (!host.answer || !said) throw new Error(said?.text ?? "the model gave no answer");
  const { message, structured } = host.answer;
  if (!structured) {
    Object.assign(message, said);
    return rest;
  }
  const state = toAgentState(given, given.messages ?? []);
  return { ...rest, ...structured, stoppedBy: decideStop(state, agent, rest.turn?.number ?? state.turn.number) };
}

/** A run that ended without the model's last word: a tool's result was the answer, or other middleware ended it. */
function reasonOfHost(state: AgentState, agent: string): NonNullable<AgentState["stoppedBy"]> {
  const last = state.messages.at(-1);
  const isOurs =
    !AIMessage.isInstance(last) || state.metrics.some(({ id }) => id === findLastAnswer(state.messages)?.id);
  return isOurs ? decideStop(state, agent, state.turn.number) : "budget";
}
