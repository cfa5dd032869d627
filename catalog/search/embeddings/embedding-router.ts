/** The router `embeddings`: meaning alone, for comparison with words and with both. */
import { defaults } from "../../defaults.js";
import { checkRouteOptions, expectCount, requestText } from "../route-options.js";
import { toExplanation } from "../stages.js";
import type { RouteOptions, RouteRequest, Router, RouterHit } from "../types.js";
import type { EmbeddingIndex } from "./embedding-index.js";
import type { SemanticHit } from "./types.js";

/**
 * Score = similarity as the model or the vector store says it; fit = how far the tool stands out. When the model fails or
 * is slow, `route` and `explain` find nothing and say why in `notices`; `retrieve` has no such place and throws.
 */
export function createEmbeddingRouter(index: EmbeddingIndex): Router {
  const name = "embeddings";
  const { threshold } = defaults.embeddings;

  async function explain(request: RouteRequest, options: RouteOptions = {}) {
    const checked = checkRouteOptions(options, threshold);
    const k = Math.max(defaults.embeddings.poolSize, checked.topKServers * checked.topKTools);
    const answer = await index.search(requestText(request), { k, allows: checked.allows });
    if (answer.failure !== undefined) {
      const nothing = { comparisons: 0, hits: [], sizeOf: () => 0 };
      return toExplanation({ router: name, request, ...nothing, notices: [answer.failure] }, checked);
    }
    const { nearest, compared, sizeOf, notices } = answer;
    const ranking = { comparisons: compared, hits: nearest.map(toHit), sizeOf, notices };
    return toExplanation({ router: name, request, ...ranking }, checked);
  }

  return {
    name,
    defaultThreshold: threshold,
    get revision() {
      return index.revision;
    },
    explain,
    async route(request, options) {
      const { serversCut, ...trace } = await explain(request, options);
      return trace;
    },
    async retrieve(request, k, { allows = () => true } = {}) {
      expectCount("k", k);
      const answer = await index.search(requestText(request), { k, allows });
      if (answer.failure !== undefined) throw new Error(answer.failure);
      return answer.nearest.map(toHit);
    },
  };
}

function toHit({ id, similarity, strength, fit }: SemanticHit): RouterHit {
  return { id, score: similarity, fit, serverScore: 0, toolScore: similarity, semantic: { similarity, strength } };
}
