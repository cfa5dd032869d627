import { afterEach, describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import type { Reply } from "../fixtures/openai-server/reply.js";
import { asks, lastMessage, runLive } from "./support.js";

const readCall = { name: "fs_read_file", args: { path: "a.txt" } };
const task = "Read the file a.txt";

/** Asks for the file tools, then says what is listed, then ends. */
const run = (replies: Reply[], options: Parameters<typeof runLive>[2] = {}) =>
  runLive(task, [asks("read the text of a file"), ...replies, "It says hello."], options);

describe("a call that cannot be used", () => {
  it.each([
    [
      "arguments that are not JSON",
      { name: "fs_read_file", args: '{"path": "a.txt"' },
      /could not be read: the arguments are not JSON/,
    ],
    [
      "arguments that are a list",
      { name: "fs_read_file", args: "[1]" },
      /could not be read: the arguments are not a JSON object/,
    ],
    ["empty arguments", { name: "fs_read_file", args: "" }, /could not be read: the arguments are not JSON/],
    ["arguments against the schema", { name: "fs_read_file", args: {} }, /path/],
    [
      "an unknown name",
      { name: "fs_reed_file", args: { path: "a.txt" } },
      /There is no tool "fs_reed_file"\. The nearest names: filesystem\/fs_read_file/,
    ],
    ["no name", { name: "", args: {} }, /There is no tool ""/],
  ])("with %s is answered with an error that the model can act on", async (_what, bad, message) => {
    const { report, server } = await run([{ calls: [bad] }, { calls: [readCall] }]);
    expect(lastMessage(server, 2)).toMatch(message);
    expect(report.toolsCalled.map(({ ok }) => ok)).toEqual([false, true]);
    expect(report.answer).toBe("It says hello.");
    expect(server.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  });

  it("is answered so at most three times in a row; then the model must answer without tools", async () => {
    const bad: Reply = { calls: [{ name: "fs_read_file", args: "{" }] };
    const { report, server } = await run(Array.from({ length: defaults.maxBadCalls }, () => bad));
    expect(server.requests).toHaveLength(defaults.maxBadCalls + 2);
    expect(server.requests.at(-1)?.body.tools).toBeUndefined();
    expect(lastMessage(server)).toContain("could not be used");
    expect(report).toMatchObject({ stoppedBy: "budget", answer: "It says hello." });
  });

  it("does not count any more once a call was in order", async () => {
    const bad: Reply = { calls: [{ name: "fs_read_file", args: "{" }] };
    const { report } = await run([bad, bad, { calls: [readCall] }, bad, bad]);
    expect(report).toMatchObject({ stoppedBy: "answered", answer: "It says hello." });
  });
});

describe("a call whose arguments are not JSON", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["a whole answer", {}],
    ["a streamed answer", { onToken: () => {} }],
    ["a recorded stream", { onToken: () => {}, settings: { record: temporaryFolder() } }],
  ])("in %s makes no library tell people to upgrade their packages", async (_where, options) => {
    const warn = vi.spyOn(console, "warn");
    const { report } = await run(
      [{ calls: [{ name: "fs_read_file", args: "{oops" }] }, { calls: [readCall] }],
      options,
    );
    expect(report.toolsCalled.map(({ ok }) => ok)).toEqual([false, true]);
    expect(warn.mock.calls).toEqual([]);
  });
});

