import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { type Addressed, decideApproval, describeEdit } from "../../nodes/approval.js";
import {
  fromHITLResponse,
  fromHumanResponse,
  toHITLRequest,
  toHITLResponse,
  toHumanInterrupt,
  toHumanResponse,
} from "../../nodes/approval-formats.js";
import {
  type ApprovalChoice,
  type ApprovalDecision,
  type ApprovalRequest,
  createApprovalRequest,
} from "../../nodes/approval-request.js";
import { server, tool } from "./support.js";

const catalog = new ToolCatalog([
  server(
    "mail",
    tool("send", {
      inputSchema: {
        type: "object",
        properties: { to: { type: "string" }, copies: { type: "integer" }, urgent: { type: "boolean" } },
        required: ["to"],
      },
    }),
  ),
]);
const id = { server: "mail", name: "send" };
const send = catalog.get(id)!;
const validate = (args: Record<string, unknown>) => catalog.validate(id, args);

const ask = (args: Record<string, unknown> = { to: "a", copies: 1 }, callId = "c1"): ApprovalRequest =>
  createApprovalRequest({ callId, args }, send);

const name = ({ callId, argumentsHash }: ApprovalRequest) => ({ callId, argumentsHash });

describe("a question about a call", () => {
  it("has the same hash for the same arguments in another order, and another for other arguments or another tool", () => {
    const { argumentsHash } = ask({ to: "a", copies: 1 });
    expect(ask({ copies: 1, to: "a" }).argumentsHash).toBe(argumentsHash);
    expect(ask({ to: "a", copies: 2 }).argumentsHash).not.toBe(argumentsHash);
    const other = { ...send, id: { server: "post", name: "send" } };
    expect(createApprovalRequest({ callId: "c1", args: { to: "a", copies: 1 } }, other).argumentsHash).not.toBe(
      argumentsHash,
    );
  });
});

describe("a decision", () => {
  const decide = (choice: ApprovalChoice) => decideApproval(ask(), { ...name(ask()), ...choice }, { validate });

  it.each<[ApprovalChoice, object]>([
    [{ decision: "approve" }, { kind: "approved", args: { to: "a", copies: 1 } }],
    [
      { decision: "edit", args: { to: "b" } },
      { kind: "approved", args: { to: "b" }, edited: true },
    ],
    [
      { decision: "edit", args: { copies: 1, to: "a" } },
      { kind: "approved", args: { copies: 1, to: "a" }, edited: false },
    ],
    [{ decision: "reject" }, { kind: "refused", reason: "mail/send was not approved." }],
    [
      { decision: "reject", message: "no" },
      { kind: "refused", reason: "mail/send was not approved: no" },
    ],
    [
      { decision: "respond", message: "done by hand" },
      { kind: "answered", text: "done by hand" },
    ],
    [
      { decision: "ignore" },
      { kind: "refused", reason: "mail/send was skipped by a person: it was not run. Go on without it." },
    ],
  ])("%j means that for its call", (choice, expected) => {
    expect(decide(choice)).toEqual(expected);
  });

  it("with arguments that the tool's own schema rejects decides nothing, and says why", () => {
    const decided = decide({ decision: "edit", args: { to: "b", copies: "many" } });
    expect(decided).toMatchObject({ kind: "undecided", problem: expect.stringContaining('"copies" must be') });
  });

  it("never runs a call that it does not name, in no format and whatever it holds", () => {
    const request = ask();
    const value = fc.anything({ withNullPrototype: false });
    const shaped = fc.record(
      {
        callId: fc.constantFrom("c2", undefined, null, 7),
        argumentsHash: fc.constantFrom(request.argumentsHash, ask({ to: "z" }).argumentsHash, undefined),
        decision: fc.constantFrom("approve", "edit", "respond"),
        type: fc.constantFrom("accept", "edit", "response"),
        args: fc.oneof(value, fc.constant({ to: "b" }), fc.constant({ action: "mail/send", args: { to: "b" } })),
        decisions: fc.constantFrom([{ type: "approve" }], [{ type: "approve" }, { type: "approve" }], []),
        message: fc.constantFrom("text", undefined),
      },
      { requiredKeys: [] },
    );
    const format = fc.constantFrom("toolgap" as const, "agent-inbox" as const, "langchain" as const);
    const several: Addressed = { others: [ask({ to: "a", copies: 1 }, "c2")] };
    const addressed = fc.constantFrom<Addressed>("unknown", several);
    fc.assert(
      fc.property(fc.oneof(value, shaped, fc.array(shaped, { maxLength: 2 })), format, addressed, (...given) => {
        const [answer, form, reached] = given;
        const { kind } = decideApproval(request, answer, { format: form, addressed: reached, validate });
        return kind === "undecided" || kind === "refused";
      }),
    );
  });
});

