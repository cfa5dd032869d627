import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { createRouter, type Router, selectMatches, ToolCatalog, type ToolId, toolKey } from "../../catalog/index.js";
import { createRecollection, withRecollection } from "../../catalog/memory/index.js";
import type { Observation } from "../../catalog/memory/types.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";
import { bookkeeping, catalogOf, ledger, observed, parcel } from "./support.js";

const remembering = (router: Router, ...observations: Observation[]) =>
  withRecollection(router, createRecollection(observations));
const namesOf = (tools: readonly { id: ToolId }[]) => tools.map(({ id }) => id.name);

describe("a router that remembers", () => {
  const router = createRouter("hybrid", catalogOf());
  const request = { tool: "book an entry for the rent" };

  it("ranks the tool first that served such a request, where it was second", async () => {
    expect(namesOf((await router.route(request)).tools).slice(0, 2)).toEqual([parcel.name, ledger.name]);
    const remembered = remembering(router, observed("book an entry for the rent", [[ledger, "used"]]));
    const { tools } = await remembered.route(request);
    expect(namesOf(tools).slice(0, 2)).toEqual([ledger.name, parcel.name]);
    expect(namesOf(await remembered.retrieve(request, 1))).toEqual([ledger.name]);
  });

  it("gives the router's own answer to a request that nothing is remembered of", async () => {
    const remembered = remembering(router, observed("fly to the moon", [[ledger, "used"]]));
    expect(await remembered.route(request)).toEqual(await router.route(request));
    expect(await remembered.retrieve(request, 5)).toEqual(await router.retrieve(request, 5));
  });

  it("leaves the router below as it was for others", async () => {
    const before = await router.route(request);
    await remembering(router, observed(request.tool, [[ledger, "used"]])).route(request);
    expect(await router.route(request)).toEqual(before);
  });

  it("brings in a tool of a server that stage 1 had cut", async () => {
    const catalog = new ToolCatalog([...bookkeeping(), ...builtinServers()]);
    const plain = createRouter("tfidf", catalog);
    const options = { topKServers: 1, threshold: 0.05 };
    const asked = { tool: "book an entry at the depot for the ledger" };
    expect(namesOf((await plain.route(asked, options)).tools)).not.toContain(ledger.name);
    const { tools, servers } = await remembering(plain, observed(asked.tool, [[ledger, "used"]])).route(asked, options);
    expect(namesOf(tools)).toContain(ledger.name);
    expect(servers.map(({ name }) => name)).toContain("books");
  });

  it("finds a tool whose fit is a little below the threshold, and none that is far below", async () => {
    const [first] = (await router.route(request)).tools;
    const evident = remembering(router, observed(request.tool, [[first!.id, "used"]]));
    const near = Math.min(1, first!.fit + defaults.memory.fitLift / 2);
    const far = Math.min(1, first!.fit + 2 * defaults.memory.fitLift);
    expect(namesOf((await evident.route(request, { threshold: near })).tools)).toEqual([first!.id.name]);
    expect((await evident.route(request, { threshold: far })).tools).toEqual([]);
  });

  it("says in its explanation what memory added, and for which example", async () => {
    const remembered = remembering(router, observed(request.tool, [[ledger, "used"]]));
    const { explained = [], tools } = await remembered.explain(request);
    const found = explained.find(({ id }) => id.name === ledger.name)!;
    expect(found.rank).toBe(1);
    expect(found.shares.at(-1)).toMatchObject({ part: "memory", text: request.tool });
    const sum = found.shares.reduce((total, { score }) => total + score, 0);
    expect(sum).toBeCloseTo(tools[0]!.score, 6);
  });
});

