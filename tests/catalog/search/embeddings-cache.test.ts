import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createTfidfRouter, ToolCatalog } from "../../../catalog/index.js";
import {
  createEmbeddingIndex,
  type EmbeddingOptions,
  withEmbeddings,
} from "../../../catalog/search/embeddings/index.js";
import { VectorCache } from "../../../catalog/search/embeddings/vector-cache.js";
import { distractorServers } from "../../../catalog/sources/distractors.js";
import { FakeEmbedder, vectorOf } from "../../support/fake-embedder.js";

const folders: string[] = [];
const children: ChildProcess[] = [];
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vectors-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const count = 40;
const catalogOf = () => new ToolCatalog(distractorServers(count));

/** An index over the same catalog, as a new process would make it. */
function start(cacheDirectory: string, options: Partial<EmbeddingOptions> = {}, embedder = new FakeEmbedder()) {
  const notices: string[] = [];
  const catalog = catalogOf();
  const onNotice = (line: string) => void notices.push(line);
  const index = createEmbeddingIndex(catalog, {
    embedder,
    model: "fake",
    cacheDirectory,
    batchSize: 10,
    onNotice,
    ...options,
  });
  return { index, embedder, notices, catalog, both: withEmbeddings(createTfidfRouter(catalog), index) };
}

/** The folder of the only model, and its files. */
function filesIn(cacheDirectory: string): { folder: string; names: string[] } {
  const [model] = readdirSync(cacheDirectory);
  const folder = join(cacheDirectory, model!);
  return { folder, names: readdirSync(folder).sort() };
}

const request = { tool: "calibrate the glaze batch of the kiln" };

describe("vectors on disk", () => {
  it("are not computed again by the next process, which answers the same", async () => {
    const folder = temporaryFolder();
    const first = start(folder);
    const answer = await first.both.route(request);
    expect(first.embedder.batches.map((batch) => batch.length)).toEqual([10, 10, 10, 10]);
    const second = start(folder);
    expect(await second.both.route(request)).toEqual(answer);
    expect(second.embedder.embedded).toBe(0);
    expect(second.notices).toEqual([]);
  });

  it("are for their owner only", async () => {
    const folder = temporaryFolder();
    await start(folder).index.prepare();
    const { folder: model, names } = filesIn(folder);
    expect(statSync(model).mode & 0o777).toBe(0o700);
    expect(statSync(join(model, names[0]!)).mode & 0o777).toBe(0o600);
  });

  it("are kept apart by model", async () => {
    const folder = temporaryFolder();
    await start(folder).index.prepare();
    const other = start(folder, { model: "fake/2" });
    await other.index.prepare();
    expect(other.embedder.embedded).toBe(count);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("are computed for new texts only", async () => {
    const folder = temporaryFolder();
    await start(folder).index.prepare();
    const later = start(folder);
    later.catalog.addTool("internal_service_1", { name: "new", description: "A new one", inputSchema: true });
    await later.index.prepare();
    expect(later.embedder.batches).toEqual([["internal_service_1: new\nA new one"]]);
  });

  it.each<[string, (path: string) => void]>([
    ["cut short", (path) => truncateSync(path, statSync(path).size - 3)],
    ["empty", (path) => truncateSync(path, 0)],
    ["not from this software", (path) => writeFileSync(path, "hello\nworld")],
    [
      "changed in one bit",
      (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length - 1]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
  ])("are computed again when a file is %s; the other files count", async (_damage, spoil) => {
    const folder = temporaryFolder();
    const answer = await start(folder).both.route(request);
    const { folder: model, names } = filesIn(folder);
    spoil(join(model, names[1]!));
    const second = start(folder);
    expect(await second.both.route(request)).toEqual(answer);
    expect(second.embedder.embedded).toBe(10);
    expect(second.notices).toEqual([expect.stringContaining("is damaged or not from this software")]);
    expect(start(folder).notices).toEqual([]);
    expect(filesIn(folder).names).toHaveLength(4);
  });

  it("do without a folder that cannot be written", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { index, notices, embedder } = start(file);
    await index.prepare();
    expect(embedder.embedded).toBe(count);
    expect(notices).toContainEqual(expect.stringContaining("vectors cannot be kept in"));
  });

  it("are made anew when the model gives another length under its name", async () => {
    const folder = temporaryFolder();
    await start(folder).index.prepare();
    const wider = new FakeEmbedder();
    wider.documents = async (texts) => texts.map((text) => vectorOf(text, 128));
    wider.request = async (text) => vectorOf(text, 128);
    const later = start(folder, {}, wider);
    const { notices } = await later.both.route(request);
    expect(notices).toEqual([
      expect.stringContaining("128 numbers, those of the tools have 96; the tools are embedded anew"),
    ]);
    await later.index.prepare();
    expect((await later.both.route(request)).notices).toBeUndefined();
    expect(wider.embedded).toBe(count);
    expect(later.notices).toContainEqual(
      "the vectors of fake have another length than before: all tools are embedded anew",
    );
  });

  it("are joined into one file when there are many", async () => {
    const folder = temporaryFolder();
    const cache = new VectorCache(folder, "m");
    const keys = Array.from({ length: 20 }, (_, index) => index.toString(16).padStart(32, "0"));
    for (const key of keys) await cache.append(new Map([[key, Float32Array.of(1, Number.parseInt(key, 16))]]));
    expect(filesIn(folder).names).toHaveLength(20);
    const read = await new VectorCache(folder, "m").read(new Set(keys));
    expect(filesIn(folder).names).toHaveLength(1);
    const again = await new VectorCache(folder, "m").read(new Set(keys.slice(5)));
    expect(read.size).toBe(20);
    expect([...again.values()].map((vector) => vector[1])).toEqual(
      keys.slice(5).map((key) => Number.parseInt(key, 16)),
    );
  });

  it("that were finished before the process was killed are not computed again", async () => {
    const folder = temporaryFolder();
    const script = join(temporaryFolder(), "slow.mts");
    const root = process.cwd();
    writeFileSync(
      script,
      `import { ToolCatalog } from "${root}/catalog/index.js";
       import { createEmbeddingIndex } from "${root}/catalog/search/embeddings/index.js";
       import { distractorServers } from "${root}/catalog/sources/distractors.js";
       import { FakeEmbedder, vectorOf } from "${root}/tests/support/fake-embedder.js";
       const embedder = new FakeEmbedder();
       embedder.documents = async (texts) => {
         // The third batch never ends.
         if (embedder.batches.length === 3) await new Promise(() => { console.log("waiting"); setInterval(() => {}, 1000); });
         return texts.map((text) => vectorOf(text));
       };
       const catalog = new ToolCatalog(distractorServers(${count}));
       const options = { embedder, model: "fake", cacheDirectory: ${JSON.stringify(folder)}, batchSize: 10 };
       await createEmbeddingIndex(catalog, options).prepare();`,
    );
    const child = spawn(process.execPath, ["--import", "tsx", script], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: root,
    });
    children.push(child);
    await once(child.stdout!, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const later = start(folder);
    const answer = await later.both.route(request);
    expect(later.embedder.embedded).toBe(20);
    expect(answer).toEqual(await start(temporaryFolder()).both.route(request));
  });
});
