import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { createTfidfRouter } from "../../../catalog/search/index.js";
import { builtinServers } from "../../../catalog/sources/builtin/index.js";
import { addDistractors, distractorServers } from "../../../catalog/sources/distractors.js";

describe("distractors", () => {
  it.each([0, 1, 35, 36, 100, 1003])("fill a catalog of 35 tools up to %i", (total) => {
    const catalog = new ToolCatalog(builtinServers());
    expect(addDistractors(catalog, total)).toBe(Math.max(total - 35, 0));
    expect(catalog.size).toBe(Math.max(total, 35));
    expect(catalog.setAside).toEqual([]);
  });

  it("are the same each time and bear their names", () => {
    const describeAll = () => JSON.stringify(distractorServers(57));
    expect(describeAll()).toBe(describeAll());
    const servers = distractorServers(12);
    expect(servers.map((server) => server.name)).toEqual(["internal_service_1", "internal_service_2"]);
    expect(servers[1]?.tools.map((tool) => tool.name)).toEqual(["svc2_op1", "svc2_op2"]);
  });

  it("pass over server names that are taken", () => {
    const catalog = new ToolCatalog([{ name: "internal_service_1", description: "Mine.", tools: [] }]);
    addDistractors(catalog, 5);
    addDistractors(catalog, 15);
    expect(catalog.servers().map((server) => server.name)).toEqual([
      "internal_service_1",
      "internal_service_2",
      "internal_service_3",
    ]);
    expect(catalog.size).toBe(15);
  });

  it("have texts of their own within a server", () => {
    for (const server of distractorServers(160)) {
      expect(new Set(server.tools.map((tool) => tool.description)).size).toBe(server.tools.length);
    }
  });

  it("are executable, and only pretend", async () => {
    const catalog = new ToolCatalog(distractorServers(1));
    const outcome = await catalog.execute({ server: "internal_service_1", name: "svc1_op1" }, { unit: 3 });
    expect(outcome).toMatchObject({
      isError: false,
      simulated: true,
      structured: { simulated: true, arguments: { unit: 3 } },
    });
  });

  it("do not answer the descriptions of ordinary tools", async () => {
    const catalog = new ToolCatalog(builtinServers());
    const wanted = catalog.tools();
    addDistractors(catalog, 1000);
    const router = createTfidfRouter(catalog);
    for (const { description } of wanted) {
      const hits = await router.retrieve({ tool: description }, 1);
      expect(hits[0]?.id.server).not.toMatch(/^internal_service/);
      const trace = await router.route({ tool: description });
      expect(trace.tools[0]?.id.server).not.toMatch(/^internal_service/);
    }
  });
});