describe("several things in one answer", () => {
  it("are several requests in one call and in two calls, each answered", async () => {
    const requests = [
      { server: "files", tool: "read the text of a file" },
      { server: "database", tool: "run a query" },
    ];
    const both: Reply = {
      calls: [
        { id: "a", name: "request_tools", args: { requests } },
        { id: "b", name: "request_tools", args: { requests: [{ server: "email", tool: "send an email" }] } },
      ],
    };
    const { report, server } = await runLive(task, [both, "Done."]);
    expect(report.requests.map(({ status }) => status)).toEqual(["loaded", "loaded", "loaded"]);
    expect(server.requests[1]?.refused).toBeUndefined();
    expect(server.requests[1]?.body.messages.slice(-2).map((message) => message.role)).toEqual(["tool", "tool"]);
  });

  it("are parallel calls and a request, all answered before the model is asked again", async () => {
    const mixed: Reply = {
      calls: [
        { id: "a", ...readCall },
        { id: "b", name: "fs_read_file", args: { path: "b.txt" } },
        { id: "c", name: "request_tools", args: { requests: [{ server: "email", tool: "send an email" }] } },
      ],
    };
    const { report, server } = await run([mixed]);
    expect(report.toolsCalled.map(({ args }) => args.path)).toEqual(["a.txt", "b.txt"]);
    expect(server.requests[2]?.refused).toBeUndefined();
  });

  it("are calls with one id, in one answer and in two", async () => {
    const twice: Reply = {
      calls: [1, 2].map((n) => ({ id: "call_1", name: "fs_read_file", args: { path: `${n}.txt` } })),
    };
    const { report, server } = await run([twice, { calls: [{ id: "call_1", ...readCall }] }]);
    expect(report.toolsCalled.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(server.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  });

  it("are calls without ids", async () => {
    const { report, server } = await run([
      {
        calls: [
          { id: "", ...readCall },
          { id: "", ...readCall },
        ],
      },
    ]);
    expect(report.toolsCalled).toHaveLength(2);
    expect(server.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  });
});

const block = "<tool_request>\nserver: files\ntool: read the text of a file\n</tool_request>";

describe("a request in the text of an answer", () => {
  it.each([
    ["inside prose", `I need something first. ${block} Then I go on.`],
    ["inside a code fence", `\`\`\`xml\n${block}\n\`\`\``],
    ["as <tool_assistant>", block.replaceAll("tool_request", "tool_assistant")],
    ["twice", `${block}\n${block.replace("read", "write")}`],
    [
      "behind thoughts",
      `<think>Maybe <tool_request>\nserver: email\ntool: send an email\n</tool_request>?</think>${block}`,
    ],
  ])("%s is read", async (_where, content) => {
    const { report } = await runLive(task, [{ content }, { calls: [readCall] }, "Done."]);
    expect(report.requests.every(({ status }) => /loaded$/.test(status))).toBe(true);
    expect(report.requests.some(({ server }) => server === "email")).toBe(false);
    expect(report.toolsCalled).toMatchObject([{ name: "fs_read_file", ok: true }]);
  });

  it.each([
    [
      "a code fence",
      '<tool_call>\n```json\n{"name": "fs_read_file", "arguments": {"path": "a.txt"}}\n```\n</tool_call>',
    ],
    ["prose", 'Now I read. <tool_call>{"name": "fs_read_file", "arguments": {"path": "a.txt"}}</tool_call> Wait.'],
  ])("and a call as text inside %s are read where calls are text", async (_where, content) => {
    const context = { requestProtocol: "text", callProtocol: "text" } as const;
    const { report } = await runLive(task, [block, content, "Done."], { context });
    expect(report.toolsCalled).toMatchObject([{ name: "fs_read_file", ok: true }]);
  });

  it("as a text call that is no JSON is answered with what is wrong", async () => {
    const context = { requestProtocol: "text", callProtocol: "text" } as const;
    const { server } = await runLive(task, [block, "<tool_call>{name: fs_read_file}</tool_call>", "Done."], {
      context,
    });
    expect(lastMessage(server)).toMatch(/<tool_response>.*could not be read: not JSON/s);
  });
});

describe("an answer", () => {
  it.each<[string, Reply, string]>([
    ["without content says so", { content: null }, "The model gave no answer."],
    ["that is a refusal gives its words", { content: null, refusal: "I may not do that." }, "I may not do that."],
    [
      "that is cut off says so",
      { content: "It says", finishReason: "length" },
      "It says\n\n(The answer is not complete: the limit of output tokens was reached.)",
    ],
    [
      "that a filter stopped says so",
      { content: "It", finishReason: "content_filter" },
      "It\n\n(The answer is not complete: the provider's content filter stopped it.)",
    ],
    [
      "that a filter took away says so",
      { content: null, finishReason: "content_filter" },
      "The model gave no answer (content_filter).",
    ],
    ["with reasoning beside it is the answer alone", { content: "Hello.", reasoning: "Hm, let me see." }, "Hello."],
    [
      "of reasoning alone says that nothing was answered",
      { content: null, reasoning: "Hm." },
      "The model gave no answer.",
    ],
    ["without a role is read", { content: "Hello.", role: "absent" }, "Hello."],
  ])("%s, whole and streamed", async (_what, reply, answer) => {
    expect((await runLive("Say hello", [reply])).report.answer).toBe(answer);
    expect((await runLive("Say hello", [reply], { onToken: () => {} })).report.answer).toBe(answer);
  });

  it("whose call was cut off by the limit of tokens is answered with what is missing", async () => {
    const cut: Reply = { calls: [{ name: "fs_read_file", args: '{"path": "a.' }], finishReason: "length" };
    const { report, server } = await run([cut, { calls: [readCall] }]);
    expect(lastMessage(server, 2)).toContain("could not be read");
    expect(report.answer).toBe("It says hello.");
  });
});
