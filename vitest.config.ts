import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests that start many processes, install packages or measure for a while: `npm run test:slow`. */
export const slowTests = [
  "tests/catalog/mcp/connection.test.ts",
  "tests/catalog/mcp/guard.test.ts",
  "tests/catalog/mcp/load.test.ts",
  "tests/catalog/mcp/states.test.ts",
  "tests/checkpointers/checkpointers.test.ts",
  "tests/cli/eval-strategies.test.ts",
  "tests/cli/run.test.ts",
  "tests/dev-server/**/*.test.ts",
  "tests/durability/kill.test.ts",
  "tests/evals/bench.test.ts",
  "tests/examples/agents.test.ts",
  "tests/examples/serve-client.test.ts",
  "tests/evals/own-tools.test.ts",
  "tests/evals/gate/gate.test.ts",
  "tests/evals/report-browser.test.ts",
  "tests/evals/strategies/run-eval.test.ts",
  "tests/evals/tiers.test.ts",
  "tests/live/command-line.test.ts",
  "tests/live/doctor.test.ts",
  "tests/live/enrich.test.ts",
  "tests/live/eval.test.ts",
  "tests/live/secrets.test.ts",
  "tests/live/whole-task.test.ts",
  "tests/long-conversations/eviction.test.ts",
  "tests/memory/file-store.test.ts",
  "tests/models/chat-fetch.test.ts",
  "tests/package/tarball.test.ts",
  "tests/parallel-runs/parallel.test.ts",
  "tests/serve/inspector.test.ts",
  "tests/serve/process.test.ts",
];

export default defineConfig({
  // The examples import the package by its name; here that means its sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...slowTests],
    setupFiles: ["tests/support/seed.ts"],
    testTimeout: 30_000,
    // Many tests wait for processes of their own: one worker fewer than processors, the default, leaves them idle.
    maxWorkers: availableParallelism(),
  },
});
