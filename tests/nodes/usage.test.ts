import { AIMessage, HumanMessage, type UsageMetadata } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { countTokens } from "../../catalog/tokens.js";
import { requestToolsFunction } from "../../models/protocol.js";
import { measureUsage } from "../../nodes/usage.js";
import { call } from "./support.js";

const sent = [new HumanMessage("Read the file a.txt")];
const answer = (usage?: Partial<UsageMetadata>) =>
  new AIMessage({ content: "It says so.", ...(usage ? { usage_metadata: usage as UsageMetadata } : {}) });

describe("measureUsage", () => {
  it("takes the provider's numbers", async () => {
    const usage = { input_tokens: 12, output_tokens: 3, total_tokens: 15 };
    expect(await measureUsage(answer(usage), sent, [])).toEqual({ inputTokens: 12, outputTokens: 3, counted: false });
  });

  it("tells what the provider read from its cache", async () => {
    const usage = { input_tokens: 12, output_tokens: 3, total_tokens: 15, input_token_details: { cache_read: 8 } };
    expect(await measureUsage(answer(usage), sent, [])).toMatchObject({ inputTokens: 12, cachedInputTokens: 8 });
    const none = { ...usage, input_token_details: { cache_read: 0 } };
    expect(await measureUsage(answer(none), sent, [])).toMatchObject({ cachedInputTokens: 0 });
    const untold = { ...usage, input_token_details: {} };
    expect(await measureUsage(answer(untold), sent, [])).not.toHaveProperty("cachedInputTokens");
  });

  it("keeps a zero of the provider's for an empty answer", async () => {
    const usage = { input_tokens: 12, output_tokens: 0, total_tokens: 12 };
    const empty = new AIMessage({ content: "", usage_metadata: usage });
    expect(await measureUsage(empty, sent, [])).toMatchObject({ outputTokens: 0, counted: false });
  });

  it("counts an answer that the provider takes for nothing", async () => {
    const usage = { input_tokens: 12, output_tokens: 0, total_tokens: 12 };
    const outputTokens = await countTokens("It says so.");
    expect(await measureUsage(answer(usage), sent, [])).toMatchObject({ outputTokens, counted: true });
  });

  it("counts when the provider says nothing, and when it says zero", async () => {
    const counted = {
      inputTokens: await countTokens("Read the file a.txt"),
      outputTokens: await countTokens("It says so."),
      counted: true,
    };
    expect(await measureUsage(answer(), sent, [])).toEqual(counted);
    const zero = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    expect(await measureUsage(answer(zero), sent, [])).toEqual(counted);
  });

  it("counts the answer when the provider tells only of the input", async () => {
    const usage = await measureUsage(answer({ input_tokens: 12 }), sent, []);
    expect(usage.outputTokens).toBe(await countTokens("It says so."));
  });

  it("counts the functions that were sent and the calls that came back", async () => {
    const plain = await measureUsage(answer(), sent, []);
    const calls = new AIMessage({ content: "It says so.", tool_calls: [call("read_file", { path: "a.txt" })] });
    const full = await measureUsage(calls, sent, [requestToolsFunction]);
    expect(full.inputTokens - plain.inputTokens).toBeGreaterThan(50);
    expect(full.outputTokens).toBeGreaterThan(plain.outputTokens);
  });

  it("counts the text of content blocks", async () => {
    const blocks = new AIMessage({ content: [{ type: "text", text: "It says so." }] });
    expect(await measureUsage(blocks, sent, [])).toMatchObject({ outputTokens: await countTokens("It says so.") });
  });
});
