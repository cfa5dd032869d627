/** Tasks for a user's own tools, made from the tools' texts: a first set, to be read and corrected by a person. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/registry.js";
import { cleanText } from "../../catalog/schema/text.js";
import { type CatalogTool, formatToolId, InputError, type ToolId, toolKey } from "../../catalog/types.js";
import { enrich, planEnrichment } from "../../models/enrich.js";
import { type EvalTask, parseTasks, type TaskLine, toTaskFile } from "../task-file.js";
import { requiredValues } from "./values.js";
import { requestFrom } from "./wording.js";

/** How numbers on such tasks are to be read. */
export const derivedNote =
  "The tasks are derived from the tools' own texts: they share words with the tools and so flatter every router that compares words. Correct them by hand, or write your own, before you trust recall.";

export interface DerivedTasks {
  lines: TaskLine[];
  /** Tools without a task, and why. */
  skipped: { id: ToolId; reason: string }[];
}

export interface DeriveOptions {
  /** Writes the requests; rule-based where left out. */
  model?: BaseChatModel | undefined;
  /** Tools that get a task at most; they are taken evenly over the catalog. */
  most?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * One task for each tool. Tools that are asked for with the same words share one, and any of them will do.
 *
 * @throws InputError when no tool has a text to make a task from.
 */
export async function deriveTasks(catalog: ToolCatalog, options: DeriveOptions = {}): Promise<DerivedTasks> {
  const { model, most = defaults.derivedTasks } = options;
  const tools = sample(catalog.tools(), most);
  const requests = model ? await requestsOfModel(tools, model, options.signal) : requestsByRule(tools);
  const byText = new Map<string, ToolId[]>();
  for (const { id } of tools) {
    const text = requests.texts.get(toolKey(id));
    if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), id]);
  }
  if (byText.size === 0) {
    throw new InputError(
      "no tool of this catalog has a description to make a task from: expected a catalog with descriptions, or --tasks",
    );
  }
  const lines = [...byText].map(
    ([query, ids]): TaskLine => ({
      id: formatToolId(ids[0]!),
      query,
      gold: ids.map(({ server, name }): [string, string] => [server, name]),
      ...(ids.length > 1 ? { any: true } : {}),
      tags: ["derived", model ? "by-model" : "by-rule"],
    }),
  );
  return { lines, skipped: requests.skipped };
}

/** The lines as tasks, checked like those of a file. */
export function toTasks(lines: readonly TaskLine[]): EvalTask[] {
  return parseTasks(toTaskFile(lines), "derived tasks");
}

interface Requests {
  texts: Map<string, string>;
  skipped: { id: ToolId; reason: string }[];
}

function requestsByRule(tools: readonly CatalogTool[]): Requests {
  const texts = new Map<string, string>();
  const skipped: Requests["skipped"] = [];
  // Tools that are described alike are asked for alike.
  const variants = new Map<string, number>();
  for (const tool of tools) {
    const description = cleanText(tool.description);
    const variant = variants.get(description) ?? variants.size;
    variants.set(description, variant);
    const request = requestFrom(description, tool.id.name, variant);
    if (request === undefined) {
      skipped.push({ id: tool.id, reason: "its description says nothing" });
      continue;
    }
    const values = requiredValues(tool.inputSchema).map(([name, value]) => `${name}: ${value}`);
    texts.set(toolKey(tool.id), values.length === 0 ? request : `${request} ${values.join("; ")}`);
  }
  return { texts, skipped };
}

/** The first request that the model says the tool serves. */
async function requestsOfModel(
  tools: readonly CatalogTool[],
  model: BaseChatModel,
  signal: AbortSignal | undefined,
): Promise<Requests> {
  const texts = new Map<string, string>();
  const reasons: string[] = [];
  const open = await enrich(await planEnrichment(tools, []), {
    model,
    signal,
    onBatch: async (entries) => {
      for (const entry of entries) if (entry.examples[0]) texts.set(toolKey(entry), entry.examples[0]);
    },
    onNotice: (line) => void reasons.push(line),
  });
  const reason = reasons[0] ?? "the model wrote no request for it";
  return { texts, skipped: open.map(({ id }) => ({ id, reason })) };
}

/** Every n-th, so that each server is there. */
function sample<T>(values: readonly T[], most: number): readonly T[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)]!);
}
