/** Reading of what the caller of a router gave. */
import { defaults } from "../defaults.js";
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

/** The text that is compared: server part and tool part joined by a space. */
export function requestText({ server = "", tool = "" }: RouteRequest): string {
  return [server, tool]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}

/** Why a tool is no match. Three decimals, never rounded up to the threshold that the fit is below. */
export function belowThreshold(fit: number, threshold: number): string {
  return `fit ${(Math.floor(fit * 1000) / 1000).toFixed(3)} is below the threshold of ${threshold}`;
}
