/**
 * What is said to a model and by a model: the `request_tools` function, and the tags for models without function calls.
 *
 * `<tools>`, `<tool_call>` and `<tool_response>` are the tags that open models are trained on (Hermes, Qwen);
 * `<tool_request>` is this software's, `<tool_assistant>` is the same in MCP-Zero (arXiv 2506.01056).
 */
import type { BaseMessage } from "@langchain/core/messages";
import type { FunctionTool } from "../catalog/types.js";

/** The function by which a model asks for tools. */
export const requestToolsName = "request_tools";

/** The function by which a model calls every loaded tool where the functions it is given never change. */
export const callToolName = "call_tool";

/** Which way requests, and which way calls, are written. */
export type Protocol = "native" | "text";

/** What a model asks for. */
export interface ToolRequest {
  server: string;
  tool: string;
}

/** A call that names its tool itself: written as text, or inside a call of `call_tool`. */
export interface NamedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A loaded tool as the model is told of it. */
export interface LoadedTool {
  server: string;
  /** The name to call. */
  name: string;
  /** Only where the answer itself brings the schema, because the functions of the model never change. */
  description?: string;
  parameters?: Record<string, unknown>;
}

/** What became of one request, as the model is told. */
export interface RequestAnswer {
  request: ToolRequest;
  status: "loaded" | "already_loaded" | "nothing_fits" | "budget_spent" | "invalid";
  /** Best match first. */
  tools?: LoadedTool[];
  /** With `nothing_fits`: the servers that came nearest. */
  nearestServers?: string[];
  note?: string;
}

/** A block that was meant for this software and could not be read. */
export interface InvalidBlock {
  text: string;
  reason: string;
}

/** The function definition of `request_tools`. */
export const requestToolsFunction: FunctionTool = {
  type: "function",
  function: {
    name: requestToolsName,
    description:
      "Load tools you do not have yet. Whenever a step needs something none of your loaded tools can do, call this before saying that it cannot be done: " +
      "describe each missing capability, and the tools that match become callable in your next message. Ask only for what the current step needs.",
    parameters: {
      type: "object",
      properties: {
        requests: {
          type: "array",
          minItems: 1,
          description: "One entry for each missing capability.",
          items: {
            type: "object",
            properties: {
              server: {
                type: "string",
                description: "The kind of platform or domain, for example: a database, source code hosting.",
              },
              tool: {
                type: "string",
                description:
                  "What the tool has to do: the action and its object, for example: run a query and return rows.",
              },
            },
            required: ["server", "tool"],
          },
        },
      },
      required: ["requests"],
    },
  },
};

/** The function definition of `call_tool`. */
export const callToolFunction: FunctionTool = {
  type: "function",
  function: {
    name: callToolName,
    description:
      `Call one loaded tool. ${requestToolsName} answers with the name, the description and the parameters of each tool that it loads: ` +
      "give that name, and arguments that follow those parameters.",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "The name of the tool, as it stood where the tool was loaded." },
        arguments: {
          type: "object",
          additionalProperties: true,
          description: "The arguments of the tool: an object that follows its parameters.",
        },
      },
      required: ["name", "arguments"],
    },
  },
};

const requestBlock = /<(tool_request|tool_assistant)>([\s\S]*?)<\/\1>/g;
const callBlock = /<tool_call>([\s\S]*?)<\/tool_call>/g;
const responseBlock = /<tool_response>\n?([\s\S]*?)\n?<\/tool_response>/g;
const answerBlock = /<tool_request_result>\n?([\s\S]*?)\n?<\/tool_request_result>/g;
const toolsBlock = /<tools>\n([\s\S]*?)\n?<\/tools>/g;

/** Reads `<tool_request>` and `<tool_assistant>` blocks anywhere in a text, code fences included. Never throws. */
export function parseToolRequests(text: string): { requests: ToolRequest[]; invalid: InvalidBlock[] } {
  const requests: ToolRequest[] = [];
  const invalid: InvalidBlock[] = [];
  for (const [, , body = ""] of text.matchAll(requestBlock)) {
    const server = field(body, "server");
    const tool = field(body, "tool");
    if (tool) requests.push({ server: server ?? "", tool });
    else invalid.push({ text: body.trim(), reason: "a request needs a line `server: ...` and a line `tool: ...`" });
  }
  return { requests, invalid };
}

/** The text after `name:` on the first line that has one. */
function field(body: string, name: string): string | undefined {
  const label = new RegExp(`^\\s*${name}[ \\t]*:`, "i");
  for (const line of body.split(/[\n\r\u2028\u2029]/)) {
    const text = label.test(line) ? line.replace(label, "").trim() : "";
    if (text !== "") return text;
  }
  return undefined;
}

