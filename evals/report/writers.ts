/** The forms of a report, by the ending of the file. */
import { extname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { InputError } from "../../catalog/types.js";
import { toCsv } from "./csv.js";
import { withoutHeldTexts } from "./held-back.js";
import { toJson } from "./json.js";
import { toMarkdown } from "./markdown.js";
import type { EvalReport, ScalingReport } from "./types.js";

export type ReportWriter = (report: EvalReport | ScalingReport) => string | Promise<string>;

/** One writer for each ending; a new form is a line here. */
export const reportWriters: Readonly<Record<string, ReportWriter>> = {
  ".json": toJson,
  ".csv": toCsv,
  ".md": toMarkdown,
  // Loaded when needed: what draws is large.
  ".html": async (report) => (await import("./html/document.js")).toHtml(report),
};

/**
 * The writer for a file.
 *
 * @throws InputError for an ending that none writes.
 */
export function writerFor(path: string): ReportWriter {
  const ending = extname(path).toLowerCase();
  const writer = Object.hasOwn(reportWriters, ending) ? reportWriters[ending] : undefined;
  if (writer) return writer;
  const known = Object.keys(reportWriters).join(", ");
  throw new InputError(`the output file ${path} ends in "${ending}": expected one of ${known}`);
}

/** Writes the report in the form that the ending names, whole or not at all. Texts of held tasks are in none. */
export async function writeReport(path: string, report: EvalReport | ScalingReport): Promise<void> {
  const text = await writerFor(path)(withoutHeldTexts(report));
  try {
    await writeFileAtomic(path, text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`the output file ${path} cannot be written (${code ?? message}): name a place that can be`);
  }
}
