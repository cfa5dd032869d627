import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import {
  createEmbeddingIndex,
  createEmbeddingRouter,
  withEmbeddings,
} from "../../../catalog/search/embeddings/index.js";
import {
  createHybridRouter,
  createTfidfRouter,
  type RouteRequest,
  type Router,
} from "../../../catalog/search/index.js";
import { withRoutingCache } from "../../../catalog/search/routing-cache.js";
import { InputError } from "../../../catalog/types.js";
import { FakeEmbedder } from "../../support/fake-embedder.js";

const catalog = new ToolCatalog(
  [
    ["mail", "send_email", "Sends an email to somebody."],
    ["files", "read_file", "Reads a text file."],
  ].map(([server, name, description]) => ({
    name: server!,
    description: "",
    tools: [{ name: name!, description: description!, inputSchema: { type: "object" } }],
  })),
);
const index = createEmbeddingIndex(catalog, { embedder: new FakeEmbedder(), model: "fake", cacheDirectory: false });
const routers: Record<string, Router> = {
  hybrid: createHybridRouter(catalog),
  tfidf: createTfidfRouter(catalog),
  embeddings: createEmbeddingRouter(index),
  "hybrid with embeddings": withEmbeddings(createHybridRouter(catalog), index),
  "a cache": withRoutingCache(createHybridRouter(catalog), catalog),
};

/** Everything that a router can be asked with one request. */
const ways: Record<string, (router: Router, request: RouteRequest) => Promise<unknown>> = {
  route: (router, request) => router.route(request),
  retrieve: (router, request) => router.retrieve(request, 3),
  explain: (router, request) => router.explain(request),
};

const noText = fc
  .anything({ withBigInt: true, withDate: true, withNullPrototype: true })
  .filter((value) => value !== undefined && typeof value !== "string");
const noRequest = fc.oneof(
  fc
    .anything({ withBigInt: true })
    .filter((value) => typeof value !== "object" || value === null || Array.isArray(value)),
  fc.record({ tool: noText, server: fc.constantFrom(undefined, "mail") }),
  fc.record({ tool: fc.constantFrom(undefined, "email"), server: noText }),
);

describe.each(Object.entries(routers))("a request to %s", (_, router) => {
  it.each(Object.entries(ways))("that is none is refused by %s in one line", async (_way, ask) => {
    await fc.assert(
      fc.asyncProperty(noRequest, async (given) => {
        const error = await ask(router, given as RouteRequest).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message).toMatch(/^(A|The \w+ part of a) request must be .*, given [^\n]+\.$/);
      }),
      { numRuns: 50 },
    );
  });

  it("is read without the control sequences of a terminal", async () => {
    const plain = { server: "mail", tool: "send an email, then read the file" };
    const coloured = {
      server: "\u001b[1mmail\u001b[0m",
      tool: "send an \u001b[31memail\u001b[0m, then \u009b4mread the file",
    };
    for (const part of [["tool"], ["server", "tool"]] as const) {
      const [one, other] = [plain, coloured].map((given) => Object.fromEntries(part.map((key) => [key, given[key]])));
      const [expected, trace] = [await router.route(one!), await router.route(other!)];
      expect(trace).toEqual({ ...expected, request: other });
      expect(trace.tools).not.toEqual([]);
      expect(await router.retrieve(other!, 3)).toEqual(await router.retrieve(one!, 3));
    }
  });
});

describe("a request", () => {
  it("says what was given and what was expected", async () => {
    const router = routers.hybrid!;
    const ask = (given: unknown) => router.route(given as RouteRequest);
    await expect(ask({ tool: null })).rejects.toThrow(
      new InputError("The tool part of a request must be a text or left out, given null."),
    );
    await expect(ask({ server: 5 })).rejects.toThrow(
      "The server part of a request must be a text or left out, given a number.",
    );
    await expect(ask("send")).rejects.toThrow(
      "A request must be an object with a text as server, tool or both, given a string.",
    );
  });
});
