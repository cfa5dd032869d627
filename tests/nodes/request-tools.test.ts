import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { renderToolRequest, requestToolsName } from "../../models/protocol.js";
import { rewrittenCallsKey } from "../../nodes/pending.js";
import { createRequestToolsNode } from "../../nodes/request-tools.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState, RequestRecord } from "../../nodes/types.js";
import { agent, asked, bound, call, listening, ports, request, says, state } from "./support.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const asks = (id: string, ...requests: unknown[]) => call(requestToolsName, { requests }, id);

async function run(message: ReturnType<typeof says>, rest: Partial<AgentState> = {}, options: AgentContext = {}) {
  const config = listening();
  const node = createRequestToolsNode(ports(undefined, options));
  const { requests = [] } = await node(state({ messages: asked(message), ...rest }), config);
  return { requests, statuses: requests.map((record) => record.status), events: config.events };
}

const matched = [{ server: "files", name: "read_file", score: 0.5 }];
const earlier = (index: number, rest: Partial<RequestRecord> = {}) =>
  request({ id: `p${index}:r:0`, messageId: `p${index}`, status: "loaded", tool: `earlier ${index}`, ...rest });

describe("request-tools", () => {
  it("leaves new requests to be routed, each with the call it came in", async () => {
    const { requests } = await run(says("", asks("r1", readFile), asks("r2", sendMail)));
    expect(requests).toEqual([
      { ...request(), id: "a1:r1:0", callId: "r1", ...readFile },
      { ...request(), id: "a1:r2:0", callId: "r2", ...sendMail },
    ]);
  });

  it("gives every request of a message an id of its own", async () => {
    const { requests } = await run(
      says(renderToolRequest(readFile), asks("r1", readFile, 7, readFile), asks("r2", null)),
    );
    expect(new Set(requests.map(({ id }) => id)).size).toBe(5);
    expect(requests.at(-1)).toMatchObject({ id: "a1:text:0", callId: undefined, ...readFile });
  });

  it("records why a request is invalid, beside the good ones", async () => {
    const { requests } = await run(says("", asks("r1", { server: "x" }, readFile)));
    expect(requests.map(({ status, tool, reason }) => [status, tool, reason?.slice(0, 6)])).toEqual([
      ["routing", readFile.tool, undefined],
      ["invalid", '{"server":"x"}', '"tool"'],
    ]);
  });

  it("cuts what is kept of a long invalid request", async () => {
    const { requests } = await run(says("", asks("r1", { server: "x".repeat(5000) })));
    expect(requests[0]?.tool).toHaveLength(200);
  });

  it("records arguments that are no JSON as one invalid request", async () => {
    const message = says("", asks("r1"));
    message.additional_kwargs[rewrittenCallsKey] = { r1: { name: requestToolsName, invalid: "not JSON" } };
    expect((await run(message)).requests).toMatchObject([{ status: "invalid", reason: "not JSON", callId: "r1" }]);
  });

  it("reads only so many requests of one message, over all of its calls, and says so of the rest", async () => {
    const many = Array.from({ length: 15 }, (_, index) => ({ server: "s", tool: `t${index}` }));
    const { requests, statuses } = await run(says("", asks("r1", ...many), asks("r2", ...many)));
    expect(statuses.filter((status) => status === "routing")).toHaveLength(defaults.maxRequestsPerMessage);
    expect(requests.at(-1)).toMatchObject({ status: "invalid", callId: "r2", tool: "t14" });
    expect(requests.at(-1)?.reason).toMatch(/^Only the first 20 requests of a message are read/);
  });

  it("tells listeners what was asked for", async () => {
    expect((await run(says("", asks("r1", readFile)))).events).toEqual([
      { type: "requested", requests: [{ ...readFile, status: "routing" }] },
    ]);
  });
});

