/** What `toolgap route --explain` prints: which parts made each score, and why a tool is missing. */
import type { ToolCatalog } from "../catalog/registry.js";
import { formatFit } from "../catalog/search/route-options.js";
import type { Explanation, ScoreShare } from "../catalog/search/types.js";
import { formatToolId, InputError, type ToolId } from "../catalog/types.js";
import { formatId, type Io, note, print } from "./output.js";

/** Words of one part, and servers, that are shown. */
const shown = 8;
const shownCharacters = 60;

/**
 * The tool that `server/tool` names.
 *
 * @throws InputError when the catalog has none.
 */
export function findTool(text: string, catalog: ToolCatalog): ToolId {
  const found = catalog.tools().find(({ id }) => formatToolId(id) === text);
  if (found !== undefined) return found.id;
  const nearest = catalog.nearest(text.slice(text.lastIndexOf("/") + 1)).map(formatToolId);
  const hint = nearest.length > 0 ? `, for example ${nearest.join(" or ")}` : "";
  throw new InputError(`the catalog has no tool "${text}": expected --explain server/tool${hint}`);
}

export function printExplained({ router, serversCut, explained }: Explanation, io: Io): void {
  const others = serversCut.slice(0, shown).map((server) => `${server.name} (${server.score.toFixed(3)})`);
  if (others.length > 0) note(io, `servers not shown: ${others.join(", ")}`, "dim");
  if (explained === undefined) {
    note(io, `the router ${router} cannot say what made its scores; --router hybrid can`, "dim");
    return;
  }
  for (const { id, rank, score, fit, shares, reason } of explained) {
    const place =
      rank === undefined ? "not ranked" : `number ${rank}, score ${score.toFixed(3)}, fit ${formatFit(fit)}`;
    print(io, `${formatId(id)}: ${place}${reason === undefined ? "" : `; no match: ${reason}`}`);
    for (const share of shares) print(io, `  ${renderShare(share)}`);
  }
}

function renderShare({ part, score, text = "", words = [] }: ScoreShare): string {
  const found = words.slice(0, shown).map((word) => {
    const name = word.word === word.found ? word.word : `${word.word} = ${word.found}`;
    return `${name} in ${word.field} ${word.score.toFixed(3)}`;
  });
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text;
  return `${score.toFixed(3)}  ${part}${cut === "" ? "" : ` "${cut}"`}${found.length > 0 ? `: ${found.join(", ")}` : ""}`;
}
