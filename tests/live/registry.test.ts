/** The catalog of the field over real HTTP: each of its tools is in a request that a strict endpoint takes. */
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { loadCatalog } from "../../catalog/load.js";
import { toFunctionTool } from "../../catalog/schema.js";
import { bind } from "../../nodes/bind.js";
import { always } from "../fixtures/openai-server/reply.js";
import { connect, serve } from "./support.js";

const folder = process.env.TOOLGAP_DATA;

describe.runIf(folder)("the catalog of the field", () => {
  it("is bound whole, as many tools at a time as providers take, and no request is refused", async () => {
    const { catalog } = await loadCatalog({ catalogFiles: [join(folder!, "realmcp_registry", "catalog.json")] });
    const server = await serve(always("Hello."));
    const { model } = await connect(server);
    const ids = catalog.tools().map((tool) => tool.id);
    const most = defaults.providerMaxTools;
    for (let start = 0; start < ids.length; start += most) {
      const options = { agent: "", turn: 1, maxBoundTools: most };
      const tools = bind([], ids.slice(start, start + most), catalog, options).flatMap((operation) =>
        operation.op === "add" ? [toFunctionTool(catalog.get(operation.id)!, operation.callName)] : [],
      );
      await model.bindTools!(tools).invoke([new HumanMessage("Hello.")]);
    }
    expect(server.requests.map(({ refused }) => refused).filter((refused) => refused !== undefined)).toEqual([]);
    const received = server.requests.map(({ body }) => body.tools?.length ?? 0);
    expect(Math.max(...received)).toBe(most);
    expect(received.reduce((sum, count) => sum + count, 0)).toBe(5189);
  }, 60_000);

  it("is not taken when one schema breaks the rules: the endpoint looks at each function", async () => {
    const server = await serve(always("Hello."));
    const { model } = await connect(server);
    const broken = { type: "function", function: { name: "odd", description: "Odd.", parameters: { type: "array" } } };
    await expect(model.bindTools!([broken]).invoke([new HumanMessage("Hello.")])).rejects.toThrow();
    expect(server.requests.every(({ refused }) => refused !== undefined)).toBe(true);
  });
});
