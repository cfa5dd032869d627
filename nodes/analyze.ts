/** The one node that calls the model, once for each turn of the loop. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { FunctionTool } from "../catalog/index.js";
import { toFunctionTool } from "../catalog/index.js";
import { countSchemaTokens, countTokens } from "../catalog/tokens.js";
import { isFeedback, renderTools, requestToolsFunction } from "../models/protocol.js";
import { normalizeAnswer } from "./answer.js";
import { applyOperations, bind, boundToolsOf } from "./bind.js";
import { findLastAnswer, findPendingWork } from "./pending.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, type NodeConfig, settingsOf } from "./ports.js";
import { advertisedServers, buildSystemPrompt, withSystemPrompt } from "./prompt.js";
import type { AgentSettings } from "./settings.js";
import { decideStop, isBudgetExhausted } from "./stop.js";
import { feedback, prepareTranscript } from "./transcript.js";
import { currentTurn } from "./turn.js";
import type { AgentState, AgentUpdate, BoundTool, MetricRecord, ModelCallMetric, StoppedBy, Turn } from "./types.js";
import { measureUsage } from "./usage.js";

/** From an answer with calls and requests to the next answer: execute, request-tools, route, bind-tools, analyze; and one to spare. */
const stepsUntilNextAnswer = 6;

type AnalyzePorts = Pick<AgentPorts, "catalog" | "model" | "agent" | "discovery" | "options" | "instructions">;

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
    });
    const bound = boundToolsOf(ports.agent, applyOperations(state.boundTools, operations));
    const { startStep, remaining } = remainingSteps(state, ports.agent, config);
    const forced = forcedStop(state, ports.agent, turn, remaining);
    const base = { turn, boundTools: operations };

    const started = performance.now();
    try {
      const call = await prepareCall(state, bound, settings, ports, forced);
      const model = typeof ports.model === "function" ? await ports.model(settings) : ports.model;
      const [raw, ...schemaTokens] = await Promise.all([
        invokeModel(model, call.messages, call.functions, config),
        countSchemaTokens(call.functions),
        countTokens(call.renderedTools),
      ]);
      const message = normalizeAnswer(raw, state.messages, { final: forced !== undefined });
      const metric: ModelCallMetric = {
        kind: "model",
        id: message.id!,
        agent: ports.agent,
        turn: turn.number,
        ...(await measureUsage(raw, call.messages, call.functions)),
        schemaTokens: schemaTokens[0] + schemaTokens[1],
        tools: call.functions.length + call.renderedCount,
        latency: performance.now() - started,
        startStep,
      };
      return {
        ...base,
        messages: [message],
        metrics: [...withoutOldArguments(state, ports.agent, turn), metric],
        stoppedBy: stopOf(message, state, settings, ports, turn, forced),
      };
    } catch (error) {
      if (config.signal?.aborted || isGraphBubbleUp(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = normalizeAnswer(new AIMessage(`The model call failed: ${reason}`), state.messages, {
        final: true,
      });
      return { ...base, messages: [message], stoppedBy: "error" };
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
function forcedStop(state: AgentState, agent: string, turn: Turn, remaining: number): StoppedBy | undefined {
  if (isBudgetExhausted(state.requests, agent, turn.number)) return "budget";
  return remaining <= stepsUntilNextAnswer ? "recursion" : undefined;
}

function stopOf(
  message: AIMessage,
  state: AgentState,
  settings: AgentSettings,
  ports: AnalyzePorts,
  turn: Turn,
  forced: StoppedBy | undefined,
): StoppedBy | undefined {
  if (forced) return forced;
  const { calls, groups } = findPendingWork([...state.messages, message], settings.callProtocol, ports.discovery);
  return calls.length + groups.length > 0 ? undefined : decideStop(state, ports.agent, turn.number);
}

interface ModelCall {
  messages: BaseMessage[];
  /** What is passed as functions; empty where calls are text and requests too. */
  functions: FunctionTool[];
  /** The tools that stand in the system prompt as text, and how many; empty where calls are native. */
  renderedTools: string;
  renderedCount: number;
}

async function prepareCall(
  state: AgentState,
  bound: readonly BoundTool[],
  settings: AgentSettings,
  ports: AnalyzePorts,
  forced: StoppedBy | undefined,
): Promise<ModelCall> {
  const tools = forced ? [] : bound.map((tool) => toFunctionTool(ports.catalog.get(tool.id)!, tool.callName));
  const discovery = ports.discovery && !forced;
  const allows = permissionFilter(settings);
  const servers = ports.catalog.servers().filter((server) => !allows || server.tools.some((tool) => allows(tool.id)));
  const prompt = buildSystemPrompt({
    settings,
    discovery: ports.discovery,
    tools,
    servers: await advertisedServers(servers, settings.advertise),
    instructions: ports.instructions,
  });
  const history = prepareTranscript(state.messages);
  if (forced === "recursion") history.push(feedback("The limit of steps is reached. Answer now with what there is."));
  const asksNatively = discovery && settings.requestProtocol === "native";
  const functions = [
    ...(asksNatively ? [requestToolsFunction] : []),
    ...(settings.callProtocol === "native" ? tools : []),
  ];
  const messages = withSystemPrompt(prompt, history);
  const rendered = settings.callProtocol === "text" ? tools : [];
  return {
    messages,
    functions,
    renderedTools: rendered.length > 0 ? renderTools(rendered) : "",
    renderedCount: rendered.length,
  };
}

async function invokeModel(
  model: BaseChatModel,
  messages: BaseMessage[],
  functions: FunctionTool[],
  config: NodeConfig,
): Promise<AIMessage> {
  if (functions.length === 0) return (await model.invoke(messages, config)) as AIMessage;
  if (!model.bindTools)
    throw new Error(`${model.getName()} cannot be given functions; set callProtocol and requestProtocol to "text"`);
  return (await model.bindTools(functions).invoke(messages, config)) as AIMessage;
}
