/** A small loop around the planner: routing by the tests' own rules, tools as functions, both protocols. */
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { Ajv } from "ajv";
import type { FunctionTool } from "../../../catalog/types.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";
import {
  feedbackKey,
  type Protocol,
  parseToolCalls,
  parseToolRequests,
  type RequestAnswer,
  renderRequestAnswers,
  renderToolResponse,
  renderTools,
  requestToolsFunction,
  requestToolsName,
  type ToolRequest,
} from "../../../models/protocol.js";

export interface TestTool {
  server: string;
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  run?: (args: Record<string, unknown>) => unknown;
}

export interface LoopOptions {
  tools: TestTool[];
  /** Names of the tools that answer a request, best first. */
  route?: (request: ToolRequest) => string[];
  requestProtocol?: Protocol | "none";
  callProtocol?: Protocol;
  bound?: string[];
  maxRequests?: number;
}

export interface LoopResult {
  answer: string;
  calls: { name: string; args: Record<string, unknown>; result: string }[];
  requests: { request: ToolRequest; status: RequestAnswer["status"] }[];
  messages: BaseMessage[];
  bound: string[];
  modelCalls: number;
}

const ajv = new Ajv({ strict: false, allErrors: true });

export function functionOf({ name, description, parameters }: TestTool): FunctionTool {
  return { type: "function", function: { name, description, parameters } };
}

/** Runs one user turn; `before` holds the messages of earlier turns. Fails when arguments break a schema. */
export async function runTurn(task: string, options: LoopOptions, before: BaseMessage[] = []): Promise<LoopResult> {
  const { tools, route = () => [], requestProtocol = "native", callProtocol = "native", maxRequests = 5 } = options;
  const bound = [...(options.bound ?? [])];
  const messages = [...before, new HumanMessage(task)];
  const result: LoopResult = { answer: "", calls: [], requests: [], messages, bound, modelCalls: 0 };
  let rounds = 0;

  const execute = (name: string, args: Record<string, unknown>): { text: string; failed: boolean } => {
    const tool = tools.find((one) => one.name === name);
    if (!tool || !bound.includes(name)) throw new Error(`the planner called ${name}, which is not bound`);
    const validate = ajv.compile(tool.parameters);
    if (!validate(args))
      throw new Error(`invalid arguments for ${name}: ${JSON.stringify(args)} ${ajv.errorsText(validate.errors)}`);
    let text: string;
    let failed = false;
    try {
      const value = tool.run ? tool.run(args) : "done";
      text = typeof value === "string" ? value : JSON.stringify(value);
    } catch (error) {
      text = `Error: ${(error as Error).message}`;
      failed = true;
    }
    result.calls.push({ name, args, result: text });
    return { text, failed };
  };
  const answerRequests = (requests: ToolRequest[], protocol: Protocol): string => {
    rounds += 1;
    const answers = requests.map((request): RequestAnswer => {
      if (rounds > maxRequests) return { request, status: "budget_spent" };
      const found = route(request);
      if (found.length === 0) return { request, status: "nothing_fits", nearestServers: ["archive"] };
      const isNew = found.some((name) => !bound.includes(name));
      for (const name of found) if (!bound.includes(name)) bound.push(name);
      const named = found.map((name) => ({ name, server: tools.find((tool) => tool.name === name)!.server }));
      return { request, status: isNew ? "loaded" : "already_loaded", tools: named };
    });
    for (const answer of answers) result.requests.push({ request: answer.request, status: answer.status });
    return renderRequestAnswers(answers, protocol);
  };
  const feedback = (content: string) => new HumanMessage({ content, additional_kwargs: { [feedbackKey]: true } });

  for (; result.modelCalls < 30; ) {
    const functions = bound.map((name) => functionOf(tools.find((tool) => tool.name === name)!));
    const native = [
      ...(callProtocol === "native" ? functions : []),
      ...(requestProtocol === "native" ? [requestToolsFunction] : []),
    ];
    const prompt = [
      "You are an agent.",
      ...(requestProtocol === "text" ? ["Ask with <tool_request> blocks."] : []),
      ...(callProtocol === "text" ? ["Call with <tool_call> blocks.", renderTools(functions)] : []),
    ].join("\n\n");
    const planner = new OfflinePlanner();
    const model = native.length > 0 ? planner.bindTools(native) : planner;
    const message = await model.invoke([new SystemMessage(prompt), ...messages]);
    result.modelCalls += 1;
    const said = new AIMessage({ content: message.content, tool_calls: message.tool_calls ?? [] });
    messages.push(said);
    const text = String(message.content);
    const textCalls = callProtocol === "text" ? parseToolCalls(text).calls : [];
    const textRequests = requestProtocol === "text" ? parseToolRequests(text).requests : [];
    for (const call of said.tool_calls ?? []) {
      const { content, failed } =
        call.name === requestToolsName
          ? { content: answerRequests(call.args.requests as ToolRequest[], "native"), failed: false }
          : (({ text: content, failed }) => ({ content, failed }))(execute(call.name, call.args));
      messages.push(
        new ToolMessage({ content, tool_call_id: call.id!, name: call.name, status: failed ? "error" : "success" }),
      );
    }
    for (const call of textCalls)
      messages.push(feedback(renderToolResponse(call.name, execute(call.name, call.arguments).text)));
    if (textRequests.length > 0) messages.push(feedback(answerRequests(textRequests, "text")));
    if ((said.tool_calls ?? []).length + textCalls.length + textRequests.length === 0) {
      result.answer = text;
      return result;
    }
  }
  throw new Error(`the planner did not come to an end: ${result.calls.map(({ name }) => name).join(", ")}`);
}

/** A router of the tests: tools that share words with the request, most shared words first. */
export function routeByWords(tools: TestTool[], most = 3): (request: ToolRequest) => string[] {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
  return ({ server, tool }) => {
    const wanted = wordsOf(`${server} ${tool}`);
    return tools
      .map((one) => ({
        name: one.name,
        score: [...wordsOf(`${one.server} ${one.name.replaceAll("_", " ")} ${one.description}`)].filter((word) =>
          wanted.has(word),
        ).length,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ name }) => name);
  };
}

export function objectSchema(
  properties: Record<string, unknown>,
  required: string[] = Object.keys(properties),
): Record<string, unknown> {
  return { type: "object", properties, required };
}
