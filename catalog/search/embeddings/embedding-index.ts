/** The tools of a catalog by meaning: follows the catalog, answers in time, and says when it cannot. */
import { setTimeout as sleep } from "node:timers/promises";
import { cacheFolder } from "../../cache-folder.js";
import { defaults } from "../../defaults.js";
import { InputError, type ToolId, toolKey } from "../../types.js";
import type { CatalogView } from "../catalog-view.js";
import { watchRemovals } from "../removed-tools.js";
import { embedRequest, inTime } from "./model-calls.js";
import { toHits } from "./strength.js";
import { createToolTexts } from "./tool-texts.js";
import type { EmbeddingOptions, SemanticAnswer, SemanticHit } from "./types.js";
import { VectorCache } from "./vector-cache.js";
import { ExactVectors, StoreVectors } from "./vector-places.js";
import { DimensionError, VectorSync } from "./vector-sync.js";

export interface EmbeddingIndex {
  readonly model: string;
  /** The catalog whose tools it compares. */
  readonly catalog: CatalogView;
  /** Differs after each change of what `search` may answer, other than a change of the catalog. */
  readonly revision: number;
  /** True while requests do not wait for the model, since it failed or was too slow. */
  readonly isFailing: boolean;
  /**
   * Embeds what has no vector yet, however long it takes; a request starts the same in the background.
   * @throws Error when the model fails or there are more tools than can be compared; what was embedded until then is kept.
   */
  prepare(): Promise<void>;
  /** The tools nearest to a text. Answers within `requestTimeout`, with a `failure` when it has nothing to say. Never throws. */
  search(text: string, options: { k: number; allows: (id: ToolId) => boolean }): Promise<SemanticAnswer>;
}

/**
 * The index of a catalog for one embedding model. Vectors are made in the background on the first request, and only for
 * what is new after a change of the catalog.
 *
 * @throws InputError for a model without a name, or a limit that is not a positive number.
 */
