/** The one node that calls the model, once for each turn of the loop. */
import type { ModelProfile } from "@langchain/core/language_models/profile";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { defaults } from "../catalog/defaults.js";
import { type FunctionTool, toFunctionTool } from "../catalog/index.js";
import { renderGuide } from "../catalog/tiers/index.js";
import { countSchemaTokens, countTokens } from "../catalog/tokens.js";
import { failureText } from "../models/failures.js";
import { callToolFunction, isFeedback, renderTools, requestToolsFunction } from "../models/protocol.js";
import { normalizeAnswer, noteCutOff } from "./answer.js";
import { askModel, type CallWay, type ModelCall } from "./ask-model.js";
import { applyOperations, bind, boundToolsOf } from "./bind.js";
import { announceTools } from "./dispatch.js";
import { answerLeftCalls } from "./left-calls.js";
import { withMediaFor } from "./media.js";
import { dispatchKey, findLastAnswer, findPendingWork, textCallsKey } from "./pending.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, type NodeConfig, reservedNames, settingsOf } from "./ports.js";
import { advertisedServers, buildSystemPrompt, withSystemPrompt } from "./prompt.js";
import type { AgentSettings } from "./settings.js";
import { countBadRounds, decideStop, isBudgetExhausted } from "./stop.js";
import { readingFunctions } from "./stored-results.js";
import { toTextTranscript } from "./text-transcript.js";
import { tierFunctions } from "./tier-functions.js";
import { feedback, prepareTranscript } from "./transcript.js";
import { currentTurn } from "./turn.js";
import type { AgentState, AgentUpdate, BoundTool, MetricRecord, ModelCallMetric, StoppedBy, Turn } from "./types.js";
import { measureUsage } from "./usage.js";

/** From an answer with calls and requests to the next answer: execute, request-tools, route, bind-tools, analyze; and one to spare. */
const stepsUntilNextAnswer = 6;

type AnalyzePorts = Pick<
  AgentPorts,
  "catalog" | "tiers" | "reserved" | "hostFunctions" | "model" | "agent" | "discovery" | "options" | "instructions"
>;

/** Makes the node. It never throws for a failed model call: the run ends with an answer that says so. */
export function createAnalyzeNode(ports: AnalyzePorts) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const turn = currentTurn(state);
    const operations = bind(state.boundTools, [], ports.catalog, {
      agent: ports.agent,
      turn: turn.number,
      maxBoundTools: settings.maxBoundTools,
      allows: permissionFilter(settings),
      reserved: reservedNames(ports),
    });
    const bound = boundToolsOf(ports.agent, applyOperations(state.boundTools, operations));
    const { startStep, remaining } = remainingSteps(state, ports.agent, config);
    const forced = forcedStop(state, ports.agent, turn, remaining);
    const gone = goneNote(boundToolsOf(ports.agent, state.boundTools), ports);
    const isDispatch = settings.binding === "dispatch";
    const tools = loadedFunctions(state, bound, settings, ports);
    const announced = isDispatch && !forced ? announceTools(state.messages, tools, gone) : [];
    const notes = [announced.length > 0 ? undefined : gone, forced?.word];
    const base = { turn, boundTools: operations };

    const left = await answerLeftCalls(state, ports, config);

    const started = performance.now();
    try {
      const model = typeof ports.model === "function" ? await ports.model(settings) : ports.model;
      const prepare = (way: CallWay) =>
        prepareCall({
          ...{ history: [...state.messages, ...left, ...announced], tools, ports, forced, notes, way },
          ...{ settings: settingsFor(way, settings), profile: model.profile },
        });
      const wentAsText = findLastAnswer(state.messages)?.additional_kwargs[textCallsKey] === true;
      const { answer: raw, call, way } = await askModel(model, prepare, config, wentAsText);
      // Before tokens are counted: that is this program's time, not the model's.
      const latency = performance.now() - started;
      const schemaTokens = await Promise.all([countSchemaTokens(call.functions), countTokens(call.renderedTools)]);
      const message = normalizeAnswer(raw, state.messages, { final: forced !== undefined });
      if (way.asText) message.additional_kwargs[textCallsKey] = true;
      if (isDispatch) message.additional_kwargs[dispatchKey] = true;
      const metric: ModelCallMetric = {
        kind: "model",
        id: message.id!,
        agent: ports.agent,
        turn: turn.number,
        ...(await measureUsage(raw, call.messages, call.functions)),
        schemaTokens: schemaTokens[0] + schemaTokens[1],
        tools: call.functions.length + call.renderedCount,
        latency,
        startStep,
      };
      const stoppedBy = stopOf(message, state, settings, ports, turn, forced);
      return {
        ...base,
        messages: [...left, ...announced, stoppedBy ? noteCutOff(message) : message],
        metrics: [...withoutOldArguments(state, ports.agent, turn), metric],
        stoppedBy,
      };
    } catch (error) {
      if (config.signal?.aborted || isGraphBubbleUp(error)) throw error;
      const message = normalizeAnswer(new AIMessage(`The model call failed: ${failureText(error)}`), state.messages, {
        final: true,
      });
      return { ...base, messages: [...left, message], stoppedBy: "error" };
    }
  };
}

