/** HTML from pieces: every text is escaped unless it was made here. */

/** Markup that is safe to stand in a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Content = Markup | string | number | boolean | null | undefined | readonly Content[];

/** A template whose values are escaped; nothing stands for `undefined`, `null` and booleans. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(""));
}

/** Markup made elsewhere that needs no escaping: a drawing, a style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export function render(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (Array.isArray(content)) return content.map(render).join("");
  if (typeof content === "string" || typeof content === "number") return escapeText(String(content));
  return "";
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What cannot be seen, and what turns the direction of text: a stranger's text could show as another one. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu;

function escapeText(text: string): string {
  return text.replace(unwanted, "").replace(/[&<>"']/g, (character: string) => entities[character]!);
}

/** A table whose first column heads its rows; all other columns are numbers where `numeric`. */
export function table(
  caption: string,
  head: readonly Content[],
  rows: readonly (readonly Content[])[],
  { numeric = true } = {},
): Markup {
  const kind = numeric ? "numbers" : "words";
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${kind}"><caption>${caption}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}
