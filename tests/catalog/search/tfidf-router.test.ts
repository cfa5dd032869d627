import { describe, expect, test, vi } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { createTfidfRouter } from "../../../catalog/search/tfidf-router.js";
import type { RouteOptions } from "../../../catalog/search/types.js";
import { formatToolId, InputError, type ToolId } from "../../../catalog/types.js";
import fixture from "../../fixtures/sklearn/router.json" with { type: "json" };
import { PlainCatalog } from "./catalog.js";

const fileRequest = { server: "files", tool: "read the content of a text file" };

function createFixture() {
  const catalog = new PlainCatalog(fixture.servers);
  return { catalog, router: createTfidfRouter(catalog) };
}

describe("tfidf: equal to scikit-learn", () => {
  const { router } = createFixture();
  const namesOf = (hits: readonly { id: ToolId }[]) => hits.map((hit) => formatToolId(hit.id));

  test.each(fixture.routes)("finds what the reference finds for $request with $options", async (expected) => {
    const found = await router.explain(expected.request, expected.options as RouteOptions);
    expect(found.comparisons).toBe(expected.comparisons);
    for (const part of ["servers", "serversCut"] as const) {
      expect(found[part].map((server) => server.name)).toEqual(expected[part].map((server) => server.name));
      for (const [index, server] of found[part].entries()) {
        expect(server.score).toBeCloseTo(expected[part][index]!.score, 6);
      }
    }
    expect(namesOf(found.tools)).toEqual(namesOf(expected.tools));
    found.tools.forEach((hit, index) => {
      const { score, serverScore, toolScore } = expected.tools[index]!;
      expect(hit.score).toBeCloseTo(score, 6);
      expect(hit.fit).toBe(hit.score);
      expect(hit.serverScore).toBeCloseTo(serverScore, 6);
      expect(hit.toolScore).toBeCloseTo(toolScore, 6);
    });
    const cut: Record<string, number | undefined> = expected.cut;
    expect(namesOf(found.cut).sort()).toEqual(Object.keys(cut).sort());
    for (const hit of found.cut) expect(hit.score).toBeCloseTo(cut[formatToolId(hit.id)]!, 6);
  });

  test.each(fixture.retrievals)("retrieves what the reference retrieves for $query", async ({ query, hits }) => {
    const found = await router.retrieve({ tool: query }, 1000);
    expect(namesOf(found)).toEqual(namesOf(hits));
    found.forEach((hit, index) => {
      expect(hit.score).toBeCloseTo(hits[index]!.score, 6);
      expect(hit).toMatchObject({ fit: hit.score, toolScore: hit.score, serverScore: 0 });
    });
  });

  test("compares 23 times instead of 40 on eight servers of five tools", async () => {
    expect((await router.route(fileRequest)).comparisons).toBe(23);
  });
});

describe("tfidf: the trace", () => {
  test("route says the same as explain without the servers that were left out", async () => {
    const { router } = createFixture();
    const { serversCut, ...rest } = await router.explain(fileRequest);
    expect(await router.route(fileRequest)).toEqual(rest);
    expect(serversCut).toHaveLength(fixture.servers.length - 3);
  });

  test("says why each tool was cut", async () => {
    const { router } = createFixture();
    const { cut, tools } = await router.route({ tool: "fetch a page" }, { topKServers: 2, topKTools: 1 });
    const reasons = Object.fromEntries(cut.map((hit) => [formatToolId(hit.id), hit.reason]));
    expect(tools.map((hit) => formatToolId(hit.id))).toEqual(["page archive/fetch", "web/fetch"]);
    expect(reasons["web/scrape"]).toBe("not among the 1 best of its server");
    expect(reasons["web/post"]).toMatch(/^fit 0\.0\d\d is below the threshold of 0\.15$/);
  });

  test("a tool that shares nothing with the request is never a match, not even at a threshold of 0", async () => {
    const { router } = createFixture();
    const { tools, cut } = await router.route({ tool: "quantum chromodynamics" }, { threshold: 0 });
    expect(tools).toEqual([]);
    expect(new Set(cut.map((hit) => hit.reason))).toEqual(new Set(["shares no word with the request"]));
  });

  test("equal scores keep the order of the catalog", async () => {
    const twin = { description: "Fetch a page", tools: [{ name: "fetch", description: "Fetch a page" }] };
    const names = ["delta", "alpha", "charlie", "bravo"];
    const router = createTfidfRouter(new PlainCatalog(names.map((name) => ({ name, ...twin }))));
    const trace = await router.explain({ tool: "fetch page" }, { topKServers: 3 });
    expect(trace.servers.map((server) => server.name)).toEqual(["delta", "alpha", "charlie"]);
    expect(trace.tools.map((hit) => hit.id.server)).toEqual(["delta", "alpha", "charlie"]);
    expect((await router.retrieve({ tool: "fetch page" }, 9)).map((hit) => hit.id.server)).toEqual(names);
  });

  test("a request of a server part alone, a tool part alone or nothing is answered", async () => {
    const { router } = createFixture();
    expect((await router.route({ server: "files" })).servers[0]?.name).toBe("files");
    expect((await router.route({ tool: "files" })).servers[0]?.name).toBe("files");
    expect((await router.route({})).tools).toEqual([]);
  });

  test("an empty catalog gives an empty trace", async () => {
    const router = createTfidfRouter(new PlainCatalog([]));
    expect(await router.route(fileRequest)).toMatchObject({ servers: [], tools: [], cut: [], comparisons: 0 });
    expect(await router.retrieve({ tool: "read a file" }, 5)).toEqual([]);
  });
});

