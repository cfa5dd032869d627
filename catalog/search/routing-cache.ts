/** Answers of a router that were given before, to the same request over the same catalog. */
import { LRUCache } from "lru-cache";
import { defaults } from "../defaults.js";
import type { CatalogView } from "./catalog-view.js";
import { watchRemovals } from "./removed-tools.js";
import { checkRequest, expectCount } from "./route-options.js";
import type { RouteOptions, RouteRequest, Router, RouterHit, RoutingTrace } from "./types.js";

/** A router whose answers are kept. */
export interface CachedRouter extends Router {
  /** Answers kept now, and requests since the beginning that were answered from them or not. */
  stats(): { size: number; hits: number; misses: number };
}

export interface RoutingCacheOptions {
  /** Answers kept; the least recently used go first. */
  max?: number | undefined;
}

/**
 * Keeps the answers of `route` and `retrieve`, by request, options, version of the catalog and revision of the router.
 * `explain` is for people and always asks the router. Of an answer during which the catalog changed, what is gone is left out.
 *
 * Permissions are told apart by the identity of `allows`: who makes a new function for each request shares nothing. As a
 * function could still change its mind, each kept answer is checked against it. Each change of the catalog makes all
 * earlier answers void, those that were on their way too, so a removed tool is never given again. Two equal requests at one
 * time are one. What fails is not kept.
 *
 * @throws InputError when `max` is not a whole number of 1 or more.
 */
export function withRoutingCache(
  router: Router,
  catalog: CatalogView,
  { max = defaults.routingCacheSize }: RoutingCacheOptions = {},
): CachedRouter {
  expectCount("The size of the routing cache", max);
  const answers = new LRUCache<string, Promise<RoutingTrace | RouterHit[]>>({ max });
  const permissions = createIdentities();
  let hits = 0;
  let misses = 0;

  const state = () => `${catalog.version}:${router.revision ?? 0}`;

  async function answer<Answer extends RoutingTrace | RouterHit[]>(
    kind: string,
    request: RouteRequest,
    options: RouteOptions,
    ask: () => Promise<Answer>,
  ): Promise<{ given: Answer; isKept: boolean }> {
    checkRequest(request);
    const before = state();
    const { allows, ...rest } = options;
    const { topKServers, topKTools, threshold, embeddingWeight } = rest;
    const { server, tool } = request;
    const parts = [kind, before, server, tool, topKServers, topKTools, threshold, embeddingWeight, permissions(allows)];
    const key = JSON.stringify(parts);
    const known = answers.get(key) as Promise<Answer> | undefined;
    if (known) {
      const given = await known;
      if (state() === before && isValid(given, allows)) {
        hits += 1;
        return { given, isKept: true };
      }
    }
    misses += 1;
    const asked = ask();
    answers.set(key, asked);
    try {
      const given = await asked;
      // Changed meanwhile: nobody can say which state the answer is of.
      if (state() !== before && answers.peek(key) === asked) answers.delete(key);
      return { given, isKept: false };
    } catch (error) {
      if (answers.peek(key) === asked) answers.delete(key);
      throw error;
    }
  }

  function isValid(given: RoutingTrace | RouterHit[], allows: RouteOptions["allows"]): boolean {
    const found = Array.isArray(given) ? given : [...given.tools, ...given.cut];
    return found.every(({ id }) => allows?.(id) ?? true);
  }

  return {
    name: router.name,
    defaultThreshold: router.defaultThreshold,
    get revision() {
      return router.revision ?? 0;
    },
    async explain(request, options) {
      const remaining = watchRemovals(catalog);
      const explanation = await router.explain(request, options);
      return remaining()?.trace(explanation) ?? explanation;
    },
    async route(request, options = {}) {
      const remaining = watchRemovals(catalog);
      // A copy of the request, as the answer holds it.
      const ask = async () => keepTrace(await router.route({ ...request }, options));
      const { given, isKept } = await answer("route", request, options, ask);
      const trace = remaining()?.trace(given) ?? given;
      const { servers, tools, cut, notices } = trace;
      const lists = {
        servers: [...servers],
        tools: [...tools],
        cut: [...cut],
        ...(notices && { notices: [...notices] }),
      };
      return { ...trace, ...lists, request: { ...trace.request }, cached: isKept };
    },
    async retrieve(request, k, options = {}) {
      const remaining = watchRemovals(catalog);
      const ask = async () => (await router.retrieve(request, k, options)).map(keepHit);
      const { given } = await answer(`retrieve ${k}`, request, options, ask);
      const now = remaining();
      return now ? given.filter(now.has) : [...given];
    },
    stats: () => ({ size: answers.size, hits, misses }),
  };
}

/** Kept answers are of frozen copies: what a caller, or the router, does with its own is none of the next caller's business. */
function keepTrace(trace: RoutingTrace): RoutingTrace {
  const { servers, tools, cut } = trace;
  const frozen = servers.map((server) => Object.freeze({ ...server }));
  return { ...trace, servers: frozen, tools: tools.map(keepHit), cut: cut.map(keepHit) };
}

function keepHit<Hit extends RouterHit>(hit: Hit): Hit {
  const { id, semantic } = hit;
  const copy = { ...hit, id: Object.isFrozen(id) ? id : Object.freeze({ ...id }) };
  if (semantic) copy.semantic = Object.freeze({ ...semantic });
  return Object.freeze(copy);
}

/** A number for each function, the same for the same one; functions that nobody uses any more are forgotten. */
function createIdentities(): (allows: RouteOptions["allows"]) => number {
  const known = new WeakMap<NonNullable<RouteOptions["allows"]>, number>();
  let last = 0;
  return (allows) => {
    if (!allows) return 0;
    const number = known.get(allows) ?? ++last;
    known.set(allows, number);
    return number;
  };
}
