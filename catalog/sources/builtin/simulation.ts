/** How the built-in tools pretend: results follow from the arguments alone, without chance and without a clock. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../canonical-json.js";
import type { ToolAnnotations, ToolDefinition } from "../../types.js";

type Arguments = Record<string, unknown>;

/** Values that look arbitrary and are the same for the same arguments. */
export interface Seed {
  /** A whole number from `low` to `high`, both included. */
  number(label: string, low: number, high: number): number;
  pick<T>(label: string, choices: readonly [T, ...T[]]): T;
  /** A short identifier, such as `msg_3fa9c1d2`. */
  id(prefix: string): string;
  /** A day of the year 2025 as `2025-03-14`. */
  day(label: string): string;
  /** A point in time of the year 2025 in ISO 8601. */
  time(label: string): string;
}

/** A seed from any JSON value; the order of keys does not matter. */
export function seedFrom(value: unknown): Seed {
  const base = canonicalJson(value);
  const hash = (label: string) => createHash("sha256").update(`${label}\n${base}`).digest("hex");
  const number = (label: string, low: number, high: number) =>
    low + (Number.parseInt(hash(label).slice(0, 8), 16) % (high - low + 1));
  const date = (label: string) => new Date(Date.UTC(2025, 0, 1, 0, 0, number(label, 0, 365 * 24 * 3600 - 1)));
  return {
    number,
    pick: (label, choices) => choices[number(label, 0, choices.length - 1)] ?? choices[0],
    id: (prefix) => `${prefix}_${hash(prefix).slice(0, 8)}`,
    day: (label) => date(label).toISOString().slice(0, 10),
    time: (label) => date(label).toISOString().replace(".000Z", "Z"),
  };
}

interface SimulatedTool {
  name: string;
  description: string;
  parameters: Record<string, Record<string, unknown>>;
  required?: string[];
  annotations: ToolAnnotations;
  /** What the tool would have answered. */
  answer: (args: Arguments, seed: Seed) => Record<string, unknown>;
}

/** A tool that does nothing; its result says so with `simulated: true`. */
export function simulatedTool(tool: SimulatedTool): ToolDefinition {
  const { name, description, parameters, required = [], annotations, answer } = tool;
  return {
    name,
    description,
    inputSchema: { type: "object", properties: parameters, required, additionalProperties: false },
    annotations,
    simulated: true,
    execute: async (args) => {
      const structured = { simulated: true, ...answer(args, seedFrom([name, args])) };
      return { content: [{ type: "text", text: JSON.stringify(structured) }], structured, isError: false };
    },
  };
}

/** Looks at something and changes nothing. */
export const reads: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Adds something each time it is called. */
export const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Overwrites or removes; doing it twice is as doing it once. */
export const replaces: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
/** May change anything, each time anew. */
export const acts: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

export function textOf(args: Arguments, name: string, otherwise = ""): string {
  const value = args[name];
  return typeof value === "string" ? value : otherwise;
}

export function numberOf(args: Arguments, name: string, otherwise: number): number {
  const value = args[name];
  return typeof value === "number" ? value : otherwise;
}

export function listOf(args: Arguments, name: string): unknown[] {
  const value = args[name];
  return Array.isArray(value) ? value : [];
}

export function recordOf(args: Arguments, name: string): Record<string, unknown> {
  const value = args[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** `count` results of one maker, numbered from 1. */
export function times<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** Letters, digits and dashes of a text, for addresses and identifiers. */
export function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40) || "item"
  );
}
