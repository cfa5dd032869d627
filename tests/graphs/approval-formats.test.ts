import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { HumanInterrupt } from "@langchain/langgraph/prebuilt";
import type { HITLRequest } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainTools } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { sharedState } from "../../graphs/state.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, ScriptedModel } from "../support/scripted-model.js";
import { oneSend, toAnna, toBen, untilApproval } from "./approval-support.js";

const inInbox = { approval: "destructive", approvalFormat: "agent-inbox" } as const;
const inLangchain = { approval: "destructive", approvalFormat: "langchain" } as const;

/** What Agent Inbox sends when a person accepts what it shows, untouched. */
const accept = ({ action_request }: HumanInterrupt) => [{ type: "accept", args: action_request }];

/** What Agent Inbox sends when a person changed arguments: it edits texts, and only the action's name comes along. */
const edit = ({ action_request: { action, args } }: HumanInterrupt, changes: Record<string, string>) => [
  { type: "edit", args: { action, args: { ...args, ...changes } } },
];

describe("a client of Agent Inbox", () => {
  const start = (setting: Parameters<typeof untilApproval>[0] = {}) =>
    untilApproval<HumanInterrupt>({ factory: inInbox, ...setting });

  it("sees each call as an action with everything allowed", async () => {
    const { waiting } = await start({ calls: oneSend });
    expect((await waiting()).map(({ value }) => value)).toMatchObject([
      {
        action_request: { action: "mail/send", args: toAnna, callId: "c1" },
        config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
        description: "Wants to call mail/send: Send a mail message to an address",
      },
    ]);
  });

  it("accepts one of two calls by a plain answer, and then the other, each run once", async () => {
    const { waiting, resume, effects, sentTo } = await start();
    await resume(accept((await waiting())[0]!.value));
    expect(sentTo()).toEqual([toAnna.to]);
    const rest = await waiting();
    expect(rest.map(({ value }) => value.action_request.args)).toEqual([toBen]);
    await resume(accept(rest[0]!.value));
    expect(effects.map(({ name }) => name)).toEqual(["read_file", "send", "send"]);
  });

  it.each([{ args: null }, { args: { action: "mail/send", args: toAnna } }])(
    "has one waiting call approved by an answer without a name: %j",
    async ({ args }) => {
      const { resume, sentTo } = await start({ calls: oneSend });
      await resume([{ type: "accept", args }]);
      expect(sentTo()).toEqual([toAnna.to]);
    },
  );

  it("has the call approved whose arguments the answer holds, and not one of equal arguments beside it", async () => {
    const action = { action: "mail/send", args: toAnna };
    const different = await start();
    await different.resume([{ type: "accept", args: action }]);
    expect(different.sentTo()).toEqual([toAnna.to]);
    const equal = await start({
      calls: calling({ id: "c1", name: "send", args: toAnna }, { id: "c2", name: "send", args: toAnna }),
    });
    await equal.resume([{ type: "accept", args: action }]);
    expect(equal.sentTo()).toEqual([]);
  });

  it("does not have a call approved by an answer that holds other arguments", async () => {
    const { waiting, resume, sentTo } = await start({ calls: oneSend });
    const [asked] = await waiting();
    const { action_request } = asked!.value;
    await resume({ [asked!.id]: [{ type: "accept", args: { ...action_request, args: toBen } }] });
    expect(sentTo()).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  it("changes arguments of the only waiting call, and of one of two by its id", async () => {
    const alone = await start({ calls: oneSend });
    await alone.resume(edit((await alone.waiting())[0]!.value, { to: "c@x.org" }));
    expect(alone.sentTo()).toEqual(["c@x.org"]);
    const two = await start();
    const [first] = await two.waiting();
    await two.resume(edit(first!.value, { to: "c@x.org" }));
    expect(two.sentTo()).toEqual([]);
    const [again] = await two.waiting();
    expect(again!.value.description).toContain("did not say which call it meant");
    await two.resume({ [again!.id]: edit(again!.value, { to: "c@x.org" }) });
    expect(two.sentTo()).toEqual(["c@x.org"]);
  });

  it("gives the result of the only waiting call in its own words", async () => {
    const { resume, sentTo, told } = await start({ calls: oneSend });
    await resume([{ type: "response", args: "I wrote to her." }]);
    expect([await told("c1"), sentTo()]).toEqual(["I wrote to her.", []]);
  });

  it("has its words told as a refusal where several calls wait, for they may belong to none of them", async () => {
    const { resume, sentTo, told } = await start();
    await resume([{ type: "response", args: "12 euros" }]);
    const text = "mail/send was not run. A person said to the waiting calls: 12 euros";
    expect([await told("c1"), await told("c3"), sentTo()]).toEqual([text, text, []]);
  });

  it("ignores the whole thread by a plain answer, and one call by its id", async () => {
    const whole = await start();
    await whole.resume([{ type: "ignore", args: null }]);
    expect([whole.sentTo(), await whole.waiting()]).toEqual([[], []]);
    const one = await start();
    const [first] = await one.waiting();
    await one.resume({ [first!.id]: [{ type: "ignore", args: null }] });
    expect([await one.told("c1"), await one.told("c3")]).toEqual([
      "mail/send was skipped by a person: it was not run. Go on without it.",
      undefined,
    ]);
    expect((await one.waiting()).map(({ value }) => value.action_request.args)).toEqual([toBen]);
  });
});

describe("a client of langchain's human-in-the-loop", () => {
  const approve = { decisions: [{ type: "approve" }] };
  const start = (setting: Parameters<typeof untilApproval>[0] = {}) =>
    untilApproval<HITLRequest>({ factory: inLangchain, ...setting });

  it("sees each call as a request with its review configuration", async () => {
    const { waiting } = await start({ calls: oneSend });
    expect((await waiting())[0]!.value).toMatchObject({
      actionRequests: [{ name: "mail/send", args: toAnna }],
      reviewConfigs: [
        {
          actionName: "mail/send",
          allowedDecisions: ["approve", "edit", "reject"],
          argsSchema: { type: "object", required: ["to", "body"] },
        },
      ],
    });
  });

  it("approves the only waiting call by a plain answer", async () => {
    const { resume, sentTo } = await start({ calls: oneSend });
    await resume(approve);
    expect(sentTo()).toEqual([toAnna.to]);
  });

  it("approves none of two by a plain answer, and exactly one by the id of its interrupt", async () => {
    const { waiting, resume, sentTo } = await start();
    await resume(approve);
    expect(sentTo()).toEqual([]);
    const [, second] = await waiting();
    await resume({ [second!.id]: approve });
    expect(sentTo()).toEqual([toBen.to]);
    expect(await waiting()).toHaveLength(1);
  });

  it("is not taken at its word again when LangGraph repeats a plain approval that named nothing", async () => {
    const { graph, config, waiting, resume, sentTo } = await start();
    await resume(approve);
    const [first] = await waiting();
    await resume({ [first!.id]: { decisions: [{ type: "reject" }] } });
    await graph.invoke(null, config);
    await resume(approve);
    expect(sentTo()).toEqual([]);
    const [last] = await waiting();
    await resume({ [last!.id]: approve });
    expect(sentTo()).toEqual([toBen.to]);
  });

  it("is not taken at its word for a call that was not asked about yet when the plain approval came", async () => {
    const { graph, config, waiting, resume, sentTo } = await start({ maxConcurrency: 1 });
    expect(await waiting()).toHaveLength(1);
    await resume(approve);
    // LangGraph starts one call of the step in each run, and gives it the kept answer.
    for (let run = 0; run < 4; run++) await graph.invoke(null, config);
    expect(sentTo()).toEqual([toAnna.to]);
    const [asked] = await waiting();
    await resume({ [asked!.id]: approve });
    expect(sentTo()).toEqual([toAnna.to, toBen.to]);
  });

  it("changes arguments, but not the tool", async () => {
    const { waiting, resume, effects, sentTo } = await start({ calls: oneSend });
    const editTo = (name: string) => ({ decisions: [{ type: "edit", editedAction: { name, args: toBen } }] });
    await resume(editTo("files/erase_file"));
    expect(effects).toEqual([]);
    expect((await waiting())[0]!.value.actionRequests[0]!.description).toContain("the tool cannot");
    await resume(editTo("mail/send"));
    expect(sentTo()).toEqual([toBen.to]);
  });

  it("rejects with a reason", async () => {
    const { resume, told } = await start({ calls: oneSend });
    await resume({ decisions: [{ type: "reject", message: "not today" }] });
    expect(await told("c1")).toBe("mail/send was not approved: not today");
  });

  it("keeps the form of the question when the run is resumed without a context", async () => {
    const { waiting, resume, sentTo } = await start({ calls: oneSend, factory: {}, context: inLangchain });
    expect((await waiting())[0]!.value.actionRequests).toHaveLength(1);
    await resume(approve);
    expect(sentTo()).toEqual([toAnna.to]);
  });
});

describe("an approval by the id of an interrupt", () => {
  it("approves in one of two agents side by side only the call that it names", async () => {
    const effects: Effects = [];
    const agent = (name: string) =>
      createActiveGraph({
        name,
        catalog: goldenCatalog(effects),
        model: new ScriptedModel([calling({ id: name, name: "send", args: { to: name, body: "hi" } }), "Done."]),
        context: inLangchain,
      });
    const parent = new StateGraph(z.object(sharedState))
      .addNode("anna", agent("anna"))
      .addNode("ben", agent("ben"))
      .addEdge(START, "anna")
      .addEdge(START, "ben")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "thread" } };
    const approval = { decisions: [{ type: "approve" }] };
    await parent.invoke({ messages: [new HumanMessage("Send it")] }, config);
    await parent.invoke(new Command({ resume: approval }), config);
    expect(effects).toEqual([]);
    const asked = (await parent.getState(config)).tasks.flatMap((task) => task.interrupts);
    await parent.invoke(new Command({ resume: { [asked[1]!.id!]: approval } }), config);
    expect(effects.map(({ args }) => args.to)).toEqual(["ben"]);
    await parent.invoke(null, config);
    expect(effects.map(({ args }) => args.to)).toEqual(["ben"]);
  });

  it.each(["id", "plain value"])(
    "still counts when the tool asks a person something itself, after an approval by %s",
    async (by) => {
      const effects: Effects = [];
      const catalog = goldenCatalog(effects);
      const ask = tool(async () => `the person says ${interrupt("Which colour?")}`, {
        name: "ask_person",
        description: "Ask a person",
        schema: z.object({}),
      });
      catalog.addServer(fromLangChainTools([ask], { server: "people", description: "People" }));
      const model = new ScriptedModel([calling({ name: "ask_person", id: "c1" }), "Done."]);
      const graph = createActiveGraph({ catalog, model, checkpointer: new MemorySaver(), context: inLangchain });
      const config = { configurable: { thread_id: "thread" } };
      const waiting = async () => (await graph.getState(config)).tasks.flatMap((task) => task.interrupts);
      await graph.invoke({ messages: [new HumanMessage("Ask")] }, config);
      const approval = { decisions: [{ type: "approve" }] };
      const [question] = await waiting();
      await graph.invoke(new Command({ resume: by === "id" ? { [question!.id!]: approval } : approval }), config);
      const [colour] = await waiting();
      expect(colour!.value).toBe("Which colour?");
      const { messages } = await graph.invoke(new Command({ resume: { [colour!.id!]: "blue" } }), config);
      expect(messages.at(-2)?.text).toBe("the person says blue");
    },
  );
});
