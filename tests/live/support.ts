/** A local server, the real client, the real graph: what a user with a key runs, without one. */
import { HumanMessage } from "@langchain/core/messages";
import { afterEach } from "vitest";
import { builtinServers, ToolCatalog } from "../../catalog/index.js";
import { runTask, type TracedRun } from "../../evals/run-task.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { type ModelSettings, type ResolvedModel, resolveModel } from "../../models/providers.js";
import type { AgentContext } from "../../nodes/settings.js";
import { type Policy, type Reply, scripted } from "../fixtures/openai-server/reply.js";
import type { Rules } from "../fixtures/openai-server/rules.js";
import { type OpenAiServer, startOpenAiServer } from "../fixtures/openai-server/server.js";

const open: OpenAiServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Starts a server that ends with the test. */
export async function serve(policy: Policy | Reply[], rules: Rules = {}): Promise<OpenAiServer> {
  const server = await startOpenAiServer(Array.isArray(policy) ? scripted(...policy) : policy, rules);
  open.push(server);
  return server;
}

export const key = "sk-live-0123456789-secret";

/** The model behind a server, chosen from an environment as a user has it. */
export function connect(server: OpenAiServer, settings: ModelSettings = {}): Promise<ResolvedModel> {
  return resolveModel({
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key, OPENAI_MODEL: "test-model" },
    ...settings,
  });
}

export interface LiveRun extends TracedRun {
  server: OpenAiServer;
}

export interface LiveOptions {
  strategy?: StrategyName;
  context?: AgentContext;
  rules?: Rules;
  settings?: ModelSettings;
  /** Takes the pieces of the model's words: the model streams then. */
  onToken?: (text: string, messageId: string) => void;
  signal?: AbortSignal;
}

export const catalog = (): ToolCatalog => new ToolCatalog(builtinServers());

/** Runs a task with the built-in catalog against a server. */
export async function runLive(task: string, policy: Policy | Reply[], options: LiveOptions = {}): Promise<LiveRun> {
  const { strategy = "active", rules, settings, ...rest } = options;
  const server = await serve(policy, rules);
  const { model, label } = await connect(server, settings);
  const run = await runTask({ strategy, task, catalog: catalog(), model, modelLabel: label, ...rest });
  return { ...run, server };
}

export const human = (text: string): HumanMessage[] => [new HumanMessage(text)];

/** A call of `request_tools`. */
export const asks = (tool: string, server = "files on disk", id = "r1"): Reply => ({
  calls: [{ id, name: "request_tools", args: { requests: [{ server, tool }] } }],
});

/** What the server was told in the last message of a request. */
export function lastMessage(server: OpenAiServer, index = -1): string {
  return String(server.requests.at(index)?.body.messages.at(-1)?.content);
}

export const retryNow = { status: 503, headers: { "retry-after": "0" } };
