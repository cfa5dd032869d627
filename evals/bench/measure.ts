/** Time, measured so that whatever else the machine does hits all competitors alike. */
import { quantileSorted } from "simple-statistics";
import { Bench } from "tinybench";

/** Milliseconds. */
export interface Timing {
  p50: number;
  p95: number;
  samples: number;
}

export interface Pace {
  /** Each round runs every competitor once, in another order. */
  rounds: number;
  /** Milliseconds for one competitor in one round. */
  time: number;
  /** Milliseconds for which each runs before the first round, until its code is compiled. */
  warmup: number;
}

export const paces = {
  full: { rounds: 6, time: 150, warmup: 400 },
  quick: { rounds: 2, time: 60, warmup: 30 },
} as const satisfies Record<string, Pace>;

/** Times each of these in turn, round after round. */
export async function interleave(
  tasks: Readonly<Record<string, () => unknown>>,
  { rounds, time, warmup }: Pace,
): Promise<Record<string, Timing>> {
  const names = Object.keys(tasks);
  const samples = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({
      time,
      iterations: 1,
      warmup: round === 0,
      warmupTime: warmup,
      warmupIterations: 1,
      retainSamples: true,
    });
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]!;
      bench.add(name, async () => {
        await tasks[name]!();
      });
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state === "errored") throw result.error;
      if (result.state === "completed") samples.get(name)!.push(...result.latency.samples!);
    }
  }
  return Object.fromEntries([...samples].map(([name, list]) => [name, toTiming(list)]));
}

export function toTiming(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b);
  return { p50: quantileSorted(sorted, 0.5), p95: quantileSorted(sorted, 0.95), samples: sorted.length };
}

/** A function that goes through the list, over and over. */
export function cycle<T>(list: readonly T[]): () => T {
  let position = 0;
  return () => list[position++ % list.length]!;
}

/** Milliseconds of one run, and what it gave. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const started = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - started };
}
