/** Labeled tasks from JSON Lines files: one object a line, `{id, query, gold: [[server, tool], ...], ...}`. */
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { kindOf } from "../catalog/definition.js";
import type { ToolCatalog } from "../catalog/registry.js";
import type { RouteRequest } from "../catalog/search/types.js";
import { formatToolId, InputError, type ToolId, toolKey } from "../catalog/types.js";

/** A tool that is needed, as the tools of which one suffices. */
export type Slot = ToolId[];

/** One step or turn as the source of a task wrote it down. `gold` only where the source labeled the step. */
export interface EvalStep {
  query: string;
  gold?: ToolId[] | undefined;
}

/** One user turn of a conversation; no slots where no tool fits. */
export interface EvalTurn {
  query: string;
  slots: Slot[];
}

/** A labeled task. */
export interface EvalTask {
  id: string;
  /** The task as the user says it; the turns joined by line breaks where the file gives only turns. */
  query: string;
  /** The labeled tools, distinct, in the order of the file. */
  gold: ToolId[];
  /** What the task needs: one list of alternatives per needed tool. Empty where no tool fits. */
  slots: Slot[];
  /** True when one tool of `gold` suffices; `slots` then has one list with all of them. */
  any: boolean;
  /** True when no tool fits: there are no slots. */
  irrelevant: boolean;
  /** The tools that the source offered with this query. */
  candidates?: ToolId[] | undefined;
  steps?: EvalStep[] | undefined;
  /** The structured request that a model wrote for this task. */
  request?: RouteRequest | undefined;
  /** The user turns in order, the first included. */
  turns?: EvalTurn[] | undefined;
  /** Parts of the task that no tool fits, in words. */
  unmet?: string[] | undefined;
  tags: string[];
  /** What several tasks were taken from (`split_id` in the file): they belong on the same side of a split. */
  group?: string | undefined;
  /** Where the task stands, for messages: `FILE, line N`. */
  place?: string | undefined;
}

const words = z.string().refine((value) => value.trim() !== "", "expected a non-empty text");
const toolPair = z.tuple([words, words], 'expected a pair ["server", "tool"]');
const labels = {
  gold: z.array(toolPair).optional(),
  slots: z.array(z.array(toolPair).min(1, "expected at least one pair in each slot")).optional(),
  any: z.boolean().optional(),
};
const line = z.object({
  id: words,
  query: words.optional(),
  ...labels,
  irrelevant: z.boolean().optional(),
  candidates: z.array(toolPair).optional(),
  steps: z.array(z.union([words, z.object({ query: words, gold: z.array(toolPair).optional() })])).optional(),
  request: z
    .object({ server: z.string().optional(), tool: z.string().optional() })
    .refine(({ server, tool }) => Boolean(server?.trim() || tool?.trim()), 'expected a "server", a "tool" or both')
    .optional(),
  turns: z
    .array(z.object({ query: words, ...labels }))
    .min(1, "expected at least one turn")
    .optional(),
  unmet: z.array(words).optional(),
  tags: z.array(words).optional(),
  split_id: words.optional(),
});

/** One line of a task file, as it is written. */
export type TaskLine = z.input<typeof line>;
type Labels = Pick<TaskLine, "gold" | "slots" | "any">;

/**
 * Reads a task file. Unknown keys and blank lines are passed over.
 *
 * @throws InputError when the file cannot be read, when it has no task, or for the first line that is broken or repeats
 * an id, with the file, the number of the line and what is wrong.
 */
export async function readTaskFile(path: string): Promise<EvalTask[]> {
  return parseTasks(await read(path), path);
}

