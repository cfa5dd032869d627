import { describe, expect, it } from "vitest";
import type { ToolId } from "../../catalog/types.js";
import { auroc, measureAbstention } from "../../evals/metrics/abstention.js";
import { measureRanking, ndcgAt, recallAt, serverRecallAt } from "../../evals/metrics/retrieval.js";

/** `ab` is the tool b of the server a. */
const tool = (text: string): ToolId => ({ server: text[0]!, name: text.slice(1) });
const ranking = (text: string): ToolId[] => text.split(" ").filter(Boolean).map(tool);
/** `ax ay|bz` needs ax or ay, and bz. */
const slots = (text: string): ToolId[][] => (text === "" ? [] : text.split("|").map(ranking));

describe("recall at k", () => {
  it.each([
    ["one tool, found at rank 2", "ax", "ay ax", 2, 1],
    ["one tool, cut off before its rank", "ax", "ay ax", 1, 0],
    ["three tools, two of them in the first five", "ax|ay|bz", "bz cq cw ax ce ay", 5, 2 / 3],
    ["more tools than places", "ax|ay|az", "ax ay az", 1, 1 / 3],
    ["a slot is found by its second alternative", "ax bx", "cq bx", 5, 1],
    ["two alternatives of one slot count once", "ax bx|cz", "ax bx", 5, 1 / 2],
    ["a tool of two slots counts for both", "ax bx|ax cx", "ax", 5, 1],
    ["a repeat takes no place", "ax|bz", "ax ax ax bz", 2, 1],
    ["the same name on another server is another tool", "ax", "bx", 5, 0],
    ["nothing was retrieved", "ax", "", 5, 0],
  ])("%s", (_title, needed, retrieved, k, expected) => {
    expect(recallAt(slots(needed), ranking(retrieved), k)).toBeCloseTo(expected, 12);
  });

  it("says nothing where no tool fits", () => {
    expect(recallAt([], ranking("ax"), 5)).toBeUndefined();
  });
});

describe("nDCG at 10", () => {
  const second = 1 / Math.log2(3);
  const third = 1 / 2;
  it.each([
    ["the one tool at rank 1", "ax", "ax ay", 1],
    ["the one tool at rank 2", "ax", "ay ax", second],
    ["the one tool at rank 3", "ax", "ay az ax", third],
    ["both tools at ranks 1 and 3", "ax|bz", "ax cq bz", (1 + third) / (1 + second)],
    ["a second alternative gains nothing", "ax bx|cz", "ax bx cz", (1 + third) / (1 + second)],
    ["a repeat takes no rank", "ax|bz", "ax ax bz", 1],
    ["a tool of two slots gains for both, at most 1 in all", "ax bx|ax cx", "ax", 1],
    ["a tool at rank 11 gains nothing", "ax", "b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 ax", 0],
    ["nothing was retrieved", "ax", "", 0],
  ])("%s", (_title, needed, retrieved, expected) => {
    expect(ndcgAt(slots(needed), ranking(retrieved), 10)).toBeCloseTo(expected, 12);
  });

  it("is 1 for ten of twelve tools in the first ten places", () => {
    const twelve = Array.from({ length: 12 }, (_, index) => `a${index}`);
    expect(ndcgAt(slots(twelve.join("|")), ranking(twelve.join(" ")), 10)).toBeCloseTo(1, 12);
  });

  it("says nothing where no tool fits", () => {
    expect(ndcgAt([], ranking("ax"), 10)).toBeUndefined();
  });
});

describe("server recall at k", () => {
  it.each([
    ["the right server with the wrong tool", "ax", "ay", 1, 1],
    ["two tools of one server need it once", "ax|ay|bz", "aq", 5, 1 / 2],
    ["one server of the alternatives suffices", "ax bx", "bq", 5, 1],
    ["a slot with two tools of a server needs what a slot with one does", "ax ay|az|bz", "bq", 5, 1 / 2],
    ["a server whose first tool comes too late", "ax", "bq bw aq", 2, 0],
  ])("%s", (_title, needed, retrieved, k, expected) => {
    expect(serverRecallAt(slots(needed), ranking(retrieved), k)).toBeCloseTo(expected, 12);
  });
});

describe("the metrics of one ranking", () => {
  it("are all there", () => {
    expect(measureRanking(slots("ax|bz"), ranking("ay ax bz"))).toEqual({
      "recall@1": 0,
      "recall@5": 1,
      "recall@10": 1,
      "ndcg@10": expect.closeTo((1 / Math.log2(3) + 1 / 2) / (1 + 1 / Math.log2(3)), 12),
      "serverRecall@5": 1,
      "serverRecall@10": 1,
    });
  });

  it("are null beyond the depth of the ranking, and where no tool fits", () => {
    const cut = measureRanking(slots("ax"), ranking("ax"), 5);
    expect(cut).toMatchObject({ "recall@5": 1, "recall@10": null, "ndcg@10": null, "serverRecall@10": null });
    expect(Object.values(measureRanking([], ranking("ax")))).toEqual([null, null, null, null, null, null]);
  });
});

describe("abstention", () => {
  it("is right where nothing fits, and a loss where something does", () => {
    const one = (answerable: boolean, abstained: boolean, bestFit: number) => ({ answerable, abstained, bestFit });
    const cases = [
      one(true, false, 0.9),
      one(true, true, 0.1),
      one(true, false, 0.5),
      one(false, true, 0),
      one(false, false, 0.5),
    ];
    expect(measureAbstention(cases)).toEqual({
      answerable: 3,
      unanswerable: 2,
      correctAbstention: 1 / 2,
      falseAbstention: 1 / 3,
      // Of the six pairs 0.9 wins two, 0.1 one, 0.5 one and ties one.
      auroc: 4.5 / 6,
    });
  });

  it("has no rate of what is not there", () => {
    expect(measureAbstention([{ answerable: true, abstained: false, bestFit: 1 }])).toEqual({
      answerable: 1,
      unanswerable: 0,
      correctAbstention: null,
      falseAbstention: 0,
      auroc: null,
    });
  });
});

describe("the area under the curve", () => {
  it.each([
    ["all positives above all negatives", [3, 4], [1, 2], 1],
    ["all below", [1, 2], [3, 4], 0],
    ["all the same", [1, 1, 1], [1, 1], 0.5],
    ["three of four pairs in order", [2, 4], [1, 3], 0.75],
  ])("%s", (_title, positives, negatives, expected) => {
    expect(auroc(positives, negatives)).toBeCloseTo(expected, 12);
  });

  it("needs both kinds", () => {
    expect(auroc([], [1])).toBeUndefined();
    expect(auroc([1], [])).toBeUndefined();
  });
});