describe("request-tools: repeats", () => {
  const before = request({ id: "p1:r:0", messageId: "p1", status: "loaded", matched });
  const boundTools = [bound("files", "read_file")];
  const again = says("", asks("r1", { server: " Files  on DISK", tool: "Read the text of a file " }));

  it("need no search while the tools are bound, whatever the case and the blanks", async () => {
    const { requests } = await run(again, { requests: [before], boundTools });
    expect(requests).toMatchObject([{ status: "already_loaded", repeated: true, matched }]);
  });

  it("of an earlier turn need no search either", async () => {
    const { requests } = await run(again, {
      requests: [{ ...before, turn: 1 }],
      boundTools,
      turn: { number: 2, taskId: "h2" },
    });
    expect(requests).toMatchObject([{ status: "already_loaded", repeated: true, turn: 2 }]);
  });

  it("are routed again when a tool was evicted", async () => {
    expect((await run(again, { requests: [before] })).statuses).toEqual(["routing"]);
  });

  it("of what another agent asked for, or of what found nothing, are no repeats", async () => {
    const theirs = { ...before, agent: "other" };
    expect((await run(again, { requests: [theirs], boundTools })).statuses).toEqual(["routing"]);
    const nothing = { ...before, matched: [], status: "nothing_fits" as const };
    expect((await run(again, { requests: [nothing], boundTools })).statuses).toEqual(["routing"]);
  });
});

describe("request-tools: the budget", () => {
  const fresh = says("", asks("r1", readFile, sendMail));
  const rounds = (count: number, rest: Partial<RequestRecord> = {}) =>
    Array.from({ length: count }, (_, index) => earlier(index, rest));

  it("is counted in messages, not in requests", async () => {
    const requests = [earlier(1), earlier(1, { id: "p1:r:1" }), earlier(1, { id: "p1:r:2" })];
    expect((await run(fresh, { requests }, { maxToolRequests: 2 })).statuses).toEqual(["routing", "routing"]);
  });

  it("refuses every new request of the message after the last round", async () => {
    const { statuses } = await run(fresh, { requests: rounds(2) }, { maxToolRequests: 2 });
    expect(statuses).toEqual(["budget_spent", "budget_spent"]);
  });

  it("of zero refuses the first request", async () => {
    expect((await run(fresh, {}, { maxToolRequests: 0 })).statuses).toEqual(["budget_spent", "budget_spent"]);
  });

  it("pays for what found nothing too", async () => {
    const { statuses } = await run(fresh, { requests: rounds(1, { status: "nothing_fits" }) }, { maxToolRequests: 1 });
    expect(statuses).toEqual(["budget_spent", "budget_spent"]);
  });

  it("begins anew in each turn and for each agent", async () => {
    const others = [...rounds(5, { agent: "other" }), ...rounds(5).map((record) => ({ ...record, turn: 0 }))];
    expect((await run(fresh, { requests: others }, { maxToolRequests: 1 })).statuses).toEqual(["routing", "routing"]);
  });

  it("is not touched by repeats and broken requests", async () => {
    const free = [earlier(1, { status: "already_loaded", repeated: true }), earlier(2, { status: "invalid" })];
    expect((await run(fresh, { requests: free }, { maxToolRequests: 1 })).statuses).toEqual(["routing", "routing"]);
  });

  it("lets a repeat through when it is spent", async () => {
    const before = request({ id: "p0:r:0", messageId: "p0", status: "loaded", matched });
    const { statuses } = await run(
      fresh,
      { requests: [before], boundTools: [bound("files", "read_file")] },
      { maxToolRequests: 1 },
    );
    expect(statuses).toEqual(["already_loaded", "budget_spent"]);
  });

  it("lets messages that only repeat or are broken through a few times, not without end", async () => {
    const broken = says("", asks("r1", null));
    const free = (count: number) => rounds(count, { status: "invalid" });
    expect((await run(broken, { requests: free(defaults.maxFreeRounds - 1) })).statuses).toEqual(["invalid"]);
    expect((await run(broken, { requests: free(defaults.maxFreeRounds) })).statuses).toEqual(["budget_spent"]);
    expect((await run(fresh, { requests: free(defaults.maxFreeRounds) })).statuses).toEqual(["routing", "routing"]);
  });

  it("does not pay for a message that was refused", async () => {
    const free = rounds(defaults.maxFreeRounds, { status: "invalid" });
    const refused = earlier(9, { status: "budget_spent" });
    const { statuses } = await run(fresh, { requests: [...free, refused] }, { maxToolRequests: 1 });
    expect(statuses).toEqual(["routing", "routing"]);
  });

  it("forgets what a refused repeat had matched", async () => {
    const repeats = rounds(defaults.maxFreeRounds, { status: "already_loaded", repeated: true });
    const before = request({ id: "p9:r:0", messageId: "p9", status: "loaded", matched, turn: 0 });
    const { requests } = await run(says("", asks("r1", readFile)), {
      requests: [before, ...repeats],
      boundTools: [bound("files", "read_file")],
    });
    expect(requests).toMatchObject([{ status: "budget_spent", repeated: false, matched: [], agent }]);
  });
});
