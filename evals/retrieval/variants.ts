/** What is measured beside what: several routers, a router without parts of its score, with and without usage examples. */

import { scoreParts } from "../../catalog/search/index.js";
import { InputError } from "../../catalog/types.js";
import { embeddingRouterName, evalRouterNames } from "../routers/index.js";

/** One way to rank the tasks of a set. */
export interface Variant {
  label: string;
  router: string;
  /** Parts of the score that are left out. */
  without: readonly string[];
  /** Whether the tables of words lose every line that holds a word of a ranked query. */
  withoutQueryWords: boolean;
  /** Whether an embedding model finds too. */
  embeddings: boolean;
  /** Whether labeled queries are indexed as usage examples. */
  examples: boolean;
  /** The label of the variant that it is compared with. */
  base?: string | undefined;
}

export interface VariantOptions {
  routers: readonly string[];
  /** Adds the router that has parts once more, without these; `queryWords` among them is a variant of its own. */
  without?: readonly string[] | undefined;
  /** Whether there is an embedding model: it is added to the router `hybrid` once more. */
  embeddings?: boolean | undefined;
  /** `always` indexes the examples in every variant, `compare` adds each variant once more with them. */
  examples?: "never" | "always" | "compare" | undefined;
}

/** The router whose score has parts that can be left out. */
const routerWithParts = "hybrid";

/** Stands beside the names of parts, though what it takes out depends on the queries: what tables made for others are worth. */
export const queryWords = "query words";

/**
 * Every variant, each router's own ones side by side; later routers are compared with the first.
 *
 * @throws InputError for a router or part that does not exist or a router that is named twice, or when none of them uses what is given: parts, a model.
 */
export function planVariants({
  routers,
  without = [],
  embeddings = false,
  examples = "never",
}: VariantOptions): Variant[] {
  checkRouters(routers);
  checkParts(without);
  if (without.length > 0 && !routers.includes(routerWithParts)) {
    throw new InputError(
      `only the score of the router ${routerWithParts} has parts to leave out: add it to the routers`,
    );
  }
  if (embeddings && !routers.some((router) => router === routerWithParts || router === embeddingRouterName)) {
    throw new InputError(
      `an embedding model is used by the routers ${routerWithParts} and ${embeddingRouterName}: add one of them`,
    );
  }
  return routers.flatMap((router): Variant[] => {
    const plain: Variant = {
      label: router,
      router,
      without: [],
      withoutQueryWords: false,
      embeddings: router === embeddingRouterName,
      examples: examples === "always",
      base: router === routers[0] ? undefined : routers[0],
    };
    const hasParts = router === routerWithParts;
    const parts = without.filter((part) => part !== queryWords);
    const reduced: Variant[] =
      hasParts && parts.length > 0
        ? [{ ...plain, label: `${router} without ${parts.join(", ")}`, without: parts, base: router }]
        : [];
    const unread: Variant[] =
      hasParts && without.includes(queryWords)
        ? [{ ...plain, label: `${router} without ${queryWords}`, withoutQueryWords: true, base: router }]
        : [];
    const fused: Variant[] =
      embeddings && hasParts ? [{ ...plain, label: `${router} with embeddings`, embeddings: true, base: router }] : [];
    const all = [plain, ...reduced, ...unread, ...fused];
    if (examples !== "compare") return all;
    return all.flatMap((one) => [
      one,
      { ...one, label: `${one.label} with examples`, examples: true, base: one.label },
    ]);
  });
}

function checkRouters(routers: readonly string[]): void {
  const names = evalRouterNames.join(", ");
  const unknown = routers.find((router) => !evalRouterNames.includes(router));
  if (unknown !== undefined) throw new InputError(`There is no router "${unknown}": choose from ${names}.`);
  const repeated = routers.find((router, index) => routers.indexOf(router) !== index);
  if (repeated !== undefined) throw new InputError(`The router "${repeated}" is named twice: name each once.`);
  if (routers.length === 0) throw new InputError(`No router is named: choose from ${names}.`);
}

function checkParts(without: readonly string[]): void {
  const names = [...scoreParts, queryWords];
  const unknown = without.find((part) => !names.includes(part));
  if (unknown !== undefined) {
    throw new InputError(`The score has no part "${unknown}" to leave out: choose from ${names.join(", ")}.`);
  }
}
