import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import { human, sendMail, startAgent, thread } from "../middleware/support.js";
import { calling, requesting } from "../support/scripted-model.js";
import { oneSend, toAnna, toBen, twoSends, type Waiting } from "./approval-support.js";

const approve = { decisions: [{ type: "approve" }] };

describe("approval in an agent of createAgent", () => {
  it.each(["toolgap", "langchain"] as const)(
    "approves nothing by a plain answer and each of two calls by its id, once: %s",
    async (approvalFormat) => {
      const sends = twoSends.tool_calls!.filter(({ name }) => name === "send") as Parameters<typeof calling>;
      const { agent, effects } = startAgent([requesting(sendMail), calling(...sends), "Done."], {
        context: { approval: "destructive", approvalFormat },
      });
      const waiting = async () =>
        (await agent.graph.getState(thread)).tasks.flatMap((task) => task.interrupts) as Waiting<ApprovalRequest>[];
      await agent.invoke(human("Send it"), thread);
      expect(await waiting()).toHaveLength(2);
      await agent.invoke(new Command({ resume: approve }), thread);
      expect(effects).toEqual([]);
      for (const sent of [[toAnna], [toAnna, toBen]]) {
        const [{ id, value }] = (await waiting()) as [Waiting<ApprovalRequest>];
        const { callId, argumentsHash } = value;
        const answer = approvalFormat === "toolgap" ? { callId, argumentsHash, decision: "approve" } : approve;
        await agent.invoke(new Command({ resume: { [id]: answer } }), thread);
        expect(effects.map(({ args }) => args)).toEqual(sent);
      }
      expect(await waiting()).toEqual([]);
    },
  );

  it.each([
    ["with none", {}],
    ["with a laxer one", { context: { approval: "never", autoApprove: ["*"] } }],
  ] as const)("keeps the approval of a run's context when it is resumed %s", async (_, resumedWith) => {
    const { agent, effects, state } = startAgent([requesting(sendMail), oneSend, "Done."]);
    const run = agent as { invoke(input: unknown, options: unknown): Promise<unknown> };
    await run.invoke(human("Send it"), { ...thread, context: { approval: "always", approvalFormat: "langchain" } });
    const rejected = new Command({ resume: { decisions: [{ type: "reject", message: "not now" }] } });
    await run.invoke(rejected, { ...thread, ...resumedWith });
    expect(effects).toEqual([]);
    expect((await state()).messages.at(-2)?.text).toBe("mail/send was not approved: not now");
  });
});
