import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { InputError } from "../../catalog/types.js";
import {
  createActiveGraph,
  createAllToolsGraph,
  createRetrievalGraph,
  createTieredGraph,
  type GraphOptions,
} from "../../graphs/index.js";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import { goldenCatalog } from "../golden/catalog.js";
import { ScriptedModel } from "../support/scripted-model.js";

const catalog = goldenCatalog();
const model = new ScriptedModel([]);

/** What is wrong, the options as a program without types may give them, what the line says. */
const wrong: [string, unknown, string][] = [
  ["no options", undefined, "catalog is nothing; expected a ToolCatalog, such as new ToolCatalog([...])"],
  ["no catalog", { model }, "catalog is nothing; expected a ToolCatalog"],
  ["definitions in the place of a catalog", { catalog: [], model }, "catalog is an array; expected a ToolCatalog"],
  [
    "a misspelt setting",
    { catalog, model, context: { aproval: "always" } },
    'context has the setting "aproval"; expected one of: provider, model, ',
  ],
  [
    "a setting among the options",
    { catalog, model, approval: "always" },
    "approval is a setting; expected it in context: { approval: ... }",
  ],
];

const factories: [string, (options: GraphOptions) => unknown][] = [
  ["createActiveGraph", createActiveGraph],
  ["createRetrievalGraph", createRetrievalGraph],
  ["createAllToolsGraph", createAllToolsGraph],
  ["createTieredGraph", createTieredGraph],
];

describe.each([...factories, ["toolDiscoveryMiddleware", toolDiscoveryMiddleware] as const])("%s", (_, create) => {
  it.each(wrong)("refuses %s in one line", (_title, options, message) => {
    const make = () => create(options as GraphOptions);
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  it("takes an empty catalog", () => {
    expect(create({ catalog: new ToolCatalog([]), model })).toBeDefined();
  });
});

describe.each(factories)("%s", (_, create) => {
  it.each([
    ["no model", undefined, "model is nothing"],
    ["the name of a model", "openai:gpt", "model is a string"],
  ])("refuses %s", (_title, given, message) => {
    const make = () => create({ catalog, model: given } as unknown as GraphOptions);
    expect(make).toThrow(InputError);
    expect(make).toThrow(`${message}; expected a chat model, or a function that makes one`);
  });
});
