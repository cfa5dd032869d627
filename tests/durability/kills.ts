/** The behaviour of killed and resumed runs, the same for every storage. Each run is a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type Boundary, boundaries, type Scenario } from "./agent.js";
import type { ChildOrder, ChildReport } from "./child.js";
import { type NewStorage, openStorage, type StorageAddress } from "./storage.js";

const script = join(import.meta.dirname, "child.ts");
/** Two processes, each of which loads everything anew, on a machine that may have little to spare. */
const timeout = 120_000;

async function run(order: ChildOrder): Promise<ChildReport> {
  const { stdout } = await promisify(execFile)("node", ["--import", "tsx", script, JSON.stringify(order)]);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as ChildReport;
}

interface Killed {
  report: ChildReport;
  effects: string[];
  count: (name: string) => number;
  /** What the model was told of each call. */
  answerOf: (name: string) => string | undefined;
}

/** Runs until the process is killed, resumes in another one, and reads what the tools did in both. */
async function killAndResume(
  storage: StorageAddress,
  killAt: Boundary,
  given: Partial<Scenario> = {},
): Promise<Killed> {
  const scenario: Scenario = { victim: "wipe_folder", siblings: "finished", ...given };
  await expect(run({ storage, killAt, ...scenario })).rejects.toMatchObject({ signal: "SIGKILL" });
  const report = await run({ storage, ...scenario });
  const opened = await openStorage(storage);
  const effects = await opened.readEffects();
  await opened.close();
  const answers = report.messages.filter(([kind, text]) => kind === "tool" && !text.startsWith("{"));
  return {
    report,
    effects,
    count: (name) => effects.filter((effect) => effect === name).length,
    answerOf: (name) => answers.find(([, text]) => text.includes(name))?.[1],
  };
}

const names = ["wipe_folder", "send_letter", "stamp_file", "count_files"];
const unknown = /^The outcome of household\/\w+ is unknown/;
const midCall: readonly Boundary[] = [
  "after the intent",
  "in the call, before its effect",
  "in the call, after its effect",
];
const withoutEffect: readonly Boundary[] = midCall.slice(0, 2);

/** The suite for one storage; each test has one of its own. */
export function describeKills(name: string, newStorage: NewStorage, places: readonly Boundary[] = boundaries): void {
  describe.concurrent(`a run that is killed and resumed in another process, ${name}`, () => {
    it.each(places)("goes on with the same tools and finishes, killed %s", { timeout }, async (killAt) => {
      const { report, count, answerOf } = await killAndResume(await newStorage(), killAt);
      expect(report.messages.at(-1)).toEqual(["ai", "All done."]);
      expect(report.stoppedBy).toBe("answered");
      expect(report.bound).toEqual(names);
      expect(report.calls.map((call) => call.name)).toEqual(names);
      expect(count("wipe_folder")).toBe(withoutEffect.includes(killAt) ? 0 : 1);
      expect(answerOf("wipe_folder")).toMatch(midCall.includes(killAt) ? unknown : /^wipe_folder is done$/);
      // Killed at once, the calls beside it may be in the middle too: what is not known to have happened is told.
      if (killAt === "before the call" || killAt === "after the intent") {
        expect(count("send_letter")).toBeLessThan(2);
        if (count("send_letter") === 0) expect(answerOf("send_letter")).toMatch(unknown);
      } else expect([count("send_letter"), answerOf("send_letter")]).toEqual([1, "send_letter is done"]);
    });

    it("leaves finished calls of the same message alone", { timeout }, async () => {
      const { report, effects } = await killAndResume(await newStorage(), "in the call, after its effect");
      expect([...effects].sort()).toEqual([...names].sort());
      expect(report.calls.map(({ journal }) => journal)).toEqual(["unknown", undefined, undefined, undefined]);
    });

    it("judges each of the calls that were at work in the same message", { timeout }, async () => {
      const scenario = { siblings: "in the call" } as const;
      const { report, count, answerOf } = await killAndResume(
        await newStorage(),
        "in the call, after its effect",
        scenario,
      );
      expect(names.map(count)).toEqual([1, 1, 2, 2]);
      expect(answerOf("send_letter")).toMatch(unknown);
      expect(report.calls).toEqual([
        { name: "wipe_folder", ok: false, journal: "unknown" },
        { name: "send_letter", ok: false, journal: "unknown" },
        { name: "stamp_file", ok: true, journal: "repeated" },
        { name: "count_files", ok: true },
      ]);
    });

    it("asks no second time for a call that was approved and begun", { timeout }, async () => {
      const scenario = { approval: "destructive" } as const;
      const { report, count, answerOf } = await killAndResume(
        await newStorage(),
        "in the call, after its effect",
        scenario,
      );
      expect(report.asked).toBe(0);
      expect(["wipe_folder", "send_letter", "stamp_file"].map(count)).toEqual([1, 1, 1]);
      expect(answerOf("wipe_folder")).toMatch(unknown);
    });
  });
}
