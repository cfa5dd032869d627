import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    testTimeout: 30_000,
    // Many tests wait for processes of their own: one worker fewer than processors, the default, leaves them idle.
    maxWorkers: availableParallelism(),
  },
});