/**
 * Supersteps left in this run of the graph. The step counter of a thread goes on over its runs, so a run notes where it
 * began. Within a run the last answer is this agent's own, and a result of it stands last.
 */
function remainingSteps(
  state: AgentState,
  agent: string,
  config: NodeConfig,
): { startStep: number; remaining: number } {
  const step = Number(config.metadata?.langgraph_step ?? 1);
  const last = state.messages.at(-1);
  const previous = state.metrics.findLast((metric) => metric.kind === "model" && metric.agent === agent);
  const hasResult = last !== undefined && (last.getType() === "tool" || isFeedback(last));
  const inLoop = hasResult && previous?.id === findLastAnswer(state.messages)?.id;
  const startStep = inLoop && previous?.kind === "model" ? previous.startStep : step;
  const limit = config.recursionLimit ?? Number.POSITIVE_INFINITY;
  return { startStep, remaining: limit - (step - startStep) };
}

/** The arguments of earlier turns' calls stand in the messages; a second copy would only make the state grow. */
function withoutOldArguments({ metrics }: AgentState, agent: string, turn: Turn): MetricRecord[] {
  return metrics.flatMap((metric) => {
    const isOld = metric.kind === "tool" && metric.agent === agent && metric.turn < turn.number;
    return isOld && Object.keys(metric.args).length > 0 ? [{ ...metric, args: {} }] : [];
  });
}

/** Why the model must answer now, without tools; undefined when it may go on. */
function forcedStop(state: AgentState, agent: string, turn: Turn, remaining: number): ForcedStop | undefined {
  if (isBudgetExhausted(state.requests, agent, turn.number)) return { stoppedBy: "budget" };
  if (remaining <= stepsUntilNextAnswer) {
    return { stoppedBy: "recursion", word: "The limit of steps is reached. Answer now with what there is." };
  }
  if (countBadRounds(state.metrics, agent, turn.number) < defaults.maxBadCalls) return undefined;
  const word = "Your last calls could not be used, and no further ones are taken. Answer now with what there is.";
  return { stoppedBy: "budget", word };
}

interface ForcedStop {
  stoppedBy: StoppedBy;
  /** What the model is told. */
  word?: string;
}

/** An endpoint that takes no functions gets requests and calls as text, whatever was set. */
function settingsFor({ asText }: CallWay, settings: AgentSettings): AgentSettings {
  return asText ? { ...settings, requestProtocol: "text", callProtocol: "text" } : settings;
}

function stopOf(
  message: AIMessage,
  state: AgentState,
  settings: AgentSettings,
  ports: AnalyzePorts,
  turn: Turn,
  forced: ForcedStop | undefined,
): StoppedBy | undefined {
  if (forced) return forced.stoppedBy;
  const { calls, groups } = findPendingWork([...state.messages, message], settings.callProtocol, ports.discovery);
  return calls.length + groups.length > 0 ? undefined : decideStop(state, ports.agent, turn.number);
}

