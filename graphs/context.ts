/** What can be set for one run, with the texts of the form that LangGraph Studio draws from it. */
import type { AnnotationRoot } from "@langchain/langgraph";
import { z } from "zod";
import { defaults } from "../catalog/defaults.js";
import { kindOf } from "../catalog/definition.js";
import { InputError } from "../catalog/types.js";
import { approvalFormatNames } from "../nodes/approval-formats.js";
import { type AgentContext, numberRules } from "../nodes/settings.js";
import type { ContextChannels } from "./types.js";

type Setting = keyof AgentContext;

/** A value in a message; what is not one text or number is named by its kind, for it may be big. */
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
  return typeof value === "object" || typeof value === "function" ? kindOf(value) : String(value);
}

/**
 * One setting: optional, described, and refused in one clear line where the schema would give a report of many. The
 * refusal sits in each setting, since LangGraph extends the object around them, which a refined object does not allow.
 */
function setting<Schema extends z.ZodType>(name: Setting, schema: Schema, expected: string, text: string) {
  const refuse = ({ value, issues }: z.core.ParsePayload): false => {
    if (issues.length === 0) return false;
    throw new InputError(
      `${name} in the context of the run is ${show(value)}; expected ${expected}. ` +
        "A subgraph reads its parent's context: a parent that means something else by it needs another name for it.",
    );
  };
  return schema
    .refine(() => true, { when: refuse })
    .optional()
    .describe(text);
}

const text = (name: Setting, meaning: string) => setting(name, z.string(), "a text", meaning);

const choice = <Choice extends string>(name: Setting, choices: readonly Choice[], meaning: string) =>
  setting(name, z.enum(choices), `one of: ${choices.join(", ")}`, meaning);

const patterns = (name: Setting, meaning: string) =>
  setting(name, z.array(z.string()), 'a list of patterns such as ["server/*"]', meaning);

/** A number with the bounds that the run checks too, so that the form and the run agree. */
function number(name: Setting & keyof typeof numberRules, meaning: string) {
  const { integer, least, most } = numberRules[name];
  const schema = integer ? z.number().int() : z.number();
  const expected = `${integer ? "a whole number" : "a number"} from ${least} to ${most}`;
  return setting(name, schema.min(least).max(most), expected, meaning);
}

const count = (name: keyof typeof numberRules & keyof typeof defaults, meaning: string) =>
  number(name, `${meaning} Default: ${defaults[name]}.`);

/**
 * What can be set for one run: the schema of the context. A wrong value is an InputError, in one line that names the
 * setting, what was given and what is expected.
 */
export const agentContext = z.object({
  provider: text(
    "provider",
    "Model provider: offline, openai, openrouter or dashscope. Default: chosen from the environment, offline when nothing is set.",
  ),
  model: text("model", "Model name. Default: the provider's."),
  requestProtocol: choice(
    "requestProtocol",
    ["native", "text"],
    "How the model asks for tools: a function call, or a text block. Default: native.",
  ),
  callProtocol: choice(
    "callProtocol",
    ["native", "text"],
    "How the model calls tools: function calls, or text blocks for models without them. Default: native.",
  ),
  binding: choice(
    "binding",
    ["bind", "dispatch"],
    "How loaded tools reach the model: as functions, or as schemas in messages beside a fixed function call_tool, so that a cached prompt stays true. Default: bind.",
  ),
  topKServers: count(
    "topKServers",
    "Servers that stage 1 of the routing lets through; more where these have few tools.",
  ),
  topKTools: count("topKTools", "Tools that stage 2 takes from each server."),
  maxToolsPerRequest: count("maxToolsPerRequest", "Tools bound for one request, over all servers."),
  similarityThreshold: number(
    "similarityThreshold",
    "How well a tool must fit, 0 to 1, before anything counts as found for a request; one-shot retrieval takes the nearest, whatever their fit. Default: the router's own.",
  ),
  embeddingWeight: number(
    "embeddingWeight",
    "What the nearest tool by meaning adds to a score whose best by words is 1; read by routers with an embedding model, 0 leaves it out. Default: the router's own.",
  ),
  maxToolRequests: count("maxToolRequests", "Rounds of discovery in one user turn."),
  maxBoundTools: count("maxBoundTools", "Tools bound at one time."),
  retrievalTopK: count("retrievalTopK", "Tools that the retrieval strategy binds."),
  maxResultTokens: count("maxResultTokens", "Tokens of one tool result as the model sees it; the rest can be read on."),
  advertise: choice(
    "advertise",
    ["none", "servers"],
    "What the model is told in advance: nothing, or the names of the servers. Default: none.",
  ),
  approval: choice(
    "approval",
    ["never", "destructive", "always"],
    "Which calls wait for a person's approval. Default: never.",
  ),
  ask: patterns(
    "ask",
    "Patterns on server/tool; calls of tools that match one always wait for a person. Default: none.",
  ),
  autoApprove: patterns(
    "autoApprove",
    "Patterns on server/tool; calls of tools that match one do not wait, though the approval set beside it says so. Default: none.",
  ),
  approvalFormat: choice(
    "approvalFormat",
    approvalFormatNames,
    "The form of the question to a person and of the answer: this software's own, or that of another client. Default: toolgap.",
  ),
  allow: patterns("allow", "Patterns on server/tool; only tools that match one may be used. Default: all."),
  deny: patterns("deny", "Patterns on server/tool; tools that match one may not be used. Default: none."),
} satisfies Record<Setting, z.ZodType<AgentContext[Setting]>>);

/** The same for LangGraph, typed so that every setting may be left out. */
export const contextDefinition = agentContext as unknown as AnnotationRoot<ContextChannels>;
