/** What is measured beside what: several routers, a router without parts of its score, with and without usage examples. */
import { InputError } from "../../catalog/types.js";
import { embeddingRouterName, evalRouterNames } from "../routers/index.js";

/** One way to rank the tasks of a set. */
export interface Variant {
  label: string;
  router: string;
  /** Parts of the score that are left out. */
  without: readonly string[];
  /** Whether an embedding model finds too. */
  embeddings: boolean;
  /** Whether labeled queries are indexed as usage examples. */
  examples: boolean;
  /** The label of the variant that it is compared with. */
  base?: string | undefined;
}

export interface VariantOptions {
  routers: readonly string[];
  /** Adds each router that has parts once more, without these. */
  without?: readonly string[] | undefined;
  /** Whether there is an embedding model: it is added to the router `hybrid` once more. */
  embeddings?: boolean | undefined;
  /** `always` indexes the examples in every variant, `compare` adds each variant once more with them. */
  examples?: "never" | "always" | "compare" | undefined;
}

/** The router whose score has parts that can be left out. */
const routerWithParts = "hybrid";

/**
 * Every variant, each router's own ones side by side; later routers are compared with the first.
 *
 * @throws InputError for a router that does not exist or is named twice, or when none of them uses what is given: parts, a model.
 */
export function planVariants({
  routers,
  without = [],
  embeddings = false,
  examples = "never",
}: VariantOptions): Variant[] {
  checkRouters(routers);
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
      embeddings: router === embeddingRouterName,
      examples: examples === "always",
      base: router === routers[0] ? undefined : routers[0],
    };
    const reduced: Variant[] =
      without.length > 0 && router === routerWithParts
        ? [{ ...plain, label: `${router} without ${without.join(", ")}`, without, base: router }]
        : [];
    const fused: Variant[] =
      embeddings && router === routerWithParts
        ? [{ ...plain, label: `${router} with embeddings`, embeddings: true, base: router }]
        : [];
    const all = [plain, ...reduced, ...fused];
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
