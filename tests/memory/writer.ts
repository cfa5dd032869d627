/** A process that writes to a store beside others: `writer.ts FILE|URL NAME COUNT`; each observation by itself. */
import { writeObservations } from "../../nodes/memory/observations.js";
import { openStore } from "./stores.js";
import { ledger, observed } from "./support.js";

const [place = "", name = "", count = "0"] = process.argv.slice(2);
const { store, close } = await openStore(place);
for (let index = 0; index < Number(count); index++) {
  await writeObservations(
    store,
    ["shared"],
    [{ key: `${name}-${index}`, observation: observed(`${name} asks ${index}`, [[ledger, "used"]]) }],
  );
}
await close();
