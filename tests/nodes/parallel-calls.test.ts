import { HumanMessage } from "@langchain/core/messages";
import type { Send } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { reduceBoundTools } from "../../nodes/bind.js";
import { createExecuteNode } from "../../nodes/execute.js";
import { createAfterAnalyze } from "../../nodes/next.js";
import type { BoundTool, ExecuteTask } from "../../nodes/types.js";
import { ScriptedModel } from "../support/scripted-model.js";
import { asked, bound, call, numbered, ports, says, state } from "./support.js";

const catalog = new ToolCatalog([numbered(20)]);

/** Sends the calls of one message to their tasks and merges what the tasks write, in the order given. */
async function callTogether(names: string[], boundTools: BoundTool[], maxBoundTools: number, reversed = false) {
  const nodePorts = ports(catalog, { maxBoundTools });
  const messages = asked(says("", ...names.map((name, index) => call(name, {}, `c${index}`))));
  const sends = createAfterAnalyze(nodePorts)(state({ messages, boundTools, turn: { number: 5, taskId: "h1" } }), {});
  const execute = createExecuteNode(nodePorts);
  const updates = await Promise.all((sends as Send[]).map((send) => execute(send.args as ExecuteTask, {})));
  const inOrder = reversed ? updates.toReversed() : updates;
  const next = inOrder.reduce((current, update) => reduceBoundTools(current, update.boundTools ?? []), boundTools);
  const ran = updates.flatMap(({ metrics = [] }) => metrics.map((metric) => metric.kind === "tool" && metric.ok));
  return { next, ran, names: next.map((entry) => entry.callName) };
}

const old = (count: number) => Array.from({ length: count }, (_, index) => bound("many", `op${index}`));

describe("calls of one message", () => {
  it("make no warning of listeners, however many they are", async () => {
    const warnings: string[] = [];
    const listen = ({ name }: Error) => warnings.push(name);
    process.on("warning", listen);
    const calls = Array.from({ length: 15 }, (_, index) => call(`op${index}`, {}, `c${index}`));
    const model = new ScriptedModel([says("", ...calls), says("Done.")]);
    const graph = createActiveGraph({ catalog, model });
    const { messages } = await graph.invoke({ messages: [new HumanMessage("Do all of it")] });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(messages.filter((message) => message.getType() === "tool")).toHaveLength(15);
    expect(warnings).toEqual([]);
  });

  it("that load their tools do not pass the cap together; the last find no room", async () => {
    const { names, ran } = await callTogether(["op10", "op11", "op12"], [], 2);
    expect(names).toEqual(["op10", "op11"]);
    expect(ran).toEqual([true, true, false]);
  });

  it("that load tools do not evict one that is called beside them", async () => {
    for (const reversed of [false, true]) {
      const { names, ran } = await callTogether(["op10", "op0"], old(4), 4, reversed);
      expect(names).toEqual(["op0", "op3", "op10"]);
      expect(ran).toEqual([true, true]);
    }
  });

  it("that name one unbound tool twice load it once", async () => {
    const { names, ran } = await callTogether(["op10", "op10", "many/op10"], [], 5);
    expect(names).toEqual(["op10"]);
    expect(ran).toEqual([true, true, true]);
  });

  it("keep the cap and what was called, whichever result comes first", async () => {
    const name = fc.integer({ min: 0, max: 19 }).map((index) => `op${index}`);
    const names = fc.array(name, { minLength: 1, maxLength: 6 });
    const setting = fc.record({
      names,
      count: fc.nat({ max: 8 }),
      cap: fc.integer({ min: 1, max: 8 }),
      reversed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(setting, async ({ names, count, cap, reversed }) => {
        const before = old(Math.min(count, cap));
        const result = await callTogether(names, before, cap, reversed);
        expect(result.next.length).toBeLessThanOrEqual(cap);
        expect(new Set(result.names).size).toBe(result.names.length);
        names.forEach((called, index) => {
          expect(result.names.includes(called)).toBe(result.ran[index]);
        });
        for (const { callName } of before) if (names.includes(callName)) expect(result.names).toContain(callName);
        for (const entry of result.next) if (names.includes(entry.callName)) expect(entry.lastUsedTurn).toBe(5);
      }),
      { numRuns: 150 },
    );
  });
});
