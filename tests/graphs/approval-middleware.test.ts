import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import { human, sendMail, startAgent, thread } from "../middleware/support.js";
import { calling, requesting } from "../support/scripted-model.js";
import { toAnna, toBen, twoSends, type Waiting } from "./approval-support.js";

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
});
