import { setTimeout as sleep } from "node:timers/promises";
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
  type Explanation,
  type Router,
  type RouterHit,
  type RoutingTrace,
} from "../../../catalog/search/index.js";
import { withRoutingCache } from "../../../catalog/search/routing-cache.js";
import { formatToolId, type ToolId, toolKey } from "../../../catalog/types.js";
import { FakeEmbedder } from "../../support/fake-embedder.js";

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
const servers = () => [
  {
    name: "post",
    description: "",
    tools: [tool("send_email", "Sends an email."), tool("list_emails", "Lists emails.")],
  },
  { name: "courier", description: "", tools: [tool("send_parcel", "Sends a parcel.")] },
  // So many that replacing a few leaves nearly all of them embedded.
  {
    name: "sky",
    description: "",
    tools: Array.from({ length: 30 }, (_, n) => tool(`send_star_${n}`, "Sends a star.")),
  },
];
const sendEmail = { server: "post", name: "send_email" };
const request = { tool: "send an email" };

/** A router of one's own: it answers in time and gives the answer late. */
function late(router: Router): Router {
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const given = await answer;
    await sleep(10);
    return given;
  };
  return {
    ...router,
    route: (...given) => after(router.route(...given)),
    retrieve: (...given) => after(router.retrieve(...given)),
    explain: (...given) => after(router.explain(...given)),
  };
}

async function indexOf(catalog: ToolCatalog) {
  const embedder = new FakeEmbedder();
  const index = createEmbeddingIndex(catalog, { embedder, model: "fake", cacheDirectory: false });
  await index.prepare();
  const answer = embedder.request;
  embedder.request = (text) => sleep(10).then(() => answer(text));
  return index;
}

const routers: Record<string, (catalog: ToolCatalog) => Promise<Router> | Router> = {
  "words and a slow model": async (catalog) => withEmbeddings(createHybridRouter(catalog), await indexOf(catalog)),
  "slow words and a slow model": async (catalog) =>
    withEmbeddings(late(createHybridRouter(catalog)), await indexOf(catalog)),
  "a slow model": async (catalog) => createEmbeddingRouter(await indexOf(catalog)),
  "a cache around words and a slow model": async (catalog) =>
    withRoutingCache(withEmbeddings(createHybridRouter(catalog), await indexOf(catalog)), catalog),
  "a cache around a slow router": (catalog) => withRoutingCache(late(createHybridRouter(catalog)), catalog),
};

/** Everything that a request can be asked for, at one time, with the route twice; what was gone when it was given. */
async function askAll(router: Router, catalog: ToolCatalog, about: ToolId[] = []) {
  const options = { threshold: 0 };
  const gone: string[] = [];
  const note = <Answer extends RouterHit[] | RoutingTrace | Explanation>(answer: Answer): Answer => {
    const { ids, servers: shown } = contentOf(answer);
    gone.push(
      ...ids.filter((id) => !catalog.has(id)).map(formatToolId),
      ...shown.filter((name) => !catalog.server(name)),
    );
    return answer;
  };
  const answers = await Promise.all([
    router.route(request, options).then(note),
    router.route(request, options).then(note),
    router.retrieve(request, 10).then(note),
    router.explain(request, { ...options, about }).then(note),
  ]);
  return { gone, ids: answers.flatMap((answer) => contentOf(answer).ids), answers };
}

function contentOf(answer: RouterHit[] | RoutingTrace | Explanation): { ids: ToolId[]; servers: string[] } {
  if (Array.isArray(answer)) return { ids: answer.map(({ id }) => id), servers: [] };
  const { tools, cut, servers: shown } = answer;
  const { explained = [], serversCut = [] } = answer as Partial<Explanation>;
  const ranked = explained.filter(({ rank }) => rank !== undefined);
  return {
    ids: [...tools, ...cut, ...ranked].map(({ id }) => id),
    servers: [...shown, ...serversCut].map(({ name }) => name),
  };
}

const holds = (ids: readonly ToolId[], id: ToolId) => ids.some((other) => toolKey(other) === toolKey(id));

describe.each(Object.entries(routers))("the answer of %s", (_, create) => {
  it("holds no tool that was removed while it was on its way, and the others", async () => {
    const catalog = new ToolCatalog(servers());
    expect(holds((await askAll(await create(catalog), catalog)).ids, sendEmail)).toBe(true);
    const router = await create(catalog);
    const asked = askAll(router, catalog, [sendEmail]);
    await sleep(3);
    catalog.removeTool(sendEmail);
    const { ids, gone, answers } = await asked;
    expect(gone).toEqual([]);
    expect(holds(ids, sendEmail)).toBe(false);
    for (const answer of answers) expect(contentOf(answer).ids.map(({ name }) => name)).toContain("list_emails");
    expect(holds((await askAll(router, catalog)).ids, sendEmail)).toBe(false);
  });

  it("names a tool that was replaced meanwhile by its id alone: the catalog gives its new definition", async () => {
    const catalog = new ToolCatalog(servers());
    const asked = askAll(await create(catalog), catalog);
    await sleep(3);
    catalog.replaceServer({ name: "post", description: "", tools: [tool("send_email", "Mails a letter.")] });
    const { ids, gone, answers } = await asked;
    expect(gone).toEqual([]);
    expect(ids).not.toEqual([]);
    expect(JSON.stringify(answers)).not.toContain("Sends an email");
    expect(catalog.get(sendEmail)?.description).toBe("Mails a letter.");
  });

  it("holds only what the catalog has when it is given, whatever is removed and when", async () => {
    const names = servers().map(({ name }) => name);
    const ids = servers().flatMap(({ name, tools }) =>
      tools.slice(0, 2).map((one) => ({ server: name, name: one.name })),
    );
    const wait = fc.integer({ min: 0, max: 25 });
    await fc.assert(
      fc.asyncProperty(fc.subarray(ids), fc.subarray(names), wait, async (tools, whole, time) => {
        const catalog = new ToolCatalog(servers());
        const asked = askAll(await create(catalog), catalog, tools).catch((error) => ({ gone: [], error }));
        await sleep(time);
        for (const id of tools) catalog.removeTool(id);
        for (const name of whole) catalog.removeServer(name);
        expect((await asked).gone).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

describe("an answer from which the only match that fits was removed", () => {
  it("cuts its neighbours, which are no matches by themselves", async () => {
    const hit = (id: ToolId, fit: number): RouterHit => ({ id, score: fit, fit, serverScore: 0, toolScore: fit });
    const catalog = new ToolCatalog(servers());
    const own: Router = {
      ...createTfidfRouter(catalog),
      route: async () => {
        const tools = [hit(sendEmail, 0.9), hit({ server: "post", name: "list_emails" }, 0.2)];
        await sleep(10);
        return { router: "own", request, threshold: 0.5, servers: [], tools, cut: [], comparisons: 2 };
      },
    };
    const asked = withRoutingCache(own, catalog).route(request);
    catalog.removeTool(sendEmail);
    const { tools, cut } = await asked;
    expect(tools).toEqual([]);
    expect(cut).toMatchObject([{ id: { name: "list_emails" }, reason: "fit 0.200 is below the threshold of 0.5" }]);
  });
});
