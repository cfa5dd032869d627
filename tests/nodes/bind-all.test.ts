import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { applyOperations } from "../../nodes/bind.js";
import { createBindAllNode } from "../../nodes/bind-all.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { bound, listening, numbered, ports, state } from "./support.js";

async function run(count: number, options: AgentContext = {}, rest: Partial<AgentState> = {}) {
  const config = listening();
  const given = state({ turn: { number: 0, taskId: "" }, ...rest });
  const update = await createBindAllNode(ports(new ToolCatalog([numbered(count)]), options))(given, config);
  return {
    ...update,
    names: applyOperations(given.boundTools, update.boundTools ?? []).map((entry) => entry.callName),
    events: config.events,
  };
}

describe("bind-all", () => {
  it("binds the whole catalog in its order, beyond maxBoundTools", async () => {
    const { names, turn, stoppedBy } = await run(128, { maxBoundTools: 1 });
    expect(names).toHaveLength(128);
    expect(names.slice(0, 3)).toEqual(["op0", "op1", "op2"]);
    expect(turn).toEqual({ number: 1, taskId: "h1" });
    expect(stoppedBy).toBeUndefined();
  });

  it("is not runnable with more tools than providers accept, and binds no part of them", async () => {
    const { names, messages, stoppedBy } = await run(129);
    expect(names).toEqual([]);
    expect(stoppedBy).toBe("error");
    expect(messages?.[0]?.text).toBe(
      "Not runnable: the catalog has 129 tools, providers accept at most 128 in one request. Use the strategy active or retrieval.",
    );
  });

  it("opens the turn also when it is not runnable, so that nothing of the turn before is reported again", async () => {
    const { turn } = await run(129, {}, { turn: { number: 3, taskId: "h0" } });
    expect(turn).toEqual({ number: 4, taskId: "h1" });
  });

  it("counts only the tools that the run may use", async () => {
    const { names, stoppedBy } = await run(200, { allow: ["many/op1*"] });
    expect(stoppedBy).toBeUndefined();
    expect(names).toHaveLength(111);
  });

  it("binds nothing of an empty catalog", async () => {
    expect((await run(0)).names).toEqual([]);
  });

  it("tells listeners only what is new", async () => {
    const { events } = await run(2, {}, { boundTools: [bound("many", "op0")] });
    expect(events).toEqual([{ type: "bound", loaded: [{ server: "many", name: "op1" }], evicted: [] }]);
  });
});
