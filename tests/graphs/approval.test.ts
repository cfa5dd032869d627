import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainTools } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { ApprovalChoice, ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentContext } from "../../nodes/settings.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, ScriptedModel } from "../support/scripted-model.js";
import { oneSend, toAnna, toBen, twoSends, untilApproval, type Waiting } from "./approval-support.js";

const decide = ({ callId, argumentsHash }: ApprovalRequest, choice: ApprovalChoice = { decision: "approve" }) => ({
  callId,
  argumentsHash,
  ...choice,
});

/** The same decision on every waiting call, by the ids of their interrupts. */
const decideAll = (waiting: Waiting<ApprovalRequest>[], choice?: ApprovalChoice) =>
  Object.fromEntries(waiting.map(({ id, value }) => [id, decide(value, choice)]));

const start = (setting: Parameters<typeof untilApproval>[0] = {}) => untilApproval<ApprovalRequest>(setting);

describe("approval", () => {
  it("interrupts once for each call that is not harmless and runs the harmless one", async () => {
    const { waiting, effects } = await start();
    expect((await waiting()).map(({ value }) => value.callId)).toEqual(["c1", "c3"]);
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
  });

  it("runs each approved call once, and its siblings not again", async () => {
    const { waiting, resume, effects } = await start();
    await resume(decideAll(await waiting()));
    expect(effects.map((effect) => effect.name)).toEqual(["read_file", "send", "send"]);
  });

  it("tells the model why a call was rejected", async () => {
    const { waiting, resume, told, effects } = await start();
    await resume(decideAll(await waiting(), { decision: "reject", message: "not today" }));
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
    for (const call of ["c1", "c3"]) expect(await told(call)).toBe("mail/send was not approved: not today");
  });

  it("approves one call and leaves the other waiting, which is decided later", async () => {
    const { waiting, resume, effects, sentTo } = await start();
    const [first, second] = await waiting();
    await resume({ [first!.id]: decide(first!.value) });
    expect(sentTo()).toEqual([toAnna.to]);
    expect((await waiting()).map(({ value }) => value.callId)).toEqual(["c3"]);
    await resume({ [second!.id]: decide(second!.value) });
    expect(effects.map((effect) => effect.name)).toEqual(["read_file", "send", "send"]);
    expect(await waiting()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["true", true],
    ["a word", "approve"],
    ["a decision without a name", { decision: "approve" }],
    ["an edit without a name", { decision: "edit", args: toAnna }],
    ["a response of Agent Inbox", [{ type: "accept", args: null }]],
    ["a response to langchain's middleware", { decisions: [{ type: "approve" }] }],
  ])("approves nothing by a plain resume value that names no call: %s", async (_name, value) => {
    const { waiting, resume, effects } = await start();
    await resume(value);
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
    const again = await waiting();
    expect(again.map(({ value }) => value.callId)).toEqual(["c1", "c3"]);
    for (const { value } of again) expect(value.problem).toMatch(/^The last answer /);
    await resume(decideAll(again));
    expect(effects.map((effect) => effect.name)).toEqual(["read_file", "send", "send"]);
  });

  it("approves by a plain resume value the call that it names, and leaves the other waiting", async () => {
    const { waiting, resume, sentTo } = await start();
    await resume(decide((await waiting())[0]!.value));
    expect(sentTo()).toEqual([toAnna.to]);
    expect((await waiting()).map(({ value }) => [value.callId, value.problem])).toEqual([["c3", undefined]]);
  });

  it("runs nothing by a plain refusal, which counts for every call that it reaches", async () => {
    const { resume, told, sentTo } = await start();
    await resume({ decision: "reject", message: "stop" });
    expect(sentTo()).toEqual([]);
    for (const call of ["c1", "c3"]) expect(await told(call)).toBe("mail/send was not approved: stop");
  });

  it("does not run a call whose approval was given for other arguments", async () => {
    const { waiting, resume, sentTo } = await start();
    const asked = await waiting();
    const forOthers = { ...decide(asked[0]!.value), argumentsHash: asked[1]!.value.argumentsHash };
    await resume({ [asked[0]!.id]: forOthers });
    expect(sentTo()).toEqual([]);
    const problems = (await waiting()).map(({ value }) => value.problem);
    expect(problems).toContain("The last answer was given for other arguments than these: nothing was run.");
  });

  it("does not run a call by the answer to one that the conversation has left behind", async () => {
    const { graph, config, waiting, resume, sentTo } = await start({ calls: oneSend });
    const [asked] = await waiting();
    const { values } = await graph.getState(config);
    const changed = calling({ id: "c1", name: "send", args: toBen });
    changed.id = values.messages.at(-1).id;
    await graph.updateState(config, { messages: [changed] }, "analyze");
    await graph.invoke(null, config);
    expect((await waiting()).map(({ value }) => value.args)).toEqual([toBen]);
    await resume({ [asked!.id]: decide(asked!.value) });
    await resume(decide(asked!.value));
    expect(sentTo()).toEqual([]);
  });

  it("runs a call with the arguments that a person changed, and tells the model", async () => {
    const { graph, config, waiting, resume, sentTo, told } = await start({ calls: oneSend });
    await resume(decideAll(await waiting(), { decision: "edit", args: toBen }));
    expect(sentTo()).toEqual([toBen.to]);
    expect(await told("c1")).toBe(
      `A person changed the arguments before the call ran. It ran with: ${JSON.stringify(toBen)}\nsent to ${toBen.to}`,
    );
    const { values } = await graph.getState(config);
    const call = values.messages.find((message: { tool_calls?: unknown[] }) => message.tool_calls?.length);
    expect(call.tool_calls[0].args).toEqual(toAnna);
  });

  it("asks again where the changed arguments do not meet the tool's schema, and says why", async () => {
    const { waiting, resume, sentTo } = await start({ calls: oneSend });
    await resume(decideAll(await waiting(), { decision: "edit", args: { to: 7, body: "hi" } }));
    expect(sentTo()).toEqual([]);
    const again = await waiting();
    expect(again[0]!.value.problem).toMatch(/^The changed arguments were not accepted\. .*"to" must be a string/);
    await resume(decideAll(again, { decision: "edit", args: toBen }));
    expect(sentTo()).toEqual([toBen.to]);
  });

  it("takes a person's response as the result of the call, and runs nothing", async () => {
    const { waiting, resume, sentTo, told } = await start({ calls: oneSend });
    const { messages } = await resume(decideAll(await waiting(), { decision: "respond", message: "I wrote to her." }));
    expect(sentTo()).toEqual([]);
    expect(await told("c1")).toBe("I wrote to her.");
    expect(messages.at(-2)).toMatchObject({ status: "success" });
  });

  it("goes on without a call that is ignored", async () => {
    const { waiting, resume, sentTo, told } = await start({ calls: oneSend });
    const { messages, stoppedBy } = await resume(decideAll(await waiting(), { decision: "ignore" }));
    expect(sentTo()).toEqual([]);
    expect(await told("c1")).toBe("mail/send was skipped by a person: it was not run. Go on without it.");
    expect([messages.at(-1)?.text, stoppedBy]).toEqual(["Done.", "answered"]);
  });

  it.each<[string, AgentContext, AgentContext]>([
    ["the context's", {}, { approval: "always" }],
    ["the factory's, which the context would loosen", { approval: "always" }, { approval: "never" }],
    ["the factory's, with patterns of the context", { approval: "always" }, { autoApprove: ["*"] }],
    ["the context's patterns", {}, { ask: ["mail/*", "files/read_file"] }],
  ])("keeps the policy of a run that is resumed without a context: %s", async (_name, factory, context) => {
    const { waiting, resume, effects } = await start({ factory, context });
    const asked = await waiting();
    expect(asked).toHaveLength(3);
    await resume(decideAll(asked, { decision: "reject" }));
    expect(effects).toEqual([]);
  });

  it("does not ask about what the patterns of the same source let through", async () => {
    const { waiting, sentTo } = await start({ factory: { approval: "always", autoApprove: ["mail/*", "files/*"] } });
    expect(await waiting()).toEqual([]);
    expect(sentTo()).toEqual([toAnna.to, toBen.to]);
  });

  it("does not run an approved call that the context of the resume denies", async () => {
    const { waiting, resume, effects } = await start();
    await resume(decideAll(await waiting()), { deny: ["mail/*"] });
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
  });

  it("lets a tool that asks a person itself pause the run, and go on with the answer", async () => {
    const catalog = goldenCatalog();
    const ask = tool(async () => `the person says ${interrupt("Which colour?")}`, {
      name: "ask_person",
      description: "Ask a person",
      schema: z.object({}),
    });
    catalog.addServer(fromLangChainTools([ask], { server: "people", description: "People" }));
    const model = new ScriptedModel([calling({ name: "ask_person", id: "c1" }), "Done."]);
    const graph = createActiveGraph({ catalog, model, checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "thread" } };
    await graph.invoke({ messages: [new HumanMessage("Ask")] }, config);
    const { tasks } = await graph.getState(config);
    expect(tasks.flatMap((task) => task.interrupts).map((one) => one.value)).toEqual(["Which colour?"]);
    const { messages } = await graph.invoke(new Command({ resume: "blue" }), config);
    expect(messages.at(-2)?.text).toBe("the person says blue");
  });

  it("refuses where no run can wait for a person", async () => {
    const effects: Effects = [];
    const model = new ScriptedModel([twoSends, "Done."]);
    const graph = createActiveGraph({ catalog: goldenCatalog(effects), model, context: { approval: "always" } });
    const { messages } = await graph.invoke({ messages: [new HumanMessage("Send it")] });
    expect(effects).toEqual([]);
    expect(messages.at(-2)?.text).toBe("mail/send needs a person's approval, and this run cannot ask for it.");
  });
});
