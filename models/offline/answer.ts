/** The final text: what each step gave, which steps could not be done, and why. */

import { assumptionsOf } from "./assumptions.js";
import type { Decision, StepState } from "./decide.js";
import type { Step } from "./steps.js";
import { bounded, capitalize, plain } from "./summaries.js";
import type { Conversation } from "./transcript-state.js";

const mostCharacters = 6000;
const mostRows = 20;

/** Writes the answer of a turn that has nothing left to do. Never empty. */
export function writeAnswer({ plan, states }: Decision, conversation: Conversation): string {
  if (states.length === 0) return writeTalk(plan.talk, conversation);
  const parts = states
    .filter((state) => state.kind === "done")
    .map((state) => describeDone(state, states.length, conversation.tools));
  const undone = states.flatMap((state) =>
    state.kind === "given_up" ? [`- "${titleOf(state.step)}": ${state.reason}.`] : [],
  );
  const waiting = states.flatMap((state) =>
    state.kind === "done" || state.kind === "given_up" ? [] : [`- "${titleOf(state.step)}": it was not reached.`],
  );
  const missing = [...undone, ...waiting];
  if (missing.length > 0) parts.push(`Could not be done:\n${missing.join("\n")}`);
  return parts.join("\n\n");
}

function describeDone(
  { step, call }: Extract<StepState, { kind: "done" }>,
  steps: number,
  tools: Conversation["tools"],
): string {
  const simulated = isSimulated(call.value) ? ", simulated" : "";
  const heading = `${steps > 1 ? `${step.index + 1}. ` : ""}${capitalize(titleOf(step))} (${call.name}${simulated}):`;
  const tool = tools.find(({ function: { name } }) => name === call.name);
  const note = assumptionsOf(step, call, tool).map((sentence) => `\n(${sentence})`);
  return `${heading}\n${bounded(renderResult(call.value, call.text ?? ""), mostCharacters)}${note.join("")}`;
}

function isSimulated(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value as Record<string, unknown>).simulated === true;
}

/** A value as lines: rows one a line, a long list with a marker; other text as it came. */
function renderResult(value: unknown, text: string): string {
  if (typeof value !== "object" || value === null) return text.trim() === "" ? "(no content)" : text;
  if (Array.isArray(value)) return renderRows(value).join("\n") || "(an empty list)";
  const lines = Object.entries(value)
    .filter(([key]) => key !== "simulated")
    .flatMap(([key, field]) => (isTable(field) ? [`${key}:`, ...renderRows(field)] : [`${key}: ${plain(field)}`]));
  return lines.length > 0 ? lines.join("\n") : text;
}

function isTable(field: unknown): field is unknown[] {
  return Array.isArray(field) && field.some((row) => typeof row === "object" && row !== null);
}

function renderRows(rows: unknown[]): string[] {
  const lines = rows.slice(0, mostRows).map((row) => `- ${renderRow(row)}`);
  if (rows.length > mostRows) lines.push(`[... ${rows.length - mostRows} of ${rows.length} rows left out ...]`);
  return lines;
}

function renderRow(row: unknown): string {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return plain(row);
  return Object.entries(row)
    .map(([key, value]) => `${key}: ${plain(value)}`)
    .join(", ");
}

const mostTitleCharacters = 160;

function titleOf({ text }: Step): string {
  return text.length > mostTitleCharacters ? `${text.slice(0, mostTitleCharacters)}...` : text;
}

function writeTalk(talk: Decision["plan"]["talk"], { channels, tools, tasks }: Conversation): string {
  const can =
    channels.request === "none"
      ? tools.length === 0
        ? "I have no tools here."
        : `I can use these tools: ${tools.map((tool) => tool.function.name).join(", ")}.`
      : `I split a task into steps and ask for the tools that each step needs.${tools.length > 0 ? ` Loaded now: ${tools.map((tool) => tool.function.name).join(", ")}.` : ""}`;
  switch (talk) {
    case "about_assistant":
      return `I am a rule-based planner, not a language model. ${can}`;
    case "social":
      return /thank|thx|cheers|谢/i.test(tasks.at(-1) ?? "") ? "You are welcome." : `Hello. ${can} What shall I do?`;
    case "statement":
      return "Noted. Tell me what to do with it.";
    default:
      return "I found nothing to do in that. Tell me what to do, for example: list the files in ./docs.";
  }
}
