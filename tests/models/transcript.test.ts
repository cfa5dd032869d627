import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import {
  type ChatRequest,
  toWire,
  validateTranscript,
  type WireMessage,
  type WireTool,
} from "../../models/transcript.js";

const user: WireMessage = { role: "user", content: "hello" };

function call(id: string, name = "look", args = "{}") {
  return { id, type: "function" as const, function: { name, arguments: args } };
}

function assistant(...calls: ReturnType<typeof call>[]): WireMessage {
  return { role: "assistant", content: null, tool_calls: calls };
}

function answer(id: string, content = "ok"): WireMessage {
  return { role: "tool", content, tool_call_id: id };
}

function tool(name: string, more: Partial<WireTool["function"]> = {}): WireTool {
  return {
    type: "function",
    function: { name, description: "Looks.", parameters: { type: "object", properties: {} }, ...more },
  };
}

const fine: [string, ChatRequest][] = [
  [
    "a plain conversation",
    { messages: [{ role: "system", content: "be kind" }, user, { role: "assistant", content: "hi" }, user] },
  ],
  ["calls answered in order", { messages: [user, assistant(call("a"), call("b")), answer("a"), answer("b"), user] }],
  [
    "the same id in two messages",
    { messages: [user, assistant(call("a")), answer("a"), assistant(call("a")), answer("a")] },
  ],
  ["a tool that returned nothing", { messages: [user, assistant(call("a")), answer("a", "")] }],
  ["content in parts", { messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }] }],
  [
    "tools with a choice",
    { messages: [user], tools: [tool("a"), tool("b-2_X")], tool_choice: "auto", parallel_tool_calls: false },
  ],
  ["128 tools", { messages: [user], tools: Array.from({ length: 128 }, (_, index) => tool(`t${index}`)) }],
  ["a function without parameters", { messages: [user], tools: [tool("a", { parameters: undefined })] }],
  ["a name of 64 characters", { messages: [user], tools: [tool("n".repeat(64))] }],
  ["a description of the full length", { messages: [user], tools: [tool("a", { description: "d".repeat(1024) })] }],
  [
    "a union below the top",
    {
      messages: [user],
      tools: [tool("a", { parameters: { type: "object", properties: { x: { anyOf: [{ type: "string" }] } } } })],
    },
  ],
];

