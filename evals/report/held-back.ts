/** Tasks that are held back are measured, and nobody reads them: reports name their ids and numbers only. */
import type { EvalCase, EvalReport, ScalingReport } from "./types.js";

/** What stands for each text of a held task. */
export const heldBack = "(held back)";

/** Tasks of a file `NAME-held.jsonl`. */
export function isHeld(suite: string): boolean {
  return suite.endsWith("-held");
}

/** The report with every text that comes from a held task replaced: its queries, and what a model made of them. */
export function withoutHeldTexts<T extends EvalReport | ScalingReport>(report: T): T {
  if (report.kind !== "toolgap eval") return report;
  return { ...report, cases: report.cases.map((one) => (isHeld(one.suite) ? withoutTexts(one) : one)) };
}

function withoutTexts(one: EvalCase): EvalCase {
  return {
    ...one,
    query: heldBack,
    answer: heldBack,
    unmet: one.unmet.map(() => heldBack),
    ...(one.failed === undefined ? {} : { failed: heldBack }),
    requests: one.requests.map((request) => ({ ...request, server: heldBack, tool: heldBack })),
    routing: one.routing.map(({ notices, ...trace }) => ({ ...trace, request: { tool: heldBack } })),
    calls: one.calls.map((call) => ({ ...call, args: {} })),
  };
}
