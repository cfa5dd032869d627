import { describe, expect, it } from "vitest";
import { createTfidfRouter, type Router, type RouterHit } from "../../../catalog/search/index.js";
import { withRoutingCache } from "../../../catalog/search/routing-cache.js";
import { InputError, type ToolId } from "../../../catalog/types.js";
import { PlainCatalog } from "./catalog.js";

const letters = { name: "post", description: "letters", tools: [{ name: "send", description: "sends letters" }] };
const pictures = { name: "art", description: "pictures", tools: [{ name: "draw", description: "draws pictures" }] };
const request = { tool: "send letters" };

/** A cached router, and how often the one behind it was asked. */
function setUp(change: Partial<Router> = {}, max?: number) {
  const catalog = new PlainCatalog([letters, pictures]);
  const inner = createTfidfRouter(catalog);
  const asked: string[] = [];
  const counting: Router = {
    ...inner,
    route: (...args) => {
      asked.push("route");
      return inner.route(...args);
    },
    retrieve: (...args) => {
      asked.push("retrieve");
      return inner.retrieve(...args);
    },
    ...change,
  };
  return { catalog, inner, asked, router: withRoutingCache(counting, catalog, { max }) };
}

describe("a routing cache", () => {
  it("answers an equal request as the router did, without asking it again", async () => {
    const { router, inner, asked } = setUp();
    const [first, second] = [await router.route(request), await router.route({ ...request })];
    const plain = await inner.route(request);
    expect(first).toEqual({ ...plain, cached: false });
    expect(second).toEqual({ ...plain, cached: true });
    expect(await router.retrieve(request, 3)).toEqual(await router.retrieve(request, 3));
    expect(asked).toEqual(["route", "retrieve"]);
    expect(router.stats()).toEqual({ size: 2, hits: 2, misses: 2 });
  });

  it("tells requests and options apart", async () => {
    const { router, asked } = setUp();
    await router.route({ server: "a b", tool: "c" });
    await router.route({ server: "a", tool: "b c" });
    await router.route({ tool: "a b c" });
    for (const options of [{ topKServers: 1 }, { topKTools: 1 }, { threshold: 0.5 }, { embeddingWeight: 1 }]) {
      await router.route(request, options);
    }
    await router.retrieve(request, 1);
    await router.retrieve(request, 2);
    expect(asked).toHaveLength(9);
    expect(router.stats().hits).toBe(0);
  });

  it("never gives a removed tool, and knows new ones", async () => {
    const { router, catalog } = setUp();
    const names = async () => (await router.route(request)).tools.map(({ id }) => id.server);
    expect(await names()).toEqual(["post"]);
    catalog.replace(catalog.servers().filter(({ name }) => name !== "post"));
    expect(await names()).toEqual([]);
    catalog.add({ ...letters, name: "courier" });
    expect(await names()).toEqual(["courier"]);
  });

  it("does not keep an answer during which the catalog changed", async () => {
    const { router, catalog, asked } = setUp();
    const pending = router.route(request);
    catalog.replace([]);
    await pending;
    expect(router.stats().size).toBe(0);
    expect((await router.route(request)).tools).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it("does not give an answer that was on its way when the catalog changed", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { inner } = setUp();
    const { router, catalog } = setUp({ route: (...args) => gate.then(() => inner.route(...args)) });
    const both = [router.route(request), router.route(request)];
    catalog.replace([]);
    release();
    await Promise.all(both);
    expect(router.stats()).toMatchObject({ hits: 0, size: 0 });
  });

  it("asks the router once for equal requests at one time", async () => {
    const { router, asked } = setUp();
    await Promise.all([router.route(request), router.route(request), router.route(request)]);
    expect(asked).toEqual(["route"]);
    expect(router.stats()).toEqual({ size: 1, hits: 2, misses: 1 });
  });

  it("tells permissions apart, and gives nothing that a function no longer allows", async () => {
    const { router } = setUp();
    const servers = async (allows?: (id: ToolId) => boolean) =>
      (await router.route(request, { allows, threshold: 0 })).tools.map(({ id }) => id.server);
    expect(await servers()).toEqual(["post"]);
    expect(await servers(({ server }) => server !== "post")).toEqual([]);
    const denied = new Set<string>();
    const changing = ({ server }: ToolId) => !denied.has(server);
    expect(await servers(changing)).toEqual(["post"]);
    denied.add("post");
    expect(await servers(changing)).toEqual([]);
    expect(router.stats().hits).toBe(0);
  });

  it("does not keep what failed", async () => {
    let failures = 0;
    const { router } = setUp({
      route: async () => {
        failures += 1;
        throw new Error("out of order");
      },
    });
    await expect(router.route(request)).rejects.toThrow("out of order");
    await expect(router.route(request)).rejects.toThrow("out of order");
    expect(failures).toBe(2);
  });

  it("asks again when the router says that its answers may differ", async () => {
    let revision = 0;
    const catalog = new PlainCatalog([letters]);
    const inner = createTfidfRouter(catalog);
    const router = withRoutingCache(
      {
        ...inner,
        get revision() {
          return revision;
        },
      },
      catalog,
    );
    await router.route(request);
    revision = 1;
    expect((await router.route(request)).cached).toBe(false);
    expect((await router.route(request)).cached).toBe(true);
  });

  it("gives each caller lists of its own", async () => {
    const { router } = setUp();
    (await router.route(request)).tools.length = 0;
    (await router.retrieve(request, 2)).length = 0;
    expect((await router.route(request)).tools).toHaveLength(1);
    expect(await router.retrieve(request, 2)).toHaveLength(1);
  });

  it("is not changed by what a caller does with an answer, its request or its hits", async () => {
    const id = { server: "post", name: "send" };
    const hit = () => ({
      id: { ...id },
      score: 1,
      fit: 1,
      serverScore: 0,
      toolScore: 1,
      semantic: { similarity: 1, strength: 1 },
    });
    const own: RouterHit[] = [];
    const { router } = setUp({
      route: async (asked) => {
        own.push(hit(), hit());
        const servers = [{ name: "post", score: 1 }];
        const cut = [{ ...own[1]!, reason: "far" }];
        return {
          router: "own",
          request: asked,
          threshold: 0,
          servers,
          tools: [own[0]!],
          cut,
          comparisons: 1,
          notices: ["slow"],
        };
      },
      retrieve: async () => [hit()],
    });
    const asked = { ...request };
    const [first, hits] = [await router.route(asked), await router.retrieve(asked, 3)];
    const [before, hitsBefore] = [structuredClone(first), structuredClone(hits)];
    asked.tool = "changed";
    first.request.tool = "changed";
    first.notices!.length = 0;
    own[0]!.score = 7;
    for (const part of [...first.servers, ...first.tools, ...first.cut, ...hits]) {
      expect(() => Object.assign(part, { score: 9 })).toThrow(TypeError);
    }
    for (const { id, semantic } of [...first.tools, ...first.cut, ...hits]) {
      expect(() => Object.assign(id, { name: "other" })).toThrow(TypeError);
      expect(() => Object.assign(semantic!, { strength: 0 })).toThrow(TypeError);
    }
    expect(await router.route(request)).toEqual({ ...before, cached: true });
    expect(await router.retrieve(request, 3)).toEqual(hitsBefore);
  });

  it("keeps the answers used last when it is full", async () => {
    const { router } = setUp({}, 2);
    const ask = async (tool: string) => (await router.route({ tool })).cached;
    await ask("one");
    await ask("two");
    await ask("one");
    await ask("three");
    expect([await ask("one"), await ask("three"), await ask("two")]).toEqual([true, true, false]);
    expect(router.stats().size).toBe(2);
  });

  it("always asks the router to explain", async () => {
    const { router, inner } = setUp();
    expect(await router.explain(request)).toEqual(await inner.explain(request));
    expect(router.stats().size).toBe(0);
  });

  it("refuses a size that is no whole number of 1 or more", () => {
    expect(() => setUp({}, 0)).toThrow(InputError);
  });
});
