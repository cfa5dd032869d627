import { defineConfig } from "vitest/config";
import config, { slowTests } from "./vitest.config.js";

/** `npm run test:slow`: the tests that `npm test` leaves out. */
export default defineConfig({ ...config, test: { ...config.test, include: slowTests, exclude: [] } });
