/** Plain Okapi BM25 (Robertson and Zaragoza 2009) over one text a tool: the usual baseline, for comparison only. */
import type { CatalogView } from "../../catalog/search/catalog-view.js";
import type { Router } from "../../catalog/search/types.js";
import { words } from "../../catalog/search/words.js";
import type { CatalogTool } from "../../catalog/types.js";
import { createFlatRouter, type FlatScorer } from "./flat-router.js";

const k1 = 1.2;
const b = 0.75;

/**
 * The router `bm25`: server name, tool name and description as one text, cut into the words that every router reads. The
 * threshold stands where labeled tasks that a tool fits and ones that none fits are told apart best.
 */
export function createBm25Router(catalog: CatalogView): Router {
  return createFlatRouter(catalog, { name: "bm25", defaultThreshold: 0.35, halfFit: 10, createScorer });
}

interface Posting {
  index: number;
  /** What the term adds to the tool's score for each time the query says it. */
  weight: number;
}

function createScorer(tools: readonly CatalogTool[]): FlatScorer {
  const texts = tools.map((tool) => words(`${tool.id.server} ${tool.id.name} ${tool.description}`));
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const postings = new Map<string, Posting[]>();
  for (const [index, text] of texts.entries()) {
    const norm = k1 * (1 - b + (b * text.length) / averageLength);
    for (const [term, count] of countWords(text)) {
      const weight = (count * (k1 + 1)) / (count + norm);
      const list = postings.get(term);
      if (list) list.push({ index, weight });
      else postings.set(term, [{ index, weight }]);
    }
  }
  for (const list of postings.values()) {
    const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
    for (const posting of list) posting.weight *= idf;
  }
  return (query) => {
    const scores = new Map<number, number>();
    for (const [term, count] of countWords(words(query))) {
      for (const { index, weight } of postings.get(term) ?? []) {
        scores.set(index, (scores.get(index) ?? 0) + count * weight);
      }
    }
    return scores;
  };
}

function countWords(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
