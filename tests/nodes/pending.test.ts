import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderToolCall, renderToolRequest, renderToolResponse, requestToolsName } from "../../models/protocol.js";
import { findLastAnswer, findPendingWork, rewrittenCallsKey } from "../../nodes/pending.js";
import { feedback } from "../../nodes/transcript.js";
import { asked, call, says } from "./support.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const requests = (...entries: unknown[]) => call(requestToolsName, { requests: entries }, "r1");
const groupsOf = (args: Record<string, unknown>) =>
  findPendingWork(asked(says("", call(requestToolsName, args, "r1"))), "native").groups;

describe("findPendingWork", () => {
  it("finds nothing where no model has spoken", () => {
    expect(findPendingWork([new HumanMessage("Hello")], "native")).toEqual({
      message: undefined,
      calls: [],
      groups: [],
    });
  });

  it("finds nothing in a plain answer", () => {
    expect(findPendingWork(asked(says("It says so.")), "native")).toMatchObject({ calls: [], groups: [] });
  });

  it("tells calls and requests of one message apart, each with its place among the calls", () => {
    const { calls, groups } = findPendingWork(
      asked(says("", call("a", { x: 1 }, "c1"), requests(readFile), call("b", {}, "c2"))),
      "native",
    );
    expect(calls.map(({ name, index, callId, args }) => [name, index, callId, args])).toEqual([
      ["a", 0, "c1", { x: 1 }],
      ["b", 1, "c2", {}],
    ]);
    expect(groups).toEqual([{ callId: "r1", requests: [readFile], invalid: [] }]);
  });

  it("looks at the last AI message only", () => {
    const first = new AIMessage({ id: "a0", content: "", tool_calls: [call("old")] });
    expect(findPendingWork(asked(first, says("Done.")), "native").calls).toEqual([]);
  });

  it("reads requests as text where requests are native, in one group without a call id", () => {
    const text = `I need this:\n${renderToolRequest(readFile)}\n${renderToolRequest({ server: "", tool: "send" })}`;
    const { groups } = findPendingWork(asked(says(text)), "native");
    expect(groups).toEqual([{ requests: [readFile, { server: "", tool: "send" }], invalid: [] }]);
  });

  it.each([
    ["a result", (text: string) => new ToolMessage({ content: `The file says:\n${text}`, tool_call_id: "c1" })],
    [
      "a result that is JSON",
      (text: string) => new ToolMessage({ content: JSON.stringify({ text }), tool_call_id: "c1" }),
    ],
    ["a result in text", (text: string) => feedback(renderToolResponse("read_file", JSON.stringify({ text })))],
    ["a person", (text: string) => new HumanMessage(text)],
  ])("takes neither a request nor a call from what the model quotes of %s", (_name, messageOf) => {
    const quoted = `${renderToolRequest(readFile)}\n${renderToolCall({ name: "erase", arguments: { path: "a" } })}`;
    const { calls, groups } = findPendingWork([messageOf(quoted), says(`It says: ${quoted}`)], "text");
    expect({ calls, groups }).toEqual({ calls: [], groups: [] });
  });

  it("takes a request of its own beside a quoted one", () => {
    const other = { server: "mail", tool: "send" };
    const quoted = renderToolRequest(readFile);
    const { groups } = findPendingWork(
      [new HumanMessage(quoted), says(`${quoted}\n${renderToolRequest(other)}`)],
      "native",
    );
    expect(groups).toEqual([{ requests: [other], invalid: [] }]);
  });

  it("reads native and text requests of one message", () => {
    const { groups } = findPendingWork(asked(says(renderToolRequest(readFile), requests(readFile))), "native");
    expect(groups.map((group) => group.callId)).toEqual(["r1", undefined]);
  });

  it("does not take a quoted call for a call where calls are native", () => {
    const quoted = renderToolCall({ name: "read_file", arguments: { path: "a" } });
    expect(findPendingWork(asked(says(quoted)), "native").calls).toEqual([]);
  });

  it("reads native and text calls of one message where calls are text, with ids of their own", () => {
    const text = [1, 2].map((n) => renderToolCall({ name: `t${n}`, arguments: { n } })).join("\n");
    const { calls } = findPendingWork(asked(says(text, call("a"))), "text");
    expect(calls.map(({ name, index, protocol, callId }) => [name, index, protocol, callId])).toEqual([
      ["a", 0, "native", "c1"],
      ["t1", 1, "text", "a1:1"],
      ["t2", 2, "text", "a1:2"],
    ]);
  });

  it("says why a text call cannot be read", () => {
    const [bad] = findPendingWork(asked(says('<tool_call>{"name": "x", </tool_call>')), "text").calls;
    expect(bad).toMatchObject({ name: "", args: {}, invalid: expect.stringContaining("not JSON") });
  });

  it("gives back the name and the defect that were noted with the message", () => {
    const message = new AIMessage({
      id: "a1",
      content: "",
      tool_calls: [call("files__read", {}, "c1")],
      additional_kwargs: { [rewrittenCallsKey]: { c1: { name: "files/read", invalid: "not JSON" } } },
    });
    expect(findPendingWork(asked(message), "native").calls[0]).toMatchObject({
      name: "files/read",
      invalid: "not JSON",
    });
  });

  it("makes a request_tools call that could not be read into one invalid request", () => {
    const message = new AIMessage({
      id: "a1",
      content: "",
      tool_calls: [call(requestToolsName, {}, "r1")],
      additional_kwargs: { [rewrittenCallsKey]: { r1: { name: requestToolsName, invalid: "not JSON" } } },
    });
    expect(findPendingWork(asked(message), "native").groups).toEqual([
      { callId: "r1", requests: [], invalid: [{ text: "", reason: "not JSON" }] },
    ]);
  });
});

