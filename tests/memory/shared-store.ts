/** What holds for a memory in every store that several processes can open. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import {
  listMemories,
  readObservations,
  removeItems,
  tidyObservations,
  writeObservations,
} from "../../nodes/memory/observations.js";
import { openStore } from "./stores.js";
import { agentWith, heldBy, ledger, observed, parcel, turn } from "./support.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;
const writer = join(repository, "tests/memory/writer.ts");

async function write(place: string, name: string, count: number): Promise<void> {
  const child = spawn(process.execPath, ["--import", loader, writer, place, name, String(count)], {
    cwd: repository,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
}

/** `newPlace` gives the address of an empty store. */
export function describeSharedStore(newPlace: () => Promise<string> | string): void {
  it("loses nothing of what several processes write at one time", async () => {
    const place = await newPlace();
    const { store, close } = await openStore(place);
    await Promise.all(["one", "two", "three"].map((name) => write(place, name, 40)));
    expect(await heldBy(store, "shared")).toHaveLength(120);
    await close();
  });

  it("makes what one agent learned count for another one, over a store of its own", async () => {
    const place = await newPlace();
    const [first, second] = [await openStore(place), await openStore(place)];
    const request = { server: "", tool: "book an entry for the rent" };
    const namespace = ["team"];
    const plain = agentWith(turn(request, "post_ledger_entry"), { store: first.store, namespace });
    const learned = await plain.say("Book an entry for the rent");
    expect(learned.requests[0]?.matched[0]?.name).toBe(parcel.name);
    const other = agentWith(turn(request), { store: second.store, namespace });
    const state = await other.say("And the rent of May");
    expect(state.requests[0]?.matched[0]?.name).toBe(ledger.name);
    await first.close();
    await second.close();
  });

  it("keeps namespaces apart whose names begin alike, and names that stores refuse", async () => {
    const { store, close } = await openStore(await newPlace());
    const all = [["alice"], ["alice2"], ["alice", "home"], ["a.b:c_d~5F\\@example.com"], ["%2E"]];
    for (const names of all) {
      const observation = observed(`asked by ${names.join("+")}`, [[ledger, "used"]]);
      await writeObservations(store, names, [{ key: "same key", observation }]);
    }
    for (const names of all) {
      expect((await heldBy(store, ...names)).map(({ request }) => request.tool)).toEqual([
        `asked by ${names.join("+")}`,
      ]);
    }
    expect((await listMemories(store)).sort()).toEqual([...all].sort());
    await close();
  });

  it("reads all that a namespace holds, newest first, and forgets what is removed", async () => {
    const { store, close } = await openStore(await newPlace());
    const stored = Array.from({ length: 1_200 }, (_, index) => ({
      key: `k${index}`,
      observation: observed(`text${index}x`, [[ledger, "used"]], { at: index }),
    }));
    await writeObservations(store, ["many"], stored);
    const held = await heldBy(store, "many");
    expect(held).toHaveLength(1_200);
    expect(held[0]?.at).toBe(1_199);
    await removeItems(
      store,
      ["many"],
      stored.slice(0, 1_199).map(({ key }) => key),
    );
    expect(await heldBy(store, "many")).toHaveLength(1);
    await close();
  });

  it("is tidied once it holds too much: what examples are made of stays", async () => {
    const { store, close } = await openStore(await newPlace());
    const { keptObservations, examplesPerTool } = defaults.memory;
    const flood = Array.from({ length: keptObservations + 300 }, (_, index) => ({
      key: `flood${index}`,
      observation: observed(`flood${index}x`, [[parcel, "used"]], { at: 10_000 + index }),
    }));
    const rare = { key: "rare", observation: observed("rent", [[ledger, "used"]], { at: 1 }) };
    await writeObservations(store, ["full"], [rare, ...flood]);
    const removed = await tidyObservations(store, ["full"]);
    const { stored } = await readObservations(store, ["full"]);
    expect(stored).toHaveLength(examplesPerTool + 1);
    expect(removed).toBe(flood.length + 1 - stored.length);
    expect(stored.map(({ key }) => key)).toContain("rare");
    expect(await tidyObservations(store, ["full"])).toBe(0);
    await close();
  });
}
