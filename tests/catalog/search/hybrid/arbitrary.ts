/** Random catalogs and requests over a small vocabulary, so that words meet often. */
import fc from "fast-check";
import { ToolCatalog } from "../../../../catalog/registry.js";
import type { RouterHit } from "../../../../catalog/search/types.js";
import type { ServerDefinition, ToolDefinition } from "../../../../catalog/types.js";

const vocabulary = [
  ...[
    "send",
    "email",
    "message",
    "file",
    "folder",
    "read",
    "write",
    "search",
    "weather",
    "repository",
    "issue",
    "delete",
  ],
  ...["chart", "database", "query", "chat", "translate", "image", "查询", "天气", "v2", "42"],
];
const word = fc.constantFrom(...vocabulary);

export const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(" "));
export const distinctWords = fc.uniqueArray(word, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(" "));

const tool = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("_")),
  description: text,
  inputSchema: fc
    .dictionary(word, fc.record({ type: fc.constant("string"), description: text }), { maxKeys: 3 })
    .map((properties) => ({ type: "object", properties })),
  examples: fc.array(text, { maxLength: 2 }),
});

export const servers: fc.Arbitrary<ServerDefinition[]> = fc.uniqueArray(
  fc.record({
    name: fc.array(word, { minLength: 1, maxLength: 2 }).map((parts) => parts.join("-")),
    description: text,
    tools: fc.uniqueArray(tool, { maxLength: 5, selector: ({ name }) => name }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ name }) => name },
);

/** A catalog of one server for each list of tools, with names and descriptions only. */
export function catalogOf(tools: Record<string, Record<string, string>>): ToolCatalog {
  return new ToolCatalog(
    Object.entries(tools).map(([name, described]) => ({
      name,
      description: "",
      tools: Object.entries(described).map(
        ([tool, description]): ToolDefinition => ({ name: tool, description, inputSchema: { type: "object" } }),
      ),
    })),
  );
}

export function namesOf(hits: readonly Pick<RouterHit, "id">[]): string[] {
  return hits.map(({ id }) => `${id.server}/${id.name}`);
}
