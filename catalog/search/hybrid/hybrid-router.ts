/** The router `hybrid`: words, weighed by field, with what they mean, clause by clause. docs/retrieval.md explains the score. */
import { defaults } from "../../defaults.js";
import type { CatalogServer } from "../../types.js";
import type { CatalogView } from "../catalog-view.js";
import { type Lexicon, lexicon as standardLexicon } from "../lexicon/index.js";
import { checkRouteOptions, expectCount, readParts } from "../route-options.js";
import type { RouteOptions, RouteRequest, Router, RoutingTrace } from "../types.js";
import { CatalogIndex } from "./catalog-index.js";
import { explainTools } from "./explain.js";
import { noticesFor } from "./notices.js";
import { partsWithout, type ScorePart } from "./parts.js";
import { isStructured } from "./query.js";
import { chooseServers, judgeTools, Ranking } from "./ranking.js";
import { Scorer } from "./scorer.js";
import type { ServerSegments } from "./server-segments.js";

export interface HybridOptions {
  /** Parts of the score that are switched off, to measure what they are worth. */
  without?: readonly ScorePart[] | undefined;
  /** Which words mean the same; the software's own tables when left out. */
  lexicon?: Lexicon | undefined;
  /** What a server brings to the index, where it was built earlier; `SavedIndex` has such a function. */
  segmentsOf?: ((server: CatalogServer) => ServerSegments | undefined) | undefined;
}

/**
 * The router `hybrid`.
 *
 * Every tool of the catalog takes part in one flat ranking. A server's score in stage 1 is that of its best tool, so
 * `topKServers` and `topKTools` cap what is shown and never hide the best tool behind a server that describes itself badly.
 * Score = toolScore + serverScore, where serverScore is what the server's own text adds.
 *
 * Words are weighed over the whole catalog, tools that the caller may not use included: a permission never changes the
 * weight of a word. Relative scores look only at tools that may be used.
 *
 * @throws InputError for a part that does not exist.
 */
export function createHybridRouter(catalog: CatalogView, options: HybridOptions = {}): Router {
  const { without = [], lexicon = standardLexicon, segmentsOf } = options;
  const index = new CatalogIndex(catalog, segmentsOf);

  const reader = { lexicon, has: partsWithout(without) };
  const scorer = new Scorer(index, reader);
  const ranking = new Ranking(index);

  const find = (request: RouteRequest, given: RouteOptions, rankAll: boolean) => {
    const options = checkRouteOptions(given, defaults.hybrid.threshold);
    index.refresh();
    const scored = scorer.score(readParts(request), given.allows);
    const servers = rankAll ? ranking.servers(scored) : undefined;
    const chosen = servers === undefined ? ranking.shownServers(scored, options) : chooseServers(servers, options);
    const { tools, cut } = judgeTools(chosen, options, scored, index);
    const trace: RoutingTrace = {
      router: "hybrid",
      request,
      threshold: options.threshold,
      servers: chosen.map(({ name, score }) => ({ name, score })),
      tools,
      cut,
      comparisons: scored.totals.count(),
    };
    const notices = noticesFor(scored.whole.part);
    return {
      trace: notices === undefined ? trace : { ...trace, notices },
      scored,
      servers: servers ?? chosen,
      shown: chosen.length,
    };
  };

  return {
    name: "hybrid",
    defaultThreshold: defaults.hybrid.threshold,
    async route(request, given = {}) {
      return find(request, given, false).trace;
    },
    async retrieve(request, k, { allows } = {}) {
      expectCount("k", k);
      index.refresh();
      return ranking.tools(scorer.score(readParts(request), allows), k);
    },
    async explain(request, given = {}) {
      const { trace, scored, servers, shown } = find(request, given, true);
      const { tools, cut } = trace;
      const findings = {
        scored,
        servers,
        shown,
        tools,
        cut,
        allows: given.allows,
        isStructured: isStructured(readParts(request)),
      };
      return {
        ...trace,
        serversCut: servers.slice(shown).map(({ name, score }) => ({ name, score })),
        explained: explainTools(given.about ?? [], findings, index, reader),
      };
    },
  };
}
