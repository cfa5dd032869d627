/** The report as CSV: one line for each case, or for each size and strategy. */
import { stringify } from "csv-stringify/sync";
import { formatToolId } from "../../catalog/types.js";
import { type EvalReport, metricNames, type ScalingReport } from "./types.js";

/** The cases with their metrics; `model` and `rule_based` say whose numbers they are. */
export function toCsv(report: EvalReport | ScalingReport): string {
  return report.kind === "toolgap eval" ? casesToCsv(report) : pointsToCsv(report);
}

function casesToCsv({ cases, model, timings }: EvalReport): string {
  const labels = ["suite", "task", "turn", "strategy", "repeat", "model", "rule_based", "tags", "query", "needed"];
  const header = [...labels, "called", "stopped_by", "stage", "failed", ...metricNames, "latency_ms"];
  const rows = cases.map((one, index) => [
    ...[one.suite, one.task, one.turn, one.strategy, one.repeat, model.label, String(model.ruleBased)],
    one.tags.join(" "),
    one.query,
    one.slots.map((slot) => slot.map(formatToolId).join(" | ")).join("; "),
    one.calls.map((call) => `${formatToolId(call)}${call.ok ? "" : " (failed)"}`).join("; "),
    ...[one.stoppedBy, one.stage ?? "", one.failed ?? ""],
    ...metricNames.map((name) => one.metrics[name]),
    timings.cases[index],
  ]);
  return write([header, ...rows]);
}

function pointsToCsv({ points, model }: ScalingReport): string {
  const header = ["tools", "strategy", "model", "rule_based", "runnable", "cases", ...metricNames];
  const rows = points.map(({ tools, strategy, runnable, cases, metrics }) => [
    ...[tools, strategy, model.label, String(model.ruleBased), String(runnable), cases],
    ...metricNames.map((name) => metrics[name].mean),
  ]);
  return write([header, ...rows]);
}

/** Texts of strangers that a spreadsheet would take for a formula are kept from it. */
function write(rows: readonly (readonly unknown[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true },
  );
}
