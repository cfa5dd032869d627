import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toWire, validateTranscript } from "../../models/transcript.js";
import { normalizeAnswer } from "../../nodes/answer.js";
import { findPendingWork } from "../../nodes/pending.js";
import { call } from "./support.js";

type Fields = ConstructorParameters<typeof AIMessage>[0];

const answer = (fields: Fields, history: BaseMessage[] = [], final = false) =>
  normalizeAnswer(new AIMessage(fields as string), history, { final });
const withCalls = (...calls: unknown[]) => ({ content: "", tool_calls: calls }) as Fields;
const broken = (fields: object) => ({ type: "invalid_tool_call", id: "c1", name: "read", args: "{path:", ...fields });
const brokenAnswer = (fields: object = {}) =>
  answer({ content: "", invalid_tool_calls: [broken(fields)] } as unknown as Fields);

describe("normalizeAnswer: ids", () => {
  it("keeps the message's own id", () => {
    expect(answer({ id: "m1", content: "Hi" }).id).toBe("m1");
  });

  it("gives an id where there is none", () => {
    expect(answer("Hi").id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("gives another id where an earlier message has the same, so that it does not replace that one", () => {
    const history = [new AIMessage({ id: "m1", content: "Before" })];
    expect(answer({ id: "m1", content: "Hi" }, history).id).not.toBe("m1");
  });

  it("gives calls that reuse ids, of earlier messages or of their own, new ones that are the same in each run", () => {
    const history = [new AIMessage({ id: "m1", content: "", tool_calls: [call("read", {}, "c1")] })];
    const calls = [call("read", { n: 1 }, "c1"), call("read", { n: 2 }, "c1"), call("read", { n: 3 }, "c1_2")];
    const ids = answer(withCalls(...calls), history).tool_calls?.map((entry) => entry.id);
    expect(ids).toEqual(["c1_2", "c1_3", "c1_2_2"]);
    expect(answer(withCalls(...calls), history).tool_calls?.map((entry) => entry.id)).toEqual(ids);
  });

  it("gives calls without an id one each", () => {
    const calls = [1, 2].map((n) => ({ name: "read", args: { n }, id: undefined }));
    expect(answer(withCalls(...calls, call("x", {}, ""))).tool_calls?.map((entry) => entry.id)).toEqual([
      "call",
      "call_2",
      "call_3",
    ]);
  });
});

describe("normalizeAnswer: calls", () => {
  it.each([
    ["files/read", "files__read"],
    ["read file!", "read_file_"],
    ["lesen_ä", "lesen__"],
    ["", "unnamed"],
    ["x".repeat(80), "x".repeat(64)],
  ])("sends the name %j as %j and notes what the model wrote", (name, sent) => {
    const message = answer(withCalls(call(name)));
    expect(message.tool_calls?.[0]?.name).toBe(sent);
    expect(findPendingWork([message], "native").calls[0]?.name).toBe(name);
  });

  it("notes nothing about a call that is in order", () => {
    expect(answer(withCalls(call("read"))).additional_kwargs).toEqual({});
  });

  it("makes arguments that are no JSON into an empty object and quotes what was written", () => {
    const message = brokenAnswer();
    expect(message.tool_calls).toEqual([{ type: "tool_call", id: "c1", name: "read", args: {} }]);
    expect(message.invalid_tool_calls).toEqual([]);
    expect(findPendingWork([message], "native").calls[0]?.invalid).toBe(
      "the arguments are not JSON (unreadable): {path:",
    );
  });

  it("quotes only the beginning of long arguments", () => {
    const invalid = findPendingWork([brokenAnswer({ args: "x".repeat(5000) })], "native").calls[0]?.invalid;
    expect(invalid?.length).toBeLessThan(300);
  });

  it("reads a broken call that has neither name nor arguments nor id", () => {
    const message = brokenAnswer({ id: undefined, name: undefined, args: undefined });
    expect(message.tool_calls).toEqual([{ type: "tool_call", id: "call", name: "unnamed", args: {} }]);
  });

  it.each([
    ["a list", [1]],
    ["null", null],
    ["text", "path"],
  ])("takes arguments that are %s as unreadable", (_name, args) => {
    const message = answer(withCalls({ ...call("read"), args }));
    expect(message.tool_calls?.[0]?.args).toEqual({});
    expect(findPendingWork([message], "native").calls[0]?.invalid).toBe("the arguments are not a JSON object");
  });

  it("drops the provider's own copy of the calls, and keeps what else it said", () => {
    const raw = new AIMessage({ content: "", tool_calls: [call("read", {}, "c1")] });
    raw.additional_kwargs = { tool_calls: [], reasoning_content: "hm" };
    expect(normalizeAnswer(raw, [], { final: false }).additional_kwargs).toEqual({ reasoning_content: "hm" });
  });

  it("makes a streamed chunk into a whole message", () => {
    const chunk = new AIMessageChunk({ content: "Hi", id: "m1" });
    const message = normalizeAnswer(chunk, [], { final: false });
    expect(message).toBeInstanceOf(AIMessage);
    expect(message).not.toBeInstanceOf(AIMessageChunk);
  });
});

describe("normalizeAnswer: content", () => {
  it("keeps content blocks beside calls", () => {
    const content = [{ type: "text", text: "I read." }];
    expect(answer({ content, tool_calls: [call("read")] }).content).toEqual(content);
  });

  it("keeps usage and metadata", () => {
    const usage_metadata = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    const response_metadata = { finish_reason: "stop" };
    expect(answer({ content: "Hi", usage_metadata, response_metadata })).toMatchObject({
      usage_metadata,
      response_metadata,
    });
  });

  it("gives the calls inside content blocks the same ids and names as the calls", () => {
    const history = [new AIMessage({ id: "m1", content: "", tool_calls: [call("x", {}, "c1")] })];
    const content = [
      { type: "text", text: "I read." },
      { type: "tool_use", id: "c1", name: "files/read", input: { path: "a" } },
    ];
    const message = answer({ content, tool_calls: [call("files/read", { path: "a" }, "c1")] }, history);
    expect(message.tool_calls?.map(({ id, name }) => [id, name])).toEqual([["c1_2", "files__read"]]);
    expect(message.content).toEqual([content[0], { ...content[1], id: "c1_2", name: "files__read" }]);
  });

  it("says so when the model says nothing, be it blanks", () => {
    expect(answer("").content).toBe("The model gave no answer.");
    expect(answer(" \n").content).toBe("The model gave no answer.");
    expect(answer({ content: [] }).content).toBe("The model gave no answer.");
  });

  it("gives the reason why the model said nothing", () => {
    expect(answer({ content: "", response_metadata: { finish_reason: "length" } }).content).toBe(
      "The model gave no answer (length).",
    );
    expect(answer({ content: "", response_metadata: { finish_reason: "stop" } }).content).toBe(
      "The model gave no answer.",
    );
  });

  it("gives a refusal as the answer", () => {
    expect(answer({ content: "", additional_kwargs: { refusal: "I may not." } }).content).toBe("I may not.");
  });

  it("leaves the content of a message with calls empty", () => {
    expect(answer(withCalls(call("read"))).content).toBe("");
  });
});

describe("normalizeAnswer: the last answer of a turn", () => {
  it("has no calls, readable or not", () => {
    const fields = { content: "Done.", tool_calls: [call("read")], invalid_tool_calls: [broken({ id: "c2" })] };
    const message = answer(fields as Fields, [], true);
    expect(message.tool_calls).toEqual([]);
    expect(message.invalid_tool_calls).toEqual([]);
    expect(message.content).toBe("Done.");
  });

  it("has no calls inside content blocks either", () => {
    const content = [
      { type: "text", text: "Done." },
      { type: "tool_call", id: "c1", name: "read", args: {} },
    ];
    const fields = { content, tool_calls: [call("read")], response_metadata: { output_version: "v1" } };
    const message = answer(fields as Fields, [], true);
    expect(message.tool_calls).toEqual([]);
    expect(message.content).toEqual([content[0]]);
  });
});

describe("normalizeAnswer: an answer without words", () => {
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };

  it("keeps an answer that is a picture", () => {
    expect(answer({ content: [picture] } as Fields).content).toEqual([picture]);
  });

  it("says that nothing was said when there are only thoughts", () => {
    expect(answer({ content: [{ type: "thinking", thinking: "hm" }] } as Fields).text).toBe(
      "The model gave no answer.",
    );
  });
});

describe("normalizeAnswer: any answer", () => {
  it("passes a strict provider once its calls are answered", () => {
    const anyCall = fc.record({
      id: fc.option(fc.constantFrom("a", "b", ""), { nil: undefined }),
      name: fc.oneof(fc.constantFrom("read", "a/b", ""), fc.string()),
      args: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    });
    const anyAnswer = fc.record({ content: fc.string(), calls: fc.array(anyCall, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(anyAnswer, { maxLength: 6 }), (answers) => {
        const history: BaseMessage[] = [new HumanMessage("Go")];
        for (const { content, calls } of answers) {
          const message = answer({ ...(withCalls(...calls) as object), content } as Fields, history);
          const results = (message.tool_calls ?? []).map((entry) => ({
            role: "tool" as const,
            content: "",
            tool_call_id: entry.id!,
          }));
          expect(
            validateTranscript({ messages: [...toWire([message]), ...results, { role: "user", content: "Go on" }] }),
          ).toEqual([]);
          history.push(message);
        }
        const ids = history.flatMap((message) => (message as AIMessage).tool_calls ?? []).map((entry) => entry.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 200 },
    );
  });
});
