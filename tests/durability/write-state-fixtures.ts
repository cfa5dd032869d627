/** Writes the fixtures of the present version of the state: `npx tsx tests/durability/write-state-fixtures.ts`. Those of earlier versions stay as they are. */
import { mkdirSync } from "node:fs";
import writeFileAtomic from "write-file-atomic";
import { stateVersion } from "../../graphs/state.js";
import { converse, toFixture } from "./state-fixture.js";

const folder = "tests/fixtures/state";
mkdirSync(folder, { recursive: true });
for (const [name, waiting] of [
  [`v${stateVersion}.json`, false],
  [`v${stateVersion}-waiting.json`, true],
] as const) {
  await writeFileAtomic(`${folder}/${name}`, `${JSON.stringify(await toFixture(await converse(waiting)), null, 1)}\n`);
}
