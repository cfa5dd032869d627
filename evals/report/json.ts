/** The report as JSON: every case, so that a claim can be audited. */
import { layoutJson } from "../retrieval/layout.js";
import type { EvalReport, ScalingReport } from "./types.js";

/** One line for each case. */
const linesDeep = 2;

/** The whole report; the same bytes for the same report. */
export function toJson(report: EvalReport | ScalingReport): string {
  return `${layoutJson(report, linesDeep)}\n`;
}
