import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { toFunctionTool } from "../../catalog/schema.js";
import { InputError, type ServerDefinition } from "../../catalog/types.js";

const id = { server: "weather", name: "forecast" };

function weather(examples?: unknown): ServerDefinition {
  const tool = { name: "forecast", description: "Tells the weather.", inputSchema: { type: "object" } };
  return { name: "weather", description: "Weather.", tools: [{ ...tool, examples: examples as string[] | undefined }] };
}

describe("usage examples of a tool", () => {
  it("come with its definition, without empty, repeated and malformed ones", () => {
    const catalog = new ToolCatalog([weather(["will it rain", " will it rain ", "", 7, "do I need a coat"])]);
    expect(catalog.get(id)?.examples).toEqual(["will it rain", "do I need a coat"]);
  });

  it("are added and removed at run time, each time as a new version of the catalog", () => {
    const catalog = new ToolCatalog([weather()]);
    const { version } = catalog;
    const [before] = catalog.servers();
    catalog.addExamples(id, ["will it rain", "is it cold"]);
    expect(catalog.version).toBeGreaterThan(version);
    expect(catalog.servers()[0]).not.toBe(before);
    catalog.removeExamples(id, ["is it cold", "never added"]);
    expect(catalog.get(id)?.examples).toEqual(["will it rain"]);
    expect(catalog.tools()[0]).toBe(catalog.get(id));
    catalog.removeExamples(id);
    expect(catalog.get(id)?.examples).toEqual([]);
  });

  it("change nothing when they are there already", () => {
    const catalog = new ToolCatalog([weather(["will it rain"])]);
    const { version } = catalog;
    catalog.addExamples(id, ["will it rain", " "]);
    expect(catalog.version).toBe(version);
  });

  it("survive a new definition of the server", () => {
    const catalog = new ToolCatalog([weather(["of the source"])]);
    catalog.addExamples(id, ["will it rain"]);
    catalog.replaceServer(weather(["of the source"]));
    expect(catalog.get(id)?.examples).toEqual(["of the source", "will it rain"]);
    expect(catalog.servers()[0]?.tools[0]?.examples).toEqual(["of the source", "will it rain"]);
  });

  it("are no part of what a model sees", () => {
    const catalog = new ToolCatalog([weather(["zanzibar"])]);
    expect(JSON.stringify(toFunctionTool(catalog.get(id)!, "forecast"))).not.toContain("zanzibar");
  });

  it("of an unknown tool are refused with the nearest", () => {
    const catalog = new ToolCatalog([weather()]);
    expect(() => catalog.addExamples({ server: "weather", name: "forecasts" }, ["x"])).toThrow(
      new InputError("There is no tool weather/forecasts. The nearest are: weather/forecast. Nothing was changed."),
    );
  });

  it("that are not a list of texts are refused in one line, and nothing is changed", () => {
    const catalog = new ToolCatalog([weather(["will it rain"])]);
    const { version } = catalog;
    const noTexts = fc.oneof(
      fc.anything({ withBigInt: true }).filter((value) => value !== undefined && !Array.isArray(value)),
      fc.array(fc.anything({ withBigInt: true })).filter((list) => list.some((value) => typeof value !== "string")),
    );
    const isClear = (change: () => void) => {
      expect(change).toThrow(InputError);
      expect(change).toThrow(/^Usage examples must be .*texts, given [^\n]+ Nothing was changed\.$/);
    };
    fc.assert(
      fc.property(noTexts, (given) => {
        isClear(() => catalog.addExamples(id, given as string[]));
        isClear(() => catalog.removeExamples(id, given as string[]));
      }),
    );
    expect(catalog.version).toBe(version);
    expect(catalog.get(id)?.examples).toEqual(["will it rain"]);
    expect(() => catalog.addExamples(id, "is it cold" as unknown as string[])).toThrow(
      "Usage examples must be a list of texts, given a string. Nothing was changed.",
    );
    expect(() => catalog.addExamples(id, ["is it cold", 7 as unknown as string])).toThrow(
      "Usage examples must be texts, given a number as number 2. Nothing was changed.",
    );
  });
});
