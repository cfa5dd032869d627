/** A router whose answers take in what one namespace remembers; the router and the catalog below stay as they are. */
import { defaults } from "../defaults.js";
import { checkRouteOptions } from "../search/route-options.js";
import type {
  ExplainedTool,
  Explanation,
  RouteOptions,
  RouteRequest,
  Router,
  RouterHit,
  RoutingTrace,
} from "../search/types.js";
import { toolKey } from "../types.js";
import type { Evidence, Recollection } from "./recollection.js";

/**
 * Lifts the tools that served requests like this one. What a memory can do is bounded, whatever it holds:
 *
 * - It only names tools that the router itself finds for the request and the caller may use; it adds no other.
 * - It takes no tool away. At most `mostLifted` tools are lifted for one request, those with the strongest evidence.
 * - A score rises by at most `lift` x the best score, and no higher than 1 + `lift` times that. With the default margin the tool that the router ranks first is
 *   still within it, so it is still among those that are bound, as long as more than `mostLifted` are.
 * - A fit rises by at most `fitLift`: what fits less than the threshold minus that is never found. Where the router finds
 *   nothing, only lifted tools can be.
 */
export function withRecollection(router: Router, recollection: Recollection): Router {
  const recall = (request: RouteRequest): Map<string, Evidence> =>
    new Map(recollection.recall(request).map((found) => [toolKey(found.id), found]));

  /** Tools with evidence that the trace does not show, as the router scores them in a wide answer. */
  async function findHidden(
    trace: RoutingTrace,
    request: RouteRequest,
    options: RouteOptions,
    recalled: ReadonlyMap<string, Evidence>,
  ): Promise<RouterHit[]> {
    const shown = new Set([...trace.tools, ...trace.cut].map(({ id }) => toolKey(id)));
    if ([...recalled.keys()].every((key) => shown.has(key))) return [];
    const { tools } = await router.route(request, { ...options, ...defaults.memory.pool, threshold: 0 });
    return tools.filter(({ id }) => recalled.has(toolKey(id)) && !shown.has(toolKey(id)));
  }

  async function lift<Trace extends RoutingTrace>(
    trace: Trace,
    request: RouteRequest,
    options: RouteOptions,
    recalled: ReadonlyMap<string, Evidence>,
  ): Promise<{ trace: Trace; lifted: Lifted[] }> {
    const { threshold } = checkRouteOptions(options, router.defaultThreshold);
    const known = [...trace.tools, ...trace.cut.map(({ reason, ...hit }): RouterHit => hit)];
    const candidates = [...known, ...(await findHidden(trace, request, options, recalled))];
    const found = new Set(trace.tools.map(({ id }) => toolKey(id)));
    // The router's own first match; what a wide answer brings in never counts as the best.
    const best = (trace.tools.length > 0 ? trace.tools : known).reduce((most, { score }) => Math.max(most, score), 0);
    const lifted = strongest(candidates, recalled, best, options.allows).filter(
      ({ hit, isFit }) => found.has(toolKey(hit.id)) || isFit(threshold),
    );
    if (lifted.length === 0) return { trace, lifted };
    const byKey = new Map(lifted.map((one) => [toolKey(one.hit.id), one]));
    const others = trace.tools.filter(({ id }) => !byKey.has(toolKey(id)));
    const tools = [...lifted.map(({ hit }) => hit), ...others].sort((a, b) => b.score - a.score);
    const cut = trace.cut.filter(({ id }) => !byKey.has(toolKey(id)));
    return { trace: { ...trace, tools, cut, servers: withServers(trace, lifted) }, lifted };
  }

  return {
    name: router.name,
    defaultThreshold: router.defaultThreshold,
    get revision() {
      return router.revision ?? 0;
    },
    async route(request, options = {}) {
      const trace = await router.route(request, options);
      const recalled = recall(request);
      return recalled.size === 0 ? trace : (await lift(trace, request, options, recalled)).trace;
    },
    async retrieve(request, k, options = {}) {
      const recalled = recall(request);
      if (recalled.size === 0) return router.retrieve(request, k, options);
      const { topKServers, topKTools } = defaults.memory.pool;
      const hits = await router.retrieve(request, Math.max(k, topKServers * topKTools), options);
      const lifted = strongest(hits, recalled, hits[0]?.score ?? 0, options.allows).map(({ hit }) => hit);
      const keys = new Set(lifted.map(({ id }) => toolKey(id)));
      const others = hits.filter(({ id }) => !keys.has(toolKey(id)));
      return [...lifted, ...others].sort((a, b) => b.score - a.score).slice(0, k);
    },
    async explain(request, options = {}) {
      const explanation = await router.explain(request, options);
      const recalled = recall(request);
      if (recalled.size === 0) return explanation;
      const { trace, lifted } = await lift(explanation, request, options, recalled);
      return explainLift(trace, lifted);
    },
  };
}