describe("whatever a memory holds", () => {
  const catalog = new ToolCatalog([...bookkeeping(), ...builtinServers()]);
  const routers = ["hybrid", "tfidf"].map((name) => createRouter(name, catalog));
  const ids = catalog.tools().map(({ id }) => id);
  const { lift, fitLift, mostLifted } = defaults.memory;

  const words = fc.constantFrom(
    ..."read write the a file email entry ledger parcel query database rows send report list".split(" "),
  );
  const phrase = fc.array(words, { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(" "));
  const id = fc.oneof(fc.constantFrom(...ids), fc.record({ server: fc.string(), name: fc.string() }));
  const outcome = fc.constantFrom("used" as const, "used" as const, "not_used" as const, "failed" as const);
  const observation = fc.record({
    version: fc.constant(1 as const),
    at: fc.nat(),
    request: fc.record({ server: fc.oneof(phrase, fc.string()), tool: fc.oneof(phrase, fc.string()) }),
    words: fc.oneof(phrase, fc.string()),
    tools: fc.array(
      fc.tuple(id, outcome).map(([tool, result]) => ({ ...tool, outcome: result })),
      { minLength: 1, maxLength: 8 },
    ),
  });
  const asked = fc.record({ server: fc.oneof(fc.constant(""), phrase), tool: phrase });
  const denied = fc.subarray(ids, { minLength: 1 }).map((chosen) => new Set(chosen.map(toolKey)));
  const cases = fc.record({
    asked,
    denied,
    held: fc.array(observation, { maxLength: 30 }),
    router: fc.constantFrom(...routers),
  });

  it("no tool that may not be used is found, and none that the router would not find at all", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ asked: request, denied: forbidden, held, router }) => {
        const allows = (tool: ToolId) => !forbidden.has(toolKey(tool));
        const remembered = remembering(router, ...held);
        const { tools, cut } = await remembered.route(request, { allows });
        const own = await router.route(request, { allows, topKServers: 1_000, topKTools: 1_000, threshold: 0 });
        const known = new Map(own.tools.map((hit) => [toolKey(hit.id), hit]));
        for (const hit of [...tools, ...cut, ...(await remembered.retrieve(request, 10, { allows }))]) {
          expect(allows(hit.id)).toBe(true);
          expect(catalog.has(hit.id)).toBe(true);
        }
        for (const hit of tools) expect(known.get(toolKey(hit.id))?.score).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it("nothing that the router finds is lost, few tools rise, and none by more than the bounds", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ asked: request, held, router }) => {
        const own = await router.route(request);
        const { tools, threshold } = await remembering(router, ...held).route(request);
        const found = new Map(tools.map((hit) => [toolKey(hit.id), hit]));
        for (const hit of own.tools) expect(found.has(toolKey(hit.id))).toBe(true);
        const before = new Map([...own.tools, ...own.cut].map((hit) => [toolKey(hit.id), hit]));
        const best = (own.tools.length > 0 ? own.tools : own.cut).reduce((most, { score }) => Math.max(most, score), 0);
        const risen = tools.filter((hit) => hit.score > (before.get(toolKey(hit.id))?.score ?? 0));
        expect(risen.length).toBeLessThanOrEqual(mostLifted);
        for (const hit of tools) {
          expect(hit.score).toBeLessThanOrEqual((1 + lift) * best + 1e-9);
          const earlier = before.get(toolKey(hit.id));
          if (earlier) {
            expect(hit.score - earlier.score).toBeLessThanOrEqual(lift * best + 1e-9);
            expect(hit.fit - earlier.fit).toBeLessThanOrEqual(fitLift + 1e-9);
          }
          if (own.tools.length === 0) expect(hit.fit).toBeGreaterThanOrEqual(threshold);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("the tool that the router ranks first is still among those that are bound", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ asked: request, held, router }) => {
        const [first] = (await router.route(request)).tools;
        if (!first) return;
        const { tools } = await remembering(router, ...held).route(request);
        expect(selectMatches(tools).map(({ id: tool }) => toolKey(tool))).toContain(toolKey(first.id));
      }),
      { numRuns: 200 },
    );
  });
});
