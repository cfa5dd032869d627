/**
 * One transcript, one validator: what is sent to a model, in the wire form of OpenAI's chat completions, and every rule
 * that strict providers hold it to. A run that passes here is one that a real endpoint accepts.
 */
import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { defaults } from "../catalog/defaults.js";

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** Text, or parts of text and media. */
export type WireContent = string | Record<string, unknown>[];

export type WireMessage =
  | { role: "system" | "developer" | "user"; name?: string; content: WireContent }
  | { role: "assistant"; name?: string; content?: WireContent | null; tool_calls?: WireToolCall[] }
  | { role: "tool"; name?: string; content: WireContent; tool_call_id: string };

export interface WireTool {
  type: string;
  function: { name: string; description?: string; parameters?: unknown };
}

/** The body of a chat completion, as far as the rules read it. */
export interface ChatRequest {
  messages: WireMessage[];
  tools?: WireTool[];
  tool_choice?: unknown;
  parallel_tool_calls?: boolean;
  [option: string]: unknown;
}

export interface TranscriptLimits {
  /** Functions in one request; `defaults.providerMaxTools` when left out. */
  maxTools?: number | undefined;
  /** Characters of one function description; `defaults.maxDescriptionLength` when left out. */
  maxDescriptionLength?: number | undefined;
}

/** What providers accept as the name of a function. */
export const functionNamePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** What providers accept as the name of a message's author. */
const messageNamePattern = /^[^\s<|\\/>]{1,64}$/;

const compositions = ["anyOf", "oneOf", "allOf", "$ref"] as const;

/** Checks a request against the rules of strict providers. Returns one line for each violation; empty when all is well. */
export function validateTranscript(body: ChatRequest, limits: TranscriptLimits = {}): string[] {
  return [...checkMessages(body.messages), ...checkTools(body, limits)];
}

function checkMessages(messages: WireMessage[] | undefined): string[] {
  if (!Array.isArray(messages) || messages.length === 0) return ["messages: expected at least one message"];
  const violations: string[] = [];
  messages.forEach((message, index) => {
    const at = `messages[${index}]`;
    if ((message.role === "system" || message.role === "developer") && index > 0) {
      violations.push(`${at}: a system message may only be the first message`);
    }
    violations.push(...checkContent(message, at), ...checkName(message, at));
    if (message.role === "assistant") violations.push(...checkCalls(message.tool_calls, messages, index));
    if (message.role === "tool" && !belongsToCall(messages, index)) {
      violations.push(
        `${at}: tool message for '${message.tool_call_id}' does not follow an assistant message that made the call`,
      );
    }
  });
  if (messages.at(-1)?.role === "assistant") violations.push("messages: the last message is the assistant's own");
  return violations;
}

function checkName({ name }: WireMessage, at: string): string[] {
  if (name === undefined || messageNamePattern.test(name)) return [];
  return [`${at}: name '${name}' does not match ${messageNamePattern.source}`];
}

function checkContent(message: WireMessage, at: string): string[] {
  const { role, content } = message;
  if (!["system", "developer", "user", "assistant", "tool"].includes(role)) return [`${at}: unknown role '${role}'`];
  if (role === "assistant" && message.tool_calls && message.tool_calls.length > 0) return [];
  if (content === undefined || content === null) return [`${at}: content is missing`];
  // A tool may return nothing; nobody may say nothing.
  if (role !== "tool" && content.length === 0) return [`${at}: content is empty`];
  return [];
}

function checkCalls(calls: WireToolCall[] | undefined, messages: WireMessage[], index: number): string[] {
  if (calls === undefined) return [];
  const at = `messages[${index}]`;
  if (calls.length === 0) return [`${at}: tool_calls is empty; leave it out`];
  const violations: string[] = [];
  const seen = new Set<string>();
  for (const call of calls) {
    if (!call.id) violations.push(`${at}: a tool call of '${call.function.name}' has no id`);
    else if (seen.has(call.id)) violations.push(`${at}: duplicate tool call id '${call.id}'`);
    seen.add(call.id);
    if (!functionNamePattern.test(call.function.name)) {
      violations.push(`${at}: call name '${call.function.name}' does not match ${functionNamePattern.source}`);
    }
    if (!isJsonText(call.function.arguments)) {
      violations.push(`${at}: arguments of call '${call.id}' are not JSON text`);
    }
  }
  const answers = answersAfter(messages, index);
  calls.forEach((call, position) => {
    const answer = answers[position]?.tool_call_id;
    if (answer === call.id) return;
    const elsewhere = answers.some((other) => other.tool_call_id === call.id);
    violations.push(
      elsewhere
        ? `${at}: call '${call.id}' is answered out of order`
        : `${at}: call '${call.id}' is not answered by the tool messages directly after it`,
    );
  });
  const ids = answers.map((answer) => answer.tool_call_id);
  for (const id of new Set(ids.filter((id, position) => ids.indexOf(id) !== position))) {
    violations.push(`${at}: call '${id}' is answered more than once`);
  }
  return violations;
}

