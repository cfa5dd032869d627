import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { ToolCatalog, type ToolId, toolKey } from "../../catalog/index.js";
import { applyOperations, bind, boundToolsOf, reduceBoundTools } from "../../nodes/bind.js";
import type { BoundTool, BoundToolOperation } from "../../nodes/types.js";
import { agent, bound, numbered, server, tool } from "./support.js";

/** Two servers share the name `search`; names with `__`, spaces and the reserved name are among them. */
const universe: ToolId[] = ["a", "b", "a__b"].flatMap((name) =>
  ["search", "read", "b__c", "c", "request_tools", "two words"].map((toolName) => ({ server: name, name: toolName })),
);

function catalogOf(ids: readonly ToolId[]): ToolCatalog {
  const servers = [...new Set(ids.map((id) => id.server))];
  return new ToolCatalog(
    servers.map((name) => server(name, ...ids.filter((id) => id.server === name).map((id) => tool(id.name)))),
  );
}

const ids = (tools: readonly { id: ToolId }[]) => tools.map((entry) => toolKey(entry.id));
const options = (turn: number, maxBoundTools: number) => ({ agent, turn, maxBoundTools });

describe("bind", () => {
  it("adds wanted tools at the end in the order they are wanted", () => {
    const catalog = new ToolCatalog([numbered(4)]);
    const wanted = [2, 0].map((index) => ({ server: "many", name: `op${index}` }));
    const operations = bind([bound("many", "op3")], wanted, catalog, options(1, 10));
    expect(applyOperations([bound("many", "op3")], operations).map((entry) => entry.callName)).toEqual([
      "op3",
      "op2",
      "op0",
    ]);
  });

  it("changes neither the list it is given nor its entries", () => {
    const catalog = new ToolCatalog([numbered(4)]);
    const current = Object.freeze([0, 1].map((index) => Object.freeze(bound("many", `op${index}`))));
    const wanted = [1, 2, 3].map((index) => ({ server: "many", name: `op${index}` }));
    const operations = bind(current, wanted, catalog, options(2, 3));
    expect(() => applyOperations(current, operations)).not.toThrow();
    expect(() => reduceBoundTools(current, operations)).not.toThrow();
  });

  it("counts a tool that is wanted twice once", () => {
    const id = { server: "many", name: "op0" };
    expect(bind([], [id, { ...id }], new ToolCatalog([numbered(1)]), options(1, 10))).toHaveLength(1);
  });

  it("does not add a tool that the catalog does not have", () => {
    expect(bind([], [{ server: "many", name: "none" }], new ToolCatalog([numbered(1)]), options(1, 10))).toEqual([]);
  });

  it("removes a bound tool that the catalog no longer has, though nothing is wanted", () => {
    const operations = bind([bound("gone", "x")], [], new ToolCatalog(), options(1, 10));
    expect(operations).toEqual([{ op: "remove", id: { server: "gone", name: "x" }, agent }]);
  });

  it("removes and does not add what the run may not use", () => {
    const catalog = new ToolCatalog([numbered(3)]);
    const current = [bound("many", "op0"), bound("many", "op1")];
    const allows = (id: ToolId) => id.name === "op1";
    const wanted = [0, 2].map((index) => ({ server: "many", name: `op${index}` }));
    const next = applyOperations(current, bind(current, wanted, catalog, { ...options(1, 9), allows }));
    expect(next.map((entry) => entry.callName)).toEqual(["op1"]);
  });

  it("leaves the tools of other agents alone, and gives them no part of the cap", () => {
    const catalog = new ToolCatalog([numbered(4)]);
    const others = [0, 1].map((index) => bound("many", `op${index}`, { agent: "other" }));
    const operations = bind(others, [{ server: "many", name: "op0" }], catalog, options(9, 1));
    expect(operations.map(({ op, agent: whose }) => [op, whose])).toEqual([["add", agent]]);
    expect(applyOperations(others, operations)).toHaveLength(3);
  });

  it("evicts the least recently used first, down to the low-water mark in one batch", () => {
    const catalog = new ToolCatalog([numbered(9)]);
    const current = Array.from({ length: 8 }, (_, index) =>
      bound("many", `op${index}`, { loadedTurn: 1, lastUsedTurn: 8 - index }),
    );
    const next = applyOperations(current, bind(current, [{ server: "many", name: "op8" }], catalog, options(20, 8)));
    expect(next.map((entry) => entry.callName)).toEqual(["op0", "op1", "op2", "op3", "op4", "op8"]);
    expect(next).toHaveLength(8 * defaults.evictionLowWater);
  });

  it("evicts of equally used tools the one that was loaded first", () => {
    const catalog = new ToolCatalog([numbered(3)]);
    const current = [
      bound("many", "op0", { loadedTurn: 3, lastUsedTurn: 4 }),
      bound("many", "op1", { loadedTurn: 2, lastUsedTurn: 4 }),
    ];
    const operations = bind(current, [{ server: "many", name: "op2" }], catalog, options(5, 2));
    expect(operations[0]).toEqual({ op: "remove", id: { server: "many", name: "op1" }, agent });
  });

  it("leaves the least wanted out when the room is not enough", () => {
    const catalog = new ToolCatalog([numbered(6)]);
    const current = [bound("many", "op5", { loadedTurn: 1, lastUsedTurn: 1 })];
    const wanted = [0, 1, 2, 3, 4].map((index) => ({ server: "many", name: `op${index}` }));
    const next = applyOperations(current, bind(current, wanted, catalog, options(1, 4)));
    expect(next.map((entry) => entry.callName)).toEqual(["op5", "op0", "op1", "op2"]);
  });

  it("evicts down to a cap that was lowered", () => {
    const catalog = new ToolCatalog([numbered(8)]);
    const current = Array.from({ length: 8 }, (_, index) => bound("many", `op${index}`));
    expect(applyOperations(current, bind(current, [], catalog, options(2, 4)))).toHaveLength(3);
  });

  it("holds every rule over random turns of a random catalog", () => {
    const step = fc.record({
      newTurn: fc.boolean(),
      wanted: fc.array(fc.constantFrom(...universe), { maxLength: 8 }),
      missing: fc.array(fc.constantFrom(...universe), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (steps, cap) => {
        let current: BoundTool[] = [];
        let turn = 1;
        for (const { newTurn, wanted, missing } of steps) {
          if (newTurn) turn += 1;
          const missingKeys = new Set(missing.map(toolKey));
          const catalog = catalogOf(universe.filter((id) => !missingKeys.has(toolKey(id))));
          const operations = bind(current, wanted, catalog, options(turn, cap));
          const next = reduceBoundTools(current, operations);
          checkStep({ current, next, operations, wanted, catalog, turn, cap });
          current = next;
        }
      }),
      { numRuns: 200 },
    );
  });
});

interface Step {
  current: BoundTool[];
  next: BoundTool[];
  operations: BoundToolOperation[];
  wanted: ToolId[];
  catalog: ToolCatalog;
  turn: number;
  cap: number;
}

function checkStep({ current, next, operations, wanted, catalog, turn, cap }: Step): void {
  expect(next.length, "the cap").toBeLessThanOrEqual(cap);
  expect(
    next.every((entry) => catalog.has(entry.id)),
    "only tools of the catalog",
  ).toBe(true);
  const names = next.map((entry) => entry.callName);
  expect(new Set(names).size, "unique call names").toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(names).not.toContain("request_tools");

  const before = new Map(current.map((entry) => [toolKey(entry.id), entry]));
  const after = new Map(next.map((entry) => [toolKey(entry.id), entry]));
  const stayed = next.filter((entry) => before.has(toolKey(entry.id)));
  for (const entry of stayed) expect(entry.callName).toBe(before.get(toolKey(entry.id))?.callName);
  expect(ids(stayed), "what stays keeps its order").toEqual(ids(current).filter((key) => after.has(key)));
  expect(ids(next).slice(0, stayed.length), "new tools stand at the end").toEqual(ids(stayed));

  const wantedKeys = [...new Set(wanted.filter((id) => catalog.has(id)).map(toolKey))];
  const inCatalog = current.filter((entry) => catalog.has(entry.id));
  const evicted = inCatalog.filter((entry) => !after.has(toolKey(entry.id)));
  for (const entry of evicted) {
    expect(Math.max(entry.loadedTurn, entry.lastUsedTurn), "evicts nothing of this turn").toBeLessThan(turn);
    expect(wantedKeys, "evicts nothing wanted").not.toContain(toolKey(entry.id));
  }
  const couldGo = stayed.filter(
    (entry) => before.get(toolKey(entry.id))!.lastUsedTurn < turn && !wantedKeys.includes(toolKey(entry.id)),
  );
  for (const gone of evicted)
    for (const left of couldGo)
      expect(gone.lastUsedTurn, "least recently used first").toBeLessThanOrEqual(left.lastUsedTurn);
  const newlyWanted = wantedKeys.filter((key) => !before.has(key));
  if (inCatalog.length + newlyWanted.length <= cap) expect(evicted, "evicts only when the cap is passed").toEqual([]);
  else if (evicted.length > 0 && couldGo.length > 0)
    expect(next.length, "in a batch").toBeLessThanOrEqual(Math.max(1, Math.floor(cap * defaults.evictionLowWater)));

  const added = newlyWanted.filter((key) => after.has(key));
  expect(added, "left out from the end").toEqual(newlyWanted.slice(0, added.length));
  if (added.length < newlyWanted.length) expect(next.length, "left out only for want of room").toBe(cap);
  for (const key of wantedKeys) if (after.has(key)) expect(after.get(key)?.lastUsedTurn).toBe(turn);
  expect(operations.filter(({ op }) => op === "add").map(({ id }) => toolKey(id))).toEqual(added);
}

describe("applyOperations", () => {
  const add = (name: string, turn = 1): BoundToolOperation => ({
    op: "add",
    id: { server: "s", name },
    callName: name,
    agent,
    turn,
  });

  it("takes the add of a bound tool as a use, and keeps its place and its name", () => {
    const current = [bound("s", "x", { callName: "first" }), bound("s", "y")];
    const [x] = applyOperations(current, [{ ...add("x", 4), callName: "second" } as BoundToolOperation]);
    expect(x).toMatchObject({ callName: "first", loadedTurn: 1, lastUsedTurn: 4 });
  });

  it("ignores the touch and the remove of a tool that is not bound", () => {
    const id = { server: "s", name: "none" };
    const current = [bound("s", "x")];
    expect(
      applyOperations(current, [
        { op: "touch", id, agent, turn: 9 },
        { op: "remove", id, agent },
      ]),
    ).toEqual(current);
  });

  it("does not turn the last use back", () => {
    const current = [bound("s", "x", { lastUsedTurn: 7 })];
    const next = applyOperations(current, [{ op: "touch", id: { server: "s", name: "x" }, agent, turn: 3 }]);
    expect(next[0]?.lastUsedTurn).toBe(7);
  });

  it("changes only the tools of the agent that the operation names", () => {
    const current = [bound("s", "x"), bound("s", "x", { agent: "other" })];
    const next = applyOperations(current, [{ op: "remove", id: { server: "s", name: "x" }, agent: "other" }]);
    expect(next).toEqual([current[0]]);
  });

  it("gives each change, removals too, a newer revision", () => {
    const id = (name: string) => ({ server: "s", name });
    const revision = (tools: readonly BoundTool[]) => Math.max(...tools.map((entry) => entry.revision));
    const current = applyOperations([], [add("x"), add("y"), add("z")]);
    const touched = applyOperations(current, [{ op: "touch", id: id("x"), agent, turn: 2 }]);
    const removed = applyOperations(touched, [{ op: "remove", id: id("y"), agent }]);
    expect(revision(touched)).toBeGreaterThan(revision(current));
    expect(revision(removed)).toBeGreaterThan(revision(touched));
  });

  it("makes the operations of two parallel calls add up in either order", () => {
    const current = [bound("s", "x"), bound("s", "y")];
    const first: BoundToolOperation[] = [{ op: "touch", id: { server: "s", name: "x" }, agent, turn: 2 }];
    const second: BoundToolOperation[] = [{ op: "touch", id: { server: "s", name: "y" }, agent, turn: 2 }, add("z", 2)];
    const inOrder = reduceBoundTools(reduceBoundTools(current, first), second);
    const reversed = reduceBoundTools(reduceBoundTools(current, second), first);
    expect(ids(inOrder)).toEqual(ids(reversed));
    expect(inOrder.map((entry) => entry.lastUsedTurn)).toEqual([2, 2, 2]);
    expect(reversed.map((entry) => entry.lastUsedTurn)).toEqual([2, 2, 2]);
  });
});

describe("lists of agents that share a state", () => {
  const catalog = catalogOf(universe);
  const agents = ["one", "two", "three"];
  const change = fc.record({
    whose: fc.constantFrom(...agents),
    wanted: fc.array(fc.constantFrom(...universe), { minLength: 1, maxLength: 4 }),
  });

  it("merge in any order to the newest list of each agent", () => {
    const scenario = fc.record({
      shared: fc.array(change, { maxLength: 6 }),
      later: fc.array(change, { maxLength: 8 }),
      order: fc.shuffledSubarray(agents, { minLength: agents.length }),
      cap: fc.integer({ min: 2, max: 6 }),
    });
    fc.assert(
      fc.property(scenario, ({ shared, later, order, cap }) => {
        const run = (tools: BoundTool[], changes: readonly { whose: string; wanted: ToolId[] }[], firstTurn: number) =>
          changes.reduce<BoundTool[]>((current, { whose, wanted }, index) => {
            const settings = { agent: whose, turn: firstTurn + index, maxBoundTools: cap };
            return reduceBoundTools(current, bind(current, wanted, catalog, settings));
          }, tools);
        const base = run([], shared, 1);
        // Each agent runs as a subgraph of its own on the same base, and gives back the whole list.
        const lists = new Map(
          agents.map((whose) => [
            whose,
            run(
              base,
              later.filter((entry) => entry.whose === whose),
              100,
            ),
          ]),
        );
        const merged = order.reduce<BoundTool[]>(
          (current, whose) => reduceBoundTools(current, lists.get(whose)!),
          base,
        );
        for (const whose of agents) expect(boundToolsOf(whose, merged)).toEqual(boundToolsOf(whose, lists.get(whose)!));
      }),
      { numRuns: 300 },
    );
  });

  it("takes over a removal that leaves other tools bound", () => {
    const base = reduceBoundTools([], bind([], universe.slice(0, 3), catalog, options(1, 9)));
    const removed = reduceBoundTools(base, [{ op: "remove", id: universe[2]!, agent }]);
    expect(ids(reduceBoundTools(base, removed))).toEqual(universe.slice(0, 2).map(toolKey));
  });

  it("takes over what was bound after everything had been removed", () => {
    const base = reduceBoundTools([], bind([], universe.slice(0, 5), catalog, options(1, 9)));
    const emptied = reduceBoundTools(base, bind(base, [], catalogOf(universe.slice(5)), options(2, 9)));
    expect(emptied).toEqual([]);
    const refilled = reduceBoundTools(emptied, bind(emptied, universe.slice(7, 8), catalog, options(2, 9)));
    expect(ids(reduceBoundTools(base, refilled))).toEqual(ids(refilled));
  });

  it("keeps the current list when an older one is written back", () => {
    const base = reduceBoundTools([], bind([], universe.slice(0, 2), catalog, options(1, 9)));
    const newer = reduceBoundTools(base, bind(base, universe.slice(2, 3), catalog, options(2, 9)));
    expect(reduceBoundTools(newer, base)).toEqual(newer);
  });
});
