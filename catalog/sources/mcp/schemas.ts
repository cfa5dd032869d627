/**
 * What servers answer, read permissively: one tool that is off never spoils the list, one odd piece of content never spoils a result.
 * (The SDK's own schemas refuse the whole answer.)
 */
import { z } from "zod";
import type { JsonSchema, SetAsideTool, ToolAnnotations, ToolContent, ToolOutcome } from "../../types.js";

/** A tool as a server lists it. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
  annotations?: ToolAnnotations | undefined;
}

export const toolPageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().nullish().catch(undefined),
});

export const callResultSchema = z.looseObject({
  content: z.unknown().optional(),
  structuredContent: z.unknown().optional(),
  isError: z.unknown().optional(),
});

type CallResult = z.infer<typeof callResultSchema>;

const jsonSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);

const toolSchema = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().catch(""),
  inputSchema: jsonSchema.nullish(),
  outputSchema: jsonSchema.optional().catch(undefined),
  annotations: z.unknown().optional(),
  execution: z.looseObject({ taskSupport: z.unknown().optional() }).optional().catch(undefined),
});

const annotationsSchema = z.object({
  title: z.string().optional().catch(undefined),
  readOnlyHint: z.boolean().optional().catch(undefined),
  destructiveHint: z.boolean().optional().catch(undefined),
  idempotentHint: z.boolean().optional().catch(undefined),
  openWorldHint: z.boolean().optional().catch(undefined),
});

/** Reads the tools of one server; what cannot be used is set aside with its name (or place) and the reason. */
export function readTools(
  server: string,
  values: readonly unknown[],
): { tools: ListedTool[]; setAside: SetAsideTool[] } {
  const tools = new Map<string, ListedTool>();
  const setAside: SetAsideTool[] = [];
  for (const [index, value] of values.entries()) {
    const tool = readTool(value);
    const name = nameOf(value) ?? `#${index + 1}`;
    if (typeof tool === "string") setAside.push({ server, name, reason: tool });
    else if (tools.has(name))
      setAside.push({ server, name, reason: "the server lists this name twice; the first is used" });
    else tools.set(name, tool);
  }
  return { tools: [...tools.values()], setAside };
}

function nameOf(value: unknown): string | undefined {
  const name = (value as { name?: unknown } | null)?.name;
  return typeof name === "string" && name !== "" ? name : undefined;
}

function readTool(value: unknown): ListedTool | string {
  const parsed = toolSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.path[0] === "inputSchema") return "its inputSchema is neither an object nor a boolean";
    return issue?.path[0] === "name" ? "it has no name" : "it is not an object";
  }
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = parsed.data;
  if (execution?.taskSupport === "required") return "it runs only as a task, which is not supported";
  const hints = readAnnotations(annotations, title);
  return {
    name,
    description,
    inputSchema: inputSchema ?? { type: "object" },
    ...(outputSchema !== undefined && { outputSchema }),
    ...(hints && { annotations: hints }),
  };
}

function readAnnotations(value: unknown, title: string | undefined): ToolAnnotations | undefined {
  const hints = { ...(title !== undefined && { title }), ...annotationsSchema.safeParse(value).data };
  const known = Object.entries(hints).filter(([, hint]) => hint !== undefined);
  return known.length === 0 ? undefined : (Object.fromEntries(known) as ToolAnnotations);
}

const contentSchemas = [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal("resource"),
    resource: z.object({
      uri: z.string(),
      mimeType: z.string().optional().catch(undefined),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
  z.object({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
  }),
] as const;
const contentSchema = z.union(contentSchemas);

/** Reads what a call gave. Content of an unknown kind becomes its JSON as text; nothing is dropped. */
export function readOutcome(result: CallResult): Omit<ToolOutcome, "simulated"> {
  const { content, structuredContent, isError } = result;
  const pieces = content === undefined || content === null ? [] : Array.isArray(content) ? content : [content];
  // Before 2024-11-05 the result had another name.
  const legacy = pieces.length === 0 && structuredContent === undefined ? result.toolResult : undefined;
  return {
    content: (legacy === undefined ? pieces : [legacy]).map(readContent),
    ...(structuredContent !== undefined && structuredContent !== null && { structured: structuredContent }),
    isError: isError === true,
  };
}

function readContent(value: unknown): ToolContent {
  const parsed = contentSchema.safeParse(value);
  if (parsed.success) return parsed.data as ToolContent;
  return { type: "text", text: typeof value === "string" ? value : JSON.stringify(value) };
}
