import { describe, expect, it } from "vitest";
import { countBadRounds, decideStop, isBudgetExhausted, ofTurn } from "../../nodes/stop.js";
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

describe("countBadRounds", () => {
  const bad = (messageId: string, index = 0) => toolMetric({ id: `${messageId}:${index}`, ok: false, unusable: true });
  const fine = (messageId: string, index = 0) => toolMetric({ id: `${messageId}:${index}` });

  it("is none where no call was made", () => {
    expect(countBadRounds([], agent, 1)).toBe(0);
  });

  it("counts messages, not the calls in them, and only those since the last usable call", () => {
    expect(countBadRounds([bad("a1"), bad("a1", 1)], agent, 1)).toBe(1);
    expect(countBadRounds([bad("a1"), fine("a2"), bad("a3"), bad("a4")], agent, 1)).toBe(2);
    expect(countBadRounds([bad("a1"), bad("a2"), fine("a2", 1)], agent, 1)).toBe(0);
  });

  it("does not count a tool that failed, nor other turns and agents", () => {
    expect(countBadRounds([toolMetric({ ok: false })], agent, 1)).toBe(0);
    expect(
      countBadRounds(
        [
          { ...bad("a1"), turn: 0 },
          { ...bad("a2"), agent: "other" },
        ],
        agent,
        1,
      ),
    ).toBe(0);
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
