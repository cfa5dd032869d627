/** What a namespace's memory says for tools, given a request. */
import { defaults } from "../defaults.js";
import { splitClauses } from "../search/clauses.js";
import { readParts, requestText } from "../search/route-options.js";
import type { RouteRequest } from "../search/types.js";
import { words } from "../search/words.js";
import { type ToolId, toolKey } from "../types.js";
import { type SelectedExample, selectExamples } from "./select.js";
import type { Observation } from "./types.js";

/** What speaks for one tool. */
export interface Evidence {
  id: ToolId;
  /** 0..1. */
  evidence: number;
  /** The example that is most like the request. */
  example: string;
}

export interface Recollection {
  /** The tools that it holds something about. */
  readonly tools: readonly ToolId[];
  /** What speaks for tools, strongest first; those that nothing speaks for are left out. */
  recall(request: RouteRequest): Evidence[];
}

/** As many texts are taken to be there beside the remembered ones: with few, a word that each has still counts. */
const background = 20;

interface Entry {
  tool: number;
  example: SelectedExample;
  /** The sum of the idf of its words. */
  said: number;
}

/**
 * Reads observations, newest first.
 *
 * similarity = idf of the words that both say / sqrt(idf of the request's words x idf of the example's), for the whole
 * request or its best clause: a long example that shares a few words with the request is not like it.
 * evidence = min(1, sum of the squares over the examples that served) x (for - against) / (for + against), at least 0, where
 * `for` and `against` count the outcomes, each times the square of its example's similarity. So outcomes that contradict
 * each other cancel, however often each is there.
 */
export function createRecollection(observations: readonly Observation[]): Recollection {
  const selected = selectExamples(observations);
  const entries: Entry[] = [];
  const postings = new Map<string, number[]>();
  for (const [tool, { examples }] of selected.entries()) {
    for (const example of examples) {
      for (const word of example.words) {
        const found = postings.get(word);
        if (found) found.push(entries.length);
        else postings.set(word, [entries.length]);
      }
      entries.push({ tool, example, said: 0 });
    }
  }
  const idf = (word: string): number => {
    const frequency = postings.get(word)?.length ?? 0;
    return Math.log(1 + (entries.length + background - frequency + 0.5) / (frequency + 0.5));
  };
  for (const entry of entries) for (const word of entry.example.words) entry.said += idf(word);

  /** Notes for each example like a text how like it is, where that is more than another text of the request gave. */
  function compare(text: string, similarities: Map<number, number>): void {
    const asked = new Set(words(text));
    const shared = new Map<number, number>();
    let sum = 0;
    for (const word of asked) {
      const weight = idf(word);
      sum += weight;
      for (const entry of postings.get(word) ?? []) shared.set(entry, (shared.get(entry) ?? 0) + weight);
    }
    for (const [entry, weight] of shared) {
      const similarity = Math.min(1, weight / Math.sqrt(sum * entries[entry]!.said));
      if (similarity > (similarities.get(entry) ?? 0)) similarities.set(entry, similarity);
    }
  }

  return {
    tools: selected.map(({ id }) => id),
    recall(request) {
      const similarities = new Map<number, number>();
      for (const text of [requestText(request), ...splitClauses(readParts(request).tool)]) compare(text, similarities);
      return sumUp(similarities, entries).map(({ tool, ...rest }) => ({ id: selected[tool]!.id, ...rest }));
    },
  };
}

function sumUp(similarities: ReadonlyMap<number, number>, entries: readonly Entry[]) {
  const sums = new Map<number, { served: number; pro: number; contra: number; best: number; example: string }>();
  for (const [place, similarity] of similarities) {
    const { tool, example } = entries[place]!;
    const sum = sums.get(tool) ?? { served: 0, pro: 0, contra: 0, best: 0, example: "" };
    sums.set(tool, sum);
    const weight = similarity ** 2;
    sum.pro += weight * example.used;
    sum.contra += weight * (example.failed + defaults.memory.unusedWeight * example.notUsed);
    if (example.used === 0) continue;
    sum.served += weight;
    if (similarity > sum.best) Object.assign(sum, { best: similarity, example: example.text });
  }
  return [...sums]
    .map(([tool, { served, pro, contra, example }]) => {
      const balance = pro > contra ? (pro - contra) / (pro + contra) : 0;
      return { tool, evidence: Math.min(1, served) * balance, example };
    })
    .filter(({ evidence }) => evidence >= defaults.memory.leastEvidence)
    .sort((a, b) => b.evidence - a.evidence || a.tool - b.tool);
}

/** Whether a tool has a place among these; for what a memory holds of tools that are no more. */
export function unknownTools(recollection: Recollection, has: (id: ToolId) => boolean): ToolId[] {
  return [...new Map(recollection.tools.map((id) => [toolKey(id), id])).values()].filter((id) => !has(id));
}
