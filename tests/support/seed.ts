/** Before every test file: property tests draw the same values each time, from one seed that can be set. */
import fc from "fast-check";
import { propertySeed } from "./property-runs.js";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed(process.env) });
