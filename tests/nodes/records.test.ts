import { AIMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/index.js";
import { mergeById, mergeTraces, mergeTurnRecords, reduceTurn } from "../../nodes/records.js";
import { feedback } from "../../nodes/transcript.js";
import { currentTurn } from "../../nodes/turn.js";
import type { RoutingRecord } from "../../nodes/types.js";
import { modelMetric } from "./support.js";

describe("mergeById", () => {
  it("puts the newest version in the place of the first", () => {
    const merged = mergeById(
      [
        { id: "a", n: 1 },
        { id: "b", n: 1 },
      ],
      [
        { id: "a", n: 2 },
        { id: "c", n: 1 },
      ],
      9,
    );
    expect(merged).toEqual([
      { id: "a", n: 2 },
      { id: "b", n: 1 },
      { id: "c", n: 1 },
    ]);
  });

  it("keeps the newest when there are too many", () => {
    expect(mergeById([{ id: "a" }, { id: "b" }], [{ id: "c" }], 2).map(({ id }) => id)).toEqual(["b", "c"]);
  });

  it("counts nothing twice when a subgraph writes back the whole list", () => {
    const records = fc.uniqueArray(fc.string(), { maxLength: 8 }).map((ids) => ids.map((id) => ({ id })));
    fc.assert(
      fc.property(records, records, (current, update) => {
        const once = mergeById(current, update, 100);
        expect(mergeById(current, once, 100)).toEqual(once);
        expect(mergeById(once, once, 100)).toEqual(once);
      }),
    );
  });

  it("changes neither of its lists", () => {
    const lists = [Object.freeze([{ id: "a" }]), Object.freeze([{ id: "b" }])] as const;
    expect(() => mergeById(lists[0], lists[1], 1)).not.toThrow();
  });
});

describe("reduceTurn", () => {
  it("keeps the later turn, whichever comes first", () => {
    const [first, second] = [
      { number: 1, taskId: "a" },
      { number: 2, taskId: "b" },
    ];
    expect(reduceTurn(first, second)).toBe(second);
    expect(reduceTurn(second, first)).toBe(second);
  });
});

describe("mergeTurnRecords", () => {
  it("never lets go of a record of the latest turn, and keeps the newest of the earlier ones", () => {
    const record = fc.record({ id: fc.nat(60).map(String), turn: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(record), fc.array(record), fc.integer({ min: 1, max: 20 }), (current, update, most) => {
        const all = mergeById(mergeById([], current, 1_000), update, 1_000);
        const merged = mergeTurnRecords(mergeById([], current, 1_000), update, most);
        const latest = Math.max(0, ...all.map(({ turn }) => turn));
        const needed = all.filter(({ turn }) => turn === latest);
        expect(merged).toEqual(expect.arrayContaining(needed));
        expect(merged).toEqual(expect.arrayContaining(all.slice(-most)));
        expect(merged.length).toBeLessThanOrEqual(most + needed.length);
      }),
    );
  });
});

describe("mergeTraces", () => {
  const hit = (index: number) => ({
    ...{ id: { server: "s", name: `op${index}` }, score: 1 / (index + 1), fit: 0.5, serverScore: 0, toolScore: 1 },
  });
  const upTo = (most: number) => fc.nat(most).map((count) => Array.from({ length: count }, (_, index) => hit(index)));
  const trace = fc.record({ tools: upTo(15), cut: upTo(20), servers: upTo(9) }).map(({ tools, cut, servers }) => ({
    ...{ router: "hybrid", request: { server: "s", tool: "t" }, threshold: 0.35, comparisons: 40, cached: false },
    servers: servers.map(({ id, score }) => ({ name: id.name, score })),
    tools,
    cut: cut.map((one) => ({ ...one, reason: "below" })),
  }));
  const records: fc.Arbitrary<RoutingRecord[]> = fc.array(
    fc.record({ id: fc.nat(80).map(String), agent: fc.constant("a"), turn: fc.integer({ min: 1, max: 4 }), trace }),
    { maxLength: 30 },
  );

  it("keeps the traces of the latest turn whole, and of earlier ones the best without what was cut", () => {
    fc.assert(
      fc.property(records, records, (current, update) => {
        const all = mergeById(mergeById([], current, 50), update, 50);
        const latest = Math.max(...all.map(({ turn }) => turn));
        const merged = mergeTraces(mergeById([], current, 50), update, 50);
        expect(merged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
        for (const [index, { turn, trace }] of merged.entries()) {
          const whole = all[index]!.trace;
          const { servers, tools, cut, ...rest } = trace;
          expect(whole).toMatchObject(rest);
          if (turn === latest) expect(trace).toEqual(whole);
          else {
            expect(tools).toEqual(whole.tools.slice(0, defaults.keptEarlierHits));
            expect(servers).toEqual(whole.servers.slice(0, defaults.keptEarlierHits));
            expect(cut).toEqual([]);
          }
        }
      }),
    );
  });

  it("says the same when a subgraph writes back the whole list", () => {
    fc.assert(
      fc.property(records, records, (current, update) => {
        const once = mergeTraces(mergeById([], current, 50), update, 50);
        expect(mergeTraces(once, once, 50)).toEqual(once);
        expect(mergeTraces(mergeById([], current, 50), once, 50)).toEqual(once);
      }),
    );
  });
});

describe("currentTurn", () => {
  const human = (id: string) => new HumanMessage({ id, content: "Do it" });

  it("opens the first turn with the first human message", () => {
    expect(currentTurn({ messages: [human("h1")], turn: { number: 0, taskId: "" } })).toEqual({
      number: 1,
      taskId: "h1",
    });
  });

  it("stays in the turn while the model works", () => {
    const turn = { number: 3, taskId: "h1" };
    expect(currentTurn({ messages: [human("h1"), new AIMessage("Wait")], turn })).toBe(turn);
  });

  it("does not take feedback for a new task", () => {
    const turn = { number: 3, taskId: "h1" };
    expect(currentTurn({ messages: [human("h1"), feedback("Loaded")], turn })).toBe(turn);
  });

  it("opens a new turn with a human message that was not seen before", () => {
    const turn = { number: 3, taskId: "h1" };
    expect(currentTurn({ messages: [human("h1"), human("h2")], turn })).toEqual({ number: 4, taskId: "h2" });
  });

  it("stays in the turn when the message that opened it was trimmed away, or became part of a summary", () => {
    const turn = { number: 3, taskId: "h3" };
    const metrics = [modelMetric({ id: "a5", turn: 3 })];
    const answer = new AIMessage({ id: "a5", content: "Wait" });
    expect(currentTurn({ messages: [answer], turn, metrics })).toBe(turn);
    expect(currentTurn({ messages: [human("h1"), answer], turn, metrics })).toBe(turn);
    expect(currentTurn({ messages: [human("summary"), answer, feedback("Loaded")], turn, metrics })).toBe(turn);
  });

  it("opens a new turn behind a summary, and for a message that only another agent has answered", () => {
    const turn = { number: 3, taskId: "h3" };
    const metrics = [modelMetric({ id: "a5", turn: 3 })];
    const answer = new AIMessage({ id: "a5", content: "Done" });
    const handOff = new AIMessage({ id: "other", content: "Over to you" });
    expect(currentTurn({ messages: [human("summary"), answer, human("h4")], turn, metrics }).number).toBe(4);
    expect(currentTurn({ messages: [answer, human("h4"), handOff], turn, metrics }).number).toBe(4);
  });

  it("opens one turn, not one per step, where no human message is", () => {
    const turn = currentTurn({ messages: [new AIMessage("Hello")], turn: { number: 0, taskId: "" } });
    expect(turn).toEqual({ number: 1, taskId: "" });
    expect(currentTurn({ messages: [new AIMessage("Hello")], turn })).toBe(turn);
  });
});
