/** Words and meaning in one ranking: a router around one that reads words. */
import { defaults } from "../../defaults.js";
import { InputError, toolKey } from "../../types.js";
import { watchRemovals } from "../removed-tools.js";
import { checkRouteOptions, expectCount, requestText } from "../route-options.js";
import { toExplanation } from "../stages.js";
import type {
  ExplainOptions,
  RetrieveOptions,
  RouteOptions,
  RouteRequest,
  Router,
  RouterHit,
  RoutingTrace,
} from "../types.js";
import type { EmbeddingIndex } from "./embedding-index.js";
import { explainFusion } from "./fused-explanation.js";
import type { SemanticAnswer } from "./types.js";

export interface FusionOptions {
  /** What the nearest tool by meaning adds to a score whose best by words is 1; a request may say another number. */
  weight?: number | undefined;
  /** Takes each new reason why answers are by words alone, also where an answer has no place for it. */
  onNotice?: ((line: string) => void) | undefined;
}

/**
 * The router of words with an embedding model beside it, under the same name.
 *
 * score = words / best by words + weight x strength (strength.ts says what that is). Both sides bring their best tools; one
 * that only the other side brought has 0 on this one. fit = the higher of the two fits: what is sure by either is a match.
 * A weight of 0 asks the model nothing. Whenever the model has nothing to say, the answer is the words' own, and its
 * `notices` say so.
 *
 * @throws InputError for a weight that is not a number of 0 or more, here and in each request.
 */
export function withEmbeddings(words: Router, index: EmbeddingIndex, options: FusionOptions = {}): Router {
  const { weight: ownWeight = defaults.embeddings.weight, onNotice = () => {} } = options;
  checkWeight(ownWeight);
  const told = new Set<string>();

  function tell(notice: string): void {
    // Numbers of seconds and tools change from one request to the next; what happened is the same.
    const kind = notice.replace(/\d+/g, "");
    if (told.has(kind)) return;
    told.add(kind);
    onNotice(`${notice}; requests are answered by their words alone`);
  }

  async function ask(request: RouteRequest, k: number, { allows = () => true, embeddingWeight }: RetrieveOptions) {
    const weight = embeddingWeight ?? ownWeight;
    checkWeight(weight);
    if (weight === 0) return undefined;
    const pool = Math.max(k, defaults.embeddings.poolSize);
    const text = requestText(request);
    const remaining = watchRemovals(index.catalog);
    const [hits, answer] = await Promise.all([
      words.retrieve(request, pool, { allows }),
      index.search(text, { k: pool, allows }),
    ]);
    if (answer.failure !== undefined) tell(answer.failure);
    else told.clear();
    const now = remaining();
    if (!now) return { hits, answer, weight };
    // What went while the model was asked takes no other tool's place, and is not what the others are measured by.
    const near = answer.failure === undefined ? { ...answer, nearest: answer.nearest.filter(now.has) } : answer;
    return { hits: hits.filter(now.has), answer: near, weight };
  }

  /** The fused answer, or undefined when the words answer alone, with the reason where there is one. */
  async function answer(request: RouteRequest, given: RouteOptions) {
    const options = checkRouteOptions(given, words.defaultThreshold);
    const asked = await ask(request, options.topKServers * options.topKTools, given);
    if (!asked || asked.answer.failure !== undefined) return { failure: asked?.answer.failure };
    const { hits, answer, weight } = asked;
    const fused = fuse(hits, answer, weight);
    const comparisons = hits.length + answer.compared;
    const { sizeOf, notices } = answer;
    const ranking = { router: words.name, request, hits: fused, comparisons, sizeOf, notices };
    return { explanation: toExplanation(ranking, options), fused, best: bestOf(hits), weight };
  }

  return {
    name: words.name,
    defaultThreshold: words.defaultThreshold,
    get revision() {
      return index.revision + (words.revision ?? 0);
    },
    async explain(request, given: ExplainOptions = {}) {
      const { explanation, failure, fused = [], best = 0, weight = 0 } = await answer(request, given);
      if (!explanation) return withNotices(await words.explain(request, given), failure);
      const remaining = watchRemovals(index.catalog);
      const about = [...explanation.tools.map(({ id }) => id), ...(given.about ?? [])];
      const { explained, notices } = await words.explain(request, { ...given, about });
      const ownShares = explained && explainFusion(explained, { best, weight, hits: fused, explanation });
      const whole = ownShares ? { ...explanation, explained: ownShares } : explanation;
      return withNotices(remaining()?.trace(whole) ?? whole, ...(notices ?? []));
    },
    async route(request, given = {}) {
      const { explanation, failure } = await answer(request, given);
      if (!explanation) return withNotices(await words.route(request, given), failure);
      // A flat ranking has no place for what limits the words' side, a language without support for example.
      const remaining = watchRemovals(index.catalog);
      const { notices = [] } = await words.route(request, { ...given, topKServers: 1, topKTools: 1 });
      const { serversCut, ...trace } = explanation;
      return withNotices(remaining()?.trace(trace) ?? trace, ...notices);
    },
    async retrieve(request, k, retrieveOptions = {}) {
      expectCount("k", k);
      const asked = await ask(request, k, retrieveOptions);
      if (!asked) return words.retrieve(request, k, retrieveOptions);
      const { hits, answer, weight } = asked;
      return (answer.failure === undefined ? fuse(hits, answer, weight) : hits).slice(0, k);
    },
  };
}

type Answered = Exclude<SemanticAnswer, { failure: string }>;

/** Both sides' tools, best first; equal ones in the order of the words, then of nearness. */
function fuse(hits: readonly RouterHit[], answer: Answered, weight: number): RouterHit[] {
  const best = bestOf(hits);
  const byWords = new Set(hits.map((hit) => toolKey(hit.id)));
  const byMeaning = answer.nearest
    .filter(({ id, strength }) => strength > 0 && !byWords.has(toolKey(id)))
    .map(({ id }): RouterHit => ({ id, score: 0, fit: 0, serverScore: 0, toolScore: 0 }));
  return [...hits, ...byMeaning]
    .map((hit): RouterHit => {
      const near = answer.find(hit.id);
      const score = (best > 0 ? hit.score / best : 0) + weight * (near?.strength ?? 0);
      const semantic = near && { similarity: near.similarity, strength: near.strength };
      return { ...hit, score, toolScore: score, fit: Math.max(hit.fit, near?.fit ?? 0), semantic };
    })
    .sort((a, b) => b.score - a.score);
}

function bestOf(hits: readonly RouterHit[]): number {
  return hits.reduce((highest, hit) => Math.max(highest, hit.score), 0);
}

function withNotices<Trace extends RoutingTrace>(trace: Trace, ...more: (string | undefined)[]): Trace {
  const notices = [...(trace.notices ?? []), ...more.filter((notice) => notice !== undefined)];
  return notices.length > 0 ? { ...trace, notices } : trace;
}

function checkWeight(weight: number): void {
  if (typeof weight === "number" && weight >= 0 && Number.isFinite(weight)) return;
  throw new InputError(`The weight of the embeddings must be a number of 0 or more, given ${String(weight)}.`);
}
