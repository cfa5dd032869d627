/** Reads the body of a provider's answer: whole, or as a stream that may neither stall nor end in the middle unseen. */
import { type Callee, describeBrokenAnswer, ModelCallError, reasonOf } from "./failures.js";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The next part of a body. @throws when there is none within the time. */
async function readPart(reader: Reader, pauseTimeout: number): ReturnType<Reader["read"]> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${pauseTimeout} ms`)), pauseTimeout);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    reader.cancel(error).catch(() => {
      // The connection is broken already; there is nothing left to cancel.
    });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The answer with its body read to the end. @throws when it breaks off, stalls, or succeeds with something that is no JSON. */
export async function readWhole(response: Response, pauseTimeout: number): Promise<Response> {
  const decoder = new TextDecoder();
  let text = "";
  if (response.body) {
    const reader = response.body.getReader();
    for (let part = await readPart(reader, pauseTimeout); !part.done; part = await readPart(reader, pauseTimeout)) {
      text += decoder.decode(part.value, { stream: true });
    }
  }
  if (response.ok && !isJson(text)) throw new Error(`the answer is no JSON: ${text.slice(0, 80)}`);
  return withBody(response, text);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The answer with another body; it is neither compressed nor of the old length any more. */
export function withBody(response: Response, body: string | ReadableStream<Uint8Array>): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  // These statuses have no body.
  return new Response([204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
}

/**
 * The answer with its front read until it says something: a stream that breaks before may be asked for again. Later a stall
 * or a broken connection is an error of the stream that says so. `onBegin` is called with the first part, whatever it holds:
 * some servers send comments for as long as the model thinks.
 */
export async function guardStream(
  response: Response,
  pauseTimeout: number,
  callee: Callee,
  onBegin: () => void,
): Promise<Response> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const front: Uint8Array[] = [];
  let rest = "";
  for (let hasBegun = false; !hasBegun; ) {
    const { done, value } = await readPart(reader, pauseTimeout);
    // What ends without a line break is judged by the reader of the events.
    if (done && rest.trim() === "") throw new Error("the answer is empty");
    if (done) break;
    onBegin();
    front.push(value);
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    hasBegun = lines.some(saysSomething);
  }
  const guarded = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of front) controller.enqueue(part);
    },
    async pull(controller) {
      try {
        const { done, value } = await readPart(reader, pauseTimeout);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(isAbort(error) ? error : brokenAnswer(reasonOf(error), callee, error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return withBody(response, guarded);
}

/** False for the lines of a stream that nobody is shown: comments, and events that only name who speaks. */
function saysSomething(line: string): boolean {
  const data = /^data:(.*)$/.exec(line)?.[1]?.trim();
  if (!data) return false;
  const event = parseBody(data);
  if (!event || event.error || !Array.isArray(event.choices)) return true;
  return event.choices.some((choice: { delta?: object | null; finish_reason?: unknown } | null) => {
    const { role: _role, ...said } = (choice?.delta ?? {}) as Record<string, unknown>;
    const isSaid = (value: unknown) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
    return Boolean(choice?.finish_reason) || Object.values(said).some(isSaid);
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

export function brokenAnswer(reason: string, callee: Callee, cause?: unknown): ModelCallError {
  return new ModelCallError(describeBrokenAnswer(reason, callee), 1, undefined, { cause });
}

/** What an answer may hold that is an error. */
interface ErrorBody {
  error?: { message?: unknown; code?: unknown; [key: string]: unknown } | string | undefined;
  message?: unknown;
  detail?: unknown;
  choices?: unknown;
  data?: unknown;
}

/** The provider's own words: servers put them in `error.message`, `error`, `message` or `detail`, or send plain text. */
export function saidIn(text: string): string {
  const body = parseBody(text);
  if (body === undefined) return text;
  const { error, message, detail } = body;
  const said = typeof error === "object" ? (error?.message ?? error?.code) : (error ?? message ?? detail);
  return typeof said === "string" ? said : said === undefined || said === null ? text : JSON.stringify(said);
}

/** The object in a body; undefined when it is something else. */
export function parseBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}
