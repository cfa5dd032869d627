import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { propertyFactor, propertySeed } from "./tests/support/property-runs.js";
import config from "./vitest.config.js";

process.env.PROPERTY_SEED ??= String(randomInt(1, 2 ** 31));
const [seed, factor] = [propertySeed(process.env), propertyFactor(process.env)];
console.log(`property tests with ${factor} times the runs; the same again: PROPERTY_SEED=${seed} npm run fuzz`);

const withPropertyTests = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .map((path) => join("tests", path))
  .filter((path) => path.endsWith(".test.ts") && readFileSync(path, "utf8").includes("fc.assert("));

/** `npm run fuzz`: the files with property tests, slow ones too, with a fresh seed. */
export default defineConfig({
  test: {
    ...config.test,
    include: withPropertyTests,
    exclude: [],
    setupFiles: ["tests/support/seed.ts", "tests/support/fuzz.ts"],
    testTimeout: 1_800_000,
  },
});
