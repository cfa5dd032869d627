/** The floors: what the strategies reached on the own tasks, so that a change that loses it is noticed. */
import { z } from "zod";
import { formatMetric } from "../report/format.js";
import type { EvalReport, MetricName } from "../report/types.js";
import { type RunEvalOptions, runEval } from "../strategies/run-eval.js";

/** More is better: the floor is the least. */
const leastMetrics = ["recall@5", "serverRecall@5", "reach", "exactCalls", "abstention"] as const;
/** Less is better: the floor is the most. */
const mostMetrics = ["decoysMisused", "toolsInContext", "schemaTokens", "schemaTokensTotal", "inputTokens"] as const;

/** All-tools is what the others are compared with: there is nothing to lose. */
export const gatedStrategies = ["active", "retrieval"] as const;

const amounts = z.record(z.string(), z.number());
const floorsFile = z.object({
  /** When and by which run they were set. */
  date: z.string(),
  command: z.string(),
  model: z.string(),
  router: z.string(),
  tasks: z.number(),
  strategies: z.record(z.string(), z.object({ least: amounts, most: amounts })),
});
export type Floors = z.infer<typeof floorsFile>;

/** One number that fell below its floor. */
export interface Breach {
  strategy: string;
  metric: MetricName;
  floor: number;
  /** Null where it could not be measured any more. */
  value: number | null;
}

/** Runs the gated strategies; what they are made of is handed in, so that a test can break a part. */
export function measureGate(options: Omit<RunEvalOptions, "strategies">): Promise<EvalReport> {
  return runEval({ ...options, strategies: gatedStrategies });
}

/** Every number that is worse than its floor. */
export function findBreaches(report: EvalReport, floors: Floors): Breach[] {
  return Object.entries(floors.strategies).flatMap(([strategy, { least, most }]) => {
    const summary = report.strategies.find((one) => one.strategy === strategy);
    const check = (amounts: Record<string, number>, isWorse: (value: number, floor: number) => boolean) =>
      Object.entries(amounts).flatMap(([name, floor]): Breach[] => {
        const metric = name as MetricName;
        const value = summary?.metrics[metric]?.mean ?? null;
        return value === null || isWorse(value, floor) ? [{ strategy, metric, floor, value }] : [];
      });
    return [...check(least, (value, floor) => value < floor), ...check(most, (value, floor) => value > floor)];
  });
}

/** How far the floors lie below what was measured: a change that trades one task for another is no loss. */
const slack = { share: 0.02, amount: 1.05 };

/** The floors for what a report reached. */
export function toFloors(report: EvalReport, { date, command }: Pick<Floors, "date" | "command">): Floors {
  const pick = (
    strategy: EvalReport["strategies"][number],
    names: readonly MetricName[],
    round: (n: number) => number,
  ) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const { mean } = strategy.metrics[name];
        return mean === null ? [] : [[name, round(mean)]];
      }),
    );
  return {
    date,
    command,
    model: report.model.label,
    router: report.settings.router,
    tasks: report.suites.reduce((sum, suite) => sum + suite.tasks, 0),
    strategies: Object.fromEntries(
      report.strategies.map((summary) => [
        summary.strategy,
        {
          least: pick(summary, leastMetrics, (value) =>
            Math.max(0, Math.floor((value - slack.share) * 10_000) / 10_000),
          ),
          most: pick(summary, mostMetrics, (value) => Math.ceil(value * slack.amount * 100) / 100),
        },
      ]),
    ),
  };
}

/** @throws Error when the text is no file of floors. */
export function parseFloors(text: string): Floors {
  return floorsFile.parse(JSON.parse(text));
}

/** One line for a person. */
export function describeBreach({ strategy, metric, floor, value }: Breach): string {
  const kind = (mostMetrics as readonly string[]).includes(metric) ? "at most" : "at least";
  return `${strategy}: ${metric} is ${formatMetric(metric, value)}, expected ${kind} ${formatMetric(metric, floor)}`;
}
