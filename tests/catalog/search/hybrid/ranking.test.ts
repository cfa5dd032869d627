import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaults } from "../../../../catalog/defaults.js";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import { scoreParts } from "../../../../catalog/search/hybrid/parts.js";
import { InputError } from "../../../../catalog/types.js";
import { catalogOf, distinctWords, namesOf, servers, text } from "./arbitrary.js";

const mail = catalogOf({
  mail: { send_email: "Sends an email", list_emails: "Lists the emails in the inbox", search: "Searches all emails" },
  files: { read_file: "Reads a text file", search: "Searches files by name", remove_folder: "Removes a folder" },
  weather: { get_forecast: "The weather of the next days", get_current_weather: "The weather now" },
});

async function best(request: string, catalog = mail): Promise<string | undefined> {
  return namesOf(await createHybridRouter(catalog).retrieve({ tool: request }, 1))[0];
}

describe("ranking", () => {
  test("does not depend on the order of servers and tools in the catalog", async () => {
    await fc.assert(
      fc.asyncProperty(servers, text, async (definitions, tool) => {
        const turned = [...definitions].reverse().map((server) => ({ ...server, tools: [...server.tools].reverse() }));
        const there = await createHybridRouter(new ToolCatalog(definitions)).retrieve({ tool }, 50);
        const here = await createHybridRouter(new ToolCatalog(turned)).retrieve({ tool }, 50);
        expect(here).toEqual(there);
      }),
      { numRuns: 60 },
    );
  });

  test("is the same each time, whatever was asked in between", async () => {
    await fc.assert(
      fc.asyncProperty(servers, text, text, async (definitions, tool, other) => {
        const router = createHybridRouter(new ToolCatalog(definitions));
        const first = await router.route({ tool });
        await router.route({ tool: other, server: tool }, { allows: () => false });
        expect(await router.route({ tool })).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  test("keeps its order when a request says everything twice", async () => {
    await fc.assert(
      fc.asyncProperty(servers, distinctWords, async (definitions, tool) => {
        // A single word that is all that is asked for may be a name; said twice it is none.
        const router = createHybridRouter(new ToolCatalog(definitions), { without: ["exact names"] });
        const once = await router.retrieve({ tool }, 50);
        const twice = await router.retrieve({ tool: `${tool}\n${tool}` }, 50);
        const scores = new Map(once.map((hit) => [JSON.stringify(hit.id), hit.score]));
        for (const [index, hit] of twice.slice(1).entries()) {
          const before = scores.get(JSON.stringify(twice[index]!.id))!;
          expect(before).toBeGreaterThan(scores.get(JSON.stringify(hit.id))! - 1e-6);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each(scoreParts)("works without %s", async (part) => {
    const router = createHybridRouter(mail, { without: [part] });
    expect(namesOf(await router.retrieve({ tool: "send an email" }, 1))).toEqual(["mail/send_email"]);
  });

  test("refuses to leave out a part that does not exist", () => {
    expect(() => createHybridRouter(mail, { without: ["luck" as "names" as never] })).toThrow(InputError);
  });

  test("a description stuffed with words does not win over one that says it once", async () => {
    const stuffed = `${"email message file folder search weather translate image send chat ".repeat(40)}`;
    const catalog = catalogOf({ honest: { forecast: "The weather of the next days" }, spam: { anything: stuffed } });
    expect(await best("weather of the next days", catalog)).toBe("honest/forecast");
    expect(await best("weather", catalog)).toBe("honest/forecast");
  });

  test("finds a tool by other words for the same", async () => {
    expect(await best("erase a directory")).toBe("files/remove_folder");
  });

  test("never throws and keeps every number finite, for any text", async () => {
    const router = createHybridRouter(mail);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string(), async (tool, server) => {
        for (const hit of await router.retrieve({ tool, server }, 20)) {
          expect(Number.isFinite(hit.score) && hit.fit >= 0 && hit.fit <= 1).toBe(true);
        }
      }),
    );
  });
});

describe("names", () => {
  test.each([
    ["the name alone", "get_current_weather", "weather/get_current_weather"],
    ["in other case", "Get_Current_Weather", "weather/get_current_weather"],
    ["server and name with a slash", "files/search", "files/search"],
    ["server and name with two underscores", "mail__search", "mail/search"],
    ["in a sentence", "use read_file to look at the emails in the inbox", "files/read_file"],
    ["in code marks", "call `mail/search` with the weather of the next days", "mail/search"],
    ["a piece of the name", "current_wea", "weather/get_current_weather"],
    ["a piece that ends within its first word", "get_curr", "weather/get_current_weather"],
    ["words of the name", "current weather", "weather/get_current_weather"],
  ])("%s", async (_, request, expected) => {
    expect(await best(request)).toBe(expected);
  });

  test("a structured request with a server's and a tool's name finds that tool", async () => {
    const router = createHybridRouter(mail);
    expect(namesOf((await router.route({ server: "files", tool: "search" })).tools)[0]).toBe("files/search");
    expect(namesOf((await router.route({ server: "mail", tool: "search" })).tools)[0]).toBe("mail/search");
  });

  test("a server's name of several words may stand before the tool's in a sentence", async () => {
    const tool = (name: string) => ({ name, description: "Opens a ticket.", inputSchema: { type: "object" } });
    const router = createHybridRouter(
      new ToolCatalog([
        { name: "Help Desk", description: "", tools: [tool("openTicket")] },
        { name: "Back Office", description: "", tools: [tool("openTicket")] },
        { name: "Back", description: "", tools: [tool("openTicket")] },
      ]),
    );
    const [first] = (await router.route({ tool: "please use Back Office/openTicket for this" })).tools;
    expect(first!.id.server).toBe("Back Office");
    expect(first!.score).toBeGreaterThan(defaults.hybrid.namedScores.full);
  });

  test("a request that names a server and no more finds what it has", async () => {
    const router = createHybridRouter(mail);
    for (const server of ["files", "weather", " Mail "]) {
      const { tools } = await router.route({ server, tool: "" }, { topKServers: 1 });
      expect(tools).toHaveLength(mail.servers().find(({ name }) => name === server.trim().toLowerCase())!.tools.length);
      for (const { score } of tools) expect(score).toBeGreaterThan(defaults.hybrid.namedScores.part);
      expect(new Set(tools.map(({ id }) => id.server))).toEqual(new Set([server.trim().toLowerCase()]));
    }
  });

  test("a plain word within a sentence is no name", async () => {
    const [found] = await createHybridRouter(mail).retrieve({ tool: "search the weather of the next days" }, 1);
    expect(found!.score).toBeLessThan(defaults.hybrid.namedScores.part);
  });
});

describe("servers without tools", () => {
  test("are no measure for the others, whenever they come and go", async () => {
    const catalog = catalogOf({ mail: { send: "Sends a message." } });
    const router = createHybridRouter(catalog);
    const serverScore = async () => (await router.retrieve({ tool: "mail for letters" }, 1))[0]!.serverScore;
    expect(await serverScore()).toBe(defaults.hybrid.serverPriorWeights.wholeRequest);
    catalog.addServer({ name: "mail letters", description: "Mail and letters.", tools: [] });
    expect(await serverScore()).toBe(defaults.hybrid.serverPriorWeights.wholeRequest);
    catalog.removeServer("mail letters");
    expect(await serverScore()).toBe(defaults.hybrid.serverPriorWeights.wholeRequest);
  });
});

describe("permissions", () => {
  const withoutMail = { allows: ({ server }: { server: string }) => server !== "mail" };

  test("a forbidden tool is not returned, cut or counted, even by its name", async () => {
    const router = createHybridRouter(mail);
    const trace = await router.route({ tool: "mail/send_email" }, { ...withoutMail, threshold: 0, topKServers: 9 });
    expect(JSON.stringify([trace.tools, trace.cut, trace.servers])).not.toContain('"mail"');
  });

  test("forbidden tools change nothing for the others but what is relative to the best", async () => {
    await fc.assert(
      fc.asyncProperty(servers, text, async (definitions, tool) => {
        const router = createHybridRouter(new ToolCatalog(definitions));
        const forbidden = definitions[0]!.name;
        const allows = ({ server }: { server: string }) => server !== forbidden;
        const all = (await router.retrieve({ tool }, 50)).filter(({ id }) => allows(id));
        const some = await router.retrieve({ tool }, 50, { allows });
        expect(new Map(some.map(({ id, fit }) => [JSON.stringify(id), fit]))).toEqual(
          new Map(all.map(({ id, fit }) => [JSON.stringify(id), fit])),
        );
      }),
      { numRuns: 60 },
    );
  });
});
