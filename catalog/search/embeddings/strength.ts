/** What the similarities of one request say: how near a tool is among the others, and whether it stands out at all. */
import type { SemanticHit } from "./types.js";
import type { Compared } from "./vector-places.js";

/** Standard deviations above what chance would give at which a tool is a sure match. */
const sureDeviations = 3;
/** Differences between cosines that mean nothing, as a standard deviation. */
const leastSpread = 0.01;

/**
 * Hits for what was compared, nearest first; equal ones by id.
 *
 * `strength` = (similarity - mean) / (best - mean), at least 0. Models keep their cosines in narrow bands of their own
 * (.7 to .9, 0 to .5), so a cosine as it is cannot be added to another score. The lower end is the mean, not the least
 * similarity: the least is an outlier of no meaning, and half of a catalog would get a share for being ordinary. A
 * z-score would do away with the band too, but its best value grows with the catalog, so one weight would mean more in a
 * big catalog than in a small one.
 *
 * `fit` = (z - e) / 3, between 0 and 1, where z is how many standard deviations of all the others the tool lies above
 * their mean, and e = sqrt(2 ln n) is what the best of n tools would reach by chance, if similarities were spread
 * normally. It reads the same for every size of catalog and every band of a model.
 */
export function toHits(compared: readonly Compared[]): SemanticHit[] {
  const count = compared.length;
  // Sorted before they are summed: the sums are then the same in whatever order the tools came.
  const sorted = [...compared].sort((a, b) => b.similarity - a.similarity || compareIds(a.tool, b.tool));
  let [sum, squares, best] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { similarity } of sorted) {
    sum += similarity;
    squares += similarity * similarity;
    best = Math.max(best, similarity);
  }
  const mean = sum / count;
  const byChance = Math.sqrt(2 * Math.log(Math.max(count, 1)));
  const fitOf = (similarity: number): number => {
    const others = count - 1;
    if (others < 1) return 0;
    const otherMean = (sum - similarity) / others;
    const variance = (squares - similarity * similarity) / others - otherMean * otherMean;
    const deviations = (similarity - otherMean) / Math.max(Math.sqrt(Math.max(variance, 0)), leastSpread);
    return Math.min(1, Math.max(0, (deviations - byChance) / sureDeviations));
  };
  return sorted.map(({ tool, similarity }) => ({
    id: tool.id,
    similarity,
    strength: best > mean ? Math.max(0, (similarity - mean) / (best - mean)) : 0,
    fit: fitOf(similarity),
  }));
}

function compareIds({ id: a }: Pick<SemanticHit, "id">, { id: b }: Pick<SemanticHit, "id">): number {
  if (a.server !== b.server) return a.server < b.server ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
