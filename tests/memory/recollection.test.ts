import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { createRecollection, readObservation, selectExamples } from "../../catalog/memory/index.js";
import type { Observation } from "../../catalog/memory/types.js";
import { invoice, ledger, observed, parcel } from "./support.js";

const text = "put the rent in the books";
const evidenceOf = (observations: Observation[], tool = text) =>
  createRecollection(observations).recall({ tool })[0]?.evidence ?? 0;

describe("evidence for a tool", () => {
  it("is full where it served a request in these words", () => {
    expect(createRecollection([observed(text, [[ledger, "used"]])]).recall({ tool: text })).toEqual([
      { id: ledger, evidence: 1, example: text },
    ]);
  });

  it("falls with what the two texts do not share", () => {
    const observations = [observed(text, [[ledger, "used"]])];
    const near = evidenceOf(observations, "put the salary in the books");
    expect(near).toBeGreaterThan(defaults.memory.leastEvidence);
    expect(near).toBeLessThan(1);
    expect(evidenceOf(observations, "fly me to Rome")).toBe(0);
  });

  it("finds the user's words behind a request too", () => {
    const observations = [observed("ledger entry", [[ledger, "used"]], { words: text })];
    expect(evidenceOf(observations)).toBeGreaterThan(0.9);
  });

  it("falls with each time that it was loaded and not used, until nothing is left", () => {
    const used = observed(text, [[ledger, "used"]]);
    const unused = observed(text, [[ledger, "not_used"]]);
    const [alone, once, twice] = [0, 1, 2].map((count) =>
      evidenceOf([used, ...Array.from({ length: count }, () => unused)]),
    );
    expect(alone).toBeGreaterThan(once!);
    expect(once).toBeGreaterThan(0);
    expect(twice).toBe(0);
  });

  it("is nothing where as many calls failed as worked", () => {
    expect(evidenceOf([observed(text, [[ledger, "used"]]), observed(text, [[ledger, "failed"]])])).toBe(0);
  });

  it("falls with bad outcomes of requests in similar words", () => {
    const used = observed(text, [[ledger, "used"]]);
    const failed = observed("put the rent in the accounts", [[ledger, "failed"]]);
    expect(evidenceOf([used, failed])).toBeLessThan(evidenceOf([used]));
  });

  it("is for each tool by itself", () => {
    const found = createRecollection([
      observed(text, [
        [ledger, "used"],
        [invoice, "not_used"],
      ]),
    ]).recall({ tool: text });
    expect(found.map(({ id }) => id)).toEqual([ledger]);
  });

  it("reads the clauses of a long task by themselves", () => {
    const observations = [observed(text, [[ledger, "used"]])];
    const task = `look up all the flights from Berlin to Rome and ${text}, then tell everybody in the team about it`;
    expect(evidenceOf(observations, task)).toBeGreaterThan(0.8);
  });

  it("ignores the marks that stand for values", () => {
    expect(evidenceOf([observed("[email] [number]", [[ledger, "used"]])], "number of an email")).toBe(0);
  });
});

describe("the examples of a tool", () => {
  const { examplesPerTool, outcomesPerText } = defaults.memory;

  it("are bounded, those that speak for it and those that speak against it by themselves", () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      observed(`word${index}x`, [[ledger, index % 2 ? "used" : "not_used"]]),
    );
    const [{ examples }] = selectExamples(many) as [ReturnType<typeof selectExamples>[number]];
    expect(examples.filter(({ used }) => used > 0)).toHaveLength(examplesPerTool);
    expect(examples).toHaveLength(2 * examplesPerTool);
  });

  it("are the newest and the most distinct", () => {
    const alike = Array.from({ length: 40 }, (_, index) =>
      observed(`post rent payment ledger number${index}x`, [[ledger, "used"]], { at: 2_000 - index }),
    );
    const other = observed("salaries of the staff", [[ledger, "used"]], { at: 100 });
    const [{ examples }] = selectExamples([...alike, other]) as [ReturnType<typeof selectExamples>[number]];
    const texts = examples.map((example) => example.text);
    expect(texts).toContain(other.request.tool);
    expect(texts).toContain(alike[0]!.request.tool);
    expect(texts).toHaveLength(examplesPerTool);
  });

  it("count a text of the same words once, with its newest outcomes", () => {
    const again = Array.from({ length: 50 }, () => observed("The rent, in the books: put", [[ledger, "failed"]]));
    const [{ examples }] = selectExamples([observed(text, [[ledger, "used"]]), ...again]) as [
      ReturnType<typeof selectExamples>[number],
    ];
    expect(examples).toMatchObject([{ text, used: 1, failed: outcomesPerText - 1 }]);
  });

  it("of one tool take nothing from those of another", () => {
    const flood = Array.from({ length: 500 }, (_, index) => observed(`flood${index}x`, [[parcel, "used"]]));
    const tools = selectExamples([...flood, observed(text, [[ledger, "used"]], { at: 1 })]);
    expect(tools.map(({ id }) => id)).toContainEqual(ledger);
  });
});

describe("an item of a store", () => {
  const good = observed(text, [[ledger, "used"]]);

  it("is read as it was written", () => {
    expect(readObservation(JSON.parse(JSON.stringify(good)))).toEqual(good);
  });

  it.each([
    ["null", null],
    ["a text", "observation"],
    ["another version", { ...good, version: 2 }],
    ["no tools", { ...good, tools: [] }],
    ["a huge text", { ...good, words: "x".repeat(100_000) }],
    ["too many tools", { ...good, tools: Array.from({ length: 1_000 }, () => good.tools[0]) }],
    ["an unknown outcome", { ...good, tools: [{ ...ledger, outcome: "loved" }] }],
    ["a time that is none", { ...good, at: Number.NaN }],
    ["a list in the place of a text", { ...good, request: { server: [], tool: {} } }],
  ])("that is %s is refused with a line that says where", (_what, value) => {
    expect(readObservation(value)).toMatch(/^\S.*: .+/);
  });

  it("with keys of a prototype gives nothing but its own fields", () => {
    const hostile = JSON.parse(
      `{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, ${JSON.stringify(good).slice(1)}`,
    );
    expect(readObservation(hostile)).toEqual(good);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
