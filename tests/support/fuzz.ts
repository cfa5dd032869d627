/** Before every test file of `npm run fuzz`: each property is tried many times as often as its test says. */
import type { IRawProperty, Parameters } from "fast-check";
import { vi } from "vitest";
import { propertyFactor } from "./property-runs.js";

vi.mock("fast-check", async (importOriginal) => {
  const original = await importOriginal<typeof import("fast-check")>();
  const factor = propertyFactor(process.env);
  const assert = <T>(property: IRawProperty<T>, parameters?: Parameters<T>) =>
    original.assert(property, { ...parameters, numRuns: (parameters?.numRuns ?? 100) * factor });
  return { ...original, assert, default: { ...original.default, assert } };
});
