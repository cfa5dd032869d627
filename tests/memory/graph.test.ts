import { HumanMessage } from "@langchain/core/messages";
import {
  BaseStore,
  Command,
  InMemoryStore,
  MemorySaver,
  type Operation,
  type OperationResults,
} from "@langchain/langgraph";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { createRetrievalGraph } from "../../graphs/retrieval.js";
import { createTieredGraph } from "../../graphs/tiered.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import { toNamespace } from "../../nodes/memory/namespace.js";
import type { MemoryOptions } from "../../nodes/memory.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";
import { agentWith, catalogOf, heldBy, invoice, ledger, parcel, turn } from "./support.js";

const request = { server: "", tool: "book an entry for the rent" };
const bookTurn = () => turn(request, "post_ledger_entry");
const firstMatch = (state: { requests: { matched: { name: string }[] }[] }) => state.requests.at(-1)?.matched[0]?.name;

describe("a graph with a memory", () => {
  it("remembers the request, the user's words and what became of each tool", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), { store }).say("Book the rent, tell ann@example.com");
    const [observation, ...more] = await heldBy(store, "shared");
    expect(more).toEqual([]);
    expect(observation).toMatchObject({ request, words: "Book the rent, tell [email]" });
    expect(observation?.tools).toContainEqual({ ...ledger, outcome: "used" });
    expect(observation?.tools).toContainEqual({ ...parcel, outcome: "not_used" });
  });

  it("keeps no secret that the user named, though the model asks with its bare value", async () => {
    const store = new InMemoryStore();
    const asked = turn({ server: "", tool: "book an entry with hunter2" }, "post_ledger_entry");
    await agentWith(asked, { store }).say("Book the rent, the password is hunter2.");
    const [observation] = await heldBy(store, "shared");
    expect(observation?.request.tool).toBe("book an entry with [secret]");
    expect(JSON.stringify(observation)).not.toContain("hunter2");
  });

  it("finds the tool that served first in the next thread, over another graph", async () => {
    const store = new InMemoryStore();
    const before = await agentWith(bookTurn(), { store }).say("Book the rent");
    expect(firstMatch(before)).toBe(parcel.name);
    expect(firstMatch(await agentWith(turn(request), { store }).say("Again"))).toBe(ledger.name);
  });

  it("learns from the first turn of a thread for its second", async () => {
    const store = new InMemoryStore();
    const again = { server: "", tool: "book an entry for the rent of May" };
    const agent = agentWith([...bookTurn(), ...turn(again)], { store }, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "one" } };
    await agent.say("Book the rent", thread);
    expect(firstMatch(await agent.say("And for May", thread))).toBe(ledger.name);
    expect(await heldBy(store, "shared")).toHaveLength(2);
  });

  it("takes the store of the graph where it has none of its own", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), {}, { store }).say("Book the rent");
    expect(await heldBy(store, "shared")).toHaveLength(1);
  });

  it("keeps nothing and reads nothing without one, whatever store the graph has", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), { store }).say("Book the rent");
    const plain = await agentWith(bookTurn(), undefined, { store }).say("Book the rent");
    expect(firstMatch(plain)).toBe(parcel.name);
    expect(await heldBy(store, "shared")).toHaveLength(1);
  });

  it("adds nothing where it may only read", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), { store, readOnly: true }).say("Book the rent");
    expect(await heldBy(store, "shared")).toEqual([]);
  });

  it("lets nothing of one user's namespace count for another, over one catalog and one router", async () => {
    const store = new InMemoryStore();
    const memory: MemoryOptions = { store, namespace: ({ configurable }) => [String(configurable?.user)] };
    const catalog = catalogOf();
    const say = (user: string, script = bookTurn()) =>
      agentWith(script, memory, { catalog }).say("Book the rent", { configurable: { user } });
    await say("alice");
    expect(firstMatch(await say("alice", turn(request)))).toBe(ledger.name);
    expect(firstMatch(await say("bob", turn(request)))).toBe(parcel.name);
    expect(catalog.get(ledger)?.examples).toEqual([]);
  });

  it("keeps users apart whom a server has authenticated, with no setting at all", async () => {
    const store = new InMemoryStore();
    const say = (user: string, script = bookTurn()) =>
      agentWith(script, { store }).say("Book the rent", { configurable: { langgraph_auth_user_id: user } });
    await say("alice");
    expect(firstMatch(await say("bob", turn(request)))).toBe(parcel.name);
    expect(await heldBy(store, "user", "alice")).toHaveLength(1);
    await say("shared");
    expect(await heldBy(store, "shared")).toEqual([]);
  });

  it("loads no tool that may not be used, though it served before", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), { store }).say("Book the rent");
    const denied = agentWith(turn(request), { store }, { context: { deny: ["books/*"] } });
    const state = await denied.say("Book the rent");
    expect(state.boundTools.map(({ id }) => id.server)).not.toContain("books");
  });
});

