import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls, parseToolRequests, renderToolCall, renderToolRequest } from "../../models/protocol.js";

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
