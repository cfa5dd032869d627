/** Gives every tool of the catalog its vector, in the background, from disk or from the model. */

import { embedTexts } from "./model-calls.js";
import type { ToolText, ToolTexts } from "./tool-texts.js";
import type { Embedder } from "./types.js";
import type { VectorCache } from "./vector-cache.js";
import type { VectorPlace } from "./vector-places.js";

interface SyncPorts {
  embedder: Embedder;
  place: VectorPlace;
  cache: VectorCache | undefined;
  textsNow: () => ToolTexts;
  batchSize: number;
  batchTimeout: number;
  signal: AbortSignal | undefined;
  onNotice: (line: string) => void;
}

/** One run at a time; whoever asks meanwhile waits for the same one. */
export class VectorSync {
  readonly #ports: SyncPorts;
  #running: Promise<void> | undefined;
  #doneVersion: number | undefined;

  constructor(ports: SyncPorts) {
    this.#ports = ports;
  }

  /** True when every tool of the catalog as it is now has a vector, and no other has one. */
  get isDone(): boolean {
    return this.#doneVersion === this.#ports.textsNow().version;
  }

  /** How many of these tools have a vector. */
  count(tools: readonly ToolText[]): number {
    if (this.isDone) return tools.length;
    return tools.reduce((count, tool) => count + (this.#ports.place.has(tool) ? 1 : 0), 0);
  }

  /** @throws Error when the model or the store fails; what was embedded until then is kept. */
  run(): Promise<void> {
    if (this.isDone) return Promise.resolve();
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Forgets all vectors, also those on disk. */
  async reset(): Promise<void> {
    this.#doneVersion = undefined;
    await this.#ports.place.clear();
    await this.#ports.cache?.clear();
  }

  async #run(): Promise<void> {
    const { place, textsNow } = this.#ports;
    while (!this.isDone) {
      const { version, tools } = textsNow();
      await place.retain(tools);
      await this.#takeFromDisk(tools);
      await this.#embed(tools, version);
      // The catalog may have changed meanwhile: then the loop goes on with what is new.
      if (textsNow().version === version) this.#doneVersion = version;
    }
  }

  async #takeFromDisk(tools: readonly ToolText[]): Promise<void> {
    const { cache, place } = this.#ports;
    const missing = tools.filter((tool) => !place.has(tool));
    if (!cache || missing.length === 0) return;
    const vectors = await cache.read(new Set(missing.map((tool) => tool.key)));
    // Files of a model that changed under its name may hold vectors of several lengths: the newest is last.
    const dimension = place.dimension || [...vectors.values()].at(-1)?.length;
    const usable = missing.flatMap((tool): [ToolText, Float32Array][] => {
      const vector = vectors.get(tool.key);
      return vector !== undefined && vector.length === dimension ? [[tool, vector]] : [];
    });
    if (usable.length > 0) await place.put(usable);
  }

  async #embed(tools: readonly ToolText[], version: number): Promise<void> {
    const { embedder, place, cache, batchSize, batchTimeout, signal, textsNow, onNotice } = this.#ports;
    const groups = groupByKey(tools.filter((tool) => !place.has(tool)));
    if (groups.length > batchSize)
      onNotice(`embedding the texts of ${groups.length} tools; they are kept for later runs`);
    for (let start = 0; start < groups.length && textsNow().version === version; start += batchSize) {
      const batch = groups.slice(start, start + batchSize);
      const texts = batch.map(([first]) => first!.text);
      const units = await embedTexts(embedder, texts, batchTimeout, signal);
      if (place.dimension > 0 && units[0]!.length !== place.dimension) {
        throw new DimensionError(
          `it gave vectors of ${units[0]!.length} numbers, earlier ones have ${place.dimension}`,
        );
      }
      await cache?.append(new Map(batch.map(([first], index) => [first!.key, units[index]!])));
      await place.put(
        batch.flatMap((same, index) => same.map((tool): [ToolText, Float32Array] => [tool, units[index]!])),
      );
    }
  }
}

/** The model gives vectors of another length than before: the earlier ones are of no use. */
export class DimensionError extends Error {}

/** Tools of one text are embedded once. */
function groupByKey(tools: readonly ToolText[]): ToolText[][] {
  const groups = new Map<string, ToolText[]>();
  for (const tool of tools) {
    const same = groups.get(tool.key);
    if (same) same.push(tool);
    else groups.set(tool.key, [tool]);
  }
  return [...groups.values()];
}
