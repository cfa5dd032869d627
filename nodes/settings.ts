/**
 * The settings of a run: flag > context > factory option > environment > default. A flag is passed in the context. What
 * a run may do (approval, allow, deny) is the exception: whoever sends a context may narrow what the factory set, not
 * widen it.
 */
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { Protocol } from "../models/protocol.js";
import { type ApprovalFormat, approvalFormatNames } from "./approval-formats.js";

export type Advertise = "none" | "servers";
/** `bind`: loaded tools become functions; `dispatch`: the functions never change, schemas come as messages. */
export type Binding = "bind" | "dispatch";
/** Which calls a person approves first; `destructive` follows the tool's annotations, missing ones count as destructive. */
export type ApprovalPolicy = "never" | "destructive" | "always";

/** What may be set for one run; everything is optional. */
export interface AgentContext {
  provider?: string | undefined;
  model?: string | undefined;
  requestProtocol?: Protocol | undefined;
  callProtocol?: Protocol | undefined;
  binding?: Binding | undefined;
  topKServers?: number | undefined;
  topKTools?: number | undefined;
  maxToolsPerRequest?: number | undefined;
  similarityThreshold?: number | undefined;
  embeddingWeight?: number | undefined;
  maxToolRequests?: number | undefined;
  maxBoundTools?: number | undefined;
  retrievalTopK?: number | undefined;
  /** Tokens of one tool result as the model sees it. */
  maxResultTokens?: number | undefined;
  advertise?: Advertise | undefined;
  approval?: ApprovalPolicy | undefined;
  /** Patterns on `server/tool`; a call of what matches one waits for a person, whatever else is set. */
  ask?: string[] | undefined;
  /** Patterns on `server/tool`; a call of what matches one waits for nobody, though the `approval` beside it says so. */
  autoApprove?: string[] | undefined;
  /** The form of the question to a person and of the answer. */
  approvalFormat?: ApprovalFormat | undefined;
  /** Patterns on `server/tool`, `*` for anything; what matches none may not be used. Empty: everything is allowed. */
  allow?: string[] | undefined;
  /** Patterns on `server/tool`; what matches one may not be used. */
  deny?: string[] | undefined;
}

type Optional = "provider" | "model" | "similarityThreshold" | "embeddingWeight";

/** What a run may do. Unlike other settings, these only get stricter from one source to the next. */
export interface PermissionPolicy {
  approval: ApprovalPolicy;
  ask: string[];
  /** One list of each source that asks for approval; a tool must match a pattern of each. */
  autoApprove: string[][];
  /** A tool must match a pattern of each list. */
  allow: string[][];
  deny: string[];
}

/** A policy as it stands in a checkpoint; the first version wrote fewer fields. */
export type KeptPolicy = Omit<PermissionPolicy, "ask" | "autoApprove"> &
  Partial<Pick<PermissionPolicy, "ask" | "autoApprove">>;

/** The policy among the settings of a run, as it travels with a call. */
export function policyOf({ approval, ask, autoApprove, allow, deny }: AgentSettings): PermissionPolicy {
  return { approval, ask, autoApprove, allow, deny };
}

/** The settings with every default filled in. Thresholds and weights of routers stay open: each brings its own. */
export type AgentSettings = Required<Omit<AgentContext, Optional | keyof PermissionPolicy>> &
  Pick<AgentContext, Optional> &
  PermissionPolicy;

export interface NumberRule {
  integer: boolean;
  least: number;
  most: number;
}

const count: NumberRule = { integer: true, least: 1, most: 10_000 };
/** Which numbers each setting accepts. */
export const numberRules = {
  topKServers: count,
  topKTools: count,
  maxToolsPerRequest: count,
  retrievalTopK: { ...count, most: defaults.providerMaxTools },
  maxToolRequests: { integer: true, least: 0, most: 1_000 },
  maxBoundTools: { ...count, most: defaults.providerMaxTools - 1 },
  maxResultTokens: { integer: true, least: 100, most: 1_000_000 },
  similarityThreshold: { integer: false, least: 0, most: 1 },
  embeddingWeight: { integer: false, least: 0, most: 100 },
} as const satisfies Partial<Record<keyof AgentContext, NumberRule>>;

const environmentNames = {
  similarityThreshold: "SIMILARITY_THRESHOLD",
  topKServers: "TOP_K_SERVERS",
  topKTools: "TOP_K_TOOLS",
  maxToolRequests: "MAX_TOOL_REQUESTS",
} as const;

/** A setting as it would be, and where it came from: `given`, the name of a variable, or `default`. */
export interface ExplainedSetting {
  name: string;
  value: string;
  from: string;
}

/**
 * Every setting of the loop with its source.
 * @throws InputError like `resolveSettings`.
 */