/** The functions that are loaded: of a tiered catalog, of the bound tools, and the one to read on in long results. */
function loadedFunctions(
  { messages }: AgentState,
  bound: readonly BoundTool[],
  settings: AgentSettings,
  { catalog, tiers, discovery, hostFunctions }: AnalyzePorts,
): FunctionTool[] {
  const own = [
    ...tierFunctions(tiers, permissionFilter(settings)),
    ...bound.map((tool) => toFunctionTool(catalog.get(tool.id)!, tool.callName)),
  ];
  const room = defaults.providerMaxTools - own.length - (discovery ? 1 : 0) - (hostFunctions?.length ?? 0);
  return [...own, ...readingFunctions(messages, bound).slice(0, Math.max(0, room))];
}

interface CallParts {
  history: readonly BaseMessage[];
  /** What is loaded, in the mode `dispatch` too, where it stands in the messages. */
  tools: readonly FunctionTool[];
  settings: AgentSettings;
  ports: AnalyzePorts;
  forced: ForcedStop | undefined;
  notes: readonly (string | undefined)[];
  way: CallWay;
  profile: ModelProfile | undefined;
}

async function prepareCall({ settings, ports, forced, notes, way, ...parts }: CallParts): Promise<ModelCall> {
  const history = withMediaFor(prepareTranscript(parts.history), parts.profile);
  const note = notes.filter((text) => text !== undefined).join(" ");
  if (note !== "") history.push(feedback(note));
  const isDispatch = settings.binding === "dispatch";
  // Where no tool may be called any more, functions are only shown: to those who refuse a history with calls otherwise,
  // and where they are the same in every call.
  const isShownOn = (way.keepsFunctions || isDispatch) && !way.asText && history.some(hasCalls);
  const onlyShown = forced !== undefined && isShownOn;
  const shown = forced === undefined || onlyShown;
  const tools = !shown ? [] : isDispatch ? [callToolFunction] : parts.tools;
  const allows = permissionFilter(settings);
  const servers = ports.catalog.servers().filter((server) => !allows || server.tools.some((tool) => allows(tool.id)));
  const callsAsText = settings.callProtocol === "text";
  const rendered = callsAsText && !isDispatch && !onlyShown ? tools : [];
  const prompt = buildSystemPrompt({
    settings,
    discovery: ports.discovery,
    tools: rendered,
    startsWithTools: (ports.hostFunctions?.length ?? 0) > 0,
    servers: await advertisedServers(servers, settings.advertise),
    instructions: ports.instructions,
    guide: ports.tiers && renderGuide(ports.tiers(), allows),
  });
  const asksNatively = ports.discovery && shown && settings.requestProtocol === "native";
  const functions = [
    ...(shown ? (ports.hostFunctions ?? []) : []),
    ...(asksNatively ? [requestToolsFunction] : []),
    ...(callsAsText ? [] : tools),
  ];
  const isText = callsAsText && settings.requestProtocol === "text";
  return {
    messages: withSystemPrompt(prompt, isText ? toTextTranscript(history) : history),
    functions,
    mayCall: !onlyShown,
    renderedTools: rendered.length > 0 ? renderTools(rendered) : "",
    renderedCount: rendered.length,
  };
}

/** Said once, in the call after a bound tool left the catalog: from then on it is not bound. */
function goneNote(bound: readonly BoundTool[], { catalog }: AnalyzePorts): string | undefined {
  const names = bound.filter((tool) => !catalog.has(tool.id)).map((tool) => tool.callName);
  return names.length === 0 ? undefined : `No longer offered by its server, and unloaded: ${names.join(", ")}.`;
}

function hasCalls(message: BaseMessage): boolean {
  return AIMessage.isInstance(message) && (message.tool_calls?.length ?? 0) > 0;
}
