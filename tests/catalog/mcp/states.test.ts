import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type LoadCatalogOptions, type LoadedCatalog, loadCatalog } from "../../../catalog/index.js";
import { findTool } from "../../../nodes/execute.js";
import { resolveSettings } from "../../../nodes/settings.js";
import { makeTag, processesOf, temporaryFolder, testEntry, waitUntil, writeConfig } from "./support.js";

let loaded: LoadedCatalog | undefined;

afterEach(async () => {
  await loaded?.close();
  loaded = undefined;
});

async function load(folder: string, servers: Record<string, unknown>, options: LoadCatalogOptions = {}) {
  await loaded?.close();
  const mcpConfig = writeConfig(folder, servers);
  loaded = await loadCatalog({ mcpConfig, manifestDirectory: join(folder, "manifests"), ...options });
  return loaded;
}

const callNamed = (name: string) => {
  const ports = { catalog: loaded!.catalog, agent: "a", discovery: true, options: {} };
  return findTool(name, [], resolveSettings(), ports);
};

describe("the state of a server", () => {
  it("is connected after the first contact, known from its manifest later, and connected again once it is called", async () => {
    const folder = temporaryFolder();
    const entry = { a: testEntry(makeTag()) };
    expect((await load(folder, entry)).states()).toEqual([{ server: "a", state: "connected" }]);
    const { catalog, states } = await load(folder, entry);
    expect(states()).toEqual([{ server: "a", state: "manifest" }]);
    await catalog.execute({ server: "a", name: "echo" }, { text: "x" });
    expect(states()).toEqual([{ server: "a", state: "connected" }]);
  });

  it("is failed with the reason, for the server alone that failed", async () => {
    const variable = "$" + "{TOOLGAP_TEST_NOT_SET}";
    const { states } = await load(temporaryFolder(), {
      gone: { command: "no-such-command" },
      good: testEntry(makeTag()),
      unset: { command: variable },
    });
    expect(states()).toEqual([
      { server: "gone", state: "failed", reason: expect.stringContaining('"no-such-command" was not found') },
      { server: "good", state: "connected" },
      { server: "unset", state: "failed", reason: expect.stringContaining("TOOLGAP_TEST_NOT_SET is not set") },
    ]);
  });

  it("is failed when a server of the manifest does not start, and the model is told so at each call", async () => {
    const folder = temporaryFolder();
    const switched = join(folder, "on");
    const starts = join(folder, "starts");
    writeFileSync(switched, "");
    const entry = { a: testEntry(makeTag(), `--needs=${switched}`, `--starts=${starts}`) };
    await load(folder, entry);
    writeFileSync(starts, "");
    const { catalog, states } = await load(folder, {
      a: { ...entry.a, args: entry.a.args.map((flag) => flag.replace(switched, join(folder, "off"))) },
    });
    // Another configuration: no manifest, a failure at the start.
    expect(catalog.size).toBe(0);
    expect(states()).toMatchObject([{ state: "failed", reason: expect.stringContaining("exit code 3") }]);
  });

  it("goes back from failed when the server answers at a later call; between attempts it is not started", async () => {
    const folder = temporaryFolder();
    const switched = join(folder, "on");
    const starts = join(folder, "starts");
    writeFileSync(switched, "");
    const entry = { a: testEntry(makeTag(), `--needs=${switched}`, `--starts=${starts}`) };
    await load(folder, entry);
    const { catalog, states } = await load(folder, entry);
    const { rmSync } = await import("node:fs");
    rmSync(switched);
    writeFileSync(starts, "");
    const call = async () => (await catalog.execute({ server: "a", name: "echo" }, { text: "x" })).content[0];
    expect(await call()).toMatchObject({ text: expect.stringMatching(/server "a": .*exit code 3/) });
    expect(await call()).toMatchObject({ text: expect.stringMatching(/exit code 3.*; it is tried again in 1 s$/) });
    expect(states()).toMatchObject([{ state: "failed", reason: expect.stringContaining("exit code 3") }]);
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(1);
    writeFileSync(switched, "");
    await waitUntil(() => Date.now() > 0 && states()[0]?.state === "failed", 2_000);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await call()).toMatchObject({ text: "echo: x" });
    expect(states()).toEqual([{ server: "a", state: "connected" }]);
  });
});

