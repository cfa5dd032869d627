import { describe, expect, it } from "vitest";
import { decideStop, isBudgetExhausted, ofTurn } from "../../nodes/stop.js";
import { agent, request, state, toolMetric } from "./support.js";

const refused = (messageId: string, rest = {}) =>
  request({ id: messageId, messageId, status: "budget_spent", ...rest });

describe("isBudgetExhausted", () => {
  it("takes the first refused message as a warning, however many requests it holds", () => {
    const requests = [refused("a1"), refused("a1", { id: "a1:2" })];
    expect(isBudgetExhausted(requests, agent, 1)).toBe(false);
  });

  it("ends discovery with the second refused message", () => {
    expect(isBudgetExhausted([refused("a1"), refused("a2")], agent, 1)).toBe(true);
  });

  it("forgets refusals of earlier turns and of other agents", () => {
    const requests = [refused("a1"), refused("a2", { turn: 0 }), refused("a3", { agent: "other" })];
    expect(isBudgetExhausted(requests, agent, 1)).toBe(false);
  });
});

describe("decideStop", () => {
  it("is answered where nothing was asked for", () => {
    expect(decideStop(state(), agent, 1)).toBe("answered");
  });

  it("is budget as soon as a request was refused for it", () => {
    const requests = [refused("a1"), request({ status: "loaded" })];
    expect(decideStop(state({ requests, metrics: [toolMetric()] }), agent, 1)).toBe("budget");
  });

  it("is nothing_fits when the last request found nothing and no tool worked", () => {
    const requests = [request({ status: "loaded" }), request({ id: "2", status: "nothing_fits" })];
    expect(decideStop(state({ requests }), agent, 1)).toBe("nothing_fits");
    expect(decideStop(state({ requests, metrics: [toolMetric({ ok: false })] }), agent, 1)).toBe("nothing_fits");
  });

  it("is answered when a tool worked, or a later request found something", () => {
    const nothing = request({ status: "nothing_fits" });
    expect(decideStop(state({ requests: [nothing], metrics: [toolMetric()] }), agent, 1)).toBe("answered");
    const requests = [nothing, request({ id: "2", status: "loaded" })];
    expect(decideStop(state({ requests }), agent, 1)).toBe("answered");
  });

  it("reads only the records of its own agent and turn", () => {
    const requests = [refused("a1", { turn: 7 }), refused("a2", { agent: "other" })];
    const metrics = [toolMetric({ turn: 7 })];
    expect(decideStop(state({ requests, metrics }), agent, 1)).toBe("answered");
  });
});

describe("ofTurn", () => {
  it("picks by agent and by turn", () => {
    const records = [request({ id: "1" }), request({ id: "2", turn: 2 }), request({ id: "3", agent: "other" })];
    expect(ofTurn(records, agent, 1).map(({ id }) => id)).toEqual(["1"]);
  });
});