describe("tfidf: permissions", () => {
  test("a denied tool is neither returned nor cut nor counted, and the others score as before", async () => {
    const { router } = createFixture();
    const free = await router.route(fileRequest);
    const allows = (id: ToolId) => id.name !== "read_file";
    const bound = await router.route(fileRequest, { allows });
    expect(bound.comparisons).toBe(free.comparisons - 1);
    expect(bound.tools).toEqual(free.tools.filter((hit) => hit.id.name !== "read_file"));
    expect(bound.cut.some((hit) => hit.id.name === "read_file")).toBe(false);
    expect(
      (await router.retrieve({ tool: "read file" }, 50, { allows })).some((hit) => hit.id.name === "read_file"),
    ).toBe(false);
  });

  test("a denied tool takes no place among the best of its server", async () => {
    const { router } = createFixture();
    const { tools } = await router.route(fileRequest, {
      topKServers: 1,
      topKTools: 1,
      allows: (id) => id.name !== "read_file",
    });
    expect(tools.map((hit) => hit.id.name)).toEqual(["write_file"]);
  });

  test("a server whose tools are all denied is not compared and takes no place", async () => {
    const { router } = createFixture();
    const trace = await router.explain(fileRequest, { allows: (id) => id.server !== "files" });
    expect(trace.comparisons).toBe(22);
    expect([...trace.servers, ...trace.serversCut].map((server) => server.name)).not.toContain("files");
    expect(trace.servers).toHaveLength(3);
  });

  test("nothing allowed finds nothing", async () => {
    const { router } = createFixture();
    const trace = await router.route(fileRequest, { allows: () => false });
    expect(trace).toMatchObject({ servers: [], tools: [], cut: [], comparisons: 0 });
  });
});

describe("tfidf: caps and thresholds", () => {
  test("caps larger than what there is take everything", async () => {
    const { router } = createFixture();
    const trace = await router.explain(fileRequest, { topKServers: 1e9, topKTools: 1e9 });
    expect(trace.servers).toHaveLength(fixture.servers.length);
    expect(trace.comparisons).toBe(48);
    expect((await router.retrieve({ tool: "page" }, 1e9)).length).toBeGreaterThan(5);
  });

  test.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])("a cap of %d is refused in one line", async (cap) => {
    const { router } = createFixture();
    const refusal = `must be a whole number of 1 or more, given ${cap}.`;
    await expect(router.route(fileRequest, { topKServers: cap })).rejects.toThrow(
      new InputError(`topKServers ${refusal}`),
    );
    await expect(router.explain(fileRequest, { topKTools: cap })).rejects.toThrow(
      new InputError(`topKTools ${refusal}`),
    );
    await expect(router.retrieve({ tool: "page" }, cap)).rejects.toThrow(new InputError(`k ${refusal}`));
  });

  test.each([-0.1, 1.1, Number.NaN])("a threshold of %d is refused in one line", async (threshold) => {
    const { router } = createFixture();
    await expect(router.route(fileRequest, { threshold })).rejects.toThrow(
      new InputError(`The similarity threshold must be a number from 0 to 1, given ${threshold}.`),
    );
  });
});

describe("tfidf: a catalog that changes", () => {
  test("a server that was added or removed shows in the next answer, in both ways of searching", async () => {
    const { catalog, router } = createFixture();
    const before = catalog.servers();
    const request = { tool: "brew an espresso" };
    expect((await router.route(request)).tools).toEqual([]);
    catalog.add({
      name: "kitchen",
      description: "Brew coffee",
      tools: [{ name: "brew", description: "Brew an espresso" }],
    });
    expect((await router.route(request)).tools.map((hit) => hit.id.name)).toEqual(["brew"]);
    expect(await router.retrieve({ tool: "espresso" }, 3)).toHaveLength(1);
    catalog.replace(before);
    expect((await router.route(request)).tools).toEqual([]);
    expect(await router.retrieve({ tool: "espresso" }, 3)).toEqual([]);
  });

  test("adding one server leaves the spaces of the others alone", async () => {
    const { catalog, router } = createFixture();
    let reads = 0;
    const [first, ...others] = catalog.servers();
    const counted = first!.tools.map((tool) => ({
      ...tool,
      get description() {
        reads++;
        return tool.description;
      },
    }));
    catalog.replace([{ ...first!, tools: counted }, ...others]);
    const everything = { topKServers: 100 };
    await router.route(fileRequest, everything);
    const readsToBuild = reads;
    expect(readsToBuild).toBeGreaterThan(0);
    catalog.add({ name: "kitchen", description: "Brew coffee", tools: [{ name: "brew", description: "Brew" }] });
    await router.route(fileRequest, everything);
    expect(reads).toBe(readsToBuild);
  });

  test("nothing is built before the first question", () => {
    const catalog = new PlainCatalog(fixture.servers);
    const servers = vi.spyOn(catalog, "servers");
    createTfidfRouter(catalog);
    expect(servers).not.toHaveBeenCalled();
  });

  test("follows the registry", async () => {
    const catalog = new ToolCatalog();
    const router = createTfidfRouter(catalog);
    expect((await router.route({ tool: "brew an espresso" })).tools).toEqual([]);
    const tool = { name: "brew", description: "Brew an espresso", inputSchema: { type: "object" } };
    catalog.addServer({ name: "kitchen", description: "Coffee", tools: [tool] });
    expect((await router.route({ tool: "brew an espresso" })).tools).toMatchObject([
      { id: { server: "kitchen", name: "brew" } },
    ]);
    catalog.removeServer("kitchen");
    expect(await router.retrieve({ tool: "espresso" }, 3)).toEqual([]);
  });
});
