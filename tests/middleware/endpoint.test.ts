/** A whole task over HTTP: the local server, the real client, a real agent. */
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { afterEach, describe, expect, it } from "vitest";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import { resolveModel } from "../../models/providers.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { type OpenAiServer, startOpenAiServer } from "../fixtures/openai-server/server.js";
import { goldenCatalog } from "../golden/catalog.js";
import { human, ownTool, thread } from "./support.js";

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function startLive() {
  const server = await startOpenAiServer(planner());
  open.push(server);
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "sk-test", OPENAI_MODEL: "test-model" };
  const { model } = await resolveModel({ env });
  const agent = createAgent({
    model,
    tools: [ownTool()],
    middleware: [toolDiscoveryMiddleware({ catalog: goldenCatalog() })],
    checkpointer: new MemorySaver(),
  });
  return { agent, server };
}

describe("an agent with the middleware, over HTTP", () => {
  it("finds and calls a tool, and has it in the next turn", async () => {
    const { agent } = await startLive();
    await agent.invoke(human('Read the text of the file "a.txt"'), thread);
    const first = summarizeTurn((await agent.graph.getState(thread)).values as AgentState, "active");
    expect(first.toolsCalled).toMatchObject([
      { server: "files", name: "read_file", args: { path: "a.txt" }, ok: true },
    ]);
    expect(first.stoppedBy).toBe("answered");
    await agent.invoke(human('Read the text of the file "b.txt"'), thread);
    const second = summarizeTurn((await agent.graph.getState(thread)).values as AgentState, "active");
    expect(second.toolsCalled).toMatchObject([{ name: "read_file", args: { path: "b.txt" }, ok: true }]);
    expect(second.requests).toEqual([]);
  });

  it("streams the model's words and the events of discovery", async () => {
    const { agent } = await startLive();
    const events: string[] = [];
    let words = "";
    const modes: ("messages" | "custom")[] = ["messages", "custom"];
    const stream = await agent.stream(human('Read the text of the file "a.txt"'), { ...thread, streamMode: modes });
    for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
      if (mode === "custom") events.push((chunk as { type: string }).type);
      else {
        const [message] = chunk as [{ getType(): string; text: string }];
        if (message.getType() === "ai") words += message.text;
      }
    }
    expect(events).toEqual(["requested", "routed", "bound", "executed"]);
    const { messages } = (await agent.graph.getState(thread)).values as AgentState;
    expect(words).toContain(messages.at(-1)?.text);
    expect(messages.at(-1)?.text).toContain("text of a.txt");
  });
});
