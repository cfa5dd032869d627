import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainTools } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentContext } from "../../nodes/settings.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, ScriptedModel } from "../support/scripted-model.js";

const twoCalls = calling(
  { id: "c1", name: "send", args: { to: "a@x.org", body: "hi" } },
  { id: "c2", name: "read_file", args: { path: "a.txt" } },
  { id: "c3", name: "send", args: { to: "b@x.org", body: "hi" } },
);

/** Runs until calls wait; `factory` is what the graph was built with, `context` what this run came with. */
async function untilApproval({
  factory = { approval: "destructive" },
  context = {},
}: {
  factory?: AgentContext;
  context?: AgentContext;
} = {}) {
  const effects: Effects = [];
  const graph = createActiveGraph({
    catalog: goldenCatalog(effects),
    model: new ScriptedModel([twoCalls, "Done."]),
    checkpointer: new MemorySaver(),
    context: factory,
  });
  const config = { configurable: { thread_id: "thread" } };
  await graph.invoke({ messages: [new HumanMessage("Send it")] }, { ...config, context });
  const { tasks } = await graph.getState(config);
  const interrupts = tasks.flatMap((task) => task.interrupts) as { id: string; value: ApprovalRequest }[];
  const decide = (decisionOf: (request: ApprovalRequest) => unknown, resumedWith: AgentContext = {}) =>
    graph.invoke(
      new Command({ resume: Object.fromEntries(interrupts.map(({ id, value }) => [id, decisionOf(value)])) }),
      { ...config, context: resumedWith },
    );
  return { graph, config, effects, interrupts, decide };
}

const approve = ({ callId, argumentsHash }: ApprovalRequest) => ({ callId, argumentsHash, decision: "approve" });

describe("approval", () => {
  it("interrupts once for each call that is not harmless and runs the harmless one", async () => {
    const { interrupts, effects } = await untilApproval();
    expect(interrupts.map(({ value }) => value.callId)).toEqual(["c1", "c3"]);
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
  });

  it("runs each approved call once, and its siblings not again", async () => {
    const { effects, decide } = await untilApproval();
    await decide(approve);
    expect(effects.map((effect) => effect.name)).toEqual(["read_file", "send", "send"]);
  });

  it("tells the model why a call was rejected", async () => {
    const { effects, decide } = await untilApproval();
    const { messages } = await decide((request) => ({ ...approve(request), decision: "reject", message: "not today" }));
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
    expect(messages.filter((message) => message.text === "mail/send was not approved: not today")).toHaveLength(2);
  });

  it("takes a resume value that does not name the call as not approved", async () => {
    const { graph, config, effects, interrupts } = await untilApproval();
    await graph.invoke(new Command({ resume: approve(interrupts[0]!.value) }), config);
    expect(effects.filter((effect) => effect.name === "send").map((effect) => effect.args.to)).not.toContain("b@x.org");
  });

  it("does not run a call whose approval was given for other arguments", async () => {
    const { effects, decide } = await untilApproval();
    await decide((request) => ({ ...approve(request), argumentsHash: "0".repeat(64) }));
    expect(effects.map((effect) => effect.name)).toEqual(["read_file"]);
  });

  it.each<[string, AgentContext, AgentContext]>([
    ["the context's", {}, { approval: "always" }],
    ["the factory's, which the context would loosen", { approval: "always" }, { approval: "never" }],
  ])("keeps the policy of a run that is resumed without a context: %s", async (_name, factory, context) => {
    const { effects, interrupts, decide } = await untilApproval({ factory, context });
    expect(interrupts).toHaveLength(3);
    await decide((request) => ({ ...approve(request), decision: "reject" }));
    expect(effects).toEqual([]);
  });

  it("does not run an approved call that the context of the resume denies", async () => {
    const { effects, decide } = await untilApproval();
    await decide(approve, { deny: ["mail/*"] });
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
    const model = new ScriptedModel([twoCalls, "Done."]);
    const graph = createActiveGraph({ catalog: goldenCatalog(effects), model, context: { approval: "always" } });
    const { messages } = await graph.invoke({ messages: [new HumanMessage("Send it")] });
    expect(effects).toEqual([]);
    expect(messages.at(-2)?.text).toBe("mail/send needs a person's approval, and this run cannot ask for it.");
  });
});
