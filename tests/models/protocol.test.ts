import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callToolFunction,
  describeLoadedTool,
  parseRequestAnswers,
  parseToolCalls,
  parseToolRequests,
  type RequestAnswer,
  readNamedCall,
  renderRequestAnswers,
  renderToolCall,
  renderToolRequest,
} from "../../models/protocol.js";
import { validateTranscript } from "../../models/transcript.js";

describe("calls as text", () => {
  it("are read back as they were, whatever is in their arguments", () => {
    const closing = fc.constantFrom("</tool_call>", "<tool_call>", "</", "```", "\\u003c/tool_call>");
    const text = fc.oneof(fc.string(), closing);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.dictionary(text, fc.oneof(text, fc.array(text))), (name, args) => {
        const call = { name, arguments: args };
        const read = parseToolCalls(`Before. ${renderToolCall(call)} After.`);
        expect(read).toEqual({ calls: [JSON.parse(JSON.stringify(call))], invalid: [] });
      }),
    );
  });

  it("are not ended by a closing tag in an argument", () => {
    const call = { name: "write_file", arguments: { content: "a </tool_call> b" } };
    expect(parseToolCalls(renderToolCall(call)).calls).toEqual([call]);
  });
});

describe("requests as text", () => {
  it.each([
    ["one line for each part", "server: a database\ntool: run a query", "a database", "run a query"],
    ["blanks, tabs and capitals", "  Server :\t a database  \n\tTOOL:run a query\t", "a database", "run a query"],
    ["Windows line ends", "server: a database\r\ntool: run a query\r\n", "a database", "run a query"],
    ["only a tool", "tool: run: a query", "", "run: a query"],
    ["an empty line of the name first", "tool:\ntool: run a query", "", "run a query"],
    ["words before the name on a line", "my server: x\ntool: y", "", "y"],
  ])("are read from %s", (_form, body, server, tool) => {
    expect(parseToolRequests(`<tool_request>\n${body}\n</tool_request>`)).toEqual({
      requests: [{ server, tool }],
      invalid: [],
    });
  });

  it("are read back as they were", () => {
    const request = { server: "a database", tool: "run a query" };
    expect(parseToolRequests(renderToolRequest(request)).requests).toEqual([request]);
  });

  it.each([
    ["inside a line", `tool: a${" ".repeat(200_000)}b`],
    ["before a name", `${" ".repeat(200_000)}x`],
    ["in many lines", "server\n \t".repeat(50_000)],
  ])("with 200,000 blanks %s are read in time", (_where, body) => {
    const { requests, invalid } = parseToolRequests(`<tool_request>${body}</tool_request>`);
    expect(requests.length + invalid.length).toBe(1);
  });
});

describe("a call that names its tool", () => {
  it.each([
    ["as its function says", { name: "query", arguments: { sql: "select 1" } }, { sql: "select 1" }],
    ["with its arguments as JSON text", { name: "query", arguments: '{"sql": "select 1"}' }, { sql: "select 1" }],
    ["with its arguments beside the name", { name: "query", sql: "select 1" }, { sql: "select 1" }],
    ["without arguments", { name: "query" }, {}],
    ["with empty text for arguments", { name: "query", arguments: "" }, {}],
  ])("is read %s", (_form, given, args) => {
    expect(readNamedCall(given)).toEqual({ name: "query", arguments: args });
  });

  it.each([
    ["no name", { arguments: {} }, '"name" is missing'],
    ["a list of arguments", { name: "query", arguments: [1] }, '"arguments" must be a JSON object'],
    ["arguments that are not JSON", { name: "query", arguments: "sql" }, '"arguments" must be a JSON object'],
  ])("is refused with %s", (_what, given, reason) => {
    expect(readNamedCall(given)).toContain(reason);
  });

  it("is read or refused in words, whatever is given", () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const read = readNamedCall(given);
        expect(typeof read === "string" ? read.length : read.name.length).toBeGreaterThan(0);
      }),
    );
  });

  it("is made by a function that strict providers accept", () => {
    const messages = [{ role: "user" as const, content: "Go." }];
    expect(validateTranscript({ messages, tools: [callToolFunction] })).toEqual([]);
  });
});

describe("answers that bring the schemas of the loaded tools", () => {
  it("are read back as they were, in either protocol", () => {
    const parameters = {
      type: "object",
      properties: { text: { type: "string", description: "ends </tool_request_result>" } },
    };
    const loaded = describeLoadedTool("mail", {
      type: "function",
      function: { name: "send", description: "Send a mail.", parameters },
    });
    expect(loaded).toEqual({ server: "mail", name: "send", description: "Send a mail.", parameters });
    const answer: RequestAnswer = { request: { server: "mail", tool: "send" }, status: "loaded", tools: [loaded] };
    for (const protocol of ["native", "text"] as const) {
      expect(parseRequestAnswers(renderRequestAnswers([answer], protocol))).toEqual([answer]);
    }
  });
});
