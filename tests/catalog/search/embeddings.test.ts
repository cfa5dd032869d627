import { describe, expect, it } from "vitest";
import { InputError, ToolCatalog, type ToolDefinition } from "../../../catalog/index.js";
import {
  createEmbeddingIndex,
  createEmbeddingRouter,
  type EmbeddingOptions,
  embeddingText,
  withEmbeddings,
} from "../../../catalog/search/embeddings/index.js";
import { toHits } from "../../../catalog/search/embeddings/strength.js";
import { createHybridRouter, createTfidfRouter, type Router } from "../../../catalog/search/index.js";
import { FakeEmbedder } from "../../support/fake-embedder.js";

const tool = (name: string, description: string, parameters: string[] = []): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: "object", properties: Object.fromEntries(parameters.map((key) => [key, { type: "string" }])) },
});

const servers = () => [
  {
    name: "post",
    description: "",
    tools: [tool("fetch_emails", "Fetches new emails."), tool("send_letter", "Sends a letter.")],
  },
  {
    name: "sky",
    description: "",
    tools: [tool("get_forecast", "Weather at a place.", ["city"]), tool("star_chart", "Stars of tonight.")],
  },
  {
    name: "disk",
    description: "",
    tools: [tool("erase_file", "Erases a file."), tool("copy_file", "Copies a file."), tool("list_files", "Lists.")],
  },
];

function setUp(options: Partial<EmbeddingOptions> = {}) {
  const catalog = new ToolCatalog(servers());
  const embedder = new FakeEmbedder();
  const notices: string[] = [];
  const index = createEmbeddingIndex(catalog, {
    embedder,
    model: "fake",
    cacheDirectory: false,
    onNotice: (line) => notices.push(line),
    ...options,
  });
  const words = createTfidfRouter(catalog);
  return { catalog, embedder, index, notices, words, alone: createEmbeddingRouter(index) };
}

const namesOf = (hits: readonly { id: { name: string } }[]) => hits.map(({ id }) => id.name);
const namesFound = async (router: Router, text: string, options = {}) =>
  namesOf((await router.route({ tool: text }, options)).tools);

describe("the index text of a tool", () => {
  it("holds the names as words, the description and the parameters", () => {
    const [, , disk] = new ToolCatalog(servers()).servers();
    const { tools } = new ToolCatalog([
      {
        name: "GitHub",
        description: "Code",
        tools: [tool("createIssue", "Creates an issue. ", ["repo_name", "title"])],
      },
    ]).servers()[0]!;
    expect(embeddingText({ name: "GitHub" }, tools[0]!)).toBe(
      "GitHub: create Issue\nCreates an issue.\nParameters: repo name, title",
    );
    expect(embeddingText({ name: "disk" }, disk!.tools[2]!)).toBe("disk: list files\nLists.");
  });

  it("is cut where it is very long, and takes any schema", () => {
    const long = new ToolCatalog([
      { name: "s", description: "", tools: [{ name: "t", description: "𝒳".repeat(5_000), inputSchema: true }] },
    ]).servers()[0]!.tools[0]!;
    expect([...embeddingText({ name: "s" }, long)]).toHaveLength(2_000);
  });
});

describe("the router embeddings", () => {
  it("finds a tool whose words the request does not share", async () => {
    const { alone, words } = setUp();
    expect(await namesFound(words, "check my inbox")).toEqual([]);
    expect((await namesFound(alone, "check my inbox"))[0]).toBe("fetch_emails");
  });

  it("ranks by the similarity of the vectors and shows both stages", async () => {
    const { alone } = setUp();
    const trace = await alone.explain({ tool: "umbrella" }, { topKServers: 1, topKTools: 2 });
    expect(trace.servers.map(({ name }) => name)).toEqual(["sky"]);
    expect(trace.serversCut).toHaveLength(2);
    expect(trace.tools[0]).toMatchObject({ id: { server: "sky", name: "get_forecast" }, semantic: { strength: 1 } });
    expect(trace.comparisons).toBe(7);
    expect(trace.notices).toBeUndefined();
  });

  it("neither compares nor returns what the caller may not use", async () => {
    const { alone } = setUp();
    const allows = ({ server }: { server: string }) => server !== "post";
    const trace = await alone.explain({ tool: "check my inbox" }, { allows, threshold: 0 });
    expect(trace.comparisons).toBe(5);
    expect([...trace.servers, ...trace.serversCut].map(({ name }) => name)).not.toContain("post");
    expect(namesOf(await alone.retrieve({ tool: "inbox" }, 7, { allows }))).not.toContain("fetch_emails");
  });

  it("has nothing to answer with when the model fails, and says so", async () => {
    const { alone, embedder } = setUp();
    embedder.request = () => Promise.reject(new Error("HTTP 500"));
    const trace = await alone.route({ tool: "inbox" });
    expect(trace.tools).toEqual([]);
    expect(trace.notices).toEqual([expect.stringContaining("the model fake failed: HTTP 500")]);
    await expect(alone.retrieve({ tool: "inbox" }, 3)).rejects.toThrow("HTTP 500");
  });
});

describe("similarities as hits", () => {
  it("are the same, to the last digit, in whatever order the tools came", () => {
    const compared = Array.from({ length: 60 }, (_, index) => ({
      tool: { id: { server: "s", name: `t${index}` }, text: "", key: `${index}` },
      similarity: Math.sin(index * 12.9898) ** 2,
    }));
    const shifted = [...compared.slice(23), ...compared.slice(0, 23)];
    for (const other of [shifted, compared.toReversed()]) expect(toHits(other)).toEqual(toHits(compared));
  });
});

