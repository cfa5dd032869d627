import { readdirSync, readFileSync } from "node:fs";
import { HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { distractorServers, ToolCatalog } from "../../catalog/index.js";
import { type ApprovalRequest, agentState, createActiveGraph, stateVersion, strategies } from "../../graphs/index.js";
import { type StateMigrations, withStateVersion } from "../../nodes/migrate.js";
import type { AgentState } from "../../nodes/types.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";
import { converse, fromFixture, graphOver, type StateFixture, thread, toFixture } from "./state-fixture.js";

const folder = "tests/fixtures/state";
const names = readdirSync(folder).sort();
const read = (name: string): StateFixture => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
const say = (text: string) => ({ messages: [new HumanMessage(text)] });

describe("the shape of the state", () => {
  const loop = ["__start__", "analyze", "execute"];
  const discovery = ["bind-tools", "request-tools", "route"];
  it.each([
    ["active", [...loop, ...discovery]],
    ["tiered", [...loop, ...discovery, "load-tiers"]],
    ["retrieval", [...loop, "retrieve"]],
    ["all-tools", [...loop, "bind-all"]],
  ] as const)("has these nodes and channels in the graph %s, and another version when they change", (name, nodes) => {
    const graph = strategies[name]({ catalog: new ToolCatalog(), model: new ScriptedModel([]) });
    expect(Object.keys(graph.nodes).sort()).toEqual([...nodes].sort());
    const channels = Object.keys(graph.channels).filter(
      (channel) => !channel.includes(":") && !channel.startsWith("__"),
    );
    expect(channels.sort()).toEqual([
      "boundTools",
      "messages",
      "metrics",
      "requests",
      "routing",
      "stoppedBy",
      "turn",
      "version",
    ]);
  });

  it("has fixtures of every version up to the present one", () => {
    const versions = Array.from({ length: stateVersion }, (_, index) => `v${index + 1}`);
    expect(names).toEqual(versions.flatMap((version) => [`${version}-waiting.json`, `${version}.json`]).sort());
  });

  it("is still written as in the present fixture: same channels, same fields", async () => {
    const fields = ({ checkpoint }: StateFixture) => {
      const { channel_values } = checkpoint as { channel_values: Record<string, unknown> };
      const own = ["boundTools", "requests", "routing", "metrics", "turn", "version"].map((channel) => {
        const value = channel_values[channel];
        const records = Array.isArray(value) ? value : [value];
        const keys = records.flatMap((record) => (typeof record === "object" && record ? Object.keys(record) : []));
        return [channel, [...new Set(keys)].sort()];
      });
      return Object.fromEntries(own);
    };
    expect(fields(await toFixture(await converse(false)))).toEqual(fields(read(`v${stateVersion}.json`)));
  });
});

describe.each(names.filter((name) => !name.includes("waiting")))("the conversation in %s", (name) => {
  it("goes on: what was bound is there under its name and can be called", async () => {
    const script = [calling({ name: "read_file", args: { path: "c.txt" }, id: "c9" }), "Done."];
    const { graph, effects, model } = graphOver(await fromFixture(read(name)), script);
    const { messages, turn, version, boundTools } = await graph.invoke(say("Read c.txt"), thread);
    expect(effects).toEqual([{ name: "read_file", args: { path: "c.txt" } }]);
    expect(messages.at(-1)?.text).toBe("Done.");
    expect(turn.number).toBe(3);
    expect(version).toBe(stateVersion);
    const offered = model.sent[0]!.tools.map(({ function: { name } }) => name);
    expect(offered).toEqual(expect.arrayContaining(["read_file", "send"]));
    expect(boundTools.map(({ callName }) => callName)).toEqual(offered.filter((name) => name !== "request_tools"));
  });
});

describe("the traces in a checkpoint", () => {
  const traceBytes = ({ routing }: AgentState, isOfTurn: (turn: number) => boolean) =>
    routing.filter(({ turn }) => isOfTurn(turn)).map((record) => JSON.stringify(record).length);

  it("are whole for the latest turn, and small for those before", async () => {
    const turns = 8;
    const catalog = new ToolCatalog(distractorServers(400));
    const asked = catalog.tools().slice(0, turns);
    const script = asked.flatMap(({ id, description }) => [
      requesting({ server: id.server, tool: description }, { server: "", tool: description }),
      "Done.",
    ]);
    const model = new ScriptedModel(script);
    const graph = createActiveGraph({ catalog, model, checkpointer: new MemorySaver() });
    for (let turn = 1; turn <= turns; turn++) await graph.invoke(say(`Task ${turn}`), thread);
    const state = (await graph.getState(thread)).values as AgentState;
    expect(state.routing).toHaveLength(turns * 2);
    const latest = traceBytes(state, (turn) => turn === turns);
    expect(state.routing.at(-1)!.trace.cut.length).toBeGreaterThan(0);
    const earlier = traceBytes(state, (turn) => turn < turns);
    expect(Math.max(...earlier)).toBeLessThan(2_000);
    expect(Math.max(...earlier)).toBeLessThan(Math.min(...latest) / 2);
  });

  it.each(names.filter((name) => !name.includes("waiting")))("of %s become small when it goes on", async (name) => {
    const saver = await fromFixture(read(name));
    const { graph } = graphOver(saver, [
      requesting({ server: "files", tool: "list the entries of a folder" }),
      "Done.",
    ]);
    const before = (await graph.getState(thread)).values as AgentState;
    expect(before.routing.some(({ trace }) => trace.cut.length > 0)).toBe(true);
    const after = (await graph.invoke(say("What is there?"), thread)) as AgentState;
    const ids = before.routing.map(({ id }) => id);
    const earlier = after.routing.filter(({ id }) => ids.includes(id));
    expect(earlier.map(({ id, trace }) => [id, trace.request, trace.cut])).toEqual(
      before.routing.map(({ id, trace }) => [id, trace.request, []]),
    );
    expect(after.routing.at(-1)!.trace.tools.length).toBeGreaterThan(0);
  });
});

describe.each(names.filter((name) => name.includes("waiting")))("the call that waits in %s", (name) => {
  it("runs once it is approved, and the one beside it not again", async () => {
    const { graph, effects } = graphOver(await fromFixture(read(name)), ["Sent."]);
    const { tasks } = await graph.getState(thread);
    const [question] = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
    const { callId, argumentsHash } = question!.value;
    const answer = { callId, argumentsHash, decision: "approve" };
    const { messages } = await graph.invoke(new Command({ resume: { [question!.id]: answer } }), thread);
    expect(effects).toEqual([{ name: "send", args: { to: "a@x.org", body: "hi" } }]);
    expect(messages.at(-1)?.text).toBe("Sent.");
    expect(messages.slice(-3, -1).map((message) => message.text)).toEqual(["sent to a@x.org", "text of b.txt"]);
  });
});

describe("a state of another version", () => {
  const newer = stateVersion + 2;
  const later = new RegExp(
    `version ${newer}; this toolgap knows versions up to ${stateVersion}: install the newer toolgap .*, or start another thread$`,
  );

  async function withVersion(name: string, version: number) {
    const text = readFileSync(`${folder}/${name}`, "utf8").replaceAll(
      `"version": ${stateVersion}`,
      `"version": ${version}`,
    );
    return fromFixture(JSON.parse(text));
  }

  it("that is later is refused in one line, before the model is asked", async () => {
    const { graph, model } = graphOver(await withVersion(`v${stateVersion}.json`, newer), ["never said"]);
    await expect(graph.invoke(say("Go on"), thread)).rejects.toMatchObject({
      name: "InputError",
      message: expect.stringMatching(later),
    });
    expect(model.sent).toEqual([]);
  });

  it("that is later is refused when a waiting call is answered, and the call does not run", async () => {
    const { graph, effects } = graphOver(await withVersion(`v${stateVersion}-waiting.json`, newer), ["never said"]);
    await expect(graph.invoke(new Command({ resume: "yes" }), thread)).rejects.toThrow(later);
    expect(effects).toEqual([]);
  });

  const oldNode = async ({ turn }: AgentState) => ({
    turn: { number: turn.number + 1, taskId: turn.taskId },
    metrics: [],
  });

  function graphOfVersion(version: number, migrations: StateMigrations) {
    return new StateGraph(agentState)
      .addNode("only", withStateVersion(oldNode, { version, migrations }))
      .addEdge("__start__", "only")
      .compile({ checkpointer: new MemorySaver() });
  }

  it("that is earlier is brought to the present one, channel by channel", async () => {
    const graph = graphOfVersion(3, {
      1: ({ turn }) => ({ turn: { ...turn, taskId: `${turn.taskId}, moved once` } }),
      2: ({ turn }) => ({ turn: { ...turn, taskId: `${turn.taskId}, moved twice` }, requests: [] }),
    });
    const state = await graph.invoke({ version: 1, turn: { number: 4, taskId: "h1" } }, thread);
    expect(state).toMatchObject({
      version: 3,
      turn: { number: 5, taskId: "h1, moved once, moved twice" },
      requests: [],
    });
  });

  it("that is earlier and has no way here is refused", async () => {
    const graph = graphOfVersion(3, { 2: () => ({}) });
    await expect(graph.invoke({ version: 1 }, thread)).rejects.toThrow(
      "version 1, which cannot be brought to version 3 any more",
    );
  });
});
