/** Whether "nothing fits" was said where nothing fits, and only there. */

/** One decision: whether a tool fits by the labels, whether the router said that none does, and its best fit. */
export interface AbstentionCase {
  answerable: boolean;
  abstained: boolean;
  /** The fit of the best tool, 0..1; 0 where nothing was found. */
  bestFit: number;
}

export interface AbstentionMetrics {
  answerable: number;
  unanswerable: number;
  /** The share of tasks without a fitting tool where the router said so; null without such tasks. */
  correctAbstention: number | null;
  /** The share of tasks with a fitting tool where the router said that none fits; null without such tasks. */
  falseAbstention: number | null;
  /** How well the best fit tells the two kinds apart at any threshold (`auroc`); null unless there are both. */
  auroc: number | null;
}

export function measureAbstention(cases: readonly AbstentionCase[]): AbstentionMetrics {
  const answerable = cases.filter((one) => one.answerable);
  const unanswerable = cases.filter((one) => !one.answerable);
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    correctAbstention: rate(unanswerable),
    falseAbstention: rate(answerable),
    auroc:
      auroc(
        answerable.map((one) => one.bestFit),
        unanswerable.map((one) => one.bestFit),
      ) ?? null,
  };
}

/**
 * The area under the receiver operating characteristic: the chance that a positive scores above a negative, ties
 * counting half (Mann and Whitney 1947). 0.5 is a coin; undefined unless there are both.
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number | undefined {
  if (positives.length === 0 || negatives.length === 0) return undefined;
  const all = [
    ...positives.map((score) => ({ score, positive: 1 })),
    ...negatives.map((score) => ({ score, positive: 0 })),
  ];
  all.sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    let tiedPositives = 0;
    while (end < all.length && all[end]!.score === all[start]!.score) tiedPositives += all[end++]!.positive;
    rankSum += tiedPositives * ((start + 1 + end) / 2);
    start = end;
  }
  const least = (positives.length * (positives.length + 1)) / 2;
  return (rankSum - least) / (positives.length * negatives.length);
}

function rate(cases: readonly AbstentionCase[]): number | null {
  return cases.length === 0 ? null : cases.filter((one) => one.abstained).length / cases.length;
}
