import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import type { ServerDefinition } from "../../catalog/types.js";
import { createEvalRouter, evalRouterNames } from "../../evals/routers/index.js";

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
const servers: ServerDefinition[] = [
  {
    name: "files",
    description: "Files on a disk.",
    tools: [tool("read", "Reads one file."), tool("copy", "Copies one file to a folder.")],
  },
  { name: "mail", description: "Letters.", tools: [tool("send", "Sends a letter to a person.")] },
  { name: "songs", description: "Music.", tools: [tool("play", "Plays a song."), tool("stop", "Stops a song.")] },
];
const catalogOf = () => new ToolCatalog(servers.map((server) => ({ ...server, tools: [...server.tools] })));
const names = (hits: readonly { id: { server: string; name: string } }[]) =>
  hits.map(({ id }) => `${id.server}/${id.name}`);

describe("plain BM25", () => {
  it("scores as computed by hand", async () => {
    const router = await createEvalRouter("bm25", catalogOf());
    const [hit, ...others] = await router.retrieve({ tool: "letter" }, 10);
    // Words without stop words: "files read reads one file" 5, "files copy copies one file folder" 6,
    // "mail send sends letter person" 5, "songs play plays song" 4, "songs stop stops song" 4. One tool of five has the word.
    const norm = 1.2 * (1 - 0.75 + (0.75 * 5) / (24 / 5));
    const idf = Math.log(1 + (5 - 1 + 0.5) / (1 + 0.5));
    expect(hit).toMatchObject({
      id: { server: "mail", name: "send" },
      score: expect.closeTo((idf * 2.2) / (1 + norm), 12),
    });
    expect(others).toEqual([]);
  });

  it("counts a word for each time the request says it", async () => {
    const router = await createEvalRouter("bm25", catalogOf());
    const score = async (text: string) => (await router.retrieve({ tool: text }, 1))[0]!.score;
    expect(await score("letter letter")).toBeCloseTo(2 * (await score("letter")), 12);
  });
});

describe.each(["bm25", "minisearch"])("the router %s", (name) => {
  it("finds by any form of a word, in both parts of a request", async () => {
    const router = await createEvalRouter(name, catalogOf());
    expect(names(await router.retrieve({ server: "songs", tool: "stopping" }, 10))).toEqual([
      "songs/stop",
      "songs/play",
    ]);
  });

  it("keeps the order of the catalog where scores are equal, and leaves out what shares nothing", async () => {
    const router = await createEvalRouter(name, catalogOf());
    expect(names(await router.retrieve({ tool: "song" }, 10))).toEqual(["songs/play", "songs/stop"]);
    expect(await router.retrieve({ tool: "zebra" }, 10)).toEqual([]);
    expect(await router.retrieve({}, 10)).toEqual([]);
  });

  it("neither returns nor counts tools that the caller may not use, and scores the others as before", async () => {
    const router = await createEvalRouter(name, catalogOf());
    const allows = (id: { name: string }) => id.name !== "play";
    const [free, limited] = [
      await router.retrieve({ tool: "song" }, 10),
      await router.retrieve({ tool: "song" }, 1, { allows }),
    ];
    expect(limited).toEqual([free[1]]);
    expect((await router.route({ tool: "song" }, { allows, threshold: 0 })).comparisons).toBe(1);
  });

  it("has a fit from 0 to 1 in the order of the score", async () => {
    const router = await createEvalRouter(name, catalogOf());
    const fits = (await router.retrieve({ tool: "copy one file to the folder of songs" }, 10)).map((hit) => hit.fit);
    expect(fits.length).toBeGreaterThan(2);
    expect(fits).toEqual([...fits].sort((a, b) => b - a));
    expect(fits.every((fit) => fit > 0 && fit < 1)).toBe(true);
  });

  it("routes in the stages of hybrid: servers by their best tool, then the caps, each cut with its reason", async () => {
    const router = await createEvalRouter(name, catalogOf());
    const trace = await router.explain(
      { tool: "play a song, read a file, copy a file" },
      { topKServers: 1, topKTools: 1, threshold: 0 },
    );
    expect(trace.servers.map((server) => server.name)).toEqual(["files"]);
    expect(trace.serversCut.map((server) => server.name)).toEqual(["songs"]);
    expect(trace.tools).toHaveLength(1);
    expect(trace.cut.map((hit) => hit.reason)).toEqual(["not among the 1 best of its server"]);
    const strict = await router.route({ tool: "song" }, { threshold: 1 });
    expect(strict.tools).toEqual([]);
    expect(strict.cut.map((hit) => hit.reason)).toEqual(
      Array(2).fill(expect.stringMatching(/^fit 0\.\d{3} is below the threshold of 1$/)),
    );
  });

  it("follows the catalog", async () => {
    const catalog = catalogOf();
    const router = await createEvalRouter(name, catalog);
    await router.retrieve({ tool: "zebra" }, 1);
    catalog.addTool("mail", tool("stamp", "Draws a zebra."));
    catalog.removeServer("songs");
    expect(names(await router.retrieve({ tool: "zebra song" }, 10))).toEqual(["mail/stamp"]);
  });
});

describe("routers by name", () => {
  it.each(evalRouterNames.filter((name) => name !== "embeddings"))("%s is one that finds", async (name) => {
    const router = await createEvalRouter(name, catalogOf());
    expect(router.name).toBe(name);
    expect(names(await router.retrieve({ tool: "send a letter" }, 1))).toEqual(["mail/send"]);
  });

  it("are told where a name is unknown", async () => {
    await expect(createEvalRouter("magic", catalogOf())).rejects.toThrow(
      `There is no router "magic": choose one of ${evalRouterNames.join(", ")}.`,
    );
  });

  it("only hybrid has parts to leave out, and tells which", async () => {
    await expect(createEvalRouter("bm25", catalogOf(), { without: ["clauses"] })).rejects.toThrow(/only .* hybrid/);
    await expect(createEvalRouter("hybrid", catalogOf(), { without: ["magic"] })).rejects.toThrow(/"magic".*clauses/);
    const reduced = await createEvalRouter("hybrid", catalogOf(), { without: ["clauses"] });
    expect(names(await reduced.retrieve({ tool: "send a letter" }, 1))).toEqual(["mail/send"]);
  });
});