describe("the outcome of a tool", () => {
  const remember = async (script: Parameters<typeof agentWith>[0], rest = {}) => {
    const store = new InMemoryStore();
    await agentWith(script, { store }, rest).say("Do it");
    return (await heldBy(store, "shared")).flatMap(({ tools }) => tools);
  };
  const closing = { server: "", tool: "close the month in the accounts" };
  const close = { server: "books", name: "close_month" };

  it("is failed where its calls failed", async () => {
    expect(await remember(turn(closing, "close_month"))).toContainEqual({ ...close, outcome: "failed" });
  });

  it.each([
    ["refused it", { decision: "reject" }],
    ["answered in its place", { decision: "respond", message: "It is booked." }],
  ])("is left out where a person %s", async (_, choice) => {
    const store = new InMemoryStore();
    const setting = { checkpointer: new MemorySaver(), context: { approval: "always" as const } };
    const agent = agentWith(bookTurn(), { store }, setting);
    const thread = { configurable: { thread_id: "one" } };
    await agent.say("Book the rent", thread);
    const [waiting] = (await agent.graph.getState(thread)).tasks.flatMap((task) => task.interrupts);
    const { callId, argumentsHash } = waiting!.value as ApprovalRequest;
    await agent.graph.invoke(new Command({ resume: { callId, argumentsHash, ...choice } }), thread);
    const tools = (await heldBy(store, "shared")).flatMap((one) => one.tools);
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.filter(({ name }) => name === ledger.name)).toEqual([]);
  });

  it("is left out where the arguments could not be used", async () => {
    const script = [requesting(request), calling({ name: "post_ledger_entry", args: { amount: "much" } }), "Sorry."];
    expect((await remember(script)).filter(({ name }) => name === ledger.name)).toEqual([]);
  });

  it("is used where a call worked after others had failed", async () => {
    const wrong = calling({ name: "post_ledger_entry", args: { amount: "much" } });
    const right = calling({ name: "post_ledger_entry", args: { amount: 5 }, id: "c2" });
    expect(await remember([requesting(request), wrong, right, "Done."])).toContainEqual({ ...ledger, outcome: "used" });
  });

  it("counts for the request that it matched best, where several loaded it", async () => {
    const store = new InMemoryStore();
    const script = [
      requesting(request, { server: "", tool: "send an invoice to a customer" }),
      calling({ name: "send_invoice" }),
      "Done.",
    ];
    await agentWith(script, { store }).say("Do both");
    const owners = (await heldBy(store, "shared")).filter(({ tools }) =>
      tools.some(({ name }) => name === invoice.name),
    );
    expect(owners.map((one) => one.request.tool)).toEqual(["send an invoice to a customer"]);
  });

  it("is not held against tools that were not called when a limit ended the turn", async () => {
    const again = requesting({ server: "", tool: "weigh a parcel" });
    const script = [requesting(request), again, again, "Then not."];
    expect(await remember(script, { context: { maxToolRequests: 1 } })).toEqual([]);
  });

  it("is not held against tools that were not called when the model failed", async () => {
    expect(await remember([requesting(request), new Error("no credit")])).toEqual([]);
  });

  it("is remembered of one-shot retrieval and of the tiered graph, too", async () => {
    for (const create of [createRetrievalGraph, createTieredGraph]) {
      const store = new InMemoryStore();
      const script = create === createRetrievalGraph ? [calling({ name: "post_ledger_entry" }), "Done."] : bookTurn();
      const graph = create({ catalog: catalogOf(), model: new ScriptedModel(script), memory: { store } });
      await graph.invoke({ messages: [new HumanMessage("book an entry for the rent")] });
      const tools = (await heldBy(store, "shared")).flatMap((one) => one.tools);
      expect(tools).toContainEqual({ ...ledger, outcome: "used" });
    }
  });
});

