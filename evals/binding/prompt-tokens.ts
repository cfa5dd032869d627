/** What a prompt costs in tokens, and how much of it a provider's prompt cache can serve. */
import { countTokens } from "../../catalog/tokens.js";
import type { WireMessage } from "../../models/transcript.js";
import { measurePrefixes } from "../strategies/prefix.js";
import type { SentPrompt } from "../strategies/recording-model.js";

/**
 * From how many tokens on the repeated front of a prompt is served from the cache, and in which steps, as OpenAI
 * documents it for its models ("Prompt caching"). Other providers differ in the numbers, not in the kind.
 */
const cacheRule = { least: 1_024, step: 128 } as const;

/** o200k tokens of one prompt: all, those that repeat the front of the prompt before, those that the cache serves. */
export interface PromptTokens {
  input: number;
  repeated: number;
  served: number;
}

/**
 * A prompt as a model reads it, in the order in which providers cache it: tools, system, messages. The texts stand as they
 * are: as JSON every quote of a schema inside a message would count twice.
 */
export function readableText({ tools, messages }: SentPrompt): string {
  return [...tools.map((tool) => JSON.stringify(tool)), ...messages.map(readableMessage)].join("\n");
}

function readableMessage(message: WireMessage): string {
  const { role, content } = message;
  const text = typeof content === "string" ? content : content ? JSON.stringify(content) : "";
  const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
  const answered = message.role === "tool" ? `${message.tool_call_id}\n` : "";
  return [
    `${role}: ${answered}${text}`,
    ...calls.map(({ id, function: called }) => `${id} ${called.name} ${called.arguments}`),
  ].join("\n");
}

/** Measures the prompts of one conversation, in their order. */
export async function measurePrompts(prompts: readonly SentPrompt[]): Promise<PromptTokens[]> {
  const texts = prompts.map(readableText);
  const prefixes = measurePrefixes(texts);
  return Promise.all(
    texts.map(async (text, index) => {
      const input = await countTokens(text);
      const { bytes, repeated: bytesRepeated } = prefixes[index]!;
      const repeated = bytes === 0 ? 0 : Math.floor(input * (bytesRepeated / bytes));
      return { input, repeated, served: servedOf(repeated) };
    }),
  );
}

/** Of so many repeated tokens, those that the cache serves. */
export function servedOf(repeated: number): number {
  return repeated < cacheRule.least ? 0 : repeated - (repeated % cacheRule.step);
}
