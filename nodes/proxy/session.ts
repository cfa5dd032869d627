/** One client's session: what it asked for and what it has loaded, answered by the same steps as in the graphs. */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/index.js";
import { readResultName } from "../../catalog/results/read-result.js";
import { resultStore } from "../../catalog/results/store.js";
import type { Router } from "../../catalog/search/types.js";
import type { ServerState } from "../../catalog/sources/mcp/index.js";
import { type CatalogServer, type ToolOutcome, type ToolProgress, toolKey } from "../../catalog/types.js";
import { untilAborted } from "../../catalog/until-aborted.js";
import { callToolName, requestToolsName } from "../../models/protocol.js";
import type { AskApproval } from "../ask-approval.js";
import { boundToolsOf } from "../bind.js";
import { applyUpdate, createDiscovery } from "../discovery.js";
import { findTool } from "../execute.js";
import { dispatchKey } from "../pending.js";
import { permissionFilter } from "../permissions.js";
import { type NodeConfig, settingsOf } from "../ports.js";
import type { AgentContext, AgentSettings } from "../settings.js";
import type { AgentState, AgentUpdate, BoundTool } from "../types.js";
import { callAnswer, dataAnswer, type ProxyAnswer, requestAnswer, textAnswer, withNotes } from "./answer.js";
import { describeChanges } from "./changes.js";
import { describeOwnFunction, describeTool } from "./describe.js";
import { describeToolName } from "./functions.js";

/** What stands behind every session. */
export interface ProxyBackend {
  catalog: ToolCatalog;
  router: Router;
  /** Where the servers that are started stand. */
  states: () => ServerState[];
}

export interface ProxySessionOptions {
  /** Tells sessions apart: what is kept for one cannot be read by another. */
  id: string;
  /** Comes when the catalog is loaded; what is asked before waits for it. */
  backend: Promise<ProxyBackend>;
  settings: AgentContext;
  /** Milliseconds without a message after which the next one opens a new turn. Default: `defaults.serve.turnPause`. */
  turnPause?: number | undefined;
}

/** The way back to the client for one message of it. */
export interface ProxyChannel {
  signal: AbortSignal;
  /** Takes how far a tool says it is; left out where the client did not ask. */
  onProgress?: ((progress: ToolProgress) => void) | undefined;
  askApproval: AskApproval;
}

const agent = "mcp";

/**
 * The state is that of the graphs without the conversation, which only the client has. Its turns are guessed: a client
 * does not say when its user speaks, so a pause opens a new one, and with it a new budget. So does a request after a call
 * that worked: the budget is against asking in circles, and a client at work may not pause for hours.
 */
