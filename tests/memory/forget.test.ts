import { InMemoryStore } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { Observation } from "../../catalog/memory/types.js";
import { toNamespace } from "../../nodes/memory/namespace.js";
import { forgetObservations, readObservations, writeObservations } from "../../nodes/memory/observations.js";

const names = ["alice"];

function observation(tool: string, ...tools: string[]): Observation {
  const outcomes = tools.map((name) => ({ server: "s", name, outcome: "used" as const }));
  return { version: 1, at: 1, request: { server: "s", tool }, words: "", tools: outcomes };
}

/** One that is about `a`, one about `a` and `b`, one about `b`, and an item that is no observation. */
async function remembered() {
  const store = new InMemoryStore();
  const stored = [observation("one", "a"), observation("both", "a", "b"), observation("other", "b")];
  await writeObservations(
    store,
    names,
    stored.map((one) => ({ key: one.request.tool, observation: one })),
  );
  await store.put(toNamespace(names), "broken", { version: 99 });
  const left = async () => {
    const { stored, broken } = await readObservations(store, names);
    return [
      ...stored.map(({ key, observation: { tools } }) => [key, ...tools.map(({ name }) => name)].join(" ")),
      ...broken.map(({ key }) => key),
    ];
  };
  return { store, left, read: await readObservations(store, names) };
}

describe("forgetting", () => {
  it("of one tool leaves what is said of others, and items that cannot be read", async () => {
    const { store, left, read } = await remembered();
    expect(await forgetObservations(store, names, read, "s/a")).toBe(2);
    expect((await left()).toSorted()).toEqual(["both b", "broken", "other b"]);
  });

  it("of a tool that nothing is remembered of changes nothing", async () => {
    const { store, left, read } = await remembered();
    expect(await forgetObservations(store, names, read, "s/none")).toBe(0);
    expect(await left()).toHaveLength(4);
  });

  it("of all leaves nothing", async () => {
    const { store, left, read } = await remembered();
    expect(await forgetObservations(store, names, read)).toBe(4);
    expect(await left()).toEqual([]);
  });
});
