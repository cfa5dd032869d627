/** What becomes of bound tools when a parent trims the history or replaces it with a summary. */
import { HumanMessage, RemoveMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { endless, namesSent, wishesOf } from "./endless.js";

const modes = ["bind", "dispatch"] as const;

describe.each(modes)("bound tools, with %s", (binding) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("outlive a history trimmed to its last %i messages", async (kept) => {
    const { take, state, trim, model } = endless({ binding, turns: 6 });
    for (const turn of [1, 2, 3]) await take(turn);
    const before = (await state()).boundTools;
    await trim(kept);
    // Turn 4 calls what turn 3 loaded.
    await take(4);
    const after = await state();
    expect(after.stoppedBy).toBe("answered");
    expect(after.turn.number).toBe(4);
    expect(after.boundTools.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    expect(after.metrics.findLast(({ kind }) => kind === "tool")).toMatchObject({
      tool: { name: wishesOf(4).call },
      ok: true,
      calledBeforeLoad: false,
    });
    if (binding === "bind") expect(namesSent(model.sent.at(-1)!)).toEqual(expect.arrayContaining([wishesOf(4).call]));
  });

  it.each([
    ["a person's voice", new HumanMessage({ id: "summary", content: "Summary: three turns went well." })],
    ["a system message", new SystemMessage({ id: "summary", content: "Summary: three turns went well." })],
  ])("outlive a history that became a summary in %s", async (_voice, summary) => {
    const { take, state, graph, config } = endless({ binding, turns: 6 });
    for (const turn of [1, 2, 3]) await take(turn);
    const { messages, boundTools } = await state();
    const gone = messages.map(({ id }) => new RemoveMessage({ id: id! }));
    await graph.updateState(config, { messages: [...gone, summary] });
    await take(4);
    const after = await state();
    expect([after.stoppedBy, after.turn.number]).toEqual(["answered", 4]);
    expect(after.boundTools.length).toBeGreaterThan(boundTools.length);
    expect(after.metrics.findLast(({ kind }) => kind === "tool")).toMatchObject({ ok: true, calledBeforeLoad: false });
  });
});