interface Lifted {
  /** With the score and the fit that it has now. */
  hit: RouterHit;
  /** What memory added to the score. */
  added: number;
  example: string;
  isFit(threshold: number): boolean;
}

/** The tools with the strongest evidence, lifted. `allows` is asked again: memory is no way past a permission. */
function strongest(
  candidates: readonly RouterHit[],
  recalled: ReadonlyMap<string, Evidence>,
  best: number,
  allows: RouteOptions["allows"],
): Lifted[] {
  const { lift, fitLift, mostLifted } = defaults.memory;
  return candidates
    .flatMap((hit) => {
      const known = recalled.get(toolKey(hit.id));
      if (known === undefined || hit.score <= 0 || !(allows?.(hit.id) ?? true)) return [];
      return [{ hit, evidence: known.evidence, example: known.example }];
    })
    .sort((a, b) => b.evidence - a.evidence)
    .slice(0, mostLifted)
    .map(({ hit, evidence, example }): Lifted => {
      const fit = Math.min(1, hit.fit + fitLift * evidence);
      const score = Math.min(hit.score + lift * best * evidence, (1 + lift) * best);
      const added = score - hit.score;
      const liftedHit = { ...hit, score, toolScore: hit.toolScore + added, fit };
      return { hit: liftedHit, added, example, isFit: (threshold) => fit >= threshold };
    });
}

/** Servers are ranked by their best tool: those of lifted tools may rise, or come in. */
function withServers({ servers }: RoutingTrace, lifted: readonly Lifted[]): RoutingTrace["servers"] {
  const scores = new Map(servers.map(({ name, score }) => [name, score]));
  for (const { hit } of lifted) {
    const { server } = hit.id;
    scores.set(server, Math.max(scores.get(server) ?? 0, hit.score));
  }
  return [...scores].map(([name, score]) => ({ name, score })).sort((a, b) => b.score - a.score);
}

/** The explanation after the lift: the share of memory beside the others, ranks as they are now. */
function explainLift(trace: Explanation, lifted: readonly Lifted[]): Explanation {
  const byKey = new Map(lifted.map((one) => [toolKey(one.hit.id), one]));
  const shown = new Set(trace.servers.map(({ name }) => name));
  const serversCut = trace.serversCut.filter(({ name }) => !shown.has(name));
  const ranks = new Map(trace.tools.map(({ id }, index) => [toolKey(id), index + 1]));
  const explained = trace.explained?.map((tool): ExplainedTool => {
    const key = toolKey(tool.id);
    const one = byKey.get(key);
    const { reason, ...rest } = tool;
    const rank = ranks.get(key) ?? tool.rank;
    if (!one) return { ...tool, rank };
    const share = { part: "memory", score: one.added, text: one.example };
    return { ...rest, rank, score: one.hit.score, fit: one.hit.fit, shares: [...tool.shares, share] };
  });
  return { ...trace, serversCut, ...(explained ? { explained } : {}) };
}
