/** The short way to the best few tools gives what looking at every tool gives. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import { scoreParts } from "../../../../catalog/search/hybrid/parts.js";
import { Top } from "../../../../catalog/search/hybrid/top.js";
import type { RouteRequest } from "../../../../catalog/search/types.js";
import type { ToolId } from "../../../../catalog/types.js";
import { servers, text } from "./arbitrary.js";

const several = fc.array(text, { minLength: 1, maxLength: 3 }).map((clauses) => clauses.join(". Then "));
const request: fc.Arbitrary<RouteRequest> = fc.record({ server: fc.option(text, { nil: undefined }), tool: several });
const without = fc.subarray([...scoreParts], { maxLength: 3 });
/** Forbids one tool in `every`; 0 forbids none. */
const every = fc.integer({ min: 0, max: 4 });
const count = fc.integer({ min: 1, max: 6 });

function permission(every: number): ((id: ToolId) => boolean) | undefined {
  return every === 0 ? undefined : ({ server, name }) => (server.length + 3 * name.length) % every !== 1;
}

function byScoreAndName(a: { id: ToolId; score: number }, b: { id: ToolId; score: number }): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.id.server !== b.id.server) return a.id.server < b.id.server ? -1 : 1;
  return a.id.name < b.id.name ? -1 : 1;
}

describe("the best few", () => {
  test("of all tools are those that scoring every tool finds", async () => {
    await fc.assert(
      fc.asyncProperty(servers, request, without, every, count, async (definitions, asked, parts, one, k) => {
        const catalog = new ToolCatalog(definitions);
        const router = createHybridRouter(catalog, { without: parts });
        const allows = permission(one);
        const found = await router.retrieve(asked, k, { allows });
        const about = catalog.tools().map(({ id }) => id);
        const { explained = [] } = await router.explain!(asked, { allows, about });
        const scored = explained.filter(({ score }) => score > 0).sort(byScoreAndName);
        expect(found.map(({ id, score, fit }) => ({ id, score, fit }))).toEqual(
          scored.slice(0, k).map(({ id, score, fit }) => ({ id, score, fit })),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("servers are those that ranking every server finds", async () => {
    await fc.assert(
      fc.asyncProperty(
        servers,
        request,
        every,
        count,
        count,
        async (definitions, asked, one, topKServers, topKTools) => {
          const router = createHybridRouter(new ToolCatalog(definitions));
          const options = { allows: permission(one), topKServers, topKTools, threshold: 0 };
          const { serversCut, explained = [], ...trace } = await router.explain!(asked, options);
          expect(await router.route(asked, options)).toEqual(trace);
          expect(explained.filter(({ reason }) => reason === undefined)).toHaveLength(trace.tools.length);
          const least = trace.servers.at(-1)?.score ?? 0;
          for (const { score } of serversCut) expect(score).toBeLessThanOrEqual(least);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("of what is offered, also more than once, are those with the highest scores", () => {
    const offers = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 0, max: 5 })), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(offers, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 25 }), (rounds, k) => {
        const top = new Top((a, b) => a < b);
        for (const round of rounds) {
          const best = new Map<number, number>();
          top.begin(k, 21);
          for (const [number, score] of round) {
            top.offer(number, score);
            best.set(number, Math.max(score, best.get(number) ?? 0));
          }
          const sorted = [...best].filter(([, score]) => score > 0).sort(([a, x], [b, y]) => y - x || a - b);
          expect(top.ranked().map((number) => [number, top.scoreOf(number)])).toEqual(sorted.slice(0, k));
        }
      }),
    );
  });
});
