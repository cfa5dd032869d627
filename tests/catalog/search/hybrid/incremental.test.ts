import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import { buildServerSegments, type ServerSegments } from "../../../../catalog/search/hybrid/server-segments.js";
import { contentKey } from "../../../../catalog/search/saved-index.js";
import { decodeSegments, encodeSegments } from "../../../../catalog/search/segment-file.js";
import type { CatalogServer, ServerDefinition } from "../../../../catalog/types.js";
import { servers, text } from "./arbitrary.js";

describe("an index that followed its catalog", () => {
  test("answers exactly like one that is built anew, read from a file or not", async () => {
    const changes = fc.array(fc.tuple(fc.nat(20), fc.constantFrom("remove", "replace", "tool", "example", "copy")), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(servers, servers, changes, text, async (first, second, steps, tool) => {
        const catalog = new ToolCatalog(first);
        const router = createHybridRouter(catalog);
        const fromFile = createHybridRouter(catalog, { segmentsOf: written(first, second) });
        for (const [choice, change] of steps) {
          await router.retrieve({ tool }, 50);
          apply(catalog, change, choice, second);
          const request = { tool, server: choice % 2 === 0 ? undefined : "mail file" };
          const followed = await router.explain(request, { threshold: 0 });
          const rebuilt = await createHybridRouter(catalog).explain(request, { threshold: 0 });
          expect(followed).toEqual(rebuilt);
          expect(await fromFile.explain(request, { threshold: 0 })).toEqual(rebuilt);
          // A next process: what is in the file and what is built anew come together.
          const restarted = createHybridRouter(catalog, { segmentsOf: written(first) });
          expect(await restarted.explain(request, { threshold: 0 })).toEqual(rebuilt);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("gives removed numbers back: many changes do not let it grow", async () => {
    const tools = Array.from({ length: 60 }, (_, index) => ({
      name: `read_file_${index + 10}`,
      description: "reads a file",
      inputSchema: {},
    }));
    const catalog = new ToolCatalog([{ name: "base", description: "", tools }]);
    const router = createHybridRouter(catalog);
    for (let round = 0; round < 60; round++) {
      catalog.addServer({ name: "passing", description: "", tools });
      await router.retrieve({ tool: "read" }, 1);
      catalog.removeServer("passing");
      await router.retrieve({ tool: "read" }, 1);
    }
    expect(await router.retrieve({ tool: "read a file" }, 70)).toEqual(
      await createHybridRouter(catalog).retrieve({ tool: "read a file" }, 70),
    );
  });
});

/** What a file has of these servers as they are at first: changed ones are not in it. */
function written(...lists: ServerDefinition[][]): (server: CatalogServer) => ServerSegments | undefined {
  const all = lists.flatMap((list) => new ToolCatalog(list).servers());
  const file = encodeSegments(new Map(all.map((server) => [contentKey(server), buildServerSegments(server)])));
  const segments = decodeSegments(file);
  return (server) => segments.get(contentKey(server));
}

function apply(
  catalog: ToolCatalog,
  change: string,
  choice: number,
  others: Parameters<ToolCatalog["addServer"]>[0][],
) {
  const known = catalog.servers();
  const server = known[choice % Math.max(1, known.length)];
  const other = others[choice % others.length]!;
  if (change === "remove" && server) catalog.removeServer(server.name);
  else if (change === "replace") {
    if (catalog.server(other.name)) catalog.replaceServer(other);
    else catalog.addServer(other);
  } else if (change === "tool" && server && !catalog.has({ server: server.name, name: "added_tool" })) {
    catalog.addTool(server.name, { name: "added_tool", description: "translate a chart", inputSchema: {} });
  } else if (change === "copy" && server && !catalog.server(`${server.name} copy`)) {
    const tools = server.tools.map(({ id, description, inputSchema }) => ({ name: id.name, description, inputSchema }));
    catalog.addServer({ name: `${server.name} copy`, description: "", tools });
  } else if (change === "example" && server?.tools[0]) {
    const [{ id, examples }] = server.tools as [(typeof server.tools)[number]];
    if (examples.length > 1) catalog.removeExamples(id);
    else catalog.addExamples(id, [`send ${choice} chart messages`]);
  }
}
