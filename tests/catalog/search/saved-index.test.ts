import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaults } from "../../../catalog/defaults.js";
import { builtinServers, createHybridRouter, distractorServers, ToolCatalog } from "../../../catalog/index.js";
import { buildServerSegments } from "../../../catalog/search/hybrid/server-segments.js";
import { SavedIndex } from "../../../catalog/search/saved-index.js";
import { decodeSegments, encodeSegments } from "../../../catalog/search/segment-file.js";
import { openRouter } from "../../../catalog/search/warm-router.js";
import type { ServerDefinition } from "../../../catalog/types.js";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "index-"));
  path = join(folder, "new", "index");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const servers = () => [...builtinServers(), ...distractorServers(200)];
const requests = [
  "send an email",
  "查询数据库",
  "delete the file notes.txt",
  "glaze batch of the kiln",
  "create issue",
  "",
];

/** Everything the router says to every request. */
async function answersOf(catalog: ToolCatalog, saved?: SavedIndex) {
  const router = createHybridRouter(catalog, { segmentsOf: saved?.segmentsOf });
  return Promise.all(
    requests.map(async (tool) => [await router.explain({ tool }), await router.retrieve({ server: "x", tool }, 50)]),
  );
}

async function save(catalog: ToolCatalog): Promise<void> {
  expect(await (await SavedIndex.read(path)).save(catalog)).toBe(true);
}

