import { describe, expect, it } from "vitest";
import { countSchemaTokens } from "../../../catalog/tokens.js";
import { toolKey } from "../../../catalog/types.js";
import { calling, requesting } from "../../support/scripted-model.js";
import { askForReading, askForSending, evaluate, measure, readFile, searchMail, send, task } from "./support.js";

const read = calling({ name: "read_file", args: { path: "a.txt" } });
const mailed = calling({ name: "send", args: { to: "a@x.org", body: "hi" } });

describe("what is measured of a case", () => {
  it("counts one call of a slot's alternatives as the call that is needed", async () => {
    const either = task([readFile], { slots: [[send, readFile]], any: true });
    const { metrics } = await measure([either], [requesting(askForReading), read, "a"]);
    expect(metrics).toMatchObject({ exactCalls: 1, reach: 1, "recall@1": 1, "ndcg@10": 1 });
  });

  it("says nothing about ranking and reach where no tool is needed", async () => {
    const { metrics } = await measure([task([])], ["I cannot do that."]);
    expect(metrics).toMatchObject({ "recall@5": null, "ndcg@10": null, reach: null, exactCalls: 1, abstention: 1 });
  });

  it("counts any call as wrong where no tool is needed", async () => {
    const { metrics, stage } = await measure([task([])], [read, "a"]);
    expect({ ...metrics, stage }).toMatchObject({ exactCalls: 0, abstention: 0, stage: "wrong_call" });
  });

  it("judges a task without a fitting tool among its candidates only, where it names them", async () => {
    const { metrics } = await measure([task([], { candidates: [send] })], [read, "a"]);
    expect(metrics.abstention).toBe(1);
    const wrong = await measure([task([], { candidates: [readFile] })], [read, "a"]);
    expect(wrong.metrics.abstention).toBe(0);
  });

  it("measures abstention where a part of a task cannot be done, and nowhere else", async () => {
    const partly = task([readFile], { unmet: ["translate it"] });
    const done = await measure([partly], [requesting(askForReading), read, "a"]);
    expect(done.metrics).toMatchObject({ abstention: 1, exactCalls: 1 });
    const tooMuch = await measure([partly], [requesting(askForReading), read, mailed, "a"]);
    expect(tooMuch.metrics.abstention).toBe(0);
    expect((await measure([task([readFile])], [read, "a"])).metrics.abstention).toBeNull();
  });

  it("counts the calls of decoys, and leaves it out where there are none", async () => {
    const decoys = new Set([toolKey(send), toolKey(searchMail)]);
    const script = [requesting(askForReading), read, mailed, "a"];
    expect((await measure([task([readFile])], script, { suite: { decoys } })).metrics.decoysMisused).toBe(1);
    expect((await measure([task([readFile])], script)).metrics.decoysMisused).toBeNull();
  });

  it("counts the tools of the largest prompt without the function that asks for tools, its tokens with it", async () => {
    const { metrics } = await measure([task([readFile])], [requesting(askForReading), read, "a"]);
    expect(metrics).toMatchObject({ toolsInContext: 1, modelCalls: 3, rounds: 1 });
    const idle = await measure([task([])], ["No."]);
    expect(idle.metrics.toolsInContext).toBe(0);
    const { requestToolsFunction } = await import("../../../models/protocol.js");
    expect(idle.metrics.schemaTokens).toBe(await countSchemaTokens([requestToolsFunction]));
    expect(idle.metrics.schemaTokensEstimate).toBe(Math.ceil(JSON.stringify([requestToolsFunction]).length / 4));
  });

  it("sums tokens over the model calls", async () => {
    const { metrics } = await measure([task([readFile])], [read, "a"], { strategies: ["all-tools"] });
    expect(metrics.schemaTokensTotal).toBe(2 * metrics.schemaTokens!);
    expect(metrics.inputTokens).toBeGreaterThan(metrics.schemaTokensTotal!);
  });

  it("finds most of a prompt repeated where the tools stay, less where they change", async () => {
    const [stays, changes] = await Promise.all([
      measure([task([readFile])], [read, "a"], { strategies: ["all-tools"] }),
      measure([task([readFile])], [requesting(askForReading), "a"]),
    ]);
    expect(stays.metrics.cachedPrefixShare).toBeGreaterThan(0.4);
    expect(changes.metrics.cachedPrefixShare).toBeLessThan(stays.metrics.cachedPrefixShare!);
    expect((await measure([task([])], ["No."])).metrics.cachedPrefixShare).toBe(0);
  });

  it("has a cost where there are prices, by the tokens it counted", async () => {
    const price = { input: 2, cachedInput: 1, output: 10 };
    const { metrics } = await measure([task([])], ["No."], { price });
    expect(metrics.cost).toBeCloseTo((2 * metrics.inputTokens! + 10 * metrics.outputTokens!) / 1_000_000, 12);
    expect((await measure([task([])], ["No."])).metrics.cost).toBeNull();
  });

  it("leaves out what needs labels where there are none", async () => {
    const { metrics, stage } = await measure([task([])], [read, "a"], { suite: { labeled: false } });
    expect({ ...metrics, stage }).toMatchObject({ exactCalls: null, abstention: null, reach: null, stage: null });
    expect(metrics.modelCalls).toBe(2);
  });
});

describe("a conversation", () => {
  const turns = [
    { query: "Read the text of the file a.txt", slots: [[readFile]] },
    { query: "Read b.txt too, and mail both to a@x.org", slots: [[readFile], [send]] },
  ];
  const script = [
    ...[requesting(askForReading), read, "a"],
    ...[requesting(askForSending), calling({ name: "read_file", args: { path: "b.txt" } }), mailed, "sent"],
  ];

  it("runs in one thread: a later turn has the tools of the earlier ones", async () => {
    const { cases } = await evaluate([task([readFile, send], { turns })], script);
    expect(cases.map(({ turn, stage }) => [turn, stage])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(cases[1]!.metrics).toMatchObject({ toolsInContext: 2, rounds: 1, modelCalls: 4, "recall@5": 1 });
  });

  it("measures each turn by its own records", async () => {
    const { cases } = await evaluate([task([readFile, send], { turns })], script);
    expect(cases.map((one) => one.calls.map((call) => call.name))).toEqual([["read_file"], ["read_file", "send"]]);
    expect(cases.map((one) => one.requests.length)).toEqual([1, 1]);
  });

  it("goes on with the prompt before: the first call of a later turn repeats its front", async () => {
    const { cases } = await evaluate(
      [task([readFile], { turns: [turns[0]!, { query: "Thanks", slots: [] }] })],
      [...script.slice(0, 3), "You are welcome."],
    );
    expect(cases[1]!.metrics.cachedPrefixShare).toBeGreaterThan(0.9);
  });

  it("counts as one task in the means", async () => {
    const { strategies } = await evaluate([task([readFile, send], { turns })], script);
    expect(strategies[0]).toMatchObject({ tasks: 1, cases: 2, metrics: { exactCalls: { mean: 1, count: 1 } } });
  });
});