type WireToolMessage = Extract<WireMessage, { role: "tool" }>;

/** The unbroken run of tool messages after a message. */
function answersAfter(messages: WireMessage[], index: number): WireToolMessage[] {
  const answers: WireToolMessage[] = [];
  for (const message of messages.slice(index + 1)) {
    if (message.role !== "tool") break;
    answers.push(message);
  }
  return answers;
}

function belongsToCall(messages: WireMessage[], index: number): boolean {
  const answer = messages[index] as WireToolMessage;
  const before = messages.slice(0, index).findLast((message) => message.role !== "tool");
  return before?.role === "assistant" && (before.tool_calls ?? []).some((call) => call.id === answer.tool_call_id);
}

function isJsonText(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkTools(body: ChatRequest, limits: TranscriptLimits): string[] {
  const { tools } = body;
  if (tools === undefined) {
    return ["tool_choice", "parallel_tool_calls"]
      .filter((option) => body[option] !== undefined)
      .map((option) => `${option}: not allowed without tools`);
  }
  if (!Array.isArray(tools) || tools.length === 0) return ["tools: empty; leave it out"];
  const { maxTools = defaults.providerMaxTools, maxDescriptionLength = defaults.maxDescriptionLength } = limits;
  const violations: string[] = [];
  if (tools.length > maxTools) violations.push(`tools: ${tools.length} functions, at most ${maxTools} are allowed`);
  const names = new Set<string>();
  tools.forEach((tool, index) => {
    const at = `tools[${index}]`;
    if (tool?.type !== "function" || typeof tool.function?.name !== "string") {
      violations.push(`${at}: expected {type: "function", function: {name, ...}}`);
      return;
    }
    const { name, description = "", parameters } = tool.function;
    if (!functionNamePattern.test(name)) {
      violations.push(`${at}: name '${name}' does not match ${functionNamePattern.source}`);
    }
    if (names.has(name)) violations.push(`${at}: duplicate name '${name}'`);
    names.add(name);
    if (description.length > maxDescriptionLength) {
      violations.push(
        `${at}: description of '${name}' has ${description.length} characters, at most ${maxDescriptionLength}`,
      );
    }
    violations.push(...checkParameters(parameters, `${at}: parameters of '${name}'`));
  });
  return violations;
}

function checkParameters(parameters: unknown, at: string): string[] {
  if (parameters === undefined) return [];
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    return [`${at}: expected a JSON Schema object`];
  }
  const schema = parameters as Record<string, unknown>;
  const violations: string[] = [];
  if (schema.type !== "object") violations.push(`${at}: expected type "object" at the top`);
  for (const keyword of compositions) {
    if (schema[keyword] !== undefined) violations.push(`${at}: ${keyword} is not allowed at the top`);
  }
  return violations;
}

const roles: Record<string, WireMessage["role"]> = {
  human: "user",
  generic: "user",
  system: "system",
  ai: "assistant",
  tool: "tool",
};

/**
 * Converts LangChain messages to the wire form.
 * Calls whose arguments could not be read (`invalid_tool_calls`) keep the text the model wrote, after the valid ones.
 */
export function toWire(messages: readonly BaseMessage[]): WireMessage[] {
  return messages.map((message) => {
    const role = roles[message.getType()] ?? "user";
    const content = message.content as WireContent;
    const named = message.name === undefined ? {} : { name: message.name };
    if (role === "tool") return { role, content, ...named, tool_call_id: (message as ToolMessage).tool_call_id };
    if (role !== "assistant") return { role, content, ...named };
    const calls = toWireCalls(message);
    return calls.length === 0
      ? { role, content: textParts(content), ...named }
      : { role, content: textParts(content), ...named, tool_calls: calls };
  });
}

/** Providers of other kinds repeat their calls inside the content; the wire form carries them once. */
function textParts(content: WireContent): WireContent {
  if (typeof content === "string") return content;
  return content.filter((part) => part.type !== "tool_use" && part.type !== "tool_call");
}

function toWireCalls(message: BaseMessage): WireToolCall[] {
  if (!AIMessage.isInstance(message)) return [];
  const valid = (message.tool_calls ?? []).map((call) => wireCall(call.id, call.name, JSON.stringify(call.args ?? {})));
  const invalid = (message.invalid_tool_calls ?? []).map((call) => wireCall(call.id, call.name, call.args ?? ""));
  if (valid.length + invalid.length > 0) return [...valid, ...invalid];
  return (message.additional_kwargs.tool_calls as WireToolCall[] | undefined) ?? [];
}

function wireCall(id: string | undefined, name: string | undefined, args: string): WireToolCall {
  return { id: id ?? "", type: "function", function: { name: name ?? "", arguments: args } };
}