describe("a saved index", () => {
  it("answers exactly as one that was built", async () => {
    const catalog = new ToolCatalog(servers());
    catalog.addExamples({ server: "internal_service_1", name: "svc1_op1" }, ["mend the pot", "warm the oven"]);
    await save(catalog);
    const saved = await SavedIndex.read(path);
    expect(await answersOf(catalog, saved)).toEqual(await answersOf(catalog));
    expect(saved.counts).toEqual({ built: 0, reused: catalog.servers().length });
  });

  it("answers the same over the servers in another order", async () => {
    await save(new ToolCatalog(servers()));
    const reversed = new ToolCatalog(servers().reverse());
    const saved = await SavedIndex.read(path);
    expect(await answersOf(reversed, saved)).toEqual(await answersOf(reversed));
    expect(saved.counts.built).toBe(0);
  });

  it("builds changed servers only, whatever part of them changed", async () => {
    const catalog = new ToolCatalog(servers());
    await save(catalog);
    const [first, second, third, fourth] = distractorServers(40);
    catalog.replaceServer({ ...first!, description: "Something else" });
    catalog.removeTool({ server: second!.name, name: second!.tools[0]!.name });
    catalog.addExamples({ server: third!.name, name: third!.tools[0]!.name }, ["mend the pot"]);
    catalog.removeServer(fourth!.name);
    catalog.addServer({ ...fourth!, name: "renamed" });
    const saved = await SavedIndex.read(path);
    expect(await answersOf(catalog, saved)).toEqual(await answersOf(catalog));
    expect(saved.counts.built).toBe(4);
    expect(await saved.save(catalog)).toBe(true);
    const again = await SavedIndex.read(path);
    expect(await again.save(catalog)).toBe(false);
    expect(again.counts.built).toBe(0);
  });

  it("follows changes of the catalog after it was read", async () => {
    const catalog = new ToolCatalog(servers());
    await save(catalog);
    const { segmentsOf } = await SavedIndex.read(path);
    const router = createHybridRouter(catalog, { segmentsOf });
    const request = { tool: "fold paper cranes" };
    expect((await router.route(request)).tools).toEqual([]);
    const crane = { name: "fold_paper_crane", description: "Folds paper cranes.", inputSchema: { type: "object" } };
    catalog.addServer({ name: "origami", description: "", tools: [crane] });
    expect((await router.route(request)).tools[0]!.id.server).toBe("origami");
    catalog.removeServer("origami");
    expect((await router.route(request)).tools).toEqual([]);
  });

  it("is in a file for its owner only", async () => {
    await save(new ToolCatalog(servers()));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "new")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, "new"))).toEqual(["index"]);
  });

  it.each<[string, (file: string) => void]>([
    ["cut short", (file) => truncateSync(file, statSync(file).size - 1)],
    ["empty", (file) => truncateSync(file, 0)],
    ["something else", (file) => writeFileSync(file, "{}\nhello")],
    ["changed in one bit", (file) => flip(file)],
    [
      "of another version",
      (file) => writeFileSync(file, readFileSync(file, "latin1").replace('"format":', '"format":9'), "latin1"),
    ],
  ])("that is %s is told and built anew", async (_damage, spoil) => {
    const catalog = new ToolCatalog(servers());
    await save(catalog);
    spoil(path);
    const notices: string[] = [];
    const saved = await SavedIndex.read(path, (line) => notices.push(line));
    expect(notices).toEqual([`the saved index ${path} is damaged or of another version: it is built anew`]);
    expect(await answersOf(catalog, saved)).toEqual(await answersOf(catalog));
    expect(await saved.save(catalog)).toBe(true);
    expect((await SavedIndex.read(path)).counts).toEqual({ built: 0, reused: 0 });
  });

  it("is refused whichever bit of it is another, wherever it ends, and whatever is written into it", () => {
    const file = fileOf(builtinServers());
    expect(() => decodeSegments(file)).not.toThrow();
    const place = fc.nat(file.length - 1);
    fc.assert(
      fc.property(place, fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(file);
        flipped[at]! ^= 1 << bit;
        expect(() => decodeSegments(flipped)).toThrow();
      }),
      { numRuns: 300 },
    );
    for (let at = 0; at < 80; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = Buffer.from(file);
        flipped[at]! ^= 1 << bit;
        expect(() => decodeSegments(flipped)).toThrow();
      }
    }
    fc.assert(
      fc.property(place, (end) => {
        expect(() => decodeSegments(file.subarray(0, end))).toThrow();
      }),
    );
    fc.assert(
      fc.property(place, fc.uint8Array({ minLength: 1, maxLength: 64 }), (at, bytes) => {
        const spoiled = Buffer.from(file);
        spoiled.set(bytes.subarray(0, file.length - at), at);
        fc.pre(!spoiled.equals(file));
        expect(() => decodeSegments(spoiled)).toThrow();
        expect(() => decodeSegments(Buffer.from(bytes))).toThrow();
        expect(() => decodeSegments(Buffer.concat([file, bytes]))).toThrow();
      }),
    );
  });

  it("is read the same wherever in memory its bytes begin", () => {
    const file = fileOf(builtinServers());
    const plain = textsOf(decodeSegments(file));
    for (const offset of [1, 2, 3, 4]) {
      const moved = Buffer.alloc(file.length + offset).subarray(offset);
      file.copy(moved);
      expect(textsOf(decodeSegments(moved))).toEqual(plain);
    }
  });

  it("is empty before the first run, without a word", async () => {
    const notices: string[] = [];
    await SavedIndex.read(path, (line) => notices.push(line));
    expect(notices).toEqual([]);
  });

  it("gives back any segments bit by bit", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    const tool = fc.record({ name: text, description: text, examples: fc.array(text, { maxLength: 2 }) });
    const server = fc.record({ name: text, description: text, tools: fc.array(tool, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(server, { maxLength: 4 }), (list) => {
        const segments = new Map(
          list.map(({ name, description, tools }, index) => [
            `${index}`,
            buildServerSegments({
              name,
              description,
              tools: tools.map((entry) => ({
                ...entry,
                id: { server: name, name: entry.name },
                inputSchema: true,
                annotations: {},
                executable: false,
                simulated: false,
              })),
            }),
          ]),
        );
        const decoded = decodeSegments(encodeSegments(segments));
        expect([...decoded.keys()]).toEqual([...segments.keys()]);
        for (const [key, original] of segments) {
          const own = decoded.get(key)!;
          expect(own.toolTexts).toEqual(original.toolTexts);
          for (const kind of ["tools", "server", "examples"] as const) {
            expect(own[kind].terms).toEqual(original[kind].terms);
            expect(own[kind]).toMatchObject(Object.fromEntries(Object.entries(original[kind])));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 20]! ^= 4;
  writeFileSync(file, bytes);
}

function fileOf(list: ServerDefinition[]): Buffer {
  return encodeSegments(
    new Map(new ToolCatalog(list).servers().map((server) => [server.name, buildServerSegments(server)])),
  );
}

/** What the tools of all servers have, as a text. */
function textsOf(segments: ReturnType<typeof decodeSegments>): string {
  const all = [...segments].map(([key, { tools, toolTexts }]) => {
    const { size, terms, starts, documents, fields, counts, pairStarts, pairSeconds } = tools;
    return { key, size, terms, starts, documents, fields, counts, pairStarts, pairSeconds, toolTexts };
  });
  return JSON.stringify(all);
}

describe("openRouter", () => {
  const big = () => new ToolCatalog(distractorServers(defaults.savedIndex.leastTools));
  const request = { tool: "reconcile the glaze batch" };

  it("keeps the index of a big catalog and starts from it", async () => {
    const first = await openRouter("hybrid", big(), { directory: folder });
    const answer = await first.router.route(request);
    await first.keep();
    const [name] = readdirSync(folder);
    const time = statSync(join(folder, name!)).mtimeMs;
    const second = await openRouter("hybrid", big(), { directory: folder });
    expect(await second.router.route(request)).toEqual(answer);
    await second.keep();
    expect(statSync(join(folder, name!)).mtimeMs).toBe(time);
  });

  it("leaves nothing on disk for a small catalog or another router", async () => {
    for (const [name, catalog] of [
      ["hybrid", new ToolCatalog(builtinServers())],
      ["tfidf", big()],
    ] as const) {
      const { router, keep } = await openRouter(name, catalog, { directory: folder });
      expect(router.name).toBe(name);
      await keep();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has a file for each catalog, and not without end", async () => {
    for (let run = 0; run < defaults.savedIndex.keptFiles + 2; run++) {
      const catalog = big();
      catalog.addServer({ name: `extra ${run}`, description: "", tools: [] });
      await (await openRouter("hybrid", catalog, { directory: folder })).keep();
    }
    expect(readdirSync(folder)).toHaveLength(defaults.savedIndex.keptFiles);
  });

  it("works where nothing can be written, and says so", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const notices: string[] = [];
    const { router, keep } = await openRouter("hybrid", big(), {
      directory: file,
      onNotice: (line) => notices.push(line),
    });
    expect((await router.route(request)).tools.length).toBeGreaterThan(0);
    await keep();
    expect(notices.at(-1)).toContain(`the index cannot be kept in ${file}`);
  });
});
