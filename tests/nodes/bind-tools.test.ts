import type { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import type { RouterHit, RoutingTrace } from "../../catalog/search/types.js";
import { isFeedback, parseRequestAnswers, renderToolRequest, requestToolsName } from "../../models/protocol.js";
import { applyOperations } from "../../nodes/bind.js";
import { createBindToolsNode } from "../../nodes/bind-tools.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState, RequestRecord, RoutingRecord } from "../../nodes/types.js";
import { agent, asked, bound, call, listening, numbered, ports, request, says, state } from "./support.js";

const catalog = new ToolCatalog([numbered(9)]);
const hit = (index: number, score = 0.5): RouterHit => ({
  id: { server: "many", name: `op${index}` },
  score,
  fit: score,
  serverScore: score,
  toolScore: score,
});

function routed(id: string, ...tools: RouterHit[]): RoutingRecord {
  const servers = [{ name: "many", score: 0.2 }];
  const trace: RoutingTrace = {
    router: "tfidf",
    request: {},
    threshold: 0.15,
    servers,
    tools,
    cut: [],
    comparisons: 1,
  };
  return { id, agent, turn: 1, trace };
}

const asks = (id: string) => call(requestToolsName, { requests: [{ tool: "x" }] }, id);

async function run(rest: Partial<AgentState>, options: AgentContext = {}, message = says("", asks("r1"))) {
  const config = listening();
  const given = state({ messages: asked(message), ...rest });
  const update = await createBindToolsNode(ports(catalog, options))(given, config);
  const messages = update.messages ?? [];
  return {
    requests: update.requests ?? [],
    messages,
    answers: messages.map((entry) => parseRequestAnswers(entry.text)),
    names: applyOperations(given.boundTools, update.boundTools ?? []).map((entry) => entry.callName),
    events: config.events,
  };
}

const waiting = (id: string, rest: Partial<RequestRecord> = {}) => request({ id, ...rest });

describe("bind-tools", () => {
  it("binds what was found and tells the model the names to call", async () => {
    const { names, requests, messages, answers } = await run({
      requests: [waiting("1")],
      routing: [routed("1", hit(3), hit(1))],
    });
    expect(names).toEqual(["op3", "op1"]);
    expect(requests).toMatchObject([{ status: "loaded", matched: [{ name: "op3", score: 0.5 }, { name: "op1" }] }]);
    expect(messages[0]).toMatchObject({ tool_call_id: "r1", name: requestToolsName, status: "success" });
    expect(answers[0]).toEqual([
      {
        request: { server: "files on disk", tool: "read the text of a file" },
        status: "loaded",
        tools: [
          { name: "op3", server: "many" },
          { name: "op1", server: "many" },
        ],
      },
    ]);
  });

  it("binds only what scores near the best, and at most maxToolsPerRequest", async () => {
    const routing = [routed("1", hit(0, 0.9), hit(1, 0.8), hit(2, 0.7), hit(3, 0.1))];
    expect((await run({ requests: [waiting("1")], routing })).names).toEqual(["op0", "op1", "op2"]);
    expect((await run({ requests: [waiting("1")], routing }, { maxToolsPerRequest: 2 })).names).toHaveLength(2);
  });

  it("binds nothing when nothing fits, and names the nearest servers", async () => {
    const { names, requests, answers } = await run({ requests: [waiting("1")], routing: [routed("1")] });
    expect(names).toEqual([]);
    expect(requests[0]?.status).toBe("nothing_fits");
    expect(answers[0]).toMatchObject([{ status: "nothing_fits", nearestServers: ["many"] }]);
    expect(answers[0]?.[0]?.note).toContain("in other words");
  });

  it("does not bind everything when the router found nothing", async () => {
    const { names } = await run({ requests: [waiting("1"), waiting("2")], routing: [routed("1"), routed("2")] });
    expect(names).toEqual([]);
  });

  it("answers each call once and each request in its own call", async () => {
    const message = says(renderToolRequest({ server: "s", tool: "t" }), asks("r1"), asks("r2"));
    const { messages, answers } = await run(
      {
        requests: [
          waiting("1"),
          waiting("2"),
          waiting("3", { callId: "r2" }),
          waiting("4", { callId: undefined, server: "s", tool: "t" }),
        ],
        routing: [routed("1", hit(0)), routed("2", hit(1)), routed("3", hit(2)), routed("4", hit(3))],
      },
      {},
      message,
    );
    expect(messages.slice(0, 2).map((entry) => (entry as ToolMessage).tool_call_id)).toEqual(["r1", "r2"]);
    expect(isFeedback(messages[2]!)).toBe(true);
    expect(answers.map((group) => group.map((answer) => answer.tools?.map((tool) => tool.name)))).toEqual([
      [["op0"], ["op1"]],
      [["op2"]],
      [["op3"]],
    ]);
  });

  it("says of tools that another request of the message has just loaded that they are loaded", async () => {
    const { names, requests } = await run({
      requests: [waiting("1"), waiting("2")],
      routing: [routed("1", hit(0)), routed("2", hit(0))],
    });
    expect(names).toEqual(["op0"]);
    expect(requests.map((record) => record.status)).toEqual(["loaded", "already_loaded"]);
  });

  it("answers invalid and refused requests without binding anything, only all invalid ones as an error", async () => {
    const invalid = waiting("1", { status: "invalid", reason: "no tool said" });
    const refused = waiting("2", { status: "budget_spent" });
    const alone = await run({ requests: [invalid] });
    expect(alone.answers[0]).toMatchObject([{ status: "invalid", note: "no tool said" }]);
    expect((alone.messages[0] as ToolMessage).status).toBe("error");
    const both = await run({ requests: [invalid, refused] });
    expect(both.answers[0]?.[1]?.note).toContain("No more tools can be requested");
    expect((both.messages[0] as ToolMessage).status).toBe("success");
    expect(both.names).toEqual([]);
  });

  it("counts the tools of a repeat as used and names them again", async () => {
    const matched = [{ server: "many", name: "op0", score: 0.5 }];
    const { answers, names } = await run({
      boundTools: [bound("many", "op0", { callName: "kept_name" })],
      requests: [waiting("1", { status: "already_loaded", repeated: true, matched })],
    });
    expect(names).toEqual(["kept_name"]);
    expect(answers[0]).toMatchObject([{ status: "already_loaded", tools: [{ name: "kept_name", server: "many" }] }]);
  });

  it("says so when there is no room for all that fits", async () => {
    const { names, answers, requests } = await run(
      { requests: [waiting("1")], routing: [routed("1", hit(0), hit(1), hit(2))] },
      { maxBoundTools: 2 },
    );
    expect(names).toEqual(["op0", "op1"]);
    expect(requests[0]?.matched.map((tool) => tool.name)).toEqual(["op0", "op1"]);
    expect(answers[0]?.[0]).toMatchObject({ status: "loaded", note: expect.stringContaining("limit of loaded tools") });
  });

  it("gives the best match of each request a place before second matches, when room is short", async () => {
    const { names } = await run(
      {
        requests: [waiting("1"), waiting("2")],
        routing: [routed("1", hit(0), hit(1), hit(2)), routed("2", hit(3), hit(4))],
      },
      { maxBoundTools: 2 },
    );
    expect(names).toEqual(["op0", "op3"]);
  });

  it("tells listeners what was loaded and evicted", async () => {
    const { events } = await run(
      {
        boundTools: [0, 1].map((index) => bound("many", `op${index}`, { loadedTurn: 1, lastUsedTurn: 1 })),
        turn: { number: 2, taskId: "h2" },
        requests: [waiting("1", { turn: 2 })],
        routing: [routed("1", hit(5))],
      },
      { maxBoundTools: 2 },
    );
    expect(events).toEqual([
      {
        type: "bound",
        loaded: [{ server: "many", name: "op5" }],
        evicted: [
          { server: "many", name: "op0" },
          { server: "many", name: "op1" },
        ],
      },
    ]);
  });

  it("leaves requests of earlier messages alone", async () => {
    const { requests, names } = await run({
      requests: [waiting("0", { messageId: "a0" }), waiting("1")],
      routing: [routed("0", hit(7)), routed("1", hit(0))],
    });
    expect(requests.map(({ id }) => id)).toEqual(["1"]);
    expect(names).toEqual(["op0"]);
  });
});
