import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createRouter } from "../../catalog/index.js";
import { formatToolId, type ToolId } from "../../catalog/types.js";
import { createTrajectoryMatcher } from "../../evals/harnesses/agentevals.js";
import { referenceFor, trajectoryOf } from "../../evals/harnesses/trajectory.js";
import { runTask, type TracedRun } from "../../evals/run-task.js";
import { strategyNames } from "../../graphs/strategies.js";
import { resolveModel } from "../../models/providers.js";
import { goldenCatalog } from "../golden/catalog.js";
import { listFolder, readFile, send } from "./strategies/support.js";

const query = "Read the text of the file a.txt";

async function runOffline(strategy: (typeof strategyNames)[number]): Promise<TracedRun> {
  const catalog = goldenCatalog();
  const { model } = await resolveModel({ provider: "offline" });
  const router = createRouter("tfidf", catalog);
  return runTask({ strategy, task: query, catalog, router, model, modelLabel: "planner" });
}

/** A run whose messages call these tools, one a message. */
function runOf(ids: readonly ToolId[]): TracedRun {
  const callName = ({ server, name }: ToolId) => `${server}__${name}`;
  const messages = ids.flatMap((id, index) => [
    new AIMessage({ content: "", tool_calls: [{ id: `c${index}`, name: callName(id), args: { n: index } }] }),
    new ToolMessage({ content: `result ${index}`, tool_call_id: `c${index}` }),
  ]);
  return {
    report: { task: query },
    messages: [new HumanMessage(query), ...messages, new AIMessage("Done.")],
    toolCalls: ids.map((tool) => ({ tool, calledName: callName(tool) })),
    boundTools: [],
  } as unknown as TracedRun;
}

describe("trajectory matching", () => {
  it.each(strategyNames)(
    "matches a run of %s whose calls are the needed ones, and no run that needs more",
    async (strategy) => {
      const run = await runOffline(strategy);
      expect(run.toolCalls.map(({ tool }) => tool && formatToolId(tool))).toEqual(["files/read_file"]);
      const match = await createTrajectoryMatcher();
      expect(await match(run, { query, slots: [[readFile]] })).toEqual({
        key: "trajectory_unordered_match",
        matches: true,
      });
      expect((await match(run, { query, slots: [[readFile], [send]] })).matches).toBe(false);
      expect((await match(run, { query, slots: [] })).matches).toBe(false);
    },
  );

  it.each([
    ["superset", true],
    ["unordered", false],
    ["subset", false],
    ["strict", false],
  ] as const)("judges one call too many as %s does: %s", async (mode, expected) => {
    const match = await createTrajectoryMatcher(mode);
    expect((await match(runOf([readFile, send]), { query, slots: [[readFile]] })).matches).toBe(expected);
  });

  it("takes the order into account only where it is strict", async () => {
    const turn = { query, slots: [[send], [readFile]] };
    expect((await (await createTrajectoryMatcher("unordered"))(runOf([readFile, send]), turn)).matches).toBe(true);
    expect((await (await createTrajectoryMatcher("strict"))(runOf([readFile, send]), turn)).matches).toBe(false);
    expect((await (await createTrajectoryMatcher("strict"))(runOf([send, readFile]), turn)).matches).toBe(true);
  });

  it("accepts any of the alternatives of a slot", async () => {
    const match = await createTrajectoryMatcher();
    expect((await match(runOf([listFolder]), { query, slots: [[readFile, listFolder]] })).matches).toBe(true);
    expect((await match(runOf([send]), { query, slots: [[readFile, listFolder]] })).matches).toBe(false);
  });

  it("leaves the discovery of tools out of the trajectory", async () => {
    const run = await runOffline("active");
    expect(run.requests).not.toEqual([]);
    const trajectory = trajectoryOf(run);
    expect(trajectory.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(JSON.stringify(trajectory)).not.toContain("request_tools");
  });

  it("gives the reference one message for each needed tool, in the order of the labels", () => {
    const reference = referenceFor(query, [[send], [readFile]], runOf([]));
    const calls = reference.flatMap((message) => ("tool_calls" in message ? (message.tool_calls ?? []) : []));
    expect(calls.map((call) => call.function.name)).toEqual(["mail/send", "files/read_file"]);
  });
});