describe("words and meaning in one ranking", () => {
  it("are shown in the stages of the words: more servers where these have few tools, neighbours of a tool that fits", async () => {
    const single = ["mail", "letter", "stamp", "parcel", "fax", "telex"].map((name) => ({
      name,
      description: "",
      tools: [tool(`send_${name}`, `Sends a ${name} to somebody.`)],
    }));
    const catalog = new ToolCatalog(single);
    const words = createHybridRouter(catalog);
    const options = { embedder: new FakeEmbedder(), model: "fake", cacheDirectory: false } as const;
    const both = withEmbeddings(words, createEmbeddingIndex(catalog, options));
    const caps = { topKServers: 2, topKTools: 2 };
    const [trace, fused] = await Promise.all([words, both].map((router) => router.route({ tool: "send a fax" }, caps)));
    expect(trace!.tools).toHaveLength(4);
    expect(fused!.notices).toBeUndefined();
    expect(fused!.servers).toHaveLength(4);
    expect(fused!.tools).toHaveLength(4);
    expect(fused!.tools.at(-1)!.fit).toBeLessThan(fused!.threshold);
  });

  it("finds what either side finds", async () => {
    const { index, words } = setUp();
    const both = withEmbeddings(words, index);
    expect((await namesFound(both, "check my inbox"))[0]).toBe("fetch_emails");
    expect((await namesFound(both, "star chart"))[0]).toBe("star_chart");
    expect(both.name).toBe(words.name);
  });

  it("weighs meaning by the request's own weight, and asks the model nothing when it is 0", async () => {
    const { index, words, embedder } = setUp();
    const both = withEmbeddings(words, index);
    const request = { tool: "letter about the rain" };
    const first = async (embeddingWeight: number) => namesOf(await both.retrieve(request, 7, { embeddingWeight }))[0];
    expect(await first(0)).toBe("send_letter");
    expect(embedder.requests).toEqual([]);
    expect(await both.route(request, { embeddingWeight: 0 })).toEqual(await words.route(request));
    expect(await first(0.1)).toBe("send_letter");
    expect(await first(5)).toBe("get_forecast");
    await expect(first(-1)).rejects.toThrow(InputError);
  });

  it("shows for each tool what the model said", async () => {
    const { index, words } = setUp();
    const [best] = (await withEmbeddings(words, index, { weight: 1 }).route({ tool: "erase a file" })).tools;
    expect(best).toMatchObject({ id: { name: "erase_file" }, score: 2, semantic: { strength: 1 } });
    expect(best!.semantic!.similarity).toBeGreaterThan(0.5);
  });

  it("explains a fused score by shares that add up to it, for matches and for tools that were asked about", async () => {
    const { index, catalog } = setUp();
    const both = withEmbeddings(createHybridRouter(catalog), index);
    const about = [{ server: "post", name: "send_letter" }];
    const { explained = [], tools } = await both.explain({ tool: "erase a file about the weather" }, { about });
    expect(tools.map(({ id }) => id.name)).not.toContain("send_letter");
    expect(explained.map(({ id }) => id.name)).toEqual(expect.arrayContaining(["send_letter", "erase_file"]));
    for (const { score, shares } of explained) {
      expect(shares.reduce((sum, share) => sum + share.score, 0)).toBeCloseTo(score, 5);
    }
    expect(explained.find(({ id }) => id.name === "erase_file")!.shares).toContainEqual({
      part: "meaning",
      score: expect.any(Number),
    });
  });

  it("gives the same answer in whatever order the catalog was filled", async () => {
    const answers = await Promise.all(
      [servers(), servers().reverse()].map(async (list) => {
        const catalog = new ToolCatalog(list);
        const index = createEmbeddingIndex(catalog, {
          embedder: new FakeEmbedder(),
          model: "m",
          cacheDirectory: false,
        });
        return namesFound(withEmbeddings(createTfidfRouter(catalog), index), "remove the photo from the disk");
      }),
    );
    expect(answers[0]!.length).toBeGreaterThan(0);
    expect(answers[0]).toEqual(answers[1]);
  });

  it("embeds new tools when they are there, and never returns removed ones", async () => {
    const { index, words, embedder, catalog } = setUp();
    const both = withEmbeddings(words, index);
    await both.route({ tool: "inbox" });
    expect(embedder.embedded).toBe(7);
    catalog.addServer({ name: "art", description: "", tools: [tool("draw", "Draws a picture.")] });
    catalog.removeServer("post");
    expect((await namesFound(both, "make a photo"))[0]).toBe("draw");
    expect(embedder.embedded).toBe(8);
    expect(await namesFound(both, "check my inbox", { threshold: 0 })).not.toContain("fetch_emails");
  });

  it("refuses a weight below 0 and a model without a name", () => {
    const { index, words, catalog } = setUp();
    expect(() => withEmbeddings(words, index, { weight: -1 })).toThrow(InputError);
    expect(() => createEmbeddingIndex(catalog, { embedder: new FakeEmbedder(), model: " " })).toThrow(InputError);
    expect(() => createEmbeddingIndex(catalog, { embedder: new FakeEmbedder(), model: "m", batchSize: 0.5 })).toThrow(
      "batchSize of the embeddings must be a number of 1 or more, given 0.5.",
    );
  });
});
