/** Tries a model out: whether it answers, calls functions, and streams. Each check is one short request. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { FunctionTool } from "../catalog/types.js";
import { failureText, rejectsFunctions } from "./failures.js";

export interface ModelCheck {
  name: "answers" | "calls tools" | "streams";
  /** `warning`: it works in another way, which the detail says. */
  state: "ok" | "warning" | "failed" | "skipped";
  detail: string;
}

const probe: FunctionTool = {
  type: "function",
  function: {
    name: "report_status",
    description: "Reports the status of a service.",
    parameters: { type: "object", properties: { service: { type: "string" } }, required: ["service"] },
  },
};

const greeting = [new HumanMessage("Say hello in one word.")];
const errand = [new HumanMessage('Report the status of the service "billing". Use the tool report_status.')];

/**
 * Checks a model, the next one only when it answers at all.
 * @throws the signal's reason when it is aborted.
 */
export async function checkModel(model: BaseChatModel, signal?: AbortSignal): Promise<ModelCheck[]> {
  const config = signal ? { signal } : {};
  const run = async (name: ModelCheck["name"], work: () => Promise<Omit<ModelCheck, "name">>): Promise<ModelCheck> => {
    const started = performance.now();
    try {
      const result = await work();
      return { name, ...result, detail: `${result.detail}, ${Math.round(performance.now() - started)} ms` };
    } catch (error) {
      signal?.throwIfAborted();
      return { name, state: "failed", detail: failureText(error) };
    }
  };

  const answers = await run("answers", async () => {
    const answer = (await model.invoke(greeting, config)) as AIMessage;
    if (answer.text.trim() === "") return { state: "warning", detail: "its answer holds no text" };
    const tokens = answer.usage_metadata?.input_tokens ? "tells its usage" : "tells no usage: tokens are counted here";
    return { state: "ok", detail: `${JSON.stringify(answer.text.slice(0, 40))}, ${tokens}` };
  });
  if (answers.state === "failed") {
    const skipped = { state: "skipped" as const, detail: "it does not answer" };
    return [answers, { name: "calls tools", ...skipped }, { name: "streams", ...skipped }];
  }
  const calls = await run("calls tools", () => checkCalls(model, config));
  const streams = await run("streams", async () => {
    let pieces = 0;
    for await (const chunk of await model.stream(greeting, config)) if (chunk.text !== "") pieces += 1;
    if (pieces === 0) throw new Error("the stream held no text");
    return { state: "ok", detail: pieces === 1 ? "in one piece" : `in ${pieces} pieces` };
  });
  return [answers, calls, streams];
}

async function checkCalls(model: BaseChatModel, config: { signal?: AbortSignal }): Promise<Omit<ModelCheck, "name">> {
  if (!model.bindTools) return { state: "warning", detail: "takes no functions: requests and calls go as text" };
  try {
    const answer = (await model.bindTools([probe]).invoke(errand, config)) as AIMessage;
    const [call] = AIMessage.isInstance(answer) ? (answer.tool_calls ?? []) : [];
    if (call?.name === probe.function.name) {
      return { state: "ok", detail: `called ${call.name} with ${JSON.stringify(call.args).slice(0, 80)}` };
    }
    if (answer.invalid_tool_calls?.length) {
      return { state: "warning", detail: "called the function with arguments that are not JSON: try --protocol text" };
    }
    const said = JSON.stringify(answer.text.slice(0, 60));
    return { state: "warning", detail: `took the function but did not call it, and said ${said}: try --protocol text` };
  } catch (error) {
    if (!rejectsFunctions(error)) throw error;
    return { state: "warning", detail: `takes no functions, so requests and calls go as text (${failureText(error)})` };
  }
}
