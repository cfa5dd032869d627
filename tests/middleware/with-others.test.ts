/** The middleware beside LangChain's own, in one agent. */
import { ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import {
  humanInTheLoopMiddleware,
  modelCallLimitMiddleware,
  modelRetryMiddleware,
  summarizationMiddleware,
  toolCallLimitMiddleware,
  toolRetryMiddleware,
} from "langchain";
import { describe, expect, it } from "vitest";
import { hashArguments } from "../../nodes/approval-request.js";
import { summarizeTurn } from "../../nodes/summary.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";
import { human, namesOf, ownTool, readFile, sendMail, startAgent, thread } from "./support.js";

const reads = (path: string, id = "c1") => ({ id, name: "read_file", args: { path } });
const toAnna = { to: "a@x.org", body: "hi" };
const toBen = { to: "b@x.org", body: "hi" };
const looks = { id: "o1", name: "lookup", args: { word: "gap" } };

type Agent = ReturnType<typeof startAgent>["agent"];

async function waiting(agent: Agent): Promise<{ id: string; value: Record<string, unknown> }[]> {
  const { tasks } = await agent.graph.getState(thread);
  return tasks.flatMap((task) => task.interrupts) as never;
}

describe("the middleware beside others", () => {
  it("goes on in the same turn, with its tools, after the task was summarised away", async () => {
    const summarizer = new ScriptedModel(Array.from({ length: 9 }, () => "They want files read."));
    const rounds = ["a", "b", "c"].map((path) => calling(reads(path)));
    const { agent, model, state } = startAgent([requesting(readFile), ...rounds, "Done."], {
      middleware: (discovery) => [
        summarizationMiddleware({ model: summarizer, trigger: { messages: 5 }, keep: { messages: 2 } }),
        discovery,
      ],
    });
    await agent.invoke(human("Read a, b and c"), thread);
    const { turn, messages, metrics } = await state();
    expect(summarizer.sent.length).toBeGreaterThan(0);
    expect(messages.filter((message) => message.getType() === "human").map(({ text }) => text)).toEqual([
      expect.stringContaining("They want files read."),
    ]);
    expect(turn.number).toBe(1);
    expect(metrics.filter(({ kind }) => kind === "tool")).toHaveLength(3);
    expect(namesOf(model.sent.at(-1)!)).toEqual(["request_tools", "read_file"]);
  });

  it("approves a discovered tool itself, while the library's middleware approves the agent's own", async () => {
    const said: unknown[] = [];
    const calls = calling(looks, { id: "c1", name: "send", args: toAnna }, { id: "c2", name: "send", args: toBen });
    const { agent, effects, state } = startAgent([requesting(sendMail), calls, "Done."], {
      tools: [ownTool("lookup", said)],
      context: { approval: "destructive" },
      middleware: (discovery) => [humanInTheLoopMiddleware({ interruptOn: { lookup: true } }), discovery],
    });
    await agent.invoke(human("Look up and send"), thread);
    expect((await waiting(agent)).map(({ value }) => Object.keys(value))).toEqual([
      ["actionRequests", "reviewConfigs"],
    ]);
    await agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), thread);
    const questions = await waiting(agent);
    expect(questions.map(({ value }) => value.callId)).toEqual(["c1", "c2"]);
    expect([said, effects]).toEqual([["gap"], []]);
    const decide = (decision: string, index: number) => {
      const { id, value } = questions[index]!;
      return { [id]: { callId: value.callId, argumentsHash: value.argumentsHash, decision, message: "not today" } };
    };
    await agent.invoke(new Command({ resume: { ...decide("approve", 0), ...decide("reject", 1) } }), thread);
    expect([said, effects]).toEqual([["gap"], [{ name: "send", args: toAnna }]]);
    const { messages } = await state();
    const told = messages.find((message) => ToolMessage.isInstance(message) && message.tool_call_id === "c2");
    expect(told?.text).toBe("mail/send was not approved: not today");
    const hash = hashArguments({ server: "mail", name: "send" }, toAnna);
    expect(questions[0]?.value.argumentsHash).toBe(hash);
  });

  it("runs an approved call once and its siblings not again, one answer after the other", async () => {
    const calls = calling(
      reads("a.txt", "c0"),
      { id: "c1", name: "send", args: toAnna },
      { id: "c2", name: "send", args: toBen },
    );
    const { agent, effects } = startAgent([requesting(readFile, sendMail), calls, "Done."], {
      context: { approval: "destructive" },
    });
    await agent.invoke(human("Read and send"), thread);
    for (const { id, value } of await waiting(agent)) {
      const { callId, argumentsHash } = value;
      const resume = { [id]: { callId, argumentsHash, decision: "approve" } };
      await agent.invoke(new Command({ resume }), thread);
    }
    expect(effects.map(({ name, args }) => [name, args.to])).toEqual([
      ["read_file", undefined],
      ["send", "a@x.org"],
      ["send", "b@x.org"],
    ]);
  });

  it.each(["outside", "inside"])("records a repeated model call once, with the retry %s", async (place) => {
    const retry = modelRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, jitter: false });
    const { agent, state } = startAgent([new Error("busy"), requesting(readFile), new Error("busy"), "Ready."], {
      middleware: (discovery) => (place === "outside" ? [retry, discovery] : [discovery, retry]),
    });
    await agent.invoke(human("Get ready"), thread);
    const { metrics, boundTools, messages } = await state();
    expect(metrics.map(({ kind }) => kind)).toEqual(["model", "model"]);
    expect(boundTools).toHaveLength(1);
    expect(messages.at(-1)?.text).toBe("Ready.");
  });

  it("repeats no discovered call by itself: a failed one is an answer to the model", async () => {
    const erase = calling({ id: "c1", name: "erase_file", args: { path: "a" } });
    const { agent, effects, state } = startAgent([erase, "Gone."], {
      middleware: (discovery) => [toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 1 }), discovery],
    });
    await agent.invoke(human("Erase a"), thread);
    expect(effects).toHaveLength(1);
    expect((await state()).messages[2]?.text).toContain("no such file: a");
  });

  it("gives no reason of its own where a limit of model calls ended the turn", async () => {
    const { agent, state } = startAgent([requesting(readFile), calling(reads("a")), "unused"], {
      middleware: (discovery) => [modelCallLimitMiddleware({ runLimit: 2, exitBehavior: "end" }), discovery],
    });
    await agent.invoke(human("Read a"), thread);
    expect(summarizeTurn(await state(), "active")).toMatchObject({
      stoppedBy: "interrupted",
      answer: expect.stringMatching(/limit/i),
      toolsCalled: [{ name: "read_file", ok: true }],
    });
  });

  it("lets a limit of tool calls stop requests, and answers each call once", async () => {
    const both = calling({ id: "r2", name: "request_tools", args: { requests: [sendMail] } }, reads("a.txt"));
    const { agent, model, state } = startAgent([requesting(readFile), both, "Done."], {
      middleware: (discovery) => [
        toolCallLimitMiddleware({ toolName: "request_tools", runLimit: 1, exitBehavior: "continue" }),
        discovery,
      ],
    });
    await agent.invoke(human("Read and send"), thread);
    expect((await state()).boundTools.map(({ callName }) => callName)).toEqual(["read_file"]);
    expect(model.sent).toHaveLength(3);
  });
});
