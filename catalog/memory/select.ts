/** Which observations count: bounded for each tool, the newest and most distinct. */
import { defaults } from "../defaults.js";
import { words } from "../search/words.js";
import { type ToolId, toolKey } from "../types.js";
import { withoutMarks } from "./mask.js";
import type { Observation, ObservedOutcome, RememberedExample, RememberedTool } from "./types.js";

/** A remembered text with its distinct words, and the observations that it came from. */
export interface SelectedExample extends RememberedExample {
  words: ReadonlySet<string>;
  /** Places of its observations in the list that was given. */
  sources: number[];
}

export interface SelectedTool extends RememberedTool {
  examples: SelectedExample[];
}

/** Texts from which the distinct ones are chosen, for each that is kept. */
const considered = 3;

/**
 * The examples of each tool, from observations newest first. Texts of the same words are one example whose outcomes are
 * counted, at most `outcomesPerText` of them. Of those that served and of those that did not, `examplesPerTool` each are
 * kept: among the newest ones, first the newest, then always the one that shares least with those that are kept already.
 */
export function selectExamples(observations: readonly Observation[]): SelectedTool[] {
  const tools = new Map<string, { id: ToolId; texts: Map<string, SelectedExample> }>();
  for (const [place, observation] of observations.entries()) {
    const texts = textsOf(observation);
    for (const { server, name, outcome } of observation.tools) {
      const id = { server, name };
      const entry = tools.get(toolKey(id)) ?? { id, texts: new Map() };
      tools.set(toolKey(id), entry);
      for (const { text, words: said, key } of texts) {
        const example = entry.texts.get(key) ?? newExample(text, observation.at, said);
        entry.texts.set(key, example);
        if (example.used + example.notUsed + example.failed >= defaults.memory.outcomesPerText) continue;
        example[counters[outcome]] += 1;
        example.sources.push(place);
      }
    }
  }
  return [...tools.values()].map(({ id, texts }) => {
    const all = [...texts.values()];
    const served = chooseDistinct(all.filter(({ used }) => used > 0));
    const others = chooseDistinct(all.filter(({ used }) => used === 0));
    const kept = new Set([...served, ...others]);
    return { id, examples: all.filter((example) => kept.has(example)) };
  });
}

const counters = { used: "used", not_used: "notUsed", failed: "failed" } as const satisfies Record<
  ObservedOutcome,
  keyof RememberedExample
>;

function newExample(text: string, at: number, said: ReadonlySet<string>): SelectedExample {
  return { text, at, used: 0, notUsed: 0, failed: 0, words: said, sources: [] };
}

/** The request and the user's words behind it, each once, without those that hold no word. */
function textsOf({ request, words: user }: Observation): { text: string; words: Set<string>; key: string }[] {
  const texts = new Map<string, { text: string; words: Set<string>; key: string }>();
  for (const text of [`${request.server} ${request.tool}`.trim(), user]) {
    const said = new Set(words(withoutMarks(text)));
    const key = [...said].sort().join(" ");
    if (key !== "" && !texts.has(key)) texts.set(key, { text, words: said, key });
  }
  return [...texts.values()];
}

/** Greedy: each step takes the text whose largest overlap with a kept one is smallest; of equals the newest. */
function chooseDistinct(newestFirst: readonly SelectedExample[]): SelectedExample[] {
  const most = defaults.memory.examplesPerTool;
  if (newestFirst.length <= most) return [...newestFirst];
  const open = newestFirst.slice(0, considered * most).map((example) => ({ example, overlap: 0 }));
  const kept: SelectedExample[] = [];
  while (kept.length < most && open.length > 0) {
    const best = open.reduce((least, one, at) => (one.overlap < open[least]!.overlap ? at : least), 0);
    const [{ example }] = open.splice(best, 1) as [{ example: SelectedExample; overlap: number }];
    kept.push(example);
    for (const one of open) one.overlap = Math.max(one.overlap, overlapOf(one.example.words, example.words));
  }
  return kept;
}

/** Shared words as a share of all words of both (Jaccard). */
function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / (one.size + other.size - shared);
}