describe("the form of Agent Inbox", () => {
  const request = ask({ to: "a", copies: 1, urgent: true });

  it("reads back what was edited as text where it was none", () => {
    const edited = { type: "edit", args: { action: "mail/send", args: { to: "7", copies: "2", urgent: "false" } } };
    expect(fromHumanResponse([edited], request)).toEqual({
      ...name(request),
      decision: "edit",
      args: { to: "7", copies: 2, urgent: false },
    });
  });

  it.each<[ApprovalChoice, ApprovalChoice]>([
    [{ decision: "approve" }, { decision: "approve" }],
    [
      { decision: "edit", args: { to: "b" } },
      { decision: "edit", args: { to: "b" } },
    ],
    [
      { decision: "respond", message: "done" },
      { decision: "respond", message: "done" },
    ],
    [{ decision: "ignore" }, { decision: "ignore" }],
    [{ decision: "reject" }, { decision: "ignore" }],
    [
      { decision: "reject", message: "no" },
      { decision: "respond", message: "no" },
    ],
  ])("says a decision and understands it again: %j", (choice, understood) => {
    const response = toHumanResponse({ ...name(request), ...choice }, request);
    expect(fromHumanResponse(response, request)).toEqual({ ...name(request), ...understood });
  });

  it.each<[string, unknown, RegExp]>([
    ["nothing", null, /no response/],
    ["an unknown type", { type: "accepted", args: null }, /no known type/],
    ["two responses", [{ type: "ignore" }, { type: "ignore" }], /no response/],
    ["an empty text", { type: "response", args: "" }, /no text/],
    ["an edit without arguments", { type: "edit", args: null }, /without arguments/],
    ["another call", { type: "accept", args: { action: "mail/send", args: { to: "b" } } }, /another call/],
  ])("refuses what is no answer to the question: %s", (_name, response, expected) => {
    expect(() => fromHumanResponse(response, request)).toThrow(expected);
  });

  it("says on top of the description why it asks again", () => {
    expect(toHumanInterrupt(createApprovalRequest({ callId: "c1", args: {} }, send, "Not so.")).description).toBe(
      "Not so.\n\nWants to call mail/send: Does send",
    );
  });
});

describe("the form of langchain's human-in-the-loop", () => {
  const requests = [ask({ to: "a" }, "c1"), ask({ to: "b" }, "c2")];
  const decisions: ApprovalDecision[] = [
    { ...name(requests[0]!), decision: "approve" },
    { ...name(requests[1]!), decision: "edit", args: { to: "c" } },
  ];

  it("holds several calls, and their decisions in the same order", () => {
    expect(toHITLRequest(requests).actionRequests.map(({ args }) => args)).toEqual([{ to: "a" }, { to: "b" }]);
    expect(fromHITLResponse(toHITLResponse(decisions, requests), requests)).toEqual(decisions);
  });

  it.each<[ApprovalChoice, object]>([
    [{ decision: "ignore" }, { type: "reject" }],
    [
      { decision: "respond", message: "done" },
      { type: "reject", message: "done" },
    ],
  ])("says what it has no word for as a rejection: %j", (choice, expected) => {
    const given = [{ ...name(requests[0]!), ...choice }];
    expect(toHITLResponse(given, requests.slice(0, 1)).decisions).toEqual([expected]);
  });

  it("refuses a response with another number of decisions", () => {
    expect(() => fromHITLResponse({ decisions: [{ type: "approve" }] }, requests)).toThrow(
      "The response has 1 for decisions; expected 2, one for each call",
    );
  });
});

describe("describeEdit", () => {
  it("shows what ran, and of a long text its beginning", () => {
    expect(describeEdit({ to: "b", body: "x".repeat(600) })).toBe(
      `A person changed the arguments before the call ran. It ran with: {"to":"b","body":"${"x".repeat(500)}... (600 characters)"}`,
    );
  });
});
