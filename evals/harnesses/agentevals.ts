/** Trajectory matching with the package `agentevals` (optional): a run's messages against what its task needs. */
import type { Protocol } from "../../models/protocol.js";
import type { TracedRun } from "../run-task.js";
import type { EvalTurn } from "../task-file.js";
import { loadOptional } from "./optional.js";
import { referenceFor, trajectoryOf } from "./trajectory.js";

/**
 * `unordered`: the needed calls and no others. `superset`: at least the needed calls. `subset`: no call but needed ones.
 * `strict`: the needed calls, one a message, in the order of the labels.
 */
export type TrajectoryMode = "unordered" | "superset" | "subset" | "strict";

export interface TrajectoryMatch {
  /** For example `trajectory_unordered_match`. */
  key: string;
  matches: boolean;
}

export type TrajectoryMatcher = (run: TracedRun, turn: EvalTurn, callProtocol?: Protocol) => Promise<TrajectoryMatch>;

/**
 * Makes a matcher. Arguments are not compared: tasks label tools, not arguments.
 *
 * @throws InputError when the package is not installed.
 */
export async function createTrajectoryMatcher(mode: TrajectoryMode = "unordered"): Promise<TrajectoryMatcher> {
  const { createTrajectoryMatchEvaluator } = await loadOptional("agentevals", () => import("agentevals"));
  const evaluate = createTrajectoryMatchEvaluator({ trajectoryMatchMode: mode, toolArgsMatchMode: "ignore" });
  return async (run, turn, callProtocol) => {
    const { key, score } = await evaluate({
      outputs: trajectoryOf(run, callProtocol),
      referenceOutputs: referenceFor(turn.query, turn.slots, run),
    });
    return { key, matches: score === true || score === 1 };
  };
}
