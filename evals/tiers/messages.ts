/** Messages labeled with the domains that they should load, and how many are answered right. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { chooseDomains } from "../../catalog/tiers/index.js";
import type { Tiering } from "../../catalog/tiers/types.js";
import { InputError } from "../../catalog/types.js";
import { isHeld } from "../report/held-back.js";
import { estimateMean } from "../statistics.js";

/** One line of a file: `{"id", "query", "domains": [...], "tags": [...]}`. */
export interface LabeledMessage {
  id: string;
  query: string;
  domains: string[];
  tags: string[];
}

const line = z.object({
  id: z.string().min(1),
  query: z.string().min(1),
  domains: z.array(z.string()),
  tags: z.array(z.string()).default([]),
});

/** @throws InputError for a file that cannot be read, or a line that is no labeled message. */
export async function readMessages(path: string): Promise<LabeledMessage[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`Messages ${path} cannot be read: ${code === "ENOENT" ? "there is no such file" : message}.`);
  }
  const messages = text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    const parsed = line.safeParse(parseLine(content));
    if (parsed.success) return [parsed.data];
    const expected = 'expected {"id": "...", "query": "...", "domains": ["..."], "tags": ["..."]}';
    throw new InputError(`Messages ${path}, line ${index + 1} cannot be used: ${expected}.`);
  });
  if (messages.length === 0) throw new InputError(`Messages ${path} has none: expected one JSON object a line.`);
  return messages;
}

function parseLine(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** What was loaded for a message instead of what it should load. */
export interface WrongMessage {
  id: string;
  query: string;
  expected: string[];
  loaded: string[];
  /** The keywords that did it. */
  keywords: string[];
}

export interface MessageReport {
  /** The file without its ending. */
  name: string;
  messages: number;
  right: number;
  /** Share of messages whose domains were all loaded, and no other, with a 95% bootstrap interval. */
  accuracy: number;
  low: number;
  high: number;
  /** Messages with a domain too many, and with one missing; one may be both. */
  withExtra: number;
  withMissing: number;
  /** By the first tag. */
  byTag: Record<string, { messages: number; right: number }>;
  /** Empty for messages that are held back: nobody reads those. */
  wrong: WrongMessage[];
}

/** Loads domains for each message as the tiered graph does. @throws InputError for a label that is no domain. */
export async function measureMessages(
  path: string,
  messages: readonly LabeledMessage[],
  tiering: Tiering,
  seed: number,
): Promise<MessageReport> {
  const names = new Set(tiering.domains.map(({ name }) => name));
  const judged = await Promise.all(
    messages.map(async (message) => {
      const unknown = message.domains.find((domain) => !names.has(domain));
      if (unknown !== undefined) {
        const known = [...names].join(", ");
        throw new InputError(
          `Messages ${path} (${message.id}) name the domain "${unknown}"; the domains are: ${known}.`,
        );
      }
      const matches = await chooseDomains(tiering, message.query);
      const loaded = matches.map(({ domain }) => domain);
      const extra = loaded.some((domain) => !message.domains.includes(domain));
      const missing = message.domains.some((domain) => !loaded.includes(domain));
      return { message, loaded, extra, missing, keywords: matches.flatMap(({ keywords }) => keywords) };
    }),
  );
  const name = basename(path).replace(/\.jsonl$/, "");
  const isRight = ({ extra, missing }: (typeof judged)[number]) => !extra && !missing;
  const byTag: MessageReport["byTag"] = {};
  for (const one of judged) {
    const tag = one.message.tags[0] ?? "untagged";
    const group = byTag[tag] ?? { messages: 0, right: 0 };
    byTag[tag] = { messages: group.messages + 1, right: group.right + Number(isRight(one)) };
  }
  const estimate = estimateMean(
    judged.map((one) => Number(isRight(one))),
    { seed },
  );
  return {
    ...{ name, messages: judged.length, right: judged.filter(isRight).length, byTag },
    ...{ accuracy: estimate.mean!, low: estimate.low!, high: estimate.high! },
    withExtra: judged.filter(({ extra }) => extra).length,
    withMissing: judged.filter(({ missing }) => missing).length,
    wrong: isHeld(name)
      ? []
      : judged
          .filter((one) => !isRight(one))
          .map(({ message, loaded, keywords }) => ({
            ...{ id: message.id, query: message.query, expected: message.domains, loaded, keywords },
          })),
  };
}
