/** Reading of what a store holds: strangers may have written it. */
import { z } from "zod";
import { defaults } from "../defaults.js";
import type { Observation } from "./types.js";

/** Texts that are a little longer were written with another limit; far longer ones were not written by this software. */
const text = z.string().max(4 * defaults.memory.maxCharacters);
const name = z.string().min(1).max(500);
const mostTools = 100;

const observation = z.object({
  version: z.literal(1),
  at: z.number().int().min(0),
  request: z.object({ server: text, tool: text }),
  words: text,
  tools: z
    .array(z.object({ server: name, name, outcome: z.enum(["used", "not_used", "failed"]) }))
    .min(1)
    .max(mostTools),
});

/** The observation that a value of a store is, or why it is none, in one line. */
export function readObservation(value: unknown): Observation | string {
  const parsed = observation.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const place = path.map(String).join(".") || "the whole";
  return `${place.slice(0, 100)}: ${message.replace(/\s+/g, " ").slice(0, 200)}`;
}
