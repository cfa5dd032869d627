import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { summarizeTurn } from "../../nodes/summary.js";
import { agent, asked, bound, modelMetric, request, says, state, toolMetric } from "./support.js";

describe("summarizeTurn", () => {
  it("is all zeros for a turn in which nothing happened yet", () => {
    expect(summarizeTurn(state(), agent)).toEqual({
      answer: "",
      stoppedBy: "interrupted",
      toolsLoaded: [],
      toolsCalled: [],
      requests: [],
      metrics: {
        modelCalls: 0,
        toolRequests: 0,
        toolsLoaded: 0,
        schemaTokens: 0,
        schemaTokensTotal: 0,
        inputTokens: 0,
        outputTokens: 0,
        cachedInputTokens: 0,
        countedCalls: 0,
      },
    });
  });

  it.each([[undefined], [{}], [{ messages: [says("Hello")] }]])(
    "refuses a state without an agent's channels: %j",
    (given) => {
      const summarize = () => summarizeTurn(given as unknown as ReturnType<typeof state>, agent);
      expect(summarize).toThrow(InputError);
      expect(summarize).toThrow("the state has no turn of an agent; expected the state of the graph itself");
    },
  );

  it("takes the largest set of schemas and the sum of all", () => {
    const metrics = [3, 9, 6].map((schemaTokens, index) => modelMetric({ id: `a${index}`, schemaTokens }));
    expect(summarizeTurn(state({ metrics }), agent).metrics).toMatchObject({
      modelCalls: 3,
      schemaTokens: 9,
      schemaTokensTotal: 18,
      inputTokens: 30,
      outputTokens: 6,
    });
  });

  it("counts repeats and refused requests too", () => {
    const requests = [
      request({ id: "1", status: "loaded", matched: [{ server: "files", name: "read_file", score: 0.5 }] }),
      request({ id: "2", status: "already_loaded", repeated: true }),
      request({ id: "3", status: "budget_spent" }),
    ];
    const summary = summarizeTurn(state({ requests }), agent);
    expect(summary.metrics.toolRequests).toBe(3);
    expect(summary.requests[0]).toEqual({
      server: "files on disk",
      tool: "read the text of a file",
      status: "loaded",
      matched: [{ server: "files", name: "read_file", score: 0.5 }],
    });
  });

  it("lists what was loaded in this turn, not what was bound before or by another agent", () => {
    const boundTools = [
      bound("files", "old", { loadedTurn: 1, lastUsedTurn: 2 }),
      bound("files", "new", { loadedTurn: 2, lastUsedTurn: 2 }),
      bound("files", "theirs", { loadedTurn: 2, agent: "other" }),
    ];
    const summary = summarizeTurn(state({ boundTools, turn: { number: 2, taskId: "h2" } }), agent);
    expect(summary.toolsLoaded).toEqual([{ server: "files", name: "new" }]);
    expect(summary.metrics.toolsLoaded).toBe(1);
  });

  it("lists a call of an unknown name with an empty server", () => {
    const metrics = [toolMetric({ tool: undefined, calledName: "nope", ok: false, args: { a: 1 } })];
    expect(summarizeTurn(state({ metrics }), agent).toolsCalled).toEqual([
      { server: "", name: "nope", args: { a: 1 }, ok: false, simulated: false },
    ]);
  });

  it("reads only the records of the latest turn and of its own agent", () => {
    const metrics = [
      modelMetric({ id: "1" }),
      modelMetric({ id: "2", turn: 2 }),
      modelMetric({ id: "3", turn: 2, agent: "other" }),
      toolMetric({ id: "4" }),
    ];
    const summary = summarizeTurn(state({ metrics, turn: { number: 2, taskId: "h2" } }), agent);
    expect(summary.metrics.modelCalls).toBe(1);
    expect(summary.toolsCalled).toEqual([]);
  });

  it("gives the last answer and why it stopped", () => {
    const messages = asked(new AIMessage("First."), says("Last."));
    expect(summarizeTurn(state({ messages, stoppedBy: "budget" }), agent)).toMatchObject({
      answer: "Last.",
      stoppedBy: "budget",
    });
  });
});
