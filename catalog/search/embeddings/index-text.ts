/** The text of a tool that an embedding model reads. */
import { createHash } from "node:crypto";
import { defaults } from "../../defaults.js";
import type { CatalogServer, CatalogTool } from "../../types.js";

/**
 * The text by which a tool is found in meaning: three lines, empty ones left out.
 *
 *     GitHub: create issue
 *     Creates an issue in a repository.
 *     Parameters: title, body, labels
 *
 * Names of tools and parameters are cut into words. The server's own description is left out: it is the same for all tools
 * of a server and would pull their vectors together. Usage examples are left out too: many requests in one vector blur
 * it, and each new example would have to be embedded; the words of a request find them. Longer texts are cut at
 * `defaults.embeddings.maxTextLength` characters.
 */
export function embeddingText(server: Pick<CatalogServer, "name">, tool: CatalogTool): string {
  const schema = typeof tool.inputSchema === "object" ? tool.inputSchema.properties : undefined;
  const parameters = Object.keys(typeof schema === "object" && schema !== null ? schema : {});
  const lines = [
    `${server.name}: ${spell(tool.id.name)}`,
    tool.description.trim(),
    parameters.length > 0 ? `Parameters: ${parameters.map(spell).join(", ")}` : "",
  ];
  return cut(lines.filter((line) => line !== "").join("\n"));
}

/** `createIssue` and `create_issue` as `create issue`. */
function spell(name: string): string {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/[_\-./]+/g, " ")
    .trim();
}

function cut(text: string): string {
  return [...text.slice(0, defaults.embeddings.maxTextLength * 2)].slice(0, defaults.embeddings.maxTextLength).join("");
}

/** What a text's vector is kept under: 128 bits of its SHA-256, in hexadecimal. */
export function textKey(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