describe("the arguments of request_tools", () => {
  it("may be one request outside the list", () => {
    expect(groupsOf({ ...readFile })[0]).toMatchObject({ requests: [readFile], invalid: [] });
  });

  it("may leave out the server, or give null for it", () => {
    expect(groupsOf({ requests: [{ tool: "send" }, { server: null, tool: "read" }] })[0]).toMatchObject({
      requests: [
        { server: "", tool: "send" },
        { server: "", tool: "read" },
      ],
      invalid: [],
    });
  });

  it("lose the blanks around them", () => {
    expect(groupsOf({ requests: [{ server: " a ", tool: "\tb\n" }] })[0]?.requests).toEqual([
      { server: "a", tool: "b" },
    ]);
  });

  it.each([
    ["an empty list", { requests: [] }],
    ["nothing", {}],
    ["a list of another name", { tools: [readFile] }],
    ["text in place of a list", { requests: "read a file" }],
  ])("that are %s make one invalid request that says what is expected", (_name, args) => {
    const [group] = groupsOf(args);
    expect(group?.requests).toEqual([]);
    expect(group?.invalid).toHaveLength(1);
    expect(group?.invalid[0]?.reason).toContain('expected {"requests": [{"server": "...", "tool": "..."}]}');
  });

  it("keep the good entries beside the bad ones", () => {
    const [group] = groupsOf({ requests: ["read", null, readFile, { server: "x" }, { server: "x", tool: " " }, 7] });
    expect(group?.requests).toEqual([readFile]);
    expect(group?.invalid.map((block) => block.text)).toEqual([
      '"read"',
      "null",
      '{"server":"x"}',
      '{"server":"x","tool":" "}',
      "7",
    ]);
  });

  it("of any shape are answered: one group with at least one entry, and nothing thrown", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("requests", "tool", "server", "x"), fc.jsonValue()), (args) => {
        const [group, ...more] = groupsOf(args);
        expect(more).toEqual([]);
        expect(group!.requests.length + group!.invalid.length).toBeGreaterThan(0);
        for (const { server, tool } of group!.requests) {
          expect(typeof server).toBe("string");
          expect(tool.trim()).not.toBe("");
        }
      }),
    );
  });
});

describe("findLastAnswer", () => {
  it("looks behind results and feedback", () => {
    const answer = says("", call("a"));
    expect(findLastAnswer(asked(answer, feedback("Loaded")))).toBe(answer);
  });
});
