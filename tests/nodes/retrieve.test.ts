import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { applyOperations } from "../../nodes/bind.js";
import { createRetrieveNode } from "../../nodes/retrieve.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { agent, bound, listening, ports, state } from "./support.js";

const task = (content: string, id = "h1") => new HumanMessage({ id, content });

async function run(rest: Partial<AgentState>, options: AgentContext = {}, name = agent) {
  const config = listening();
  const given = state({ turn: { number: 0, taskId: "" }, ...rest });
  const update = await createRetrieveNode(ports(goldenCatalog(), options, { agent: name }))(given, config);
  return {
    ...update,
    names: applyOperations(given.boundTools, update.boundTools ?? []).map((entry) => entry.callName),
    events: config.events,
  };
}

describe("retrieve", () => {
  it("binds the tools nearest to the task's text, best first, and opens the turn", async () => {
    const { names, turn } = await run({ messages: [task("Read the text of a file")] }, { retrievalTopK: 2 });
    expect(names[0]).toBe("read_file");
    expect(names).toHaveLength(2);
    expect(turn).toEqual({ number: 1, taskId: "h1" });
  });

  it("looks for the last words of a person, not for what the model said", async () => {
    const messages = [task("Read the text of a file"), new AIMessage("Done."), task("Send a mail message", "h2")];
    const { names } = await run({ messages, turn: { number: 1, taskId: "h1" } }, { retrievalTopK: 1 });
    expect(names).toEqual(["send"]);
  });

  it("adds to what earlier turns bound", async () => {
    const boundTools = [bound("mail", "send")];
    const { names } = await run({ messages: [task("Read the text of a file")], boundTools }, { retrievalTopK: 1 });
    expect(names).toEqual(["send", "read_file"]);
  });

  it("binds nothing for a task that shares no word with any tool", async () => {
    expect((await run({ messages: [task("xyzzy")] })).names).toEqual([]);
    expect((await run({ messages: [] })).names).toEqual([]);
  });

  it("binds no tool that the run may not use", async () => {
    const messages = [task("Read the text of a file")];
    expect((await run({ messages }, { deny: ["files/*"] })).names).not.toContain("read_file");
  });

  it("keeps the trace, and counts only the tools that it may compare", async () => {
    const messages = [task("Read the text of a file")];
    const { routing } = await run({ messages }, { retrievalTopK: 1 });
    expect(routing).toMatchObject([{ agent, turn: 1, trace: { router: "tfidf", comparisons: 6 } }]);
    expect(routing?.[0]?.trace.tools.map((hit) => hit.id.name)).toEqual(["read_file"]);
    const limited = await run({ messages }, { allow: ["files/*"] });
    expect(limited.routing?.[0]?.trace.comparisons).toBe(3);
  });

  it("keeps traces of two agents that share a state apart", async () => {
    const messages = [task("Read the text of a file")];
    const ids = await Promise.all(
      ["one", "two"].map(async (name) => (await run({ messages }, {}, name)).routing?.[0]?.id),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("tells listeners what was newly loaded and what was evicted for it", async () => {
    const boundTools = [bound("files", "read_file"), bound("mail", "send"), bound("calendar", "search")];
    const { events } = await run(
      { messages: [task("List entries of a folder", "h2")], boundTools, turn: { number: 4, taskId: "h1" } },
      { retrievalTopK: 1, maxBoundTools: 3 },
    );
    expect(events).toEqual([
      {
        type: "bound",
        loaded: [{ server: "files", name: "list_folder" }],
        evicted: [
          { server: "files", name: "read_file" },
          { server: "mail", name: "send" },
        ],
      },
    ]);
    const again = await run({ messages: [task("Read the text of a file")], boundTools }, { retrievalTopK: 1 });
    expect(again.events).toEqual([{ type: "bound", loaded: [], evicted: [] }]);
  });
});