export function createEmbeddingIndex(catalog: CatalogView, options: EmbeddingOptions): EmbeddingIndex {
  const { embedder, model, vectorStore, signal, onNotice = () => {} } = options;
  const limits = readLimits(options);
  if (model.trim() === "") throw new InputError("the embedding model has no name: its vectors are kept by that name");
  const textsNow = createToolTexts(catalog);
  const place = vectorStore
    ? new StoreVectors(vectorStore, {
        score: options.storeScore ?? "similarity",
        isFilled: options.storeIsFilled ?? false,
      })
    : new ExactVectors();
  const directory = options.cacheDirectory === undefined ? cacheFolder("embeddings") : options.cacheDirectory;
  const cache = directory === false ? undefined : new VectorCache(directory, model, onNotice);
  const sync = new VectorSync({ embedder, place, cache, textsNow, signal, onNotice, ...limits });
  let revision = 0;
  let failure: { reason: string; until: number } | undefined;
  let wasReset = false;
  let running: { ends: Promise<void>; since: number } | undefined;

  const isTooBig = () => !vectorStore && textsNow().tools.length > limits.maxExactTools;
  const tooBig = () =>
    `embeddings: ${textsNow().tools.length} tools are more than the ${limits.maxExactTools} that are compared without a vector store`;

  function fail(error: unknown): string {
    const reason = error instanceof Error ? error.message.split("\n")[0]! : String(error);
    failure = { reason, until: performance.now() + limits.pauseAfterFailure };
    revision += 1;
    return `embeddings: the model ${model} failed: ${reason}; the next attempt is in ${seconds(limits.pauseAfterFailure)} s at the earliest`;
  }

  /** The failure that still keeps requests from the model. */
  function currentFailure(): typeof failure {
    if (failure && performance.now() >= failure.until) {
      failure = undefined;
      revision += 1;
    }
    return failure;
  }

  /** Vectors of another length than the model gives now are of an earlier model of that name: they are made anew, once. */
  async function discard(): Promise<void> {
    wasReset = true;
    revision += 1;
    await sync.reset();
    onNotice(`the vectors of ${model} have another length than before: all tools are embedded anew`);
  }

  async function synchronize(): Promise<void> {
    try {
      await sync.run();
    } catch (error) {
      if (!(error instanceof DimensionError) || wasReset) throw error;
      await discard();
      await sync.run();
    }
    revision += 1;
  }

  function start(): { ends: Promise<void>; since: number } {
    if (running) return running;
    const ends = synchronize().finally(() => {
      running = undefined;
    });
    // Whoever waits hears of a failure; when nobody does any more, the next request tells it.
    ends.catch((error) => signal?.aborted || fail(error));
    running = { ends, since: performance.now() };
    return running;
  }

  /** Waits while the work in the background is young: a request soon after its start can have it all, later ones take what there is. */
  async function waitForVectors(): Promise<void> {
    if (sync.isDone) return;
    const { ends, since } = start();
    const left = Math.max(since + limits.requestTimeout - performance.now(), 0);
    await Promise.race([ends, sleep(left, undefined, { ref: false })]);
  }

  async function search(text: string, k: number, allows: (id: ToolId) => boolean): Promise<SemanticAnswer> {
    const [unit] = await Promise.all([embedRequest(embedder, text, limits.requestTimeout, signal), waitForVectors()]);
    const { tools } = textsNow();
    const embedded = sync.count(tools);
    const progress = `${embedded} of ${tools.length} tools are embedded so far`;
    if (embedded < defaults.embeddings.leastCoverage * tools.length) return { failure: `embeddings: ${progress}` };
    if (place.dimension > 0 && unit.length !== place.dimension) {
      const lengths = `its vector of the request has ${unit.length} numbers, those of the tools have ${place.dimension}`;
      if (wasReset) throw new Error(lengths);
      await discard();
      start();
      return { failure: `embeddings: ${lengths}; the tools are embedded anew` };
    }
    const allowed = tools.filter((tool) => allows(tool.id));
    const remaining = watchRemovals(catalog);
    const compared = await inTime(() => place.compare(unit, allowed, k), limits.requestTimeout, signal);
    const now = remaining();
    const hits = toHits(now ? compared.filter(({ tool }) => now.has(tool)) : compared);
    return toAnswer(hits, k, embedded < tools.length ? [`embeddings: ${progress}`] : []);
  }

  return {
    model,
    catalog,
    get revision() {
      currentFailure();
      return revision;
    },
    get isFailing() {
      return currentFailure() !== undefined;
    },
    async prepare() {
      if (isTooBig()) throw new InputError(tooBig());
      await start().ends;
    },
    async search(text, { k, allows }) {
      if (isTooBig()) return { failure: tooBig() };
      if (signal?.aborted) return { failure: "embeddings: stopped" };
      const earlier = currentFailure();
      if (earlier) {
        const wait = seconds(earlier.until - performance.now());
        return {
          failure: `embeddings: the model ${model} failed: ${earlier.reason}; the next attempt is in ${wait} s`,
        };
      }
      try {
        return await search(text, k, allows);
      } catch (error) {
        return { failure: signal?.aborted ? "embeddings: stopped" : fail(error) };
      }
    },
  };
}

function toAnswer(hits: readonly SemanticHit[], k: number, notices: string[]): SemanticAnswer {
  let byTool: Map<string, SemanticHit> | undefined;
  let sizes: Map<string, number> | undefined;
  return {
    nearest: hits.slice(0, k),
    find(id) {
      byTool ??= new Map(hits.map((hit) => [toolKey(hit.id), hit]));
      return byTool.get(toolKey(id));
    },
    sizeOf(server) {
      sizes ??= countServers(hits);
      return sizes.get(server) ?? 0;
    },
    compared: hits.length,
    notices,
  };
}

function countServers(hits: readonly SemanticHit[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { id } of hits) sizes.set(id.server, (sizes.get(id.server) ?? 0) + 1);
  return sizes;
}

function readLimits(options: EmbeddingOptions) {
  const limits = {
    batchSize: options.batchSize ?? defaults.embeddings.batchSize,
    requestTimeout: options.requestTimeout ?? defaults.embeddings.requestTimeout,
    batchTimeout: options.batchTimeout ?? defaults.embeddings.batchTimeout,
    pauseAfterFailure: options.pauseAfterFailure ?? defaults.embeddings.pauseAfterFailure,
    maxExactTools: options.maxExactTools ?? defaults.embeddings.maxExactTools,
  };
  for (const [name, value] of Object.entries(limits)) {
    const least = name === "pauseAfterFailure" ? 0 : 1;
    const isValid = value >= least && (name !== "batchSize" || Number.isInteger(value));
    if (!isValid)
      throw new InputError(`${name} of the embeddings must be a number of ${least} or more, given ${value}.`);
  }
  return limits;
}

function seconds(milliseconds: number): string {
  return String(Number((milliseconds / 1000).toFixed(1)));
}