export class ProxySession {
  readonly #options: ProxySessionOptions;
  #state: AgentState = {
    messages: [],
    boundTools: [],
    requests: [],
    routing: [],
    metrics: [],
    turn: { number: 0, taskId: "" },
    version: 1,
  };
  #messages = 0;
  #lastMessage = 0;
  /** Whether a call of this turn gave a result. */
  #hasWorked = false;
  /** The catalog as it was when the client was last told of it, and what it has not been told yet. */
  #seen: readonly CatalogServer[] | undefined;
  readonly #changes: string[] = [];
  /** Requests come one after the other, so that each sees what the one before has spent and loaded. */
  #requests: Promise<unknown> = Promise.resolve();

  constructor(options: ProxySessionOptions) {
    this.#options = options;
  }

  /** The loaded tools, in the order in which they were loaded. */
  get boundTools(): readonly BoundTool[] {
    return this.#state.boundTools;
  }

  /**
   * Answers one call of the client; undefined when there is no such function.
   * @throws the signal's reason, when it is aborted.
   */
  async answer(name: string, args: Record<string, unknown>, channel: ProxyChannel): Promise<ProxyAnswer | undefined> {
    if (name === requestToolsName) return this.#requestTools(name, args, channel);
    if (name === callToolName) return this.#callTool(args, channel);
    if (name === describeToolName) return this.#describeTool(args, channel);
    return undefined;
  }

  /** Forgets what is kept of the session outside of it. */
  async close(): Promise<void> {
    await resultStore().forget(this.#options.id);
  }

  #requestTools(name: string, args: Record<string, unknown>, channel: ProxyChannel): Promise<ProxyAnswer> {
    const work = this.#requests.then(async () => {
      const { discovery, config, settings } = await this.#open(channel);
      channel.signal.throwIfAborted();
      if (this.#hasWorked) this.#openTurn();
      const update = await discovery.answerRequests(this.#withCall(name, args), config);
      const [message] = this.#apply(update);
      return requestAnswer(message!, settings.maxResultTokens, this.#takeChanges());
    });
    this.#requests = work.catch(() => undefined);
    return work;
  }

  async #callTool(args: Record<string, unknown>, channel: ProxyChannel): Promise<ProxyAnswer> {
    let outcome: ToolOutcome | undefined;
    const { discovery, config, settings, ports } = await this.#open(channel, (given) => {
      outcome = given;
    });
    const [task] = discovery.tasks(this.#withCall(callToolName, args), config);
    // A request may stand inside the other function: models mix them up.
    if (!task) return this.#requestTools(callToolName, args, channel);
    if (task.call.name === describeToolName && !ports.catalog.tools().some(({ id }) => id.name === describeToolName)) {
      return this.#describeTool(task.call.args, channel);
    }
    const [message] = this.#apply(await discovery.runCall(task, config));
    if (outcome?.isError === false) this.#hasWorked = true;
    const answer = await callAnswer(message!, outcome, settings.maxResultTokens);
    this.#lastMessage = Date.now();
    return withNotes(answer, this.#takeChanges());
  }

  async #describeTool(args: Record<string, unknown>, channel: ProxyChannel): Promise<ProxyAnswer> {
    const { settings, ports } = await this.#open(channel);
    const { name } = args;
    if (typeof name !== "string" || name.trim() === "") {
      return textAnswer(`${describeToolName} needs "name": the name of a tool, or server/tool.`, true);
    }
    const { catalog, states } = ports;
    const bound = boundToolsOf(agent, this.#state.boundTools);
    if (name === readResultName && !catalog.tools().some(({ id }) => id.name === name)) {
      return dataAnswer(describeOwnFunction());
    }
    const tool = findTool(name, bound, settings, ports);
    if (typeof tool === "string") return withNotes(textAnswer(tool, true), this.#takeChanges());
    const entry = bound.find(({ id }) => toolKey(id) === toolKey(tool.id));
    const described = describeTool(tool, {
      name: entry?.callName ?? name,
      loaded: entry !== undefined,
      server: catalog.server(tool.id.server),
      state: states().find(({ server }) => server === tool.id.server),
      rules: settings,
    });
    return withNotes(dataAnswer(described), this.#takeChanges());
  }

  /** Waits for the catalog, and opens a new turn after a pause. */
  async #open(channel: ProxyChannel, onOutcome?: (outcome: ToolOutcome) => void) {
    const backend = await untilAborted(this.#options.backend, channel.signal);
    const { turnPause = defaults.serve.turnPause, settings: options } = this.#options;
    const now = Date.now();
    if (now - this.#lastMessage > turnPause) this.#openTurn();
    this.#lastMessage = now;
    const ports = {
      ...backend,
      agent,
      discovery: true,
      options: { ...options, binding: "dispatch" as const },
      askApproval: channel.askApproval,
      onOutcome: (_: unknown, outcome: ToolOutcome) => onOutcome?.(outcome),
    };
    const config: NodeConfig = {
      signal: channel.signal,
      configurable: { thread_id: this.#options.id },
      writer: (event: unknown) => {
        const { type, ...progress } = event as { type: string } & ToolProgress;
        if (type === "progress") channel.onProgress?.(progress);
      },
    };
    const settings = settingsOf(ports, config);
    this.#noteChanges(backend.catalog, settings);
    return { ports, config, settings, discovery: createDiscovery(ports) };
  }

  #openTurn(): void {
    const number = this.#state.turn.number + 1;
    this.#state = { ...this.#state, turn: { number, taskId: String(number) } };
    this.#hasWorked = false;
  }

  /** The state, with the call as the only message of a conversation. */
  #withCall(name: string, args: Record<string, unknown>): AgentState {
    this.#messages += 1;
    const id = `message_${this.#messages}`;
    const calls = [{ id: `call_${this.#messages}`, name, args, type: "tool_call" as const }];
    const message = new AIMessage({ id, content: "", tool_calls: calls, additional_kwargs: { [dispatchKey]: true } });
    return { ...this.#state, messages: [message] };
  }

  /**
   * Takes up what a step changed, and gives its messages. Records that only a report would read are not kept, and requests
   * that cost nothing neither: a turn may be long, and repeats and broken requests are answered as such however many they are.
   */
  #apply({ messages = [], routing: _routing, metrics: _metrics, ...update }: AgentUpdate): BaseMessage[] {
    const requests = update.requests?.filter(
      ({ status, repeated }) => !repeated && status !== "invalid" && status !== "budget_spent",
    );
    this.#state = applyUpdate(this.#state, { ...update, requests });
    return messages;
  }

  /** Before a step unloads what is gone. */
  #noteChanges(catalog: ToolCatalog, settings: AgentSettings): void {
    const servers = catalog.servers();
    const seen = this.#seen ?? servers;
    this.#changes.push(...describeChanges(seen, servers, this.#state.boundTools, permissionFilter(settings)));
    this.#seen = servers;
  }

  /** What has not been told yet. */
  #takeChanges(): string[] {
    return this.#changes.splice(0);
  }
}
