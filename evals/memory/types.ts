/** What the evals of memory report. */
import type { MetricName } from "../report/types.js";
import type { Estimate, PairedDifference } from "../statistics.js";

/** One metric without memory, and what a memory adds to it on the same tasks. */
export interface MemoryRow {
  metric: MetricName;
  alone: Estimate;
  /** With the memory of the other half. */
  own: PairedDifference;
  /** With a memory of other tasks. */
  foreign: PairedDifference;
}
