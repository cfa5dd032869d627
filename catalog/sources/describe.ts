/** What is said about a server that the person did not describe: it has to be findable. */

const maximumLength = 600;

/** What a server says of itself when it is first spoken to. */
export interface ServerSelfDescription {
  title?: string | undefined;
  description?: string | undefined;
  instructions?: string | undefined;
}

/**
 * A description for search: the server's instructions (shortened), or else its title and description; when it
 * says nothing more than a title, the words of its tools' names as well.
 */
export function describeServer(self: ServerSelfDescription, toolNames: readonly string[]): string {
  const title = clean(self.title);
  const said = clean(self.instructions) || clean(self.description);
  if (said) return shorten([title, said].filter(Boolean).join(": "));
  const words = [...new Set(toolNames.map(toWords))].join(", ");
  return shorten([title, words].filter(Boolean).join(": "));
}

/** `readTextFile` and `read_text_file` as people write them: "read text file". */
function toWords(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** One line, without the marks of Markdown headings and emphasis. */
function clean(text: string | undefined): string {
  return (text ?? "")
    .replace(/^#+ +|\*\*|`/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

function shorten(text: string): string {
  if (text.length <= maximumLength) return text;
  const cut = text.slice(0, maximumLength);
  const end = Math.max(cut.lastIndexOf(". ") + 1, cut.lastIndexOf(", "));
  const kept = cut.slice(0, end > maximumLength / 2 ? end : cut.lastIndexOf(" ")).trimEnd();
  return kept.endsWith(".") ? kept : `${kept} ...`;
}
