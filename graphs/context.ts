/** What can be set for one run, with the texts of the form that LangGraph Studio draws from it. */
import type { AnnotationRoot, BaseChannel } from "@langchain/langgraph";
import { z } from "zod";
import { defaults } from "../catalog/defaults.js";
import type { AgentContext } from "../nodes/settings.js";

const count = (text: string, preset: number) =>
  z.number().int().positive().optional().describe(`${text} Default: ${preset}.`);

const contextSchema = z.object({
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
  topKServers: count("Servers that stage 1 of the routing lets through.", defaults.topKServers),
  topKTools: count("Tools that stage 2 takes from each server.", defaults.topKTools),
  maxToolsPerRequest: count("Tools bound for one request, over all servers.", defaults.maxToolsPerRequest),
  similarityThreshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("The smallest fit that counts as a match, 0 to 1. Default: the router's own."),
  maxToolRequests: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe(`Rounds of discovery in one user turn. Default: ${defaults.maxToolRequests}.`),
  maxBoundTools: count("Tools bound at one time.", defaults.maxBoundTools),
  retrievalTopK: count("Tools that the retrieval strategy binds.", defaults.retrievalTopK),
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
}) satisfies z.ZodType<AgentContext>;

/** Every setting is optional; from the schema alone LangGraph would type them all as required. */
type ContextDefinition = { [Key in keyof AgentContext]?: BaseChannel<NonNullable<AgentContext[Key]>> };

export const agentContext = contextSchema as unknown as AnnotationRoot<ContextDefinition>;
