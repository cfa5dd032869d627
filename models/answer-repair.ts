/**
 * Brings the answers of servers that follow the protocol loosely into the form that the client library reads: a missing
 * role, a refusal that stands beside the content, parallel calls that share one index. It also says so when a stream ends
 * before its answer did, which the library takes for an end.
 */
import { brokenAnswer, isJson, parseBody, saidIn, withBody } from "./answer-body.js";
import { type Callee, describeNoMessage, ModelCallError } from "./failures.js";

interface ToolCall {
  index?: number;
  id?: string | null | undefined;
  function?: { name?: string | null; arguments?: string | null } | null;
}

interface Message {
  role?: string | null;
  content?: unknown;
  refusal?: string | null;
  tool_calls?: (ToolCall | null)[] | null;
}

interface Completion {
  choices?: ({ message?: Message | null; delta?: Message | null; finish_reason?: string | null } | null)[] | null;
  error?: unknown;
}

/** Makes a `fetch` whose successful answers are repaired. */
export function createRepairingFetch(send: typeof fetch, callee: Callee): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    if (isStream) return withBody(response, response.body!.pipeThrough(repairEvents(callee)));
    const text = await response.text();
    const completion = parseBody(text) as Completion | undefined;
    const choices = (completion?.choices ?? []).filter((choice) => choice !== null);
    if (choices.length === 0) throw new ModelCallError(describeNoMessage(text, callee), 1, response.status);
    for (const { message } of choices) if (message) repairMessage(message);
    return withBody(response, JSON.stringify({ ...completion, choices }));
  };
}

function repairMessage(message: Message): void {
  message.role ??= "assistant";
  // The library keeps no refusal; said as content it reaches the person.
  if (message.refusal && !message.content) message.content = message.refusal;
  if (message.tool_calls) message.tool_calls = message.tool_calls.filter((call) => call !== null);
}

/** Repairs the events of a stream, one line at a time. */
function repairEvents(callee: Callee): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const repairIndexes = createIndexRepair();
  let rest = "";
  let hasEnded = false;

  const repairLine = (line: string): string => {
    const data = /^data: ?(.*)$/.exec(line)?.[1]?.trim();
    if (!data) return line;
    if (data === "[DONE]") {
      hasEnded = true;
      return line;
    }
    const completion = parseEvent(data, callee);
    const choices = (completion.choices ?? []).filter((choice) => choice !== null);
    for (const choice of choices) {
      if (choice.finish_reason) hasEnded = true;
      if (!choice.delta) continue;
      repairMessage(choice.delta);
      repairIndexes(choice.delta);
    }
    return `data: ${JSON.stringify({ ...completion, choices })}`;
  };

  return new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(encoder.encode(`${lines.map(repairLine).join("\n")}\n`));
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(encoder.encode(`${repairLine(rest)}\n\n`));
      if (!hasEnded) controller.error(brokenAnswer("the stream ended before the answer did", callee));
    },
  });
}

/** @throws ModelCallError for what is no event, and for an error: the library would hand its words on as they are. */
function parseEvent(data: string, callee: Callee): Completion {
  const completion = parseBody(data) as Completion | undefined;
  if (!completion) throw brokenAnswer(`it sent something that is no JSON object: ${data.slice(0, 80)}`, callee);
  if (completion.error) throw brokenAnswer(`it sent an error: ${saidIn(data)}`, callee);
  return completion;
}

/** A call of a stream as far as it has come. */
interface StartedCall {
  /** The server's own, as far as it has told one. */
  id: string;
  name: string;
  args: string;
}

/**
 * Calls that begin under an index that another call has get one of their own; what follows them too. A call without an id
 * gets one: the library takes it for one whose arguments cannot be read.
 */
function createIndexRepair(): (delta: Message) => void {
  const started = new Map<number, StartedCall>();
  const current = new Map<number, number>();
  const ids = new Map<number, string>();
  return ({ tool_calls: calls }) => {
    for (const call of calls ?? []) {
      if (!call) continue;
      const said = call.index ?? 0;
      let index = current.get(said) ?? said;
      const part = { id: call.id ?? "", name: call.function?.name ?? "", args: call.function?.arguments ?? "" };
      const earlier = started.get(index);
      if (earlier && beginsAnother(earlier, part)) index = Math.max(...started.keys()) + 1;
      const { id, name, args } = started.get(index) ?? { id: "", name: "", args: "" };
      started.set(index, { id: part.id || id, name: part.name || name, args: args + part.args });
      current.set(said, index);
      call.index = index;
      if (!ids.has(index)) ids.set(index, part.id || `call_${index + 1}`);
      call.id = ids.get(index);
    }
  };
}

/** By another id; without one by another name, or by the same name once the earlier call is complete: some repeat it. */
function beginsAnother(earlier: StartedCall, { id, name }: StartedCall): boolean {
  if (id !== "" && earlier.id !== "") return id !== earlier.id;
  if (name === "" || earlier.name === "") return false;
  return name !== earlier.name || isJson(earlier.args);
}
