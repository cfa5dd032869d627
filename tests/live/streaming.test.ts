import { AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/index.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import type { Reply } from "../fixtures/openai-server/reply.js";
import { asks, catalog, connect, runLive, serve } from "./support.js";

const words = "One two three four five.";
const task = "Delete the file notes.txt";

async function stream(replies: Reply[], options: Parameters<typeof runLive>[2] = {}) {
  const tokens: string[] = [];
  const run = await runLive(task, replies, { ...options, onToken: (text) => tokens.push(text) });
  return { ...run, tokens };
}

describe("streamMode messages on the graph", () => {
  it("gives the model's words piece by piece, with the node they come from", async () => {
    const server = await serve([asks("delete a file"), { content: words }]);
    const graph = createActiveGraph({ catalog: catalog(), model: (await connect(server)).model });
    const pieces: string[] = [];
    const input = { messages: [new HumanMessage(task)] };
    for await (const [message, metadata] of await graph.stream(input, { streamMode: "messages" })) {
      if (!AIMessageChunk.isInstance(message) || message.text === "") continue;
      expect(metadata.langgraph_node).toBe("analyze");
      pieces.push(message.text);
    }
    expect(pieces).toEqual(["One ", "two ", "three ", "four ", "five."]);
    expect(server.requests.every(({ body }) => body.stream === true)).toBe(true);
  });
});

describe("a streamed run", () => {
  it("does a whole task: calls in pieces are put together", async () => {
    const { report } = await runLive(task, planner(), { onToken: () => {} });
    expect(report.toolsCalled).toMatchObject([{ name: "fs_delete_file", args: { path: "notes.txt" }, ok: true }]);
  });

  it("keeps parallel calls apart that share one index", async () => {
    const calls = ["a.txt", "b.txt"].map((path, index) => ({ id: `c${index}`, name: "fs_read_file", args: { path } }));
    const { report } = await stream([asks("read the text of a file"), { calls, sameIndex: true }, "Done."]);
    expect(report.toolsCalled.map(({ args }) => args.path)).toEqual(["a.txt", "b.txt"]);
  });

  it("asks for usage, and has the provider's numbers, cached ones apart", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 60 };
    const { report, server } = await stream([{ content: words, usage }]);
    expect(server.requests[0]?.body.stream_options).toEqual({ include_usage: true });
    expect(report.metrics).toMatchObject({ inputTokens: 100, cachedInputTokens: 60, outputTokens: 7, countedCalls: 0 });
  });

  it.each(["absent", "null"] as const)(
    "counts where the usage is %s, streamed and whole, and says so",
    async (usage) => {
      for (const onToken of [() => {}, undefined]) {
        const { report } = await runLive(task, [{ content: words, usage }], onToken ? { onToken } : {});
        expect(report.metrics.countedCalls).toBe(1);
        expect(report.metrics.inputTokens).toBeGreaterThan(report.metrics.schemaTokens);
        expect(report.metrics.outputTokens).toBe(6);
      }
    },
  );

  it("leaves out stream_options once the server refused them, and remembers it", async () => {
    const notices: string[] = [];
    const { report, server, tokens } = await stream([asks("delete a file"), { content: words }], {
      rules: { rejects: ["stream_options"] },
      settings: { onNotice: (line) => notices.push(line) },
    });
    expect(tokens.join("")).toBe(words);
    expect(server.requests.map(({ refused }) => refused !== undefined)).toEqual([true, false, false]);
    expect(notices).toEqual(["the provider takes no stream_options for this model: it is left out from now on"]);
    expect(report.metrics.countedCalls).toBe(2);
  });

  it("waits for slow words", async () => {
    const { tokens } = await stream([{ fault: "slow", pause: 20, completion: { content: words } }]);
    expect(tokens.join("")).toBe(words);
  });

  it("is asked for again when the connection breaks before the first word", async () => {
    const { report, tokens } = await stream([
      { fault: "broken", after: 0, completion: { content: words } },
      { content: words },
    ]);
    expect(tokens.join("")).toBe(words);
    expect(report.stoppedBy).toBe("answered");
  });

  it.each<[string, Reply]>([
    ["breaks", { fault: "broken", after: 4, completion: { content: words } }],
    ["ends too early", { fault: "early-end", after: 4, completion: { content: words } }],
  ])("that %s in the middle fails, says why, and is never asked for again", async (_how, reply) => {
    const { report, tokens, server } = await stream([reply, { content: words }]);
    expect(tokens.join("")).toBe("One two three ");
    expect(server.requests).toHaveLength(1);
    expect(report.stoppedBy).toBe("error");
    expect(report.answer).toMatch(
      /^The model call failed: openai \(test-model\) broke off in the middle of its answer \(.+\); it was not asked again/,
    );
  });

  it("with an event that is no JSON fails and says so", async () => {
    const { report } = await stream([{ fault: "invalid-json" }]);
    expect(report.answer).toContain("it sent something that is no JSON object: {not json");
  });

  it("ends when it is aborted, and is not asked for again", async () => {
    const controller = new AbortController();
    const slow: Reply = { fault: "slow", pause: 50, completion: { content: words } };
    const server = await serve([slow, slow]);
    const graph = createActiveGraph({ catalog: catalog(), model: (await connect(server)).model });
    const config = { signal: controller.signal, streamMode: "messages" as const };
    const read = async () => {
      for await (const _part of await graph.stream({ messages: [new HumanMessage(task)] }, config)) controller.abort();
    };
    await expect(read()).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });
});
