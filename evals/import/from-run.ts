/** A task line from what `toolgap run --json` printed: the tools it called as a proposal for the labels. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError } from "../../catalog/types.js";
import type { TaskLine } from "../task-file.js";

const report = z.object({
  task: z.string(),
  stoppedBy: z.string(),
  toolsCalled: z.array(z.object({ server: z.string(), name: z.string(), ok: z.boolean() })),
  requests: z.array(z.object({ server: z.string(), tool: z.string() })),
});

/**
 * The task of a run: gold are the tools whose calls succeeded, each once, in their order; the requests are the steps. Only
 * a person can say whether the run was right, so a line is to be read before it is used.
 *
 * @throws InputError when the file is no report of a run, or when the run did not come to an end.
 */
export async function taskFromRun(path: string): Promise<TaskLine> {
  const parsed = report.safeParse(await readJson(path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "the document";
    throw new InputError(`${path} is no report of a run (${where}): expected what toolgap run --json prints.`);
  }
  const { task, stoppedBy, toolsCalled, requests } = parsed.data;
  if (!["answered", "nothing_fits"].includes(stoppedBy)) {
    throw new InputError(`The run in ${path} ended with "${stoppedBy}": expected one that came to an answer.`);
  }
  const called = toolsCalled.filter(({ ok, server }) => ok && server !== "");
  const gold = [
    ...new Map(called.map(({ server, name }) => [JSON.stringify([server, name]), [server, name]])).values(),
  ];
  const steps = requests.map(({ server, tool }) => [server, tool].filter(Boolean).join(": ")).filter(Boolean);
  return {
    id: `run-${createHash("sha256").update(task).digest("hex").slice(0, 10)}`,
    query: task,
    gold: gold as [string, string][],
    ...(steps.length > 0 ? { steps } : {}),
    tags: ["from-run"],
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message.replace(/\s+/g, " ");
    throw new InputError(`${path} cannot be read (${reason}): expected what toolgap run --json prints.`);
  }
}
