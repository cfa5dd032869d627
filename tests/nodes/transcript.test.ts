import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFeedback } from "../../models/protocol.js";
import { toWire, validateTranscript } from "../../models/transcript.js";
import { withSystemPrompt } from "../../nodes/prompt.js";
import { feedback, prepareTranscript } from "../../nodes/transcript.js";
import { call } from "./support.js";

const result = (id: string, content = `result of ${id}`) => new ToolMessage({ tool_call_id: id, content });
const calls = (...ids: string[]) => new AIMessage({ content: "", tool_calls: ids.map((id) => call("read", {}, id)) });
const task = new HumanMessage("Read");

/** One line for each message: its kind, and for results the id and the text. */
function outline(messages: readonly BaseMessage[]): string[] {
  return messages.map((message) =>
    ToolMessage.isInstance(message)
      ? `tool ${message.tool_call_id}: ${message.text.startsWith("No result") ? "missing" : message.text}`
      : isFeedback(message)
        ? `feedback: ${message.text}`
        : message.getType(),
  );
}

describe("prepareTranscript", () => {
  it("leaves a transcript that is in order as it is", () => {
    const messages = [
      task,
      calls("a", "b"),
      result("a"),
      result("b"),
      new AIMessage("Done."),
      new HumanMessage("Go on"),
    ];
    expect(toWire(prepareTranscript(messages))).toEqual(toWire(messages));
  });

  it("puts results into the order of the calls", () => {
    expect(outline(prepareTranscript([task, calls("a", "b"), result("b"), result("a")]))).toEqual([
      "human",
      "ai",
      "tool a: result of a",
      "tool b: result of b",
    ]);
  });

  it("says of a call without a result that none was recorded, as an error", () => {
    const prepared = prepareTranscript([task, calls("a"), new HumanMessage("And now?")]);
    expect(outline(prepared)).toEqual(["human", "ai", "tool a: missing", "human"]);
    expect((prepared[2] as ToolMessage).status).toBe("error");
    expect((prepared[2] as ToolMessage).name).toBe("read");
  });

  it("leaves out a doubled result and keeps the first", () => {
    expect(outline(prepareTranscript([task, calls("a"), result("a", "first"), result("a", "second")]))).toEqual([
      "human",
      "ai",
      "tool a: first",
    ]);
  });

  it("leaves out a result whose call was trimmed away", () => {
    expect(outline(prepareTranscript([result("a"), task]))).toEqual(["human"]);
  });

  it("does not give a call the result that came before it", () => {
    expect(outline(prepareTranscript([task, result("a"), calls("a")]))).toEqual(["human", "ai", "tool a: missing"]);
  });

  it("gives a reused id the result that follows its own call", () => {
    const messages = [task, calls("a"), result("a", "one"), calls("a"), result("a", "two"), calls("a")];
    expect(outline(prepareTranscript(messages))).toEqual([
      "human",
      "ai",
      "tool a: one",
      "ai",
      "tool a: two",
      "ai",
      "tool a: missing",
    ]);
  });

  it("does not give an open call the result of a later call with the same id", () => {
    expect(outline(prepareTranscript([task, calls("a"), calls("a"), result("a", "second")]))).toEqual([
      "human",
      "ai",
      "tool a: missing",
      "ai",
      "tool a: second",
    ]);
  });

  it("puts feedback behind the results and makes neighbours one message", () => {
    const messages = [task, calls("a"), feedback("first"), result("a"), feedback("second"), new AIMessage("Done.")];
    expect(outline(prepareTranscript(messages)).slice(0, -1)).toEqual([
      "human",
      "ai",
      "tool a: result of a",
      "feedback: first\n\nsecond",
      "ai",
    ]);
  });

  it("lets an assistant never have the last word", () => {
    const last = outline(prepareTranscript([task, new AIMessage("The first agent is done.")])).at(-1);
    expect(last).toBe("feedback: Go on from here: do what is still missing, then answer.");
  });

  it("sends names of messages without what providers reject, and keeps them in the state", () => {
    const messages = [
      new HumanMessage({ content: "Hi", name: "Ann Lee" }),
      new HumanMessage({ content: "Hi", name: "bob" }),
    ];
    expect(prepareTranscript(messages).map((message) => message.name)).toEqual(["Ann_Lee", "bob"]);
    expect(messages[0]?.name).toBe("Ann Lee");
  });

  it("does not merge feedback with what a person says", () => {
    expect(outline(prepareTranscript([feedback("note"), task, feedback("note")]))).toEqual([
      "feedback: note",
      "human",
      "feedback: note",
    ]);
  });

  it("answers a call that another program could not read", () => {
    const broken = new AIMessage({
      content: "",
      tool_calls: [call("read", {}, "a")],
      invalid_tool_calls: [{ type: "invalid_tool_call", id: "b", name: "send", args: "{to:", error: "not JSON" }],
    });
    const prepared = prepareTranscript([task, broken, result("b"), result("a")]);
    expect(outline(prepared)).toEqual(["human", "ai", "tool a: result of a", "tool b: result of b"]);
    expect(validateTranscript({ messages: toWire(prepared) })).toEqual([]);
  });

  it("gives calls of another program ids where they have none or share one", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [call("one", {}, "a"), call("two", {}, "a"), { type: "tool_call", name: "three", args: {} }],
    });
    const prepared = prepareTranscript([task, message, result("a", "first"), result("a", "second")]);
    expect(outline(prepared).map((line) => line.replace(/^tool \S+/, "tool"))).toEqual([
      "human",
      "ai",
      "tool first",
      "tool second",
      "tool missing",
    ]);
    expect(validateTranscript({ messages: toWire(prepared) })).toEqual([]);
  });

  it("makes any history into one that a strict provider accepts, and changes nothing in it", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const message = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("calls" as const), ids: fc.array(id, { maxLength: 3 }) }) },
      { weight: 5, arbitrary: fc.record({ kind: fc.constant("result" as const), id }) },
      fc.record({ kind: fc.constantFrom("human" as const, "feedback" as const, "system" as const) }),
      fc.record({ kind: fc.constant("broken" as const), id }),
    );
    let count = 0;
    const build = (entry: typeof message extends fc.Arbitrary<infer Entry> ? Entry : never): BaseMessage => {
      count += 1;
      switch (entry.kind) {
        case "calls":
          return new AIMessage({ content: `said ${count}`, tool_calls: entry.ids.map((id) => call("read", {}, id)) });
        case "broken": {
          const invalid = { type: "invalid_tool_call" as const, id: entry.id, name: "a b", args: "{", error: "bad" };
          return new AIMessage({ content: "", invalid_tool_calls: [invalid] });
        }
        case "result":
          return result(entry.id, `result ${count}`);
        case "feedback":
          return feedback(`note ${count}`);
        case "system":
          return new SystemMessage(`rule ${count}`);
        default:
          return new HumanMessage(`words ${count}`);
      }
    };
    fc.assert(
      fc.property(fc.array(message, { maxLength: 25 }), (entries) => {
        const history = entries.map(build);
        const before = JSON.stringify(history);
        const prepared = prepareTranscript(Object.freeze(history));
        const sent = toWire(withSystemPrompt("prompt", prepared));
        expect(validateTranscript({ messages: sent })).toEqual([]);
        expect(JSON.stringify(history)).toBe(before);
        // No word of a person or of the model is lost, and no result is given twice.
        const spoken = (messages: readonly BaseMessage[]) =>
          messages.filter((said) => said.text !== "" && !ToolMessage.isInstance(said) && !isFeedback(said));
        expect(spoken(prepared).map((said) => said.text)).toEqual(spoken(history).map((said) => said.text));
        const results = prepared.filter((said) => said.text.startsWith("result ")).map((said) => said.text);
        expect(new Set(results).size).toBe(results.length);
        expect(prepareTranscript(prepared).map((said) => said.text)).toEqual(prepared.map((said) => said.text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("feedback", () => {
  it("is a human message that is marked as no person's words", () => {
    expect(isFeedback(feedback("note"))).toBe(true);
    expect(isFeedback(task)).toBe(false);
  });
});
