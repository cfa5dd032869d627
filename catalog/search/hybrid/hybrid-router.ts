/** The router `hybrid`: words, weighed by field, with what they mean, clause by clause. docs/retrieval.md explains the score. */
import { defaults } from "../../defaults.js";
import type { CatalogView } from "../catalog-view.js";
import { type Lexicon, lexicon as standardLexicon } from "../lexicon/index.js";
import { checkRouteOptions, expectCount } from "../route-options.js";
import type { Explanation, RouteOptions, RouteRequest, Router } from "../types.js";
import { CatalogIndex } from "./catalog-index.js";
import { partsWithout, type ScorePart } from "./parts.js";
import { judgeTools, rankServers, rankTools } from "./ranking.js";
import { Scorer } from "./scorer.js";

export interface HybridOptions {
  /** Parts of the score that are switched off, to measure what they are worth. */
  without?: readonly ScorePart[] | undefined;
  /** Which words mean the same; the software's own tables when left out. */
  lexicon?: Lexicon | undefined;
}

/**
 * The router `hybrid`.
 *
 * Every tool of the catalog is scored in one flat ranking. A server's score in stage 1 is that of its best tool, so
 * `topKServers` and `topKTools` cap what is shown and never hide the best tool behind a server that describes itself badly.
 * Score = toolScore + serverScore, where serverScore is what the server's own text adds.
 *
 * Words are weighed over the whole catalog, tools that the caller may not use included: a permission never changes the
 * weight of a word. Relative scores look only at tools that may be used.
 *
 * @throws InputError for a part that does not exist.
 */
export function createHybridRouter(catalog: CatalogView, options: HybridOptions = {}): Router {
  const { without = [], lexicon = standardLexicon } = options;
  const index = new CatalogIndex(catalog);
  const scorer = new Scorer(index, { lexicon, has: partsWithout(without) });

  const look = (request: RouteRequest, given: RouteOptions, shownServers?: number): Explanation => {
    const options = checkRouteOptions(given, defaults.hybrid.threshold);
    index.refresh();
    const scored = scorer.score(request, given.allows);
    const servers = rankServers(scored, index, shownServers ?? options.topKServers);
    const chosen = servers.slice(0, options.topKServers);
    const { tools, cut } = judgeTools(chosen, options, scored, index);
    const shown = servers.map(({ name, score }) => ({ name, score }));
    return {
      router: "hybrid",
      request,
      threshold: options.threshold,
      servers: shown.slice(0, options.topKServers),
      serversCut: shown.slice(options.topKServers),
      tools,
      cut,
      comparisons: scored.count,
    };
  };

  return {
    name: "hybrid",
    defaultThreshold: defaults.hybrid.threshold,
    async route(request, given = {}) {
      const { serversCut, ...trace } = look(request, given);
      return trace;
    },
    async retrieve(request, k, { allows } = {}) {
      expectCount("k", k);
      index.refresh();
      return rankTools(scorer.score(request, allows), k, index);
    },
    async explain(request, given = {}) {
      return look(request, given, Number.POSITIVE_INFINITY);
    },
  };
}