describe("a turn that is run again", () => {
  it("is remembered once, after an approval", async () => {
    const store = new InMemoryStore();
    const agent = agentWith(
      bookTurn(),
      { store },
      { checkpointer: new MemorySaver(), context: { approval: "always" } },
    );
    const thread = { configurable: { thread_id: "one" } };
    await agent.say("Book the rent", thread);
    expect(await heldBy(store, "shared")).toEqual([]);
    const [task] = (await agent.graph.getState(thread)).tasks;
    const [interrupt] = task!.interrupts;
    const { callId, argumentsHash } = interrupt!.value as ApprovalRequest;
    const resume = { [interrupt!.id!]: { decision: "approve", callId, argumentsHash } };
    await agent.graph.invoke(new Command({ resume }), thread);
    expect(await heldBy(store, "shared")).toHaveLength(1);
  });

  it("writes the same items when its last step is run a second time", async () => {
    const store = new InMemoryStore();
    const { rememberTurn } = await import("../../nodes/memory.js");
    const state = await agentWith(bookTurn(), undefined).say("Book the rent");
    const ports = { agent: "active", memory: { store } };
    const config = { configurable: { thread_id: "one" } };
    expect(await rememberTurn(state, ports, config)).toBe(1);
    expect(await rememberTurn(state, ports, config)).toBe(1);
    expect(await heldBy(store, "shared")).toHaveLength(1);
  });
});

/** A store that does what it is told in the place of an answer. */
class BadStore extends BaseStore {
  constructor(readonly act: () => Promise<never>) {
    super();
  }
  override batch<Op extends Operation[]>(_operations: Op): Promise<OperationResults<Op>> {
    return this.act();
  }
}

describe("a store that is of no use", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    [
      "fails",
      new BadStore(async () => Promise.reject(new Error("connection refused"))),
      /cannot be read: connection refused/,
    ],
    ["is not there", undefined, /there is no store/],
  ])("that %s costs a notice, not the run", async (_what, store, expected) => {
    const notices: string[] = [];
    const memory = { store, onNotice: (line: string) => void notices.push(line) };
    const state = await agentWith(bookTurn(), memory).say("Book the rent");
    expect(state.stoppedBy).toBe("answered");
    expect(firstMatch(state)).toBe(parcel.name);
    expect(notices[0]).toMatch(expected);
    expect(new Set(notices).size).toBe(notices.length);
  });

  it("that never answers is not waited for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const notices: string[] = [];
    const memory = {
      store: new BadStore(() => new Promise(() => {})),
      onNotice: (line: string) => void notices.push(line),
    };
    const run = agentWith(bookTurn(), memory).say("Book the rent");
    await vi.advanceTimersByTimeAsync(3 * defaults.memory.timeout);
    expect((await run).stoppedBy).toBe("answered");
    expect(notices[0]).toMatch(/did not answer within/);
  });

  it("whose items are hostile is read for what is good in it, and the rest is told", async () => {
    const store = new InMemoryStore();
    await agentWith(bookTurn(), { store }).say("Book the rent");
    const namespace = toNamespace(["shared"]);
    const tools = [{ server: "gone", name: "old_tool", outcome: "used" }];
    await store.put(namespace, "bad1", { version: 1, tools: "all" });
    await store.put(namespace, "bad2", JSON.parse('{"__proto__": {"tools": []}, "version": 1}'));
    await store.put(namespace, "huge", { version: 1, at: 1, request, words: "x".repeat(1_000_000), tools });
    await store.put(namespace, "future", { version: 1, at: 9e15, request, words: "", tools });
    const notices: string[] = [];
    const memory = { store, onNotice: (line: string) => void notices.push(line) };
    const state = await agentWith(turn(request), memory).say("Again");
    expect(firstMatch(state)).toBe(ledger.name);
    expect(notices.join("\n")).toMatch(/3 of its items are no observations/);
    expect(notices.join("\n")).toMatch(/the catalog has no gone\/old_tool/);
  });

  it("a namespace that is none is refused in one line", async () => {
    const store = new InMemoryStore();
    for (const namespace of [[], [""], ["a", ""]]) {
      await expect(agentWith(bookTurn(), { store, namespace }).say("Book the rent")).rejects.toThrow(
        /The namespace of the memory is .*: expected a list/,
      );
    }
  });
});