/** Reads `<tool_call>` blocks. Never throws. */
export function parseToolCalls(text: string): { calls: NamedCall[]; invalid: InvalidBlock[] } {
  const calls: NamedCall[] = [];
  const invalid: InvalidBlock[] = [];
  for (const [, body = ""] of text.matchAll(callBlock)) {
    const call = readCall(body);
    if (typeof call === "string") invalid.push({ text: body.trim(), reason: call });
    else calls.push(call);
  }
  return { calls, invalid };
}

function readCall(body: string): NamedCall | string {
  try {
    return readNamedCall(JSON.parse(body.trim().replace(/^```(?:json)?|```$/g, "")));
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
}

/**
 * Reads `{name, arguments}`, or says what is wrong with it. Never throws. Arguments that a model wrote as JSON text are
 * read, and those that stand beside the name instead of under `arguments` are understood.
 */
export function readNamedCall(value: unknown): NamedCall | string {
  const { name, arguments: given, ...beside } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || name === "") return 'expected {"name": "...", "arguments": {...}}: "name" is missing';
  const args = typeof given === "string" ? parseObject(given) : (given ?? beside);
  if (typeof args !== "object" || args === null || Array.isArray(args)) return '"arguments" must be a JSON object';
  return { name, arguments: args as Record<string, unknown> };
}

function parseObject(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON that cannot close the tag around it, whatever strangers wrote into it. */
function toTaggedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("</", "<\\/");
}

export function renderToolRequest(request: ToolRequest): string {
  return `<tool_request>\nserver: ${request.server}\ntool: ${request.tool}\n</tool_request>`;
}

export function renderToolCall(call: NamedCall): string {
  return `<tool_call>\n${toTaggedJson(call)}\n</tool_call>`;
}

/** The bound schemas for a system prompt, one JSON object a line. */
export function renderTools(tools: readonly FunctionTool[]): string {
  return ["<tools>", ...tools.map(toTaggedJson), "</tools>"].join("\n");
}

/** Reads back what `renderTools` wrote, in all sections of a text; undefined when it has none. Never throws. */
export function parseTools(text: string): FunctionTool[] | undefined {
  const sections = [...text.matchAll(toolsBlock)];
  if (sections.length === 0) return undefined;
  return sections.flatMap(([, body = ""]) => body.split("\n").flatMap(readToolLine));
}

function readToolLine(line: string): FunctionTool[] {
  if (!line.startsWith("{")) return [];
  try {
    const tool = JSON.parse(line) as FunctionTool;
    return typeof tool.function?.name === "string" ? [tool] : [];
  } catch {
    return [];
  }
}

/** A result for a model that writes its calls as text. */
export function renderToolResponse(name: string, content: string): string {
  return `<tool_response>\n${toTaggedJson({ name, content })}\n</tool_response>`;
}

/** Reads back what `renderToolResponse` wrote. */
export function parseToolResponses(text: string): { name: string; content: string }[] {
  return [...text.matchAll(responseBlock)].map(
    ([, body = ""]) => JSON.parse(body) as { name: string; content: string },
  );
}

/** A loaded tool with its schema, for an answer that brings it. */
export function describeLoadedTool(server: string, { function: definition }: FunctionTool): LoadedTool {
  const { name, description, parameters } = definition;
  return { server, name, description, parameters };
}

/** The answer to the requests of one message: JSON, and between tags where it is not a tool message. */
export function renderRequestAnswers(answers: readonly RequestAnswer[], protocol: Protocol): string {
  const value = { results: answers };
  if (protocol === "native") return JSON.stringify(value);
  return `<tool_request_result>\n${toTaggedJson(value)}\n</tool_request_result>`;
}

/** Reads back what `renderRequestAnswers` wrote, in either protocol; empty when the text is something else. */
export function parseRequestAnswers(text: string): RequestAnswer[] {
  const bodies = text.startsWith("{") ? [text] : [...text.matchAll(answerBlock)].map(([, body = ""]) => body);
  return bodies.flatMap((body) => {
    try {
      return (JSON.parse(body) as { results?: RequestAnswer[] }).results ?? [];
    } catch {
      return [];
    }
  });
}

/** The key under `additional_kwargs` that marks what this software said in a human message. */
export const feedbackKey = "toolgap_feedback";

/** True for a human message that holds results or feedback, not a person's words. */
export function isFeedback(message: BaseMessage): boolean {
  return message.getType() === "human" && message.additional_kwargs?.[feedbackKey] === true;
}

/** The last human message that a person wrote: the task. */
export function findTask(messages: readonly BaseMessage[]): BaseMessage | undefined {
  return messages.findLast((message) => message.getType() === "human" && !isFeedback(message));
}