export function explainSettings(
  context: AgentContext = {},
  environment: Record<string, string | undefined> = process.env,
): ExplainedSetting[] {
  const settings = resolveSettings(context, {}, environment);
  const variables: Partial<Record<string, string>> = environmentNames;
  const shown = { ...settings, similarityThreshold: settings.similarityThreshold ?? "the router's own" };
  return Object.entries(shown)
    .filter(([name]) => name !== "provider" && name !== "model")
    .map(([name, value]) => {
      const variable = variables[name];
      const isGiven = context[name as keyof AgentContext] !== undefined;
      const isVariable = variable !== undefined && environment[variable]?.trim();
      const text = Array.isArray(value) ? value.flat().join(", ") || "none" : String(value);
      return { name, value: text, from: isGiven ? "given" : isVariable ? variable : "default" };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const choices = {
  requestProtocol: ["native", "text"],
  callProtocol: ["native", "text"],
  binding: ["bind", "dispatch"],
  advertise: ["none", "servers"],
  approval: ["never", "destructive", "always"],
  approvalFormat: approvalFormatNames,
} as const;

/**
 * Merges the sources of settings and checks them.
 * @throws InputError naming the setting, the value and what is accepted.
 */
export function resolveSettings(
  context: AgentContext = {},
  options: AgentContext = {},
  environment: Record<string, string | undefined> = process.env,
): AgentSettings {
  const given: AgentContext = { ...readEnvironment(environment), ...defined(options), ...defined(context) };
  const policies = [options, context].map(readPolicy);
  const settings: AgentSettings = {
    requestProtocol: defaults.requestProtocol,
    callProtocol: defaults.callProtocol,
    binding: defaults.binding,
    topKServers: defaults.topKServers,
    topKTools: defaults.topKTools,
    maxToolsPerRequest: defaults.maxToolsPerRequest,
    maxToolRequests: defaults.maxToolRequests,
    maxBoundTools: defaults.maxBoundTools,
    retrievalTopK: defaults.retrievalTopK,
    maxResultTokens: defaults.maxResultTokens,
    advertise: defaults.advertise,
    approvalFormat: defaults.approvalFormat,
    ...given,
    ...policies.reduce(stricterPolicy),
  };
  for (const [name, rule] of Object.entries(numberRules)) {
    const value = settings[name as keyof typeof numberRules];
    if (value !== undefined) checkNumber(name, value, rule);
  }
  for (const name of ["requestProtocol", "callProtocol", "binding", "advertise", "approvalFormat"] as const)
    checkChoice(name, settings[name]);
  return settings;
}

function checkChoice(name: keyof typeof choices, value: unknown): void {
  const accepted: readonly unknown[] = choices[name];
  if (!accepted.includes(value))
    throw new InputError(`${name} is "${String(value)}"; expected one of: ${accepted.join(", ")}`);
}

function readPolicy({ approval, ask, autoApprove, allow, deny }: AgentContext): PermissionPolicy {
  const allowed = readPatterns("allow", allow);
  const policy = approval ?? defaults.approval;
  checkChoice("approval", policy);
  const unasked = readPatterns("autoApprove", autoApprove);
  return {
    approval: policy,
    ask: readPatterns("ask", ask),
    autoApprove: policy === "never" ? [] : [unasked],
    allow: allowed.length > 0 ? [allowed] : [],
    deny: readPatterns("deny", deny),
  };
}

/** Where a pattern with "!" belongs instead. */
const opposites = { allow: "deny", deny: "allow", ask: "autoApprove", autoApprove: "ask" } as const;

function readPatterns(name: keyof typeof opposites, given: unknown): string[] {
  const patterns = given ?? [];
  const valid = Array.isArray(patterns) && patterns.every((pattern) => typeof pattern === "string");
  if (!valid)
    throw new InputError(`${name} is ${JSON.stringify(given)}; expected a list of patterns such as ["server/*"]`);
  const negated = patterns.find((pattern) => pattern.startsWith("!"));
  if (negated !== undefined)
    throw new InputError(`${name} has the pattern "${negated}"; expected no "!": use ${opposites[name]}`);
  // The name of a tool alone would match nothing, and so forbid nothing.
  const partial = patterns.find((pattern) => !pattern.includes("/") && !pattern.startsWith("*"));
  if (partial !== undefined)
    throw new InputError(
      `${name} has the pattern "${partial}"; expected server/tool: "*/${partial || "tool"}" for a tool, "${partial || "server"}/*" for a server`,
    );
  return patterns;
}

/** What both policies let through: patterns of both, and the approval that asks more often. */
export function stricterPolicy(one: PermissionPolicy, kept: KeptPolicy): PermissionPolicy {
  const autoApprove = kept.autoApprove ?? (kept.approval === "never" ? [] : [[]]);
  const other = { ...kept, ask: kept.ask ?? [], autoApprove };
  const rank = (policy: PermissionPolicy): number => choices.approval.indexOf(policy.approval);
  return {
    approval: rank(one) >= rank(other) ? one.approval : other.approval,
    ask: [...one.ask, ...other.ask],
    autoApprove: [...one.autoApprove, ...other.autoApprove],
    allow: [...one.allow, ...other.allow],
    deny: [...one.deny, ...other.deny],
  };
}

function defined(context: AgentContext): AgentContext {
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined && value !== null));
}

function readEnvironment(environment: Record<string, string | undefined>): AgentContext {
  const context: Partial<Record<keyof typeof environmentNames, number>> = {};
  for (const [name, variable] of Object.entries(environmentNames)) {
    const text = environment[variable]?.trim();
    if (!text) continue;
    const value = Number(text);
    checkNumber(variable, value, numberRules[name as keyof typeof numberRules], text);
    context[name as keyof typeof environmentNames] = value;
  }
  return context;
}

function checkNumber(name: string, value: number, rule: NumberRule, given: string = String(value)): void {
  const valid = Number.isFinite(value) && value >= rule.least && value <= rule.most;
  if (valid && (!rule.integer || Number.isInteger(value))) return;
  const kind = rule.integer ? "a whole number" : "a number";
  throw new InputError(`${name} is "${given}"; expected ${kind} from ${rule.least} to ${rule.most}`);
}
