/** What can be set for one run, with the texts of the form that LangGraph Studio draws from it. */
import type { AnnotationRoot } from "@langchain/langgraph";
import { z } from "zod";
import { defaults } from "../catalog/defaults.js";
import { kindOf } from "../catalog/definition.js";
import { InputError } from "../catalog/types.js";
import { type AgentContext, numberRules } from "../nodes/settings.js";
import type { ContextChannels } from "./types.js";

/** A number with the bounds that the run checks too, so that the form and the run agree. */
function number(setting: keyof typeof numberRules, text: string) {
  const { integer, least, most } = numberRules[setting];
  const schema = integer ? z.number().int() : z.number();
  return schema.min(least).max(most).optional().describe(text);
}

const count = (setting: keyof typeof numberRules & keyof typeof defaults, text: string) =>
  number(setting, `${text} Default: ${defaults[setting]}.`);

const settings = z.object({
  provider: z
    .string()
    .optional()
    .describe(
      "Model provider: offline, openai, openrouter or dashscope. Default: chosen from the environment, offline when nothing is set.",
    ),
  model: z.string().optional().describe("Model name. Default: the provider's."),
  requestProtocol: z
    .enum(["native", "text"])
    .optional()
    .describe("How the model asks for tools: a function call, or a text block. Default: native."),
  callProtocol: z
    .enum(["native", "text"])
    .optional()
    .describe("How the model calls tools: function calls, or text blocks for models without them. Default: native."),
  topKServers: count("topKServers", "Servers that stage 1 of the routing lets through."),
  topKTools: count("topKTools", "Tools that stage 2 takes from each server."),
  maxToolsPerRequest: count("maxToolsPerRequest", "Tools bound for one request, over all servers."),
  similarityThreshold: number(
    "similarityThreshold",
    "The smallest fit that counts as a match for a request, 0 to 1; one-shot retrieval takes the nearest, whatever their fit. Default: the router's own.",
  ),
  maxToolRequests: count("maxToolRequests", "Rounds of discovery in one user turn."),
  maxBoundTools: count("maxBoundTools", "Tools bound at one time."),
  retrievalTopK: count("retrievalTopK", "Tools that the retrieval strategy binds."),
  advertise: z
    .enum(["none", "servers"])
    .optional()
    .describe("What the model is told in advance: nothing, or the names of the servers. Default: none."),
  approval: z
    .enum(["never", "destructive", "always"])
    .optional()
    .describe("Which calls wait for a person's approval. Default: never."),
  allow: z
    .array(z.string())
    .optional()
    .describe("Patterns on server/tool; only tools that match one may be used. Default: all."),
  deny: z
    .array(z.string())
    .optional()
    .describe("Patterns on server/tool; tools that match one may not be used. Default: none."),
} satisfies Record<keyof AgentContext, z.ZodType>);

/** What a setting accepts, in words. */
function expectedOf(setting: string): string {
  const schema = settings.shape[setting as keyof typeof settings.shape].unwrap();
  if (schema instanceof z.ZodEnum) return `one of: ${schema.options.join(", ")}`;
  if (schema instanceof z.ZodArray) return 'a list of patterns such as ["server/*"]';
  if (schema instanceof z.ZodString) return "a text";
  const { integer, least, most } = numberRules[setting as keyof typeof numberRules];
  return `${integer ? "a whole number" : "a number"} from ${least} to ${most}`;
}

/** A value in a message; what is not one text or number is named by its kind, for it may be big. */
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
  return typeof value === "object" || typeof value === "function" ? kindOf(value) : String(value);
}

/** A subgraph is given its parent's context, whose settings may mean other things: one clear line, not the schema's own. */
function refuse({ value, issues: [issue] }: z.core.ParsePayload): false {
  if (issue === undefined) return false;
  const [setting] = issue.path ?? [];
  if (setting === undefined) throw new InputError(`The context of the run is ${show(value)}; expected an object.`);
  const given = show((value as Record<PropertyKey, unknown>)[setting]);
  throw new InputError(
    `${String(setting)} in the context of the run is ${given}; expected ${expectedOf(String(setting))}. ` +
      "A subgraph reads its parent's context: a parent that means something else by it needs another name for it.",
  );
}

/**
 * What can be set for one run: the schema of the context. Wrong values are an InputError, in one line that names the
 * setting, what was given and what is expected.
 */
export const agentContext = settings.refine(() => true, { when: refuse });

/** The same for LangGraph, typed so that every setting may be left out. */
export const contextDefinition = agentContext as unknown as AnnotationRoot<ContextChannels>;
