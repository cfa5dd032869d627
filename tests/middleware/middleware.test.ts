import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createRouter } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel, type SentCall } from "../support/scripted-model.js";
import { human, namesOf, ownTool, readFile, sendMail, startAgent, thread } from "./support.js";

const asks = (id: string, ...requests: unknown[]) => ({ id, name: "request_tools", args: { requests } });
const reads = (path: string, id = "c1") => ({ id, name: "read_file", args: { path } });

describe("toolDiscoveryMiddleware", () => {
  it("offers request_tools behind the agent's own tools, and what was loaded behind that", async () => {
    const { agent, model } = startAgent([requesting(readFile), requesting(sendMail), "Done."], { tools: [ownTool()] });
    await agent.invoke(human("Read a.txt"), thread);
    expect(model.sent.map(namesOf)).toEqual([
      ["lookup", "request_tools"],
      ["lookup", "request_tools", "read_file"],
      ["lookup", "request_tools", "read_file", "send"],
    ]);
  });

  it("puts its words behind the agent's own prompt, and says that there are tools from the start", async () => {
    const own = startAgent(["Hello!"], { tools: [ownTool()], systemPrompt: "You are polite." });
    await own.agent.invoke(human("Hello"), thread);
    expect(own.model.sent[0]?.messages[0]?.text).toMatch(/^You are polite\.\n\nYou start with a few tools/);
    const none = startAgent(["Hello!"]);
    await none.agent.invoke(human("Hello"), thread);
    expect(none.model.sent[0]?.messages[0]?.text).toMatch(/^You start with no tools/);
  });

  it("leaves the agent's own tools to the agent", async () => {
    const said: unknown[] = [];
    const calls = calling({ id: "o1", name: "lookup", args: { word: "gap" } }, reads("a.txt", "c2"));
    const { agent, effects, state } = startAgent([calls, "Done."], { tools: [ownTool("lookup", said)] });
    await agent.invoke(human("Look up and read"), thread);
    const { messages, metrics } = await state();
    expect(said).toEqual(["gap"]);
    expect(effects.map(({ name }) => name)).toEqual(["read_file"]);
    expect(messages.slice(2, 4).map(({ text }) => text)).toEqual(["gap means something", "text of a.txt"]);
    expect(metrics.filter(({ kind }) => kind === "tool")).toHaveLength(1);
  });

  it("does not run an own tool whose arguments could not be read", async () => {
    const said: unknown[] = [];
    const broken = new AIMessage({
      content: "",
      invalid_tool_calls: [{ type: "invalid_tool_call", id: "o1", name: "lookup", args: '{"word": ', error: "cut" }],
    });
    const { agent, state } = startAgent([broken, "Done."], { tools: [ownTool("lookup", said)] });
    await agent.invoke(human("Look up"), thread);
    expect(said).toEqual([]);
    expect((await state()).messages[2]?.text).toMatch(/^The call could not be read/);
  });

  it("gives a discovered tool another name than the agent's own tool has", async () => {
    const { agent, model, effects } = startAgent(
      [requesting(readFile), calling({ name: "files__read_file", args: { path: "a.txt" } }), "Done."],
      { tools: [ownTool("read_file")] },
    );
    await agent.invoke(human("Read a.txt"), thread);
    expect(namesOf(model.sent[1]!)).toEqual(["read_file", "request_tools", "files__read_file"]);
    expect(effects).toEqual([{ name: "read_file", args: { path: "a.txt" } }]);
  });

  it("renames a tool that was loaded before the agent had an own one of its name", async () => {
    const first = startAgent([requesting(readFile), "Ready."]);
    await first.agent.invoke(human("Get ready"), thread);
    const { boundTools, turn, requests } = await first.state();
    const { agent, model } = startAgent([requesting(readFile), "Ready."], { tools: [ownTool("read_file")] });
    await agent.invoke({ ...human("Once more"), boundTools, turn, requests }, thread);
    expect(model.sent.map(namesOf)).toEqual([
      ["read_file", "request_tools"],
      ["read_file", "request_tools", "files__read_file"],
    ]);
  });

  it("loses no update of requests and calls side by side", async () => {
    const message = calling(asks("r1", readFile), reads("a.txt", "c1"), asks("r2", sendMail), {
      id: "c2",
      name: "calendar/search",
      args: { words: "tea" },
    });
    const { agent, state } = startAgent([message, "Done."]);
    const events: string[] = [];
    const stream = await agent.stream(human("All at once"), { ...thread, streamMode: "custom" });
    for await (const event of stream) events.push((event as { type: string }).type);
    const { boundTools, requests, metrics, messages } = await state();
    expect(boundTools.map(({ callName }) => callName)).toEqual(["read_file", "send", "calendar__search"]);
    expect(requests.map(({ status }) => status)).toEqual(["already_loaded", "loaded"]);
    expect(metrics.filter(({ kind }) => kind === "tool")).toHaveLength(2);
    expect(messages.filter((entry) => entry.getType() === "tool")).toHaveLength(4);
    expect(events.filter((type) => type === "requested")).toHaveLength(1);
    expect(events.filter((type) => type === "executed")).toHaveLength(2);
  });

  it("keeps the tools from turn to turn", async () => {
    const { agent, model, state } = startAgent([requesting(readFile), "Ready.", calling(reads("b.txt")), "Read."]);
    await agent.invoke(human("Get ready"), thread);
    await agent.invoke(human("Now b.txt"), thread);
    expect(namesOf(model.sent[2]!)).toEqual(["request_tools", "read_file"]);
    expect((await state()).turn.number).toBe(2);
  });

  it("keeps the same records as the graph of the same conversation", async () => {
    const script = () => [requesting(readFile, sendMail), calling(reads("a.txt")), calling({ name: "sned" }), "Done."];
    const { agent, state } = startAgent(script());
    await agent.invoke(human("Read a.txt"), thread);
    const catalog = goldenCatalog();
    const router = createRouter("tfidf", catalog);
    const graph = createActiveGraph({ catalog, router, model: new ScriptedModel(script()) });
    const expected = await graph.invoke(human("Read a.txt"));
    expect(summarizeTurn(await state(), "active")).toEqual(summarizeTurn(expected, "active"));
  });

  it("gives its state to who runs the agent, what it notes of the agent apart", async () => {
    const { agent } = startAgent([requesting(readFile), "Ready."]);
    const result = (await agent.invoke(human("Get ready"), thread)) as unknown as AgentState;
    expect(result.stoppedBy).toBe("answered");
    expect(result.boundTools.map(({ callName }) => callName)).toEqual(["read_file"]);
    expect(Object.keys(result)).not.toContain("_toolDiscoveryHost");
  });

  it("ends with an answer after calls that cannot be used, one after the other", async () => {
    const bad = Array.from({ length: 8 }, () => calling({ name: "no_such_tool" }));
    const script = [...bad, "unused"].map(
      (answer) => (sent: { tools: unknown[] }) => (sent.tools.length > 0 ? answer : "I stop."),
    );
    const { agent, state } = startAgent(script);
    await agent.invoke(human("Go on"), { ...thread, recursionLimit: 100 });
    const { messages, stoppedBy } = await state();
    expect(messages.at(-1)?.text).toBe("I stop.");
    expect(stoppedBy).toBe("budget");
  });

  it.each([
    [undefined, 1],
    ["anthropic.claude-x", 0],
  ])("shows the functions in the last call to an endpoint that wants them, model %s", async (modelName, refusals) => {
    let refused = 0;
    const answer = ({ tools, messages }: SentCall) => {
      if (messages.length > 2 && tools.length === 0) {
        refused += 1;
        throw new Error("Requests which include `tool_use` or `tool_result` blocks must define tools");
      }
      return messages.at(-1)!.text.includes("Answer now") ? "I stop." : calling({ name: "no_such_tool" });
    };
    const { agent, model, state } = startAgent(Array.from({ length: 12 }, () => answer));
    Object.assign(model, { modelName });
    await agent.invoke(human("Go on"), { ...thread, recursionLimit: 100 });
    expect((await state()).messages.at(-1)?.text).toBe("I stop.");
    expect(refused).toBe(refusals);
  });

  it("ends with an answer near the agent's recursion limit", async () => {
    const endless = (sent: { tools: unknown[] }) => (sent.tools.length > 0 ? calling(reads("a.txt")) : "I stop.");
    const { agent, state } = startAgent(Array.from({ length: 50 }, () => endless));
    await agent.invoke(human("For ever"), { ...thread, recursionLimit: 25 });
    expect((await state()).messages.at(-1)?.text).toBe("I stop.");
    expect((await state()).stoppedBy).toBe("recursion");
  });

  it("takes settings from the context of a run, and denies what the factory denied", async () => {
    const { agent, state } = startAgent([requesting(readFile), "Nothing."], { context: { deny: ["files/*"] } });
    await agent.invoke(human("Read"), { ...thread, context: { maxToolRequests: 0 } } as never);
    expect((await state()).requests.map(({ status }) => status)).toEqual(["budget_spent"]);
  });

  it("gives the failure of a model to the agent, and keeps no record of the call", async () => {
    const { agent, state } = startAgent([new Error("the model is down")]);
    await expect(agent.invoke(human("Hello"), thread)).rejects.toThrow("the model is down");
    expect((await state()).metrics ?? []).toEqual([]);
  });

  it.each([
    [{ requestProtocol: "text" as const }, /^requestProtocol is "text"; expected "native" in the middleware/],
    [{ binding: "dispatch" as const }, /^binding is "dispatch"; expected "bind" in the middleware/],
    [{ topKTools: 0 }, /^topKTools is "0"; expected a whole number from 1/],
  ])("refuses %j in one line", (context, line) => {
    expect(() => toolDiscoveryMiddleware({ catalog: goldenCatalog(), context })).toThrow(line);
  });

  it("refuses an agent with a tool called request_tools, or with no room for others", async () => {
    const taken = startAgent(["Hello!"], { tools: [ownTool("request_tools")] });
    await expect(taken.agent.invoke(human("Hello"), thread)).rejects.toThrow(/^the agent has a tool of its own called/);
    const full = startAgent(["Hello!"], { tools: Array.from({ length: 126 }, (_, index) => ownTool(`own_${index}`)) });
    await expect(full.agent.invoke(human("Hello"), thread)).rejects.toThrow(
      "the agent has 126 tools of its own; expected at most 125",
    );
  });
});
