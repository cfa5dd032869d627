/** 200 turns of one thread, through the compiled graph and a checkpointer; the history is trimmed as a parent does it. */

import { beforeAll, describe, expect, it } from "vitest";
import { defaults } from "../../catalog/index.js";
import type { AgentState, BoundTool } from "../../nodes/types.js";
import { type Batch, batchesOf, cap, endless, keysOf, lowWater, namesSent, wishesOf } from "./endless.js";

const turns = 200;
/** An odd number of messages, so that the cut falls on every kind of message. */
const kept = 17;

/** What one conversation left to look at. */
interface Taken {
  steps: { turn: number; bound: BoundTool[] }[];
  batches: (Batch & { turn: number })[];
  answers: (string | undefined)[];
  /** Characters of the state as JSON after each turn, but for its messages. */
  sizes: number[];
  state: AgentState;
  sent: ReturnType<typeof endless>["model"]["sent"];
}

async function converse(binding: "bind" | "dispatch"): Promise<Taken> {
  const { take, state, trim, model } = endless({ binding, turns });
  const steps: Taken["steps"] = [];
  const batches: Taken["batches"] = [];
  const answers: Taken["answers"] = [];
  const sizes: number[] = [];
  let last: BoundTool[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const taken = await take(turn);
    steps.push(...taken.map((bound) => ({ turn, bound })));
    batches.push(...batchesOf([last, ...taken]).map((batch) => ({ ...batch, turn })));
    last = taken.at(-1)!;
    const { messages, ...rest } = await state();
    answers.push(messages.at(-1)?.text);
    sizes.push(JSON.stringify(rest).length);
    await trim(kept + (turn % 5));
  }
  return { steps, batches, answers, sizes, state: await state(), sent: model.sent };
}

describe.each(["bind", "dispatch"] as const)("200 turns that ask for new tools, with %s", (binding) => {
  let taken: Taken;
  beforeAll(async () => {
    taken = await converse(binding);
  }, 300_000);

  it("end in an answer each, with every transcript as strict providers want it", () => {
    expect(taken.state.stoppedBy).toBe("answered");
    expect(taken.state.turn.number).toBe(turns);
    expect(new Set(taken.answers)).toEqual(new Set(["Done."]));
    expect(taken.sent).toHaveLength(turns * 3);
    expect(taken.state.messages.length).toBeLessThanOrEqual(kept + 5);
  });

  it("keep a state that no longer grows once its records are full", () => {
    expect(taken.sizes.at(-1)! / taken.sizes[turns - 50]!).toBeLessThan(1.05);
    expect(taken.state.requests.length).toBeLessThanOrEqual(defaults.keptRequests);
    expect(taken.state.routing.length).toBeLessThanOrEqual(defaults.keptTraces);
    expect(taken.state.metrics.length).toBeLessThanOrEqual(defaults.keptMetrics);
  });

  it("never have more tools bound than the cap, after any step", () => {
    expect(Math.max(...taken.steps.map(({ bound }) => bound.length))).toBe(cap);
  });

  it("evict in batches down to the low-water mark", () => {
    expect(taken.batches.length).toBeGreaterThan(turns / 10);
    for (const { after, gone } of taken.batches) {
      expect(after.length).toBe(lowWater);
      expect(gone.length).toBeGreaterThanOrEqual(cap - lowWater - 1);
    }
  });

  it("evict the least recently used first, never what was loaded or called in the same turn", () => {
    for (const { turn, before, gone, after } of taken.batches) {
      const kept = keysOf(after);
      const stayed = before.filter(({ id }) => kept.has(JSON.stringify([id.server, id.name])));
      const latestGone = Math.max(...gone.map(({ lastUsedTurn }) => lastUsedTurn));
      expect(Math.min(...stayed.map(({ lastUsedTurn }) => lastUsedTurn))).toBeGreaterThanOrEqual(latestGone);
      expect(gone.every(({ loadedTurn, lastUsedTurn }) => loadedTurn < turn && lastUsedTurn < turn)).toBe(true);
    }
  });

  it("keep every tool that a turn asked for or called until the turn's end", () => {
    for (let turn = 1; turn <= turns; turn++) {
      const { bound } = taken.steps.findLast((step) => step.turn === turn)!;
      const names = new Set(bound.map(({ id }) => id.name));
      for (const name of [...wishesOf(turn).ask, wishesOf(turn).call]) expect(names).toContain(name);
    }
  });

  it("send a list of functions that only grows at its end between two evictions", () => {
    const lists = taken.sent.map((call) => JSON.stringify(namesSent(call)));
    const broken = taken.sent.slice(1).filter((call, index) => {
      const before = taken.sent[index]!.tools.map((one) => JSON.stringify(one));
      const now = call.tools.map((one) => JSON.stringify(one));
      return before.some((text, place) => now[place] !== text);
    });
    if (binding === "dispatch") expect(new Set(lists).size).toBe(1);
    expect(broken).toHaveLength(binding === "dispatch" ? 0 : taken.batches.length);
  });
});
