import { describe, expect, it } from "vitest";
import type { RouteOptions, RouteRequest, Router, RoutingTrace } from "../../catalog/search/types.js";
import { createRouteNode } from "../../nodes/route.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { asked, listening, ports, request, says, state } from "./support.js";

async function run(rest: Partial<AgentState>, options: AgentContext = {}) {
  const seen: { request: RouteRequest; options: RouteOptions | undefined }[] = [];
  const { router, ...more } = ports(goldenCatalog(), options);
  const spy: Router = {
    ...router,
    route: (wanted, given) => {
      seen.push({ request: wanted, options: given });
      return router.route(wanted, given);
    },
  };
  const config = listening();
  const update = await createRouteNode({ ...more, router: spy })(state({ messages: asked(says("")), ...rest }), config);
  return { routing: update.routing ?? [], seen, events: config.events };
}

describe("route", () => {
  it("routes the waiting requests of the last message, each under its own id", async () => {
    const { routing } = await run({
      requests: [request({ id: "1" }), request({ id: "2", server: "mail", tool: "send a mail message" })],
    });
    expect(routing.map(({ id, agent, turn, trace }) => [id, agent, turn, trace.tools[0]?.id.name])).toEqual([
      ["1", "active", 1, "read_file"],
      ["2", "active", 1, "send"],
    ]);
  });

  it("leaves requests alone that are decided, or of an earlier message", async () => {
    const { routing, events } = await run({
      requests: [
        request({ id: "1", status: "already_loaded" }),
        request({ id: "2", status: "invalid" }),
        request({ id: "3", status: "budget_spent" }),
        request({ id: "4", messageId: "a0" }),
      ],
    });
    expect(routing).toEqual([]);
    expect(events).toEqual([]);
  });

  it("hands the settings of the run to the router, the threshold only when it is set", async () => {
    const requests = [request()];
    const [open] = (await run({ requests }, { topKServers: 2, topKTools: 1 })).seen;
    expect(open?.options).toEqual({ topKServers: 2, topKTools: 1, threshold: undefined, allows: undefined });
    const [strict] = (await run({ requests }, { similarityThreshold: 0 })).seen;
    expect(strict?.options?.threshold).toBe(0);
  });

  it("lets the router see no tool that the run may not use", async () => {
    const { routing } = await run({ requests: [request()] }, { deny: ["files/*"] });
    const trace = routing[0]?.trace as RoutingTrace;
    expect([...trace.tools, ...trace.cut].filter((hit) => hit.id.server === "files")).toEqual([]);
  });

  it("tells listeners what was found, no more than may be bound", async () => {
    const { events } = await run({ requests: [request()] }, { maxToolsPerRequest: 1, similarityThreshold: 0 });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "routed", request: { server: "files on disk" } });
    expect(events[0]?.tools).toHaveLength(1);
  });
});