describe("a server without a tool list", () => {
  it("that is slow delays no other: it joins when it answers", async () => {
    const entries = { slow: testEntry(makeTag(), "--delay=6000"), quick: testEntry(makeTag()) };
    const { catalog, failures } = await load(temporaryFolder(), entries, { serverPatience: 3_000 });
    expect(catalog.servers().map((server) => server.name)).toEqual(["quick"]);
    expect(failures).toEqual([
      { server: "slow", reason: "it has not listed its tools within 3 s; it is taken up when it has" },
    ]);
    expect(callNamed("slow__echo")).toBe(
      'There is no tool "slow__echo" now: its server "slow" cannot be used: it has not listed its tools within 3 s; it is taken up when it has.',
    );
    await waitUntil(() => catalog.server("slow") !== undefined);
    expect(callNamed("slow__echo")).toMatchObject({ id: { server: "slow", name: "echo" } });
    expect(callNamed("slow__nothing")).toMatch(/^There is no tool "slow__nothing"\. The nearest names/);
  });

  it("that failed is tried again by itself, and joins when it can be used", async () => {
    const folder = temporaryFolder();
    const switched = join(folder, "on");
    const { catalog, states } = await load(folder, { late: testEntry(makeTag(), `--needs=${switched}`) });
    expect(states()).toMatchObject([{ server: "late", state: "failed" }]);
    expect(callNamed("late/echo")).toContain('its server "late" cannot be used');
    writeFileSync(switched, "");
    await waitUntil(() => catalog.server("late") !== undefined);
    expect(states()).toEqual([{ server: "late", state: "connected" }]);
    expect(existsSync(join(folder, "manifests"))).toBe(true);
  });

  it("that is denied is not told of", async () => {
    await load(temporaryFolder(), { secret: { command: "no-such-command" } });
    const ports = { catalog: loaded!.catalog, agent: "a", discovery: false, options: {} };
    const denied = resolveSettings({ deny: ["secret/*"] });
    expect(findTool("secret__read", [], denied, ports)).toBe('There is no tool "secret__read".');
  });
});

describe("time limits of one server", () => {
  it("stand in its entry, in milliseconds, and go before the general ones", async () => {
    const { catalog, failures } = await load(temporaryFolder(), {
      mute: { ...testEntry(makeTag(), "--mute"), startTimeout: 300 },
      slow: { ...testEntry(makeTag()), timeout: 200 },
    });
    expect(failures).toMatchObject([{ server: "mute", reason: expect.stringContaining("no answer within 0.3 s") }]);
    const outcome = await catalog.execute({ server: "slow", name: "wait" }, { milliseconds: 60_000 });
    expect(outcome.content[0]).toMatchObject({ text: expect.stringContaining("no answer within 0.2 s") });
  });
});

describe("fifty configured servers", () => {
  it("with warm manifests cost no process at the start, and one for a call of one tool", {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const tag = makeTag();
    const tools = join(folder, "tools.json");
    writeFileSync(tools, JSON.stringify(Array.from({ length: 10 }, (_, index) => ({ name: `tool_${index}` }))));
    const names = Array.from({ length: 50 }, (_, index) => `server-${index}`);
    const entries = Object.fromEntries(names.map((name) => [name, testEntry(tag, `--tools=${tools}`, `--is=${name}`)]));
    expect((await load(folder, entries, { serverPatience: 100_000 })).failures).toEqual([]);
    await loaded?.close();
    expect(processesOf(tag)).toEqual([]);
    const { catalog, states } = await load(folder, entries);
    expect(catalog.size).toBe(500);
    expect(processesOf(tag)).toEqual([]);
    const outcome = await catalog.execute({ server: "server-17", name: "tool_3" }, {});
    expect(outcome.isError).toBe(false);
    expect(processesOf(tag)).toHaveLength(1);
    expect(states().filter(({ state }) => state === "connected")).toEqual([
      { server: "server-17", state: "connected" },
    ]);
  });
});
