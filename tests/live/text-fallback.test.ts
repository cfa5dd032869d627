import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/index.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import type { Policy } from "../fixtures/openai-server/reply.js";
import { asks, catalog, connect, runLive, serve } from "./support.js";

const task = "Query the users table in the database, and then send an email with the rows to team@example.com";

const refusals = [
  "registry.ollama.ai/library/gemma2:9b does not support tools",
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  "No endpoints found that support tool use. To learn more about provider routing, visit the documentation.",
  "Unrecognized request argument supplied: tools",
  "deepseek-reasoner does not support Function Calling",
  "`tool calling` is not supported with this model",
];

describe("an endpoint that takes no functions", () => {
  it.each(refusals)("is asked as text at once, and from then on, when it says: %s", async (noFunctions) => {
    const { report, server } = await runLive(task, planner(), { rules: { noFunctions } });
    expect(report.stoppedBy).toBe("answered");
    expect(report.toolsCalled).toMatchObject([
      { name: "db_query", ok: true },
      { name: "comm_send_email", ok: true },
    ]);
    expect(server.requests.filter(({ refused }) => refused !== undefined)).toHaveLength(1);
    expect(server.requests.slice(1).every(({ body }) => body.tools === undefined)).toBe(true);
  });

  it("that rejects them with a server error is not asked again for the same", async () => {
    const reply = {
      fault: "status" as const,
      status: 500,
      body: { error: { message: "tools param requires --jinja flag" } },
    };
    const policy = planner();
    const plan: Policy = (request, index) => (request.tools ? reply : policy(request, index));
    const { report, server } = await runLive(task, plan);
    expect(report.stoppedBy).toBe("answered");
    expect(server.requests.filter(({ body }) => body.tools !== undefined)).toHaveLength(1);
  });

  it("gets the retrieval strategy's tools as text too", async () => {
    const { report } = await runLive("Delete the file notes.txt", planner(), {
      strategy: "retrieval",
      rules: { noFunctions: refusals[0]! },
    });
    expect(report.toolsCalled).toMatchObject([{ name: "fs_delete_file", ok: true }]);
  });

  it("is sent the calls of an earlier model as text", async () => {
    const server = await serve(["Now I know."], { noFunctions: refusals[0]! });
    const { model } = await connect(server);
    const graph = createActiveGraph({ catalog: catalog(), model });
    const request = { requests: [{ server: "files", tool: "read a file" }] };
    const messages = [
      new HumanMessage("Read a.txt"),
      new AIMessage({ content: "", tool_calls: [{ id: "r1", name: "request_tools", args: request }] }),
      new ToolMessage({
        tool_call_id: "r1",
        content: JSON.stringify({ results: [{ request: request.requests[0], status: "nothing_fits" }] }),
      }),
      new AIMessage({ content: "I read.", tool_calls: [{ id: "c1", name: "fs_read_file", args: { path: "a.txt" } }] }),
      new ToolMessage({ tool_call_id: "c1", content: "hello" }),
      new HumanMessage("What does it say?"),
    ];
    const { messages: after } = await graph.invoke({ messages });
    expect(after.at(-1)?.text).toBe("Now I know.");
    const sent = server.requests.at(-1)!.body.messages;
    expect(sent.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user", "user"]);
    const texts = sent.map(({ content }) => String(content));
    expect(texts[2]).toBe("<tool_request>\nserver: files\ntool: read a file\n</tool_request>");
    expect(texts[3]).toContain("<tool_request_result>");
    expect(texts[4]).toContain('I read.\n\n<tool_call>\n{"name":"fs_read_file","arguments":{"path":"a.txt"}}');
    expect(texts[5]).toContain('<tool_response>\n{"name":"fs_read_file","content":"hello"}');
  });

  it("is still known as such in the next turn, after a restart", async () => {
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "one" } };
    const rules = { noFunctions: refusals[0]! };
    const first = await serve(planner(), rules);
    const before = createActiveGraph({ catalog: catalog(), model: (await connect(first)).model, checkpointer });
    await before.invoke({ messages: [new HumanMessage("Delete the file notes.txt")] }, config);
    const second = await serve(planner(), rules);
    const later = createActiveGraph({ catalog: catalog(), model: (await connect(second)).model, checkpointer });
    await later.invoke({ messages: [new HumanMessage("Delete the file other.txt")] }, config);
    expect(second.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  });
});

describe("an endpoint that refuses one bad function", () => {
  it("is not taken for one that takes none: the run fails with its words", async () => {
    const message = "Invalid schema for function 'request_tools': In context=(), 'anyOf' is not permitted";
    const { report, server } = await runLive(task, [{ fault: "status", status: 400, body: { error: { message } } }]);
    expect(report.answer).toContain(message);
    expect(server.requests).toHaveLength(1);
  });
});

describe("the last call of a run that must end", () => {
  const loop =
    (count: number): Policy =>
    (_request, index) =>
      index < count ? asks(`read file number ${index}`, "files", `r${index}`) : "I stop here.";

  it("carries no functions where the provider allows it", async () => {
    const { report, server } = await runLive(task, loop(3), { context: { maxToolRequests: 1 } });
    expect(report).toMatchObject({ stoppedBy: "budget", answer: "I stop here." });
    expect(server.requests.at(-1)?.body).not.toHaveProperty("tools");
    expect(server.requests.at(-1)?.body).not.toHaveProperty("tool_choice");
  });

  it("carries them, not to be called, where the provider refuses a history with calls otherwise", async () => {
    const options = { context: { maxToolRequests: 1 }, rules: { demandsFunctions: true } };
    const { report, server } = await runLive(task, loop(3), options);
    expect(report).toMatchObject({ stoppedBy: "budget", answer: "I stop here." });
    expect(server.requests.at(-2)?.refused).toContain("must define tools");
    expect(server.requests.at(-1)?.body).toMatchObject({ tool_choice: "none", tools: expect.any(Array) });
  });

  it("carries them at once for a model that is known for it", async () => {
    const env = (baseUrl: string) => ({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: "anthropic/claude-sonnet-4" });
    const server = await serve(loop(3), { demandsFunctions: true });
    const { model } = await connect(server, { env: env(server.baseUrl) });
    const graph = createActiveGraph({ catalog: catalog(), model, context: { maxToolRequests: 1 } });
    const { stoppedBy } = await graph.invoke({ messages: [new HumanMessage(task)] });
    expect(stoppedBy).toBe("budget");
    expect(server.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  });
});
