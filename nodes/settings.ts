/** The settings of a run: flag > context > factory option > environment > default. A flag is passed in the context. */
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { Protocol } from "../models/protocol.js";

export type Advertise = "none" | "servers";
/** Which calls a person approves first; `destructive` follows the tool's annotations, missing ones count as destructive. */
export type ApprovalPolicy = "never" | "destructive" | "always";

/** What may be set for one run; everything is optional. */
export interface AgentContext {
  provider?: string | undefined;
  model?: string | undefined;
  requestProtocol?: Protocol | undefined;
  callProtocol?: Protocol | undefined;
  topKServers?: number | undefined;
  topKTools?: number | undefined;
  maxToolsPerRequest?: number | undefined;
  similarityThreshold?: number | undefined;
  maxToolRequests?: number | undefined;
  maxBoundTools?: number | undefined;
  retrievalTopK?: number | undefined;
  advertise?: Advertise | undefined;
  approval?: ApprovalPolicy | undefined;
  /** Patterns on `server/tool`, `*` for anything; what matches none may not be used. Empty: everything is allowed. */
  allow?: string[] | undefined;
  /** Patterns on `server/tool`; what matches one may not be used. */
  deny?: string[] | undefined;
}

type Optional = "provider" | "model" | "similarityThreshold";

/** The settings with every default filled in. `similarityThreshold` stays open: each router brings its own. */
export type AgentSettings = Required<Omit<AgentContext, Optional>> & Pick<AgentContext, Optional>;

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
  similarityThreshold: { integer: false, least: 0, most: 1 },
} as const satisfies Partial<Record<keyof AgentContext, NumberRule>>;

const environmentNames = {
  similarityThreshold: "SIMILARITY_THRESHOLD",
  topKServers: "TOP_K_SERVERS",
  topKTools: "TOP_K_TOOLS",
  maxToolRequests: "MAX_TOOL_REQUESTS",
} as const;

const choices = {
  requestProtocol: ["native", "text"],
  callProtocol: ["native", "text"],
  advertise: ["none", "servers"],
  approval: ["never", "destructive", "always"],
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
  const settings: AgentSettings = {
    requestProtocol: defaults.requestProtocol,
    callProtocol: defaults.callProtocol,
    topKServers: defaults.topKServers,
    topKTools: defaults.topKTools,
    maxToolsPerRequest: defaults.maxToolsPerRequest,
    maxToolRequests: defaults.maxToolRequests,
    maxBoundTools: defaults.maxBoundTools,
    retrievalTopK: defaults.retrievalTopK,
    advertise: defaults.advertise,
    approval: defaults.approval,
    allow: [],
    deny: [],
    ...given,
  };
  for (const [name, rule] of Object.entries(numberRules)) {
    const value = settings[name as keyof typeof numberRules];
    if (value !== undefined) checkNumber(name, value, rule);
  }
  for (const [name, accepted] of Object.entries(choices)) {
    const value = settings[name as keyof typeof choices];
    if (!(accepted as readonly string[]).includes(value))
      throw new InputError(`${name} is "${value}"; expected one of: ${accepted.join(", ")}`);
  }
  for (const name of ["allow", "deny"] as const) {
    const patterns: unknown = settings[name];
    if (!Array.isArray(patterns) || patterns.some((pattern) => typeof pattern !== "string"))
      throw new InputError(`${name} is ${JSON.stringify(patterns)}; expected a list of patterns such as ["server/*"]`);
  }
  return settings;
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
