/** How much of each prompt repeats the one before it: what a provider's prompt cache can serve. */
import type { SentPrompt } from "./recording-model.js";

/** Bytes of one prompt, and how many of them repeat the front of the prompt before. */
export interface PrefixShare {
  bytes: number;
  repeated: number;
}

/** A prompt as text, in the order in which providers cache it: tools, system, messages. */
export function promptText({ tools, messages }: SentPrompt): string {
  const parts = tools.length > 0 ? [JSON.stringify(tools)] : [];
  return [...parts, ...messages.map((message) => JSON.stringify(message))].join("\n");
}

/** The share of each prompt that repeats the one before; the first of all repeats nothing. */
export function measurePrefixes(prompts: readonly string[], before = ""): PrefixShare[] {
  return prompts.map((prompt, index) => ({
    bytes: Buffer.byteLength(prompt),
    repeated: commonPrefixBytes(prompts[index - 1] ?? before, prompt),
  }));
}

/** Repeated bytes of all bytes, 0..1; null where nothing was sent. */
export function repeatedShare(shares: readonly PrefixShare[]): number | null {
  const sum = (pick: (share: PrefixShare) => number) => shares.reduce((total, share) => total + pick(share), 0);
  const bytes = sum((share) => share.bytes);
  return bytes === 0 ? null : sum((share) => share.repeated) / bytes;
}

/** Bytes (UTF-8) of the longest common front of two texts. */
export function commonPrefixBytes(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  // Half a character has no bytes of its own.
  const last = length > 0 ? other.charCodeAt(length - 1) : 0;
  if (last >= 0xd800 && last <= 0xdbff) length--;
  return Buffer.byteLength(other.slice(0, length));
}
