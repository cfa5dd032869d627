/** The one router interface: what is asked, what is answered, and the trace that shows why. */
import type { ToolId } from "../types.js";

/** A structured request of the model, or (with `tool` alone) a whole task as text. */
export interface RouteRequest {
  /** The kind of platform wanted, in the model's words. */
  server?: string | undefined;
  /** What the tool should do, in the model's words. */
  tool?: string | undefined;
}

export interface RouteOptions {
  /** How many servers stage 1 lets through. */
  topKServers?: number | undefined;
  /** How many tools stage 2 takes from each server. */
  topKTools?: number | undefined;
  /** From which `fit` on a tool is found; the router's own default when left out. */
  threshold?: number | undefined;
  /** Tools the caller may use; others are neither scored nor returned nor counted. The same function always says the same. */
  allows?: ((id: ToolId) => boolean) | undefined;
  /** What the nearest tool by meaning adds to a score whose best by words is 1; read by routers with an embedding model. */
  embeddingWeight?: number | undefined;
}

export type RetrieveOptions = Pick<RouteOptions, "allows" | "embeddingWeight">;

export interface RankedServer {
  name: string;
  score: number;
}

/** A tool that was found. */
export interface RouterHit {
  id: ToolId;
  /** What the ranking sorts by; comparable within one answer only. */
  score: number;
  /** 0..1, how well the tool fits by itself; comparable between requests. The threshold reads this. */
  fit: number;
  serverScore: number;
  toolScore: number;
  /** How near an embedding model finds the tool; left out where none took part. */
  semantic?: { similarity: number; strength: number } | undefined;
}

/** A tool that was scored and not returned. */
export interface CutHit extends RouterHit {
  reason: string;
}

/** What a request found, and how. */
export interface RoutingTrace {
  router: string;
  request: RouteRequest;
  threshold: number;
  /** The servers that stage 1 let through, best first. */
  servers: RankedServer[];
  /** Matches, best first; the router `hybrid` also takes the neighbours of one at or above the threshold. */
  tools: RouterHit[];
  /** What was scored in stage 2 and left out, best first. */
  cut: CutHit[];
  /** Similarities computed: servers in stage 1 plus tools in stage 2. */
  comparisons: number;
  /** What limits this answer: a language without support, an embedder that failed. Left out when nothing does. */
  notices?: string[] | undefined;
  /** Whether a routing cache had the answer already; left out where there is no such cache. */
  cached?: boolean | undefined;
}

/** `explain` adds what stage 1 left out. */
export interface Explanation extends RoutingTrace {
  /** Servers below the cap of stage 1, best first. */
  serversCut: RankedServer[];
  /** What made the scores: of every match, then of the tools that were asked about. Left out by routers that cannot say. */
  explained?: ExplainedTool[] | undefined;
}

export interface ExplainOptions extends RouteOptions {
  /** Tools whose place, or whose absence, is to be explained. */
  about?: readonly ToolId[] | undefined;
}

/** Why a tool stands where it stands. */
export interface ExplainedTool {
  id: ToolId;
  /** Its place among all tools, from 1; left out when it was not scored. */
  rank?: number | undefined;
  score: number;
  fit: number;
  /** They add up to the score. */
  shares: ScoreShare[];
  /** Why it is not among the matches; left out when it is. */
  reason?: string | undefined;
}

/** One part of a score. */
export interface ScoreShare {
  /** For example "words", "name coverage", "best clause". */
  part: string;
  score: number;
  /** The clause, example or name that made it. */
  text?: string | undefined;
  /** The words that made it, best first. */
  words?: WordShare[] | undefined;
}

/** What one word of the request found in one field. */
export interface WordShare {
  /** The word of the request, or the phrase. */
  word: string;
  /** What was found: the same, or a synonym. */
  found: string;
  field: string;
  score: number;
}

/** Finds tools. Implementations follow the catalog: a change there shows in the next answer. */
export interface Router {
  readonly name: string;
  /** The threshold used when none is given. */
  readonly defaultThreshold: number;
  /** Differs when answers may differ for another reason than the catalog: vectors that arrived, a model that failed. */
  readonly revision?: number;
  /** Two stages: servers, then the tools of the best servers. */
  route(request: RouteRequest, options?: RouteOptions): Promise<RoutingTrace>;
  /** One flat ranking over the tools of all servers, at most `k`, without a threshold; tools that share nothing with the request are left out. */
  retrieve(request: RouteRequest, k: number, options?: RetrieveOptions): Promise<RouterHit[]>;
  /** Like `route`, with everything that was left out, and what made the scores where the router can say. */
  explain(request: RouteRequest, options?: ExplainOptions): Promise<Explanation>;
}
