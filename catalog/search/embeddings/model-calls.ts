/** Calls of an embedding model: with a time limit, and with a check of what it gave. */
import type { Embedder } from "./types.js";
import { toUnit } from "./vector-table.js";

/**
 * The vectors of these texts, each brought to length 1.
 *
 * @throws Error in plain words when the model fails, is too slow, or gives something else than one vector for each text.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: string[],
  timeout: number,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors = await inTime(() => embedder.embedDocuments(texts), timeout, signal);
  if (!Array.isArray(vectors) || vectors.length !== texts.length) {
    const given = Array.isArray(vectors) ? `${vectors.length} vectors` : typeof vectors;
    throw new Error(`it gave ${given} for ${texts.length} texts`);
  }
  const units = vectors.map(checkVector);
  const other = units.find((unit) => unit.length !== units[0]!.length);
  if (other) throw new Error(`it gave vectors of ${units[0]!.length} and of ${other.length} numbers`);
  return units;
}

/** The same for the text of a request. */
export async function embedRequest(
  embedder: Embedder,
  text: string,
  timeout: number,
  signal?: AbortSignal,
): Promise<Float32Array> {
  return checkVector(await inTime(() => embedder.embedQuery(text), timeout, signal));
}

function checkVector(vector: unknown): Float32Array {
  const numbers = vector as ArrayLike<number> | undefined | null;
  if (typeof numbers !== "object" || !(Number(numbers?.length) > 0))
    throw new Error("it gave something that is no vector");
  const unit = toUnit(numbers!);
  if (!unit.every(Number.isFinite)) throw new Error("it gave a vector with something that is no number in it");
  return unit;
}

/** What the work gives, unless it takes longer. Work that is late goes on unheard: the interface has no way to stop it. */
export async function inTime<T>(work: () => Promise<T>, timeout: number, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const limit = new Promise<never>((_, reject) => {
    const seconds = Number((Math.max(timeout, 0) / 1000).toFixed(1));
    timer = setTimeout(() => reject(new Error(`it did not answer within ${seconds} s`)), Math.max(timeout, 0));
    onAbort = () => reject(signal!.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  const result = Promise.resolve().then(work);
  // A failure after the limit concerns nobody.
  result.catch(() => {});
  try {
    return await Promise.race([result, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
