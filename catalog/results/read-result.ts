/** The function by which a model reads on in a result that was too long for it. */
import { isObject } from "../definition.js";
import type { FunctionTool } from "../types.js";
import { headWithin } from "./shorten.js";
import type { ResultStore } from "./store.js";

export const readResultName = "read_result";

/** Offered only where a stored result exists. */
export const readResultFunction: FunctionTool = {
  type: "function",
  function: {
    name: readResultName,
    description: "Read a part of a tool result that was too long to be shown whole.",
    parameters: {
      type: "object",
      properties: {
        id: { type: "string", description: "The id that stands in the shortened result." },
        offset: { type: "integer", minimum: 0, description: "The character at which to begin. Default: 0." },
        length: {
          type: "integer",
          minimum: 1,
          description: "How many characters at most. Default: as many as may be shown.",
        },
      },
      required: ["id"],
    },
  },
};

/** How the marker in a shortened result names the call that reads on. */
export function readOnCall(id: string, offset: number): string {
  return `${readResultName}(${JSON.stringify({ id, offset })})`;
}

/** True for what `ResultStore.keep` gives. */
export function isResultId(value: unknown): value is string {
  return typeof value === "string" && /^r[0-9a-f]{16}$/.test(value);
}

export interface ReadOptions {
  store: ResultStore;
  /** The conversation that the id must belong to. */
  thread: string | undefined;
  maxTokens: number;
}

/** Tokens for the line below a part. */
const footerTokens = 60;

/** Answers one call of the model; never throws. `usable` is false where the arguments were wrong. */
export async function readResult(
  args: unknown,
  { store, thread, maxTokens }: ReadOptions,
): Promise<{ text: string; ok: boolean; usable: boolean }> {
  const { id, offset = 0, length = Number.MAX_SAFE_INTEGER } = isObject(args) ? args : {};
  const wrong = (text: string) => ({ text, ok: false, usable: false });
  if (typeof id !== "string") return wrong(`${readResultName} needs "id", the id that stands in the shortened result.`);
  if (!isCount(offset, 0)) return wrong('"offset" must be a whole number of characters, 0 or more.');
  if (!isCount(length, 1)) return wrong('"length" must be a whole number of characters, 1 or more.');
  const room = Math.max(1, maxTokens - footerTokens);
  // No token is longer than that but by rare exception; the cut below is exact.
  const part = await store.read(id, offset, Math.min(length, room * 16), thread);
  if (part === undefined) {
    const text = `The result ${JSON.stringify(id)} is no longer kept. Call the tool that gave it again, with arguments that ask for less where it has such.`;
    return { text, ok: false, usable: true };
  }
  if (part.text === "") {
    return { text: `The result ends at character ${part.total}; nothing is left.`, ok: true, usable: true };
  }
  const whole = part.text.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
  const text = await headWithin(whole, room);
  const start = part.offset + (part.text.length - part.text.replace(/^[\uDC00-\uDFFF]/, "").length);
  const end = start + text.length;
  const more = end < part.total ? `; ${readOnCall(id, end)} gives the next part` : "; this is the end";
  return { text: `${text}\n[characters ${start} to ${end} of ${part.total}${more}]`, ok: true, usable: true };
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}
