/** LangChain tools as a server of the catalog. */
import type { StructuredToolInterface } from "@langchain/core/tools";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { isObject } from "../definition.js";
import type {
  JsonSchema,
  ServerDefinition,
  SetAsideTool,
  ToolAnnotations,
  ToolContent,
  ToolDefinition,
  ToolExecutor,
  ToolOutcome,
} from "../types.js";

type Result = Omit<ToolOutcome, "simulated">;

/**
 * Makes a server of an array of LangChain tools, with zod or JSON Schema parameters.
 *
 * A call runs `tool.invoke`. An object it returns is the structured result, and so is the artifact of a tool that
 * returns content and artifact. `timeout` is in milliseconds for one call of each tool. A tool whose parameters have no
 * JSON Schema is set aside.
 */
export function fromLangChainTools(
  tools: readonly StructuredToolInterface[],
  { server, description, timeout }: { server: string; description: string; timeout?: number | undefined },
): ServerDefinition {
  const accepted: ToolDefinition[] = [];
  const setAside: SetAsideTool[] = [];
  for (const tool of tools) {
    try {
      accepted.push({
        name: tool.name,
        description: tool.description,
        inputSchema: parametersOf(tool),
        annotations: annotationsOf(tool),
        execute: executorOf(tool),
        timeout,
      });
    } catch (error) {
      const reason = `its parameters cannot be written as JSON Schema: ${(error as Error).message}`;
      setAside.push({ server, name: tool.name, reason });
    }
  }
  return { name: server, description, tools: accepted, setAside };
}

function parametersOf(tool: StructuredToolInterface): JsonSchema {
  // What a caller sends: before defaults and transforms of zod are applied.
  return toJsonSchema(tool.schema, { io: "input" }) as JsonSchema;
}

/** The hints that adapters of the Model Context Protocol leave in the tool's metadata. */
function annotationsOf(tool: StructuredToolInterface): ToolAnnotations {
  const { metadata } = tool as { metadata?: unknown };
  return isObject(metadata) && isObject(metadata.annotations) ? (metadata.annotations as ToolAnnotations) : {};
}

function executorOf(tool: StructuredToolInterface): ToolExecutor {
  const { responseFormat } = tool as { responseFormat?: unknown };
  return async (args, { signal }) => {
    // Only the form of a tool call is answered with the artifact too.
    const input =
      responseFormat === "content_and_artifact"
        ? { type: "tool_call" as const, id: `call_${tool.name}`, name: tool.name, args }
        : args;
    const output: unknown = await tool.invoke(input, signal ? { signal } : {});
    return toResult(output);
  };
}

function toResult(output: unknown): Result {
  if (output === undefined || output === null) return textResult("The tool returned nothing.");
  if (typeof output === "string") return textResult(output);
  if (isToolMessage(output)) {
    const { content, artifact, status } = output;
    return {
      content: toContent(content),
      ...(artifact === undefined ? {} : { structured: artifact }),
      isError: status === "error",
    };
  }
  if (isObject(output) && output.lg_name === "Command") {
    return {
      ...textResult("The tool returned a command for the graph around it, which cannot be applied here."),
      isError: true,
    };
  }
  if (isBlockList(output)) return { content: output.map(toBlock), isError: false };
  return { content: toContent(output), structured: output, isError: false };
}

function textResult(text: string): Result {
  return { content: [{ type: "text", text }], isError: false };
}

interface ToolMessageShape {
  content: unknown;
  artifact?: unknown;
  status?: unknown;
}

/** By shape, since two copies of the library may be installed. */
function isToolMessage(output: unknown): output is ToolMessageShape {
  return isObject(output) && "tool_call_id" in output && "content" in output;
}

function isBlockList(output: unknown): output is Record<string, unknown>[] {
  return (
    Array.isArray(output) && output.length > 0 && output.every((block) => isObject(block) && isBlockType(block.type))
  );
}

const blockTypes = new Set(["text", "image", "image_url", "audio", "resource", "resource_link", "file"]);

function isBlockType(type: unknown): boolean {
  return typeof type === "string" && blockTypes.has(type);
}

function toContent(output: unknown): ToolContent[] {
  if (typeof output === "string") return [{ type: "text", text: output }];
  if (isBlockList(output)) return output.map(toBlock);
  return [{ type: "text", text: JSON.stringify(output) ?? String(output) }];
}

function toBlock(block: Record<string, unknown>): ToolContent {
  const { type, text, uri, name } = block;
  if (type === "text" && typeof text === "string") return { type, text };
  if (type === "image" || type === "audio") {
    const mimeType = block.mimeType ?? block.mime_type;
    if (typeof block.data === "string" && typeof mimeType === "string") return { type, data: block.data, mimeType };
  }
  if (type === "resource_link" && typeof uri === "string") {
    return { type, uri, ...(typeof name === "string" ? { name } : {}) };
  }
  if (type === "resource" && isObject(block.resource) && typeof block.resource.uri === "string") {
    return { type, resource: block.resource as { uri: string } };
  }
  const address = isObject(block.image_url) ? block.image_url.url : (block.image_url ?? block.url);
  if (typeof address === "string") {
    const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(address) ?? [];
    return mimeType && data ? { type: "image", data, mimeType } : { type: "resource_link", uri: address };
  }
  return { type: "text", text: JSON.stringify(block) };
}
