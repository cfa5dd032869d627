/** What went wrong with a model call: which provider, which status, which attempt, and what a person can do. No secrets. */

import { collectSecrets, redact } from "../catalog/secrets.js";

/** Who is called, in words for messages. */
export interface Callee {
  provider: string;
  model: string;
  /** Where it listens; shown without a password or a query. */
  baseUrl?: string | undefined;
  keyVariable?: string | undefined;
  baseUrlVariable?: string | undefined;
  /** Texts that are taken out of every message, as `secretForms` gives them. */
  secrets?: readonly string[] | undefined;
}

/** A model call that failed for good; the message is one line. */
export class ModelCallError extends Error {
  override readonly name = "ModelCallError";

  constructor(
    message: string,
    readonly attempts: number,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** `openai (gpt-4o-mini)`. */
export function calleeName({ provider, model }: Callee): string {
  return model === "" ? provider : `${provider} (${model})`;
}

/** Characters of a provider's own words that a message quotes. */
const quotedCharacters = 500;

/** One line without secrets, of bounded length. */
export function cleanLine(text: string, secrets: readonly string[] = []): string {
  const line = redact(text, secrets).replace(/\s+/g, " ").trim();
  return line.length > quotedCharacters ? `${line.slice(0, quotedCharacters)}...` : line;
}

/** The forms in which secrets are taken out of texts; values too short to be one, such as "none", are left alone. */
export function secretForms(values: readonly string[]): string[] {
  return collectSecrets(values.filter((value) => value.length >= 6));
}

/** An address without user, password and query, which may be secrets. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "(not an address)";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
}

/** What an HTTP answer that is an error means for the person; `wait` is the milliseconds that the provider asks for. */
export function describeStatus(
  status: number,
  said: string,
  callee: Callee,
  attempts: number,
  most: number,
  wait?: number,
): string {
  const words = cleanLine(said, callee.secrets);
  const tries = attempts > 1 ? ` on attempt ${attempts} of ${most}` : "";
  return `${calleeName(callee)} answered HTTP ${status}${tries}: ${words || "no reason given"} - ${adviceFor(status, words, callee)}${!wait ? "" : ` (it asks for a wait of ${inWords(wait)})`}`;
}

/** `50 seconds`, `60 minutes`, `5 hours`, rounded up: who comes back earlier is refused again. */
function inWords(wait: number): string {
  const [unit, size] = wait > 7_200_000 ? ["hour", 3_600_000] : wait > 120_000 ? ["minute", 60_000] : ["second", 1_000];
  const count = Math.ceil(wait / (size as number));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function adviceFor(status: number, said: string, { keyVariable = "the key", baseUrl, model }: Callee): string {
  if (/insufficient_quota|exceeded your current quota/i.test(said))
    return "add credit to the account, or choose another provider";
  if (/context.{0,10}(length|window)|maximum context|too many tokens/i.test(said))
    return "the request is too long for this model: use one with a longer context, or bind fewer tools";
  if (status === 401 || status === 403) return `check ${keyVariable}`;
  if (status === 402) return "add credit to the account, or choose another provider";
  if (status === 404)
    return `check that the model "${model}" exists${baseUrl ? ` and that ${shownUrl(baseUrl)} is the right address` : ""}`;
  if (status === 413) return "the request is too big: bind fewer tools";
  if (status === 429) return "wait a while, or send fewer requests at the same time";
  if (status >= 500 || status === 408) return "the provider has trouble: try again later";
  return "see the provider's words; `toolgap doctor` shows what the endpoint can do";
}

/** What a request that got no answer means for the person. */
export function describeNoAnswer(reason: string, callee: Callee, attempts: number, most: number): string {
  const { baseUrl, baseUrlVariable } = callee;
  const where = baseUrl ? ` at ${shownUrl(baseUrl)}` : "";
  const check = baseUrlVariable ? `check ${baseUrlVariable} and that the server runs` : "check the network";
  const tries = attempts > 1 ? ` on attempt ${attempts} of ${most}` : "";
  return `${calleeName(callee)}${where} gave no answer${tries} (${cleanLine(reason, callee.secrets)}) - ${check}`;
}

/** A whole answer in which nobody says anything. */
export function describeNoMessage(text: string, callee: Callee): string {
  const where = callee.baseUrl ? shownUrl(callee.baseUrl) : "the address";
  return `${calleeName(callee)} answered without a message (${cleanLine(text, callee.secrets)}) - check that ${where} speaks chat completions`;
}

/** An answer that broke off; it is never asked for again, since a part of it may have been shown. */
export function describeBrokenAnswer(reason: string, callee: Callee): string {
  return `${calleeName(callee)} broke off in the middle of its answer (${cleanLine(reason, callee.secrets)}); it was not asked again because a part of the answer may have been shown - run the task again`;
}

/** The innermost reason of a failed connection, as short as it can be said. */
export function reasonOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string };
  if (typeof code === "string") return code;
  return cause instanceof Error ? reasonOf(cause) : (message ?? String(error));
}

/** One line for an error of a chat model, ours where the client library has wrapped it in its own. */
export function failureText(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelCallError) return cause.message;
  }
  const message = error instanceof Error ? error.message : String(error);
  // LangChain adds an address of its documentation, the client library the status that our line names already.
  const [first = ""] = message.split("\n\nTroubleshooting URL");
  return first.replace(/^\d{3} (?=.* answered HTTP \d{3})/, "").replace(/\s*\n\s*/g, " ");
}

const noFunctions = [
  /(?:does|do) ?n[o']t support (?:tools?|functions?|native tool|the tools? )/i,
  /not support (?:tool|function)[ _-]?(?:calls?|calling|use|choice)?\b/i,
  /(?:tools?|functions?|tool use|(?:tool|function)[ _]calling)[`'"]? (?:is|are) not (?:supported|available|enabled)/i,
  /no endpoints found that support tool use/i,
  /(?:tool choice|tools param|tools?) requires? --/i,
  /(?:unsupported|unrecognized|unknown|unexpected|extra)[^.]*[\s'"`:](?:tools|tool_choice|functions)\b/i,
];

/** True for the error of an endpoint or a model that takes no functions at all; a bad function is another matter. */
export function rejectsFunctions(error: unknown): boolean {
  const text = typeof error === "string" ? error : failureText(error);
  return noFunctions.some((pattern) => pattern.test(text));
}

const wantsFunctions = [
  /must (?:define|include|provide|specify) (?:the )?[`'"]?tools/i,
  /expects the [`'"]?tools=?[`'"]? param/i,
  /toolConfig field must be defined/i,
];

/** True for the error of a provider that refuses a history with calls where no functions are sent along. */
export function demandsFunctions(error: unknown): boolean {
  const text = failureText(error);
  return wantsFunctions.some((pattern) => pattern.test(text));
}
