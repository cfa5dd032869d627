import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Backoff } from "../../../catalog/sources/mcp/backoff.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("waits twice as long after each failure, a minute at most, and not at all after a success", () => {
  const backoff = new Backoff();
  expect(backoff.wait).toBe(0);
  const waits = Array.from({ length: 9 }, () => {
    backoff.failed();
    return backoff.wait;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(backoff.failures).toBe(9);
  vi.setSystemTime(Date.now() + 59_000);
  expect(backoff.wait).toBe(1_000);
  vi.setSystemTime(Date.now() + 2_000);
  expect(backoff.wait).toBe(0);
  backoff.succeeded();
  backoff.failed();
  expect(backoff.wait).toBe(1_000);
});
