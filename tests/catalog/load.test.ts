import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalog } from "../../catalog/load.js";
import { InputError } from "../../catalog/types.js";
import { makeTag, processesOf, testEntry, waitUntil } from "./mcp/support.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolgap-load-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeJson(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

const fileOf = (name: string, ...servers: string[]) =>
  writeJson(name, { servers: servers.map((server) => ({ name: server, tools: [{ name: "look", inputSchema: {} }] })) });

describe("loadCatalog", () => {
  it("without a source has the built-in servers", async () => {
    const { catalog, failures, close } = await loadCatalog();
    expect([catalog.servers().length, catalog.size]).toEqual([8, 35]);
    expect(failures).toEqual([]);
    await close();
  });

  it("with a file has the file's servers only, unless the built-in ones are wanted", async () => {
    const path = await fileOf("one.json", "sky");
    expect((await loadCatalog({ catalogFiles: [path] })).catalog.servers().map((server) => server.name)).toEqual([
      "sky",
    ]);
    const both = await loadCatalog({ catalogFiles: [path], builtin: true });
    expect(both.catalog.size).toBe(36);
    const none = await loadCatalog({ builtin: false });
    expect(none.catalog.size).toBe(0);
  });

  it("gives the tools of files a simulated executor when wanted", async () => {
    const path = await fileOf("one.json", "sky");
    const id = { server: "sky", name: "look" };
    expect((await loadCatalog({ catalogFiles: [path] })).catalog.get(id)?.executable).toBe(false);
    const { catalog } = await loadCatalog({ catalogFiles: [path], simulateFiles: true });
    expect(catalog.get(id)).toMatchObject({ executable: true, simulated: true });
  });

  it("names both sources of a server name that occurs twice", async () => {
    const [one, two] = [await fileOf("one.json", "sky"), await fileOf("two.json", "sea", "sky")];
    await expect(loadCatalog({ catalogFiles: [one, two] })).rejects.toThrow(
      new InputError(`Server "sky" is in ${one} and in ${two}: rename it in one of them, or leave one source out.`),
    );
    const clash = await fileOf("clash.json", "github");
    await expect(loadCatalog({ catalogFiles: [clash], builtin: true })).rejects.toThrow(
      `Server "github" is in the built-in servers and in ${clash}`,
    );
  });

  it("fills up with distractors to the number of tools", async () => {
    expect((await loadCatalog({ numTools: 100 })).catalog.size).toBe(100);
  });

  it("keeps all tools and says so when fewer are asked for", async () => {
    const lines: string[] = [];
    const { catalog } = await loadCatalog({ numTools: 10, onNotice: (line) => lines.push(line) });
    expect(catalog.size).toBe(35);
    expect(lines).toEqual(["the catalog has 35 tools already, more than the 10 asked for: all of them are kept"]);
  });

  it.each([-1, 1.5, Number.NaN])("refuses %d as number of tools", async (numTools) => {
    await expect(loadCatalog({ numTools })).rejects.toThrow(
      new InputError(`The number of tools must be a whole number, given ${numTools}.`),
    );
  });

  it("keeps the reasons of tools that were set aside", async () => {
    const path = await writeJson("odd.json", { servers: [{ name: "sky", tools: [{ name: "odd", inputSchema: 7 }] }] });
    const { catalog } = await loadCatalog({ catalogFiles: [path] });
    expect(catalog.setAside).toMatchObject([{ server: "sky", name: "odd" }]);
  });

  it("goes on without an MCP server that cannot start, and names it", async () => {
    const mcpConfig = await writeJson("mcp.json", {
      mcpServers: { gone: { command: join(folder, "no-such-program"), args: [] } },
    });
    const { catalog, failures, close } = await loadCatalog({ mcpConfig, builtin: true, manifestDirectory: folder });
    expect(catalog.size).toBe(35);
    expect(failures).toEqual([{ server: "gone", reason: expect.stringContaining("no-such-program") }]);
    await close();
  });

  it("follows an MCP server whose tools change while it runs, and ends it on close", async () => {
    const tag = makeTag();
    const mcpConfig = await writeJson("growing.json", { mcpServers: { a: testEntry(tag, "--odd") } });
    const { catalog, failures, close } = await loadCatalog({ mcpConfig, manifestDirectory: folder });
    expect(failures).toEqual([]);
    const late = { server: "a", name: "late" };
    expect(catalog.has(late)).toBe(false);
    await catalog.execute({ server: "a", name: "grow" }, {});
    await waitUntil(() => catalog.has(late));
    expect(await catalog.execute(late, { text: "x" })).toMatchObject({
      content: [{ text: "late: x" }],
      isError: false,
      simulated: false,
    });
    await close();
    await waitUntil(() => processesOf(tag).length === 0);
  });

  it("ends the MCP servers when another source has a server of the same name", async () => {
    const tag = makeTag();
    const mcpConfig = await writeJson("clashing.json", { mcpServers: { sky: testEntry(tag) } });
    const catalogFiles = [await fileOf("one.json", "sky")];
    await expect(loadCatalog({ mcpConfig, catalogFiles, manifestDirectory: folder })).rejects.toThrow(InputError);
    await waitUntil(() => processesOf(tag).length === 0);
  });
});
