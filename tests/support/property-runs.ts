/** How property tests are run: `npm test` always with the same seed, `npm run fuzz` with a fresh one and many more runs. */

const usualSeed = 20_261_130;
const usualFactor = 30;

/** The seed of every property test that has none of its own: PROPERTY_SEED, or the usual one. */
export function propertySeed(environment: NodeJS.ProcessEnv): number {
  return wholeNumber(environment, "PROPERTY_SEED") ?? usualSeed;
}

/** How many times the runs of `npm test` are done by `npm run fuzz`: PROPERTY_FACTOR, or the usual number. */
export function propertyFactor(environment: NodeJS.ProcessEnv): number {
  return wholeNumber(environment, "PROPERTY_FACTOR") ?? usualFactor;
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string): number | undefined {
  const given = environment[name];
  if (given === undefined || given === "") return undefined;
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`${name} is ${JSON.stringify(given)}: expected a whole number above 0`);
  return value;
}
