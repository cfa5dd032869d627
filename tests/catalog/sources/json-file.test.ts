import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { type CatalogFileOptions, readCatalogFile } from "../../../catalog/sources/json-file.js";
import { InputError } from "../../../catalog/types.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolgap-catalog-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function readText(text: string, options?: CatalogFileOptions) {
  const path = join(folder, "catalog.json");
  await writeFile(path, text);
  return readCatalogFile(path, options);
}

const readJson = (content: unknown, options?: CatalogFileOptions) => readText(JSON.stringify(content), options);

async function problemWith(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => "nothing was thrown",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message).not.toContain("\n");
  return message.replace(join(folder, "catalog.json"), "FILE");
}

describe("a good file", () => {
  const weather = {
    name: "weather",
    title: "Weather now",
    description: "The weather.",
    inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true, destructiveHint: "no", unknown: 1 },
  };

  it("gives servers with tools that are known by schema", async () => {
    const servers = await readJson({
      license: "MIT",
      servers: [{ name: "sky", description: "Above.", tools: [weather] }],
    });
    expect(servers).toEqual([
      {
        name: "sky",
        description: "Above.",
        setAside: [],
        tools: [
          {
            name: "weather",
            description: "The weather.",
            inputSchema: weather.inputSchema,
            outputSchema: { type: "object" },
            annotations: { title: "Weather now", readOnlyHint: true },
          },
        ],
      },
    ]);
    expect(new ToolCatalog(servers).get({ server: "sky", name: "weather" })?.executable).toBe(false);
  });

  it("describes a server without a description by the names of its tools", async () => {
    const tools = ["list_issues", "createPullRequest"].map((name) => ({ name, description: "x" }));
    const servers = await readText(JSON.stringify({ servers: [{ name: "a", description: "", tools }] }));
    expect(servers[0]?.description).toBe("list issues, create pull request");
  });

  it("may lack descriptions and schemas, and begin with a byte order mark", async () => {
    const servers = await readText(
      `\ufeff{"servers":[{"name":"a","description":null,"tools":[{"name":"t","description":null}]}]}`,
    );
    expect(servers[0]).toMatchObject({ description: "t", tools: [{ description: "", inputSchema: {} }], setAside: [] });
  });

  it("sets malformed tools aside and keeps the rest", async () => {
    const tools = [weather, { description: "nameless" }, { name: "odd", inputSchema: "string" }, 7];
    const [server] = await readJson({ servers: [{ name: "sky", tools }] });
    expect(server?.tools.map((tool) => tool.name)).toEqual(["weather"]);
    expect(server?.setAside).toEqual([
      { server: "sky", name: "", reason: "its name must be a non-empty string" },
      { server: "sky", name: "odd", reason: "its input schema must be an object or a boolean, given a string" },
      { server: "sky", name: "", reason: "a tool must be an object, given a number" },
    ]);
  });

  it("with simulation, a call executes nothing and says so", async () => {
    const catalog = new ToolCatalog(
      await readJson({ servers: [{ name: "sky", tools: [weather] }] }, { simulate: true }),
    );
    const outcome = await catalog.execute({ server: "sky", name: "weather" }, { city: "Rome" });
    expect(outcome).toMatchObject({ isError: false, simulated: true });
    expect(outcome.structured).toEqual({
      simulated: true,
      tool: "sky/weather",
      arguments: { city: "Rome" },
      note: expect.stringContaining("Nothing was executed"),
    });
    expect(outcome.content).toEqual([{ type: "text", text: JSON.stringify(outcome.structured) }]);
    expect((await catalog.execute({ server: "sky", name: "weather" }, {})).isError).toBe(true);
  });
});

describe("a bad file", () => {
  it("that is missing", async () => {
    const message = await problemWith(readCatalogFile(join(folder, "none.json")));
    expect(message).toBe(`Catalog file ${join(folder, "none.json")} cannot be read: there is no such file.`);
  });

  it("that is a directory", async () => {
    expect(await problemWith(readCatalogFile(folder))).toContain("it is a directory, not a file.");
  });

  it.each([
    ['{\n  "servers": [\n    {"name": oops}\n  ]\n}', /^Catalog file FILE is not JSON \(line 3, column 14\): /],
    ['{"servers": [] "more": 1}', /^Catalog file FILE is not JSON \(line 1, column 16\): /],
    ['{\n"servers": [', /^Catalog file FILE is not JSON \(line 2, column 13\): /],
    ["x", /^Catalog file FILE is not JSON \(line 1, column 1\): /],
    ["", /^Catalog file FILE is not JSON \(line 1, column 1\): /],
  ])("%j is not JSON, and the place is told", async (text, expected) => {
    expect(await problemWith(readText(text))).toMatch(expected);
  });

  it.each([
    [[], 'FILE: expected {"servers": [...]}, but it is an array.'],
    [null, 'FILE: expected {"servers": [...]}, but it is null.'],
    [{}, 'FILE: expected {"servers": [...]}, but "servers" is nothing.'],
    [{ servers: { a: {} } }, 'FILE: expected {"servers": [...]}, but "servers" is an object.'],
    [{ servers: ["a"] }, "FILE: servers[0] must be an object, given a string."],
    [{ servers: [{ tools: [] }] }, "FILE: servers[0].name must be a non-empty string, given nothing."],
    [{ servers: [{ name: 7, tools: [] }] }, "FILE: servers[0].name must be a non-empty string, given 7."],
    [{ servers: [{ name: "a", tools: {} }] }, 'FILE: servers[0].tools (server "a") must be an array, given an object.'],
    [
      {
        servers: [
          { name: "a", tools: [] },
          { name: "b", tools: [] },
          { name: "a", tools: [] },
        ],
      },
      'FILE: servers[0] and servers[2] are both named "a": rename one.',
    ],
  ])("%j has another shape, and the place is told", async (content, expected) => {
    expect(await problemWith(readJson(content))).toBe(`Catalog file ${expected}`);
  });
});
