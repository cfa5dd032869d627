import { describe, expect, it } from "vitest";
import { callName, resolveName } from "../../catalog/names.js";
import { ToolCatalog } from "../../catalog/registry.js";
import { toFunctionTool } from "../../catalog/schema.js";
import { createRouter } from "../../catalog/search/index.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";

/** Names that every object of the language has. */
const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];

/** Every name as a server, each with every name as a tool that has every name as a parameter. */
function namedCatalog(): ToolCatalog {
  const parameters = names.map((name) => `"${name}": {"type": "string"}`).join(", ");
  const inputSchema = JSON.parse(`{"type": "object", "properties": {${parameters}}, "required": ["__proto__"]}`);
  return new ToolCatalog(
    names.map((server) => ({
      name: server,
      description: `The ${server} server`,
      tools: names.map((name) => ({
        name,
        description: `Call ${name}`,
        inputSchema,
        execute: async (args) => ({ content: [], structured: [server, name, Object.entries(args)], isError: false }),
      })),
    })),
  );
}

describe("names that every object has", () => {
  it("are names of servers, tools and parameters like any other", async () => {
    const catalog = namedCatalog();
    expect(catalog.size).toBe(names.length ** 2);
    for (const { id } of catalog.tools()) {
      const { structured } = await catalog.execute(id, JSON.parse('{"__proto__": "a", "constructor": "b"}'));
      const given = [
        ["__proto__", "a"],
        ["constructor", "b"],
      ];
      expect(structured).toEqual([id.server, id.name, given]);
      expect(catalog.validate(id, {})).toContain('missing required parameter "__proto__"');
    }
  });

  it("reach a model with all their parameters, and come back from it", () => {
    const catalog = namedCatalog();
    for (const tool of catalog.tools()) {
      const name = callName(tool.id, { shared: true });
      const { parameters } = toFunctionTool(tool, name).function;
      expect(Object.keys(parameters.properties as object)).toEqual(names);
      expect(resolveName(name, [], catalog)).toEqual({ kind: "known", id: tool.id });
    }
    expect(resolveName("valueOf", [], catalog).kind).toBe("unknown");
  });

  it("are found by the router", async () => {
    const catalog = namedCatalog();
    const { tools } = await createRouter("tfidf", catalog).route({ server: "constructor", tool: "constructor" });
    expect(tools[0]?.id).toEqual({ server: "constructor", name: "constructor" });
  });

  it.each(names)("are tables and columns of the simulated database: %s", async (name) => {
    const catalog = new ToolCatalog(builtinServers());
    const id = { server: "database", name: "db_query" };
    const { structured, isError } = await catalog.execute(id, { table: name, columns: ["id", name], limit: 1 });
    expect(isError).toBe(false);
    const { rows } = structured as { rows: Record<string, unknown>[] };
    expect(Object.entries(rows[0] ?? {})).toEqual([
      ["id", 1],
      [name, null],
    ]);
  });
});
