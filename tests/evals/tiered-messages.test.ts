import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const domainNames = ["security", "performance", "coverage", "quality", "flaky", "visual", "requirements"] as const;
const kinds = ["single", "several", "none", "trap", "negation", "other-language"] as const;
const furtherTags = [
  ...["field", "everyday", "core", "smalltalk", "substring", "other-sense", "with-domain"],
  ...["no-real-negation", "same-domain", "negated", "german", "chinese", "spanish", "doubtful"],
];

const messageSchema = z.strictObject({
  id: z.string(),
  query: z.string().refine((text) => text.trim() === text && text !== ""),
  domains: z.array(z.enum(domainNames)),
  tags: z.tuple([z.enum(kinds)], z.string()),
});
type Message = z.infer<typeof messageSchema>;

/** Names the file and line of a bad message, and what is wrong, but not its text: held texts are not to be printed. */
function parseMessage(line: string, where: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`${where} is not JSON`);
  }
  const parsed = messageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${where}: bad ${parsed.error.issues.map((issue) => issue.path.join(".") || issue.code).join(", ")}`);
}

async function readMessages(name: string): Promise<Message[]> {
  const text = await readFile(resolve("evals/tiered", name), "utf8");
  const lines = text.trimEnd().split("\n");
  return lines.map((line, index) => parseMessage(line, `${name}, line ${index + 1}`));
}

const held = await readMessages("messages-held.jsonl");
const open = await readMessages("messages-open.jsonl");
const both = [...held, ...open];

/** The ids of what breaks a rule: all that an assertion here may print. */
function idsWhere(messages: readonly Message[], broken: (message: Message) => boolean): string[] {
  return messages.filter(broken).map(({ id }) => id);
}

function ofKind(messages: readonly Message[], kind: Message["tags"][0]): Message[] {
  return messages.filter(({ tags }) => tags[0] === kind);
}

/** The words of a text without case and punctuation: a copy with another full stop is still a copy. */
function wordsOf({ query }: Message): string {
  return (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

describe("the messages for tools loaded by domain", () => {
  it("numbers the messages of each file in order", () => {
    const expected = (part: string, messages: readonly Message[]) =>
      messages.map((_, index) => `tiered-${part}-${String(index + 1).padStart(3, "0")}`);
    expect(held.map(({ id }) => id)).toEqual(expected("held", held));
    expect(open.map(({ id }) => id)).toEqual(expected("open", open));
  });

  it("has no text twice, neither in a file nor in both", () => {
    const seen = new Set<string>();
    const copies = idsWhere(both, (message) => seen.size === seen.add(wordsOf(message)).size);
    expect(copies).toEqual([]);
  });

  it("names each domain of a message once, in the order of the documented list", () => {
    const ordered = ({ domains }: Message) => domainNames.filter((name) => domains.includes(name)).join();
    expect(idsWhere(both, (message) => message.domains.join() !== ordered(message))).toEqual([]);
  });

  it("uses only documented tags, each once", async () => {
    const readme = await readFile(resolve("evals/tiered/README.md"), "utf8");
    const documented = [...kinds, ...furtherTags].filter((tag) => readme.includes(`\`${tag}\``));
    expect(documented).toEqual([...kinds, ...furtherTags]);
    const bad = ({ tags: [, ...rest] }: Message) =>
      new Set(rest).size < rest.length || rest.some((tag) => !furtherTags.includes(tag));
    expect(idsWhere(both, bad)).toEqual([]);
  });

  it("labels as many domains as the kind of a message says", () => {
    const fits = ({ domains, tags: [kind, ...rest] }: Message): boolean => {
      if (kind === "single") return domains.length === 1;
      if (kind === "several") return domains.length > 1;
      if (kind === "none") return domains.length === 0;
      if (kind === "trap") return domains.length === (rest.includes("with-domain") ? 1 : 0);
      return true;
    };
    expect(idsWhere(both, (message) => !fits(message))).toEqual([]);
  });

  it.each([
    ["single", 56, 14],
    ["several", 15, 5],
    ["none", 25, 7],
    ["trap", 20, 6],
    ["negation", 10, 4],
    ["other-language", 10, 4],
  ] as const)("has enough messages of the kind %s", (kind, inHeld, inOpen) => {
    expect(ofKind(held, kind).length).toBeGreaterThanOrEqual(inHeld);
    expect(ofKind(open, kind).length).toBeGreaterThanOrEqual(inOpen);
  });

  it.each(domainNames)("asks for %s alone, in words of the field and in everyday words", (domain) => {
    const alone = (messages: readonly Message[]) =>
      ofKind(messages, "single").filter(({ domains }) => domains[0] === domain);
    expect(alone(held).length).toBeGreaterThanOrEqual(8);
    for (const messages of [alone(held), alone(open)]) {
      for (const wording of ["field", "everyday"]) {
        expect(messages.filter(({ tags }) => tags.includes(wording)).length).toBeGreaterThan(0);
      }
    }
  });

  it("has short and long messages for a single domain", () => {
    const lengths = ofKind(held, "single").map((message) => wordsOf(message).split(" ").length);
    expect(lengths.filter((length) => length <= 5).length).toBeGreaterThanOrEqual(7);
    expect(lengths.filter((length) => length >= 30).length).toBeGreaterThanOrEqual(7);
  });

  it.each(["german", "chinese", "spanish"])("has messages in %s with and without a domain", (language) => {
    const inLanguage = held.filter(({ tags }) => tags.includes(language));
    expect(inLanguage.filter(({ domains }) => domains.length > 0).length).toBeGreaterThanOrEqual(3);
    expect(inLanguage.filter(({ domains }) => domains.length === 0).length).toBeGreaterThanOrEqual(1);
  });
});
