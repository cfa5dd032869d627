/** Reading of what the caller of a router gave. */
import { stripVTControlCharacters } from "node:util";
import { defaults } from "../defaults.js";
import { isObject, kindOf } from "../definition.js";
import { InputError, type ToolId } from "../types.js";
import type { RouteOptions, RouteRequest } from "./types.js";

/** Options with everything filled in. */
export interface CheckedRouteOptions {
  topKServers: number;
  topKTools: number;
  threshold: number;
  allows: (id: ToolId) => boolean;
}

/**
 * Fills in the defaults. A cap larger than what there is is fine.
 *
 * @throws InputError for a cap that is not a whole number of 1 or more, or a threshold outside 0..1.
 */
export function checkRouteOptions(options: RouteOptions, defaultThreshold: number): CheckedRouteOptions {
  const {
    topKServers = defaults.topKServers,
    topKTools = defaults.topKTools,
    threshold = defaultThreshold,
    allows = () => true,
  } = options;
  expectCount("topKServers", topKServers);
  expectCount("topKTools", topKTools);
  if (typeof threshold !== "number" || !(threshold >= 0 && threshold <= 1)) {
    throw new InputError(`The similarity threshold must be a number from 0 to 1, given ${String(threshold)}.`);
  }
  return { topKServers, topKTools, threshold, allows };
}

/** @throws InputError when `value` is not a whole number of 1 or more. */
export function expectCount(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new InputError(`${name} must be a whole number of 1 or more, given ${String(value)}.`);
}

/** @throws InputError when `request` is not an object whose server part and tool part are texts or left out. */
export function checkRequest(request: unknown): asserts request is RouteRequest {
  if (!isObject(request)) {
    throw new InputError(`A request must be an object with a text as server, tool or both, given ${kindOf(request)}.`);
  }
  for (const part of ["server", "tool"]) {
    const value = request[part];
    if (value === undefined || typeof value === "string") continue;
    throw new InputError(`The ${part} part of a request must be a text or left out, given ${kindOf(value)}.`);
  }
}

/**
 * Both parts of a request as they are read: without the control sequences of a terminal, whose letters would be words.
 *
 * @throws InputError as `checkRequest` does.
 */
export function readParts(request: RouteRequest): Record<"server" | "tool", string> {
  checkRequest(request);
  const { server = "", tool = "" } = request;
  return { server: withoutControls(server), tool: withoutControls(tool) };
}

function withoutControls(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? stripVTControlCharacters(text) : text;
}

/**
 * The text that is compared: server part and tool part joined by a space.
 *
 * @throws InputError as `checkRequest` does.
 */
export function requestText(request: RouteRequest): string {
  const { server, tool } = readParts(request);
  return [server, tool]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}

/** A fit as it is shown everywhere. Three decimals, never rounded up to a threshold that it is below. */
export function formatFit(fit: number): string {
  return (Math.floor(fit * 1000) / 1000).toFixed(3);
}

/** Why a tool is no match. */
export function belowThreshold(fit: number, threshold: number): string {
  return `fit ${formatFit(fit)} is below the threshold of ${threshold}`;
}
