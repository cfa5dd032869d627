/** What made a fused score: the shares of the words, on the fused scale, and that of meaning. */
import { toolKey } from "../../types.js";
import type { CutHit, ExplainedTool, Explanation, RouterHit } from "../types.js";

interface Fusion {
  /** The best score by words: what the shares of the words are divided by. */
  best: number;
  weight: number;
  /** The fused ranking, best first. */
  hits: readonly RouterHit[];
  explanation: Pick<Explanation, "tools" | "cut">;
}

/** The explanations of the words, made to add up to the fused scores. */
export function explainFusion(explained: readonly ExplainedTool[], fusion: Fusion): ExplainedTool[] {
  const { best, weight, hits, explanation } = fusion;
  const places = new Map(hits.map((hit, index) => [toolKey(hit.id), { hit, rank: index + 1 }]));
  const matches = new Set(explanation.tools.map(({ id }) => toolKey(id)));
  const reasons = new Map(explanation.cut.map((hit: CutHit) => [toolKey(hit.id), hit.reason]));
  const scale = best > 0 ? 1 / best : 0;
  return explained.map((tool): ExplainedTool => {
    const key = toolKey(tool.id);
    const place = places.get(key);
    const shares = tool.shares.map((share) => ({
      ...share,
      score: share.score * scale,
      ...(share.words ? { words: share.words.map((word) => ({ ...word, score: word.score * scale })) } : {}),
    }));
    if (!place) return { ...tool, score: tool.score * scale, shares };
    const { hit, rank } = place;
    const meaning = weight * (hit.semantic?.strength ?? 0);
    const reason = matches.has(key) ? undefined : (reasons.get(key) ?? "its server is not among the best");
    return {
      id: tool.id,
      rank,
      score: hit.score,
      fit: hit.fit,
      shares: meaning > 0 ? [...shares, { part: "meaning", score: meaning }] : shares,
      reason,
    };
  });
}