const broken: [string, ChatRequest, RegExp][] = [
  ["no messages", { messages: [] }, /at least one message/],
  [
    "a second system message",
    { messages: [{ role: "system", content: "a" }, { role: "system", content: "b" }, user] },
    /messages\[1\].*only be the first/,
  ],
  ["a system message after a person's", { messages: [user, { role: "system", content: "a" }] }, /only be the first/],
  ["missing content", { messages: [{ role: "user" } as unknown as WireMessage] }, /content is missing/],
  ["empty content", { messages: [{ role: "user", content: "" }] }, /content is empty/],
  [
    "an assistant that has the last word",
    { messages: [user, { role: "assistant", content: "hi" }] },
    /last message is the assistant's own/,
  ],
  ["a name with a blank", { messages: [{ ...user, name: "Ann Lee" }] }, /name 'Ann Lee' does not match/],
  [
    "an assistant that says and calls nothing",
    { messages: [user, { role: "assistant", content: null }] },
    /content is missing/,
  ],
  [
    "an unknown role",
    { messages: [{ role: "robot", content: "x" } as unknown as WireMessage] },
    /unknown role 'robot'/,
  ],
  ["a call without an answer at the end", { messages: [user, assistant(call("a"))] }, /call 'a' is not answered/],
  [
    "a person speaking between call and answer",
    { messages: [user, assistant(call("a")), user, answer("a")] },
    /call 'a' is not answered/,
  ],
  [
    "one of two calls unanswered",
    { messages: [user, assistant(call("a"), call("b")), answer("a"), user] },
    /call 'b' is not answered/,
  ],
  [
    "answers out of order",
    { messages: [user, assistant(call("a"), call("b")), answer("b"), answer("a")] },
    /call 'a' is answered out of order/,
  ],
  [
    "an answer given twice",
    { messages: [user, assistant(call("a")), answer("a"), answer("a")] },
    /call 'a' is answered more than once/,
  ],
  ["a tool message without a call", { messages: [user, answer("a")] }, /does not follow/],
  [
    "a tool message for another message's call",
    { messages: [user, assistant(call("a")), answer("a"), user, answer("a")] },
    /does not follow/,
  ],
  [
    "duplicate call ids in one message",
    { messages: [user, assistant(call("a"), call("a")), answer("a"), answer("a")] },
    /duplicate tool call id 'a'/,
  ],
  ["a call without an id", { messages: [user, assistant(call("")), answer("")] }, /has no id/],
  [
    "an empty list of calls",
    { messages: [user, { role: "assistant", content: "x", tool_calls: [] }] },
    /tool_calls is empty/,
  ],
  [
    "arguments that are not JSON",
    { messages: [user, assistant(call("a", "look", "{x")), answer("a")] },
    /not JSON text/,
  ],
  ["a call name with a dot", { messages: [user, assistant(call("a", "look.up")), answer("a")] }, /call name 'look.up'/],
  ["empty tools", { messages: [user], tools: [] }, /tools: empty/],
  ["tool_choice without tools", { messages: [user], tool_choice: "auto" }, /tool_choice: not allowed/],
  [
    "parallel_tool_calls without tools",
    { messages: [user], parallel_tool_calls: true },
    /parallel_tool_calls: not allowed/,
  ],
  [
    "129 tools",
    { messages: [user], tools: Array.from({ length: 129 }, (_, index) => tool(`t${index}`)) },
    /129 functions, at most 128/,
  ],
  ["two functions of one name", { messages: [user], tools: [tool("a"), tool("a")] }, /duplicate name 'a'/],
  ["a function name with a space", { messages: [user], tools: [tool("a b")] }, /name 'a b' does not match/],
  ["a function name of 65 characters", { messages: [user], tools: [tool("n".repeat(65))] }, /does not match/],
  [
    "a description that is too long",
    { messages: [user], tools: [tool("a", { description: "d".repeat(1025) })] },
    /1025 characters, at most 1024/,
  ],
  [
    "parameters without a type",
    { messages: [user], tools: [tool("a", { parameters: {} })] },
    /type "object" at the top/,
  ],
  [
    "parameters of type array",
    { messages: [user], tools: [tool("a", { parameters: { type: "array" } })] },
    /type "object" at the top/,
  ],
  [
    "parameters that are no schema",
    { messages: [user], tools: [tool("a", { parameters: true })] },
    /expected a JSON Schema object/,
  ],
  [
    "something else than a function",
    { messages: [user], tools: [{ type: "web" } as unknown as WireTool] },
    /expected \{type/,
  ],
  ...["anyOf", "oneOf", "allOf", "$ref"].map((keyword): [string, ChatRequest, RegExp] => [
    `${keyword} at the top of parameters`,
    { messages: [user], tools: [tool("a", { parameters: { type: "object", [keyword]: [] } })] },
    new RegExp(`${keyword.replace("$", "\\$")} is not allowed`),
  ]),
];

describe("validateTranscript", () => {
  it.each(fine)("accepts %s", (_, body) => {
    expect(validateTranscript(body)).toEqual([]);
  });

  it.each(broken)("rejects %s", (_, body, expected) => {
    expect(validateTranscript(body).join("\n")).toMatch(expected);
  });

  it("takes other limits", () => {
    const body = { messages: [user], tools: [tool("a", { description: "long" }), tool("b")] };
    expect(validateTranscript(body, { maxTools: 1, maxDescriptionLength: 3 })).toHaveLength(3);
  });
});

describe("toWire", () => {
  it("converts every kind of message", () => {
    const messages = [
      new SystemMessage("rules"),
      new HumanMessage("look"),
      new AIMessage({ content: "", tool_calls: [{ id: "a", name: "look", args: { x: 1 } }] }),
      new ToolMessage({ content: "seen", tool_call_id: "a" }),
      new AIMessage("done"),
    ];
    const wire = toWire(messages);
    expect(wire).toEqual([
      { role: "system", content: "rules" },
      { role: "user", content: "look" },
      { role: "assistant", content: "", tool_calls: [call("a", "look", '{"x":1}')] },
      { role: "tool", content: "seen", tool_call_id: "a" },
      { role: "assistant", content: "done" },
    ]);
    expect(validateTranscript({ messages: [...wire, user] })).toEqual([]);
  });

  it("keeps calls whose arguments could not be read, so that they are answered and seen", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [{ id: "a", name: "look", args: {} }],
      invalid_tool_calls: [{ id: "b", name: "look", args: "{x", error: "bad" }],
    });
    const [wire] = toWire([message]);
    expect(wire).toMatchObject({ tool_calls: [call("a"), call("b", "look", "{x")] });
    expect(validateTranscript({ messages: toWire([new HumanMessage("x"), message]) }).join()).toMatch(
      /'b' are not JSON/,
    );
  });

  it("carries a call once when the content repeats it", () => {
    const message = new AIMessage({
      content: [
        { type: "text", text: "I look" },
        { type: "tool_use", id: "a", name: "look", input: {} },
      ],
      tool_calls: [{ id: "a", name: "look", args: {} }],
    });
    expect(toWire([message])).toEqual([
      { role: "assistant", content: [{ type: "text", text: "I look" }], tool_calls: [call("a")] },
    ]);
  });
});