/** The lines as the text of a task file. */
export function toTaskFile(lines: readonly TaskLine[]): string {
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** The tasks of the text of a task file; `path` is how messages name it. */
export function parseTasks(text: string, path: string): EvalTask[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const tasks: EvalTask[] = [];
  const places = new Map<string, string>();
  for (const [index, content] of lines.entries()) {
    if (content.trim() === "") continue;
    const place = `${path}, line ${index + 1}`;
    const task = parseTask(content, place);
    const earlier = places.get(task.id);
    if (earlier !== undefined) {
      throw new InputError(`Task file ${place}: the id "${task.id}" is taken by ${earlier}; give each task its own.`);
    }
    places.set(task.id, `line ${index + 1}`);
    tasks.push(task);
  }
  if (tasks.length === 0) {
    throw new InputError(`Task file ${path} has no task: expected one JSON object a line, {"id", "query", "gold"}.`);
  }
  return tasks;
}

/** @throws InputError for the first task that names a tool the catalog lacks, with the nearest names. */
export function checkTasks(tasks: readonly EvalTask[], catalog: ToolCatalog): void {
  for (const task of tasks) {
    const named = [
      ...task.gold,
      ...task.slots.flat(),
      ...(task.candidates ?? []),
      ...(task.steps ?? []).flatMap((step) => step.gold ?? []),
      ...(task.turns ?? []).flatMap((turn) => turn.slots.flat()),
    ];
    const missing = named.find((id) => !catalog.has(id));
    if (missing) throw new InputError(describeMissing(task, missing, catalog));
  }
}

function describeMissing(task: EvalTask, missing: ToolId, catalog: ToolCatalog): string {
  const where = task.place === undefined ? `Task "${task.id}"` : `Task file ${task.place} (task "${task.id}")`;
  const setAside = catalog.setAside.find(({ server, name }) => server === missing.server && name === missing.name);
  if (setAside) return `${where}: the tool ${formatToolId(missing)} is set aside in the catalog: ${setAside.reason}.`;
  const nearest = catalog.nearest(missing.name).map(formatToolId).join(", ");
  const advice = nearest ? `the nearest are: ${nearest}` : "correct the task, or give the catalog it belongs to";
  return `${where}: the catalog has no tool ${formatToolId(missing)}; ${advice}.`;
}

async function read(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: "there is no such file",
      EISDIR: "it is a directory, not a file",
    };
    throw new InputError(`Task file ${path} cannot be read: ${reasons[code ?? ""] ?? message}.`);
  }
  if (!isUtf8(bytes)) throw new InputError(`Task file ${path} is not UTF-8 text: save it in that encoding.`);
  return bytes.toString();
}

function parseTask(content: string, place: string): EvalTask {
  const fail = (problem: string): never => {
    throw new InputError(`Task file ${place}: ${problem}.`);
  };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    return fail(`not JSON: ${(error as SyntaxError).message.replace(/\s+/g, " ")}`);
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) return fail(describeIssue(parsed.error.issues[0]!, value));
  const {
    id,
    query,
    irrelevant,
    candidates,
    steps,
    request,
    turns,
    unmet,
    tags,
    split_id: group,
    ...rest
  } = parsed.data;
  for (const { gold, slots, any } of [rest, ...(turns ?? [])]) {
    if (slots && any) fail(`"any" and "slots" both say which tools suffice; expected one of them`);
    if (slots?.length === 0 && gold?.length) fail(`"slots" is empty, but "gold" names tools`);
  }
  const turnLabels = turns?.map((turn) => slotsOf(turn) ?? fail(`the turn "${turn.query}" has no "gold"`));
  const slots = slotsOf(rest) ?? (turnLabels && distinctSlots(turnLabels.flat()));
  if (slots === undefined) return fail(`"gold" is missing; expected pairs ["server", "tool"], [] where no tool fits`);
  if (irrelevant === true && slots.length > 0) fail(`"irrelevant" tasks have "gold": []`);
  if (irrelevant === false && slots.length === 0) fail(`"gold" is empty, but "irrelevant" is false`);
  return {
    id,
    query: query ?? turns?.map((turn) => turn.query).join("\n") ?? fail(`"query" is missing; expected the task's text`),
    gold: distinctIds(rest.gold?.map(toId) ?? slots.map((slot) => slot[0]!)),
    slots,
    any: rest.any === true,
    irrelevant: slots.length === 0,
    candidates: candidates && distinctIds(candidates.map(toId)),
    steps: steps?.map((step) =>
      typeof step === "string" ? { query: step } : { query: step.query, gold: step.gold?.map(toId) },
    ),
    request,
    turns: turns?.map((turn, index) => ({ query: turn.query, slots: turnLabels![index]! })),
    unmet,
    tags: tags ?? [],
    group,
    place,
  };
}

/** The needed tools with their alternatives; undefined where nothing is labeled. */
function slotsOf({ gold, slots, any }: Labels): Slot[] | undefined {
  if (slots) return distinctSlots(slots.map((slot) => distinctIds(slot.map(toId))));
  if (!gold) return undefined;
  const ids = distinctIds(gold.map(toId));
  if (any === true) return ids.length === 0 ? [] : [ids];
  return ids.map((id) => [id]);
}

function toId([server, name]: [string, string]): ToolId {
  return { server, name };
}

function distinctIds(ids: readonly ToolId[]): ToolId[] {
  return [...new Map(ids.map((id) => [toolKey(id), id])).values()];
}

/** A tool that several turns need is needed once. */
function distinctSlots(slots: readonly Slot[]): Slot[] {
  return [...new Map(slots.map((slot) => [slot.map(toolKey).sort().join(), slot])).values()];
}

/** Where in the line, what was expected, and what is there. */
function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const given = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
  const where = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  const expected = issue.message.replace(/^Invalid input: /, "").replace(/, received .*$/, "");
  const shown = typeof given === "string" ? JSON.stringify(given) : kindOf(given);
  return where === ""
    ? `expected an object, given ${shown}`
    : `"${where.replace(/^\./, "")}": ${expected}, given ${shown}`;
}
