import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import { catalogOf, namesOf, servers, text } from "./arbitrary.js";

const catalog = catalogOf({
  mail: { send_email: "Sends an email", list_emails: "Lists the emails in the inbox" },
  files: { read_file: "Reads a text file", remove_folder: "Removes a folder" },
  notes: { add_note: "Adds a note to a file" },
  photos: { view: "Opens a photo file" },
});
const router = createHybridRouter(catalog);

describe("explain", () => {
  test("the shares of each score add up to it, and their words to them", async () => {
    await fc.assert(
      fc.asyncProperty(servers, text, fc.option(text, { nil: undefined }), async (definitions, tool, server) => {
        const subject = new ToolCatalog(definitions);
        const about = subject.tools().map(({ id }) => id);
        const { explained = [] } = await createHybridRouter(subject).explain({ server, tool }, { about, threshold: 0 });
        expect(explained).toHaveLength(subject.size);
        for (const { score, shares } of explained) {
          expect(shares.reduce((sum, share) => sum + share.score, 0)).toBeCloseTo(score, 5);
          for (const share of shares) {
            const inWords = share.words?.reduce((sum, { score }) => sum + score, 0) ?? share.score;
            expect(inWords).toBeCloseTo(share.score, 5);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("says which word was found in which field, and for which word a synonym stands", async () => {
    const { explained } = await router.explain({ tool: "erase a folder" });
    const [first] = explained!;
    expect(namesOf([first!])).toEqual(["files/remove_folder"]);
    const words = first!.shares.find((share) => share.part === "words")!.words!;
    expect(words).toContainEqual(expect.objectContaining({ word: "folder", found: "folder", field: "name" }));
    expect(words).toContainEqual(expect.objectContaining({ word: "eras", found: "remov", field: "name" }));
  });

  test("names what the best clause says of a tool's name apart from its words", async () => {
    const { explained } = await router.explain({ tool: "list the emails in the inbox and then remove the folder" });
    const removal = explained!.find(({ id }) => id.name === "remove_folder")!;
    const ofClause = removal.shares.filter(({ text }) => text !== undefined).map(({ part, text }) => [part, text]);
    expect(ofClause).toEqual([
      ["best clause", "and then remove the folder"],
      ["name coverage of the best clause", "and then remove the folder"],
    ]);
  });

  test.each([
    ["shares nothing", "weather", { server: "mail", name: "send_email" }, /shares no word with the request/],
    ["does not exist", "email", { server: "mail", name: "fly" }, /the catalog has no such tool/],
    ["may not be used", "file", { server: "photos", name: "view" }, /may not be used/],
    [
      "belongs to a server below the cap",
      "email file",
      { server: "notes", name: "add_note" },
      /its server is number \d/,
    ],
  ])("says why a tool was not returned that %s", async (_, tool, about, reason) => {
    const allows = ({ server }: { server: string }) => server !== "photos";
    const { explained } = await router.explain(
      { tool },
      { about: [about], allows, topKServers: 1, topKTools: 1, threshold: 0 },
    );
    expect(explained!.at(-1)).toMatchObject({ id: about, reason: expect.stringMatching(reason) });
  });

  test("a tool cut by the threshold or by the cap of its server says so", async () => {
    const low = await router.explain(
      { tool: "email" },
      { threshold: 1, about: [{ server: "mail", name: "send_email" }] },
    );
    expect(low.tools).toEqual([]);
    expect(low.explained![0]!.reason).toMatch(/^fit 0\.\d+ is below the threshold of 1$/);
    const about = [{ server: "mail", name: "list_emails" }];
    const capped = await router.explain({ tool: "send an email" }, { topKTools: 1, threshold: 0, about });
    expect(capped.explained!.at(-1)!.reason).toBe("not among the 1 best of its server");
  });

  test("stage 1 shows each server with the score of its best tool", async () => {
    const { servers: shown, serversCut, tools, cut } = await router.explain({ tool: "email file" }, { threshold: 0 });
    expect([...shown, ...serversCut]).toHaveLength(4);
    for (const { name, score } of shown) {
      const scores = [...tools, ...cut].filter((hit) => hit.id.server === name).map((hit) => hit.score);
      expect(score).toBe(Math.max(...scores));
    }
  });

  test("stage 1 counts tools where servers have few: servers of one tool each are not cut at three", async () => {
    const single = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, { send: "Sends an email" }]));
    const { servers: shown } = await createHybridRouter(catalogOf(single)).route({ tool: "email" }, { topKTools: 1 });
    expect(shown).toHaveLength(3);
    const more = await createHybridRouter(catalogOf(single)).route({ tool: "email" }, { topKTools: 2, topKServers: 2 });
    expect(more.servers).toHaveLength(4);
  });

  test("score is what the tool and its server make together", async () => {
    for (const hit of (await router.route({ server: "mail", tool: "send email" }, { threshold: 0 })).tools) {
      expect(hit.score).toBeCloseTo(hit.serverScore + hit.toolScore, 12);
    }
  });
});

describe("notices", () => {
  test("a language without tables of which the catalog has no word is reported", async () => {
    const { notices, tools } = await router.route({ tool: "удалить папку с файлами" });
    expect(tools).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/Cyrillic.*Ask in English/)]);
  });

  test("a catalog in that language is searched without a notice", async () => {
    const russian = createHybridRouter(catalogOf({ файлы: { delete: "удалить папку" } }));
    const trace = await russian.route({ tool: "удалить папку" });
    expect(namesOf(trace.tools)).toEqual(["файлы/delete"]);
    expect(trace.notices).toBeUndefined();
  });

  test("a request whose words nothing holds is reported, one that is understood is not", async () => {
    expect((await router.route({ tool: "zyzzyva" })).notices).toHaveLength(1);
    expect((await router.route({ tool: "send an email" })).notices).toBeUndefined();
  });
});
