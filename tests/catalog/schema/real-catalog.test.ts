/** The catalog of the field: hundreds of public servers with thousands of tools, in the folder that TOOLGAP_DATA names. */
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { defaults } from "../../../catalog/defaults.js";
import { lintCatalog } from "../../../catalog/lint.js";
import { loadCatalog } from "../../../catalog/load.js";
import type { ToolCatalog } from "../../../catalog/registry.js";
import { findRuleViolations } from "../../../catalog/schema/provider-rules.js";
import { transformSchema } from "../../../catalog/schema/transform.js";
import { compileSchema } from "../../../catalog/schema/validator.js";
import { toFunctionTool } from "../../../catalog/schema.js";
import { validateTranscript, type WireTool } from "../../../models/transcript.js";
import { bind } from "../../../nodes/bind.js";
import { instancesOf } from "./instances.js";

const folder = process.env.TOOLGAP_DATA;

describe.runIf(folder)("the catalog of the field", () => {
  let catalog: ToolCatalog;

  beforeAll(async () => {
    const path = join(folder!, "realmcp_registry", "catalog.json");
    ({ catalog } = await loadCatalog({ catalogFiles: [path] }));
  });

  it("loads with all of its tools, none set aside", () => {
    expect({ servers: catalog.servers().length, tools: catalog.size }).toEqual({ servers: 549, tools: 5189 });
    expect(catalog.setAside).toEqual([]);
  });

  it("has no schema that a strict provider refuses, or that changes the second time", () => {
    for (const { id, inputSchema } of catalog.tools()) {
      const { schema } = transformSchema(inputSchema);
      expect([id, findRuleViolations(schema)]).toEqual([id, []]);
      expect([id, transformSchema(schema).schema]).toEqual([id, schema]);
    }
  });

  it("passes the rules of a request in chunks of as many functions as providers take", () => {
    const ids = catalog.tools().map((tool) => tool.id);
    const most = defaults.providerMaxTools;
    let sent = 0;
    for (let start = 0; start < ids.length; start += most) {
      const chunk = ids.slice(start, start + most);
      const operations = bind([], chunk, catalog, { agent: "", turn: 1, maxBoundTools: most });
      const tools = operations.flatMap((operation) =>
        operation.op === "add" ? [toFunctionTool(catalog.get(operation.id)!, operation.callName) as WireTool] : [],
      );
      sent += tools.length;
      expect(validateTranscript({ messages: [{ role: "user", content: "Hello." }], tools })).toEqual([]);
    }
    expect(sent).toBe(5189);
  });

  it("of every twentieth tool: sampled arguments for the sent schema satisfy the tool's own", () => {
    const tools = catalog.tools().filter((_tool, index) => index % 20 === 0);
    let checked = 0;
    for (const { id, inputSchema } of tools) {
      const { schema, toOriginal, changes } = transformSchema(inputSchema);
      const [sent, own] = [schema, inputSchema as Record<string, unknown>].map(compileSchema);
      expect([id, sent !== undefined, own !== undefined]).toEqual([id, true, true]);
      if (changes.some(({ wider }) => wider)) continue;
      for (const instance of fc.sample(instancesOf(schema), { seed: 1, numRuns: 4 })) {
        if (!sent!(instance)) continue;
        checked += 1;
        expect([id, own!(toOriginal(instance as Record<string, unknown>)), own!.errors]).toEqual([id, true, []]);
      }
    }
    expect(checked).toBeGreaterThan(500);
  });

  it("is linted in under ten seconds", () => {
    const started = performance.now();
    const { counts, tools } = lintCatalog(catalog);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(tools).toBe(5189);
    expect(counts).toMatchObject({
      "no description": { tools: 412, servers: 0 },
      instruction: { tools: expect.any(Number) },
      "shared name": { tools: expect.any(Number), servers: 0 },
    });
    expect(counts.refused).toBeUndefined();
  });
});
