import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type LoadedMcpServers,
  type LoadMcpOptions,
  loadMcpServers,
  syncMcpServers,
} from "../../../catalog/sources/mcp/index.js";
import { InputError, type ServerDefinition } from "../../../catalog/types.js";
import { makeTag, parentScript, processesOf, temporaryFolder, testEntry, waitUntil, writeConfig } from "./support.js";

const open: LoadedMcpServers[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((loaded) => loaded.close()));
});

/** Loads, and keeps the notices. */
async function load(folder: string, mcpServers: Record<string, unknown>, options: LoadMcpOptions = {}) {
  const notices: string[] = [];
  const loaded = await loadMcpServers(writeConfig(folder, mcpServers), {
    manifestDirectory: join(folder, "manifests"),
    onNotice: (line) => notices.push(line),
    ...options,
  });
  open.push(loaded);
  return { ...loaded, notices };
}

const call = (server: ServerDefinition | undefined, name: string, args = {}) =>
  server?.tools.find((tool) => tool.name === name)?.execute?.(args, {});

const manifestsIn = (folder: string) =>
  readdirSync(join(folder, "manifests")).map((name) => {
    // The first line is about the second, which is the list as it was written.
    const [head = "", body = ""] = readFileSync(join(folder, "manifests", name), "utf8").split("\n");
    return { ...JSON.parse(head), listing: JSON.parse(body) };
  });

describe("loading MCP servers", () => {
  it("contacts a server without a manifest, says so, and uses that process for the run", async () => {
    const folder = temporaryFolder();
    const starts = join(folder, "starts");
    const { servers, notices } = await load(folder, { a: testEntry(makeTag(), `--starts=${starts}`) });
    expect(notices).toEqual(['server "a": 5 tools listed at first contact, kept for the next runs']);
    await call(servers[0], "echo", { text: "x" });
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(1);
  });

  it("starts no process with a warm manifest until a tool is executed, and says nothing", async () => {
    const folder = temporaryFolder();
    const tag = makeTag();
    const first = await load(folder, { a: testEntry(tag) });
    await first.close();
    const { servers, notices, failures } = await load(folder, { a: testEntry(tag) });
    expect(servers[0]?.tools.map((tool) => tool.name)).toEqual(["echo", "wait", "spin", "die", "pid"]);
    expect({ notices, failures, processes: processesOf(tag) }).toEqual({ notices: [], failures: [], processes: [] });
    await expect(call(servers[0], "echo", { text: "late" })).resolves.toMatchObject({
      content: [{ text: "echo: late" }],
    });
    expect(processesOf(tag)).toHaveLength(1);
  });

  it("contacts every server again when asked to refresh", async () => {
    const folder = temporaryFolder();
    const starts = join(folder, "starts");
    const entry = { a: testEntry(makeTag(), `--starts=${starts}`) };
    await (await load(folder, entry)).close();
    const { notices } = await load(folder, entry, { refresh: true });
    expect(notices).toEqual(['server "a": 5 tools listed anew, kept for the next runs']);
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
  });

  it("makes a damaged manifest anew and says so", async () => {
    const folder = temporaryFolder();
    const entry = { a: testEntry(makeTag()) };
    await (await load(folder, entry)).close();
    const [name = ""] = readdirSync(join(folder, "manifests"));
    writeFileSync(join(folder, "manifests", name), '{"tools":');
    const { servers, notices } = await load(folder, entry);
    expect(servers[0]?.tools).toHaveLength(5);
    expect(notices).toEqual([
      expect.stringMatching(/^server "a": its manifest .* is damaged or not from this software; it is made anew$/),
      expect.stringContaining("5 tools listed"),
    ]);
    expect(manifestsIn(folder)[0]).toMatchObject({ format: 2 });
  });

  it("names each server that fails, and loads the others in the order of the file", async () => {
    const { servers, failures } = await load(temporaryFolder(), {
      first: testEntry(makeTag()),
      crashes: testEntry(makeTag(), "--exit"),
      missing: { command: "no-such-command-anywhere" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how variables are written in the file
      unset: { command: "node", env: { KEY: "${NOT_SET_ANYWHERE}" } },
      last: testEntry(makeTag()),
    });
    expect(servers.map((server) => server.name)).toEqual(["first", "last"]);
    expect(failures.sort((left, right) => left.server.localeCompare(right.server))).toEqual([
      { server: "crashes", reason: "it could not be started: it ended with exit code 3" },
      { server: "missing", reason: 'it could not be started: its command "no-such-command-anywhere" was not found' },
      { server: "unset", reason: expect.stringContaining("NOT_SET_ANYWHERE is not set") },
    ]);
  });

  it("keeps the time of calls itself: the catalog's own limit would count the start of the server too", async () => {
    const { servers } = await load(temporaryFolder(), { a: testEntry(makeTag()) });
    expect(servers[0]?.tools.map((tool) => tool.timeout)).toEqual(Array(5).fill(Number.POSITIVE_INFINITY));
  });

  it("uses tools though the manifest cannot be written, and says so", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "manifests"), "a file where the folder should be");
    const { servers, notices } = await load(folder, { a: testEntry(makeTag()) });
    expect(servers[0]?.tools).toHaveLength(5);
    expect(notices).toContainEqual(expect.stringContaining("could not be written"));
  });

  it("describes a server by the configuration, then by what it says, then by its tools", async () => {
    const { servers } = await load(temporaryFolder(), {
      given: { ...testEntry(makeTag(), "--instructions"), description: "As I say" },
      says: { ...testEntry(makeTag(), "--instructions"), env: { TEST_TOKEN: "guest" } },
      named: testEntry(makeTag(), "--title"),
      silent: testEntry(makeTag()),
    });
    expect(servers.map((server) => server.description)).toEqual([
      "As I say",
      "Signed in with guest.",
      "Test Bench: echo, wait, spin, die, pid",
      "echo, wait, spin, die, pid",
    ]);
  });

  it("lets tools that were set aside be seen with their reasons", async () => {
    const { servers } = await load(temporaryFolder(), { a: testEntry(makeTag(), "--odd") });
    expect(servers[0]?.tools).toHaveLength(20);
    expect(servers[0]?.setAside).toContainEqual({ server: "a", name: "#21", reason: "it has no name" });
  });

  it("keeps secrets out of manifests, notices, failures and descriptions", async () => {
    const folder = temporaryFolder();
    const secret = "s3cr3t-of-the-test";
    vi.stubEnv("TEST_SECRET", secret);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how variables are written in the file
    const env = { TEST_TOKEN: "${TEST_SECRET}" };
    const { servers, failures, notices } = await load(folder, {
      talks: { ...testEntry(makeTag(), "--instructions"), env },
      complains: { ...testEntry(makeTag(), "--complain", "--exit"), env },
      argued: { ...testEntry(makeTag(), "--complain", "--exit"), env: { TEST_TOKEN: secret } },
    });
    expect(servers[0]?.description).toBe("Signed in with [secret].");
    expect(failures).toHaveLength(2);
    for (const { reason } of failures) expect(reason).toContain("token [secret] is refused");
    const error = await servers[0]?.tools[0]
      ?.execute?.({}, { signal: AbortSignal.abort(new Error("x")) })
      .catch(String);
    expect(JSON.stringify([servers, failures, notices, manifestsIn(folder), error])).not.toContain(secret);
    expect(manifestsIn(folder)).toHaveLength(1);
  });

  it("takes up tools that a server adds while it runs", async () => {
    const folder = temporaryFolder();
    const changes: ServerDefinition[] = [];
    const entry = { a: testEntry(makeTag(), "--odd") };
    const connected = await load(folder, entry, { onServerChanged: (server) => changes.push(server) });
    const { servers, notices } = connected;
    const before = servers[0]?.tools.length ?? 0;
    const grow = servers[0]?.tools.find((tool) => tool.name === "grow");
    expect(grow).toBeDefined();
    await grow?.execute?.({}, {});
    await waitUntil(() => changes.length > 0);
    expect(changes[0]?.tools).toHaveLength(before + 1);
    await expect(call(changes[0], "late", { text: "x" })).resolves.toMatchObject({ content: [{ text: "late: x" }] });
    expect(notices.at(-1)).toBe(`server "a": its tools have changed: ${before + 1} tools now`);
    await connected.close();
    const next = await load(folder, entry);
    expect(next.servers[0]?.tools).toHaveLength(before + 1);
  });

  it("finds out at the first call that a server's tools are others than its manifest says", async () => {
    const folder = temporaryFolder();
    const tools = join(folder, "tools.json");
    const entry = { a: testEntry(makeTag(), `--tools=${tools}`) };
    writeFileSync(tools, '[{"name": "stays"}, {"name": "goes"}]');
    await (await load(folder, entry)).close();
    writeFileSync(tools, '[{"name": "stays"}]');
    const changes: ServerDefinition[] = [];
    const { servers, notices } = await load(folder, entry, { onServerChanged: (server) => changes.push(server) });
    expect(servers[0]?.tools).toHaveLength(2);
    await call(servers[0], "stays");
    await waitUntil(() => changes.length > 0);
    expect(changes[0]?.tools.map((tool) => tool.name)).toEqual(["stays"]);
    expect(notices).toEqual(['server "a": its tools have changed: 1 tools now']);
  });

  it("keeps the version that a server says it has, and takes a new one over without a word", async () => {
    const folder = temporaryFolder();
    const version = join(folder, "version");
    writeFileSync(version, "1.0.0");
    const entry = { a: testEntry(makeTag(), `--version=${version}`) };
    await (await load(folder, entry)).close();
    expect(manifestsIn(folder)[0]).toMatchObject({ listing: { version: "1.0.0" } });
    writeFileSync(version, "2.0.0");
    const changes: ServerDefinition[] = [];
    const { servers, notices } = await load(folder, entry, { onServerChanged: (server) => changes.push(server) });
    await call(servers[0], "echo", { text: "x" });
    await waitUntil(() => manifestsIn(folder)[0]?.listing.version === "2.0.0");
    expect([changes, notices]).toEqual([[], []]);
  });

  it("contacts servers at the same time", async () => {
    const folder = temporaryFolder();
    const names = ["a", "b", "c", "d"];
    // Each speaks only when all have been started.
    const flags = [`--starts=${join(folder, "starts")}`, `--meet=${names.length}`];
    const entries = Object.fromEntries(names.map((name) => [name, testEntry(makeTag(), ...flags)]));
    const { servers, failures } = await load(folder, entries);
    expect(failures).toEqual([]);
    expect(servers.map((server) => server.name)).toEqual(names);
  });

  it("refuses a file that is missing", async () => {
    await expect(loadMcpServers("/nowhere/mcp.json")).rejects.toThrow(InputError);
    await expect(syncMcpServers("/nowhere/mcp.json")).rejects.toThrow(InputError);
  });

  it("serves two processes that share one folder of manifests", async () => {
    const folder = temporaryFolder();
    const names = ["a", "b", "c"];
    const config = writeConfig(folder, Object.fromEntries(names.map((name) => [name, testEntry(makeTag(), "--odd")])));
    const run = () =>
      promisify(execFile)(process.execPath, [
        "--import",
        "tsx",
        parentScript,
        config,
        join(folder, "manifests"),
        "list",
      ]);
    const results = await Promise.all([run(), run()]);
    for (const { stdout, stderr } of results) {
      expect(stdout.trim()).toBe("20,20,20");
      expect(stderr).not.toMatch(/damaged|could not/);
    }
    expect(manifestsIn(folder)).toHaveLength(3);
    const third = await run();
    expect(third).toMatchObject({ stdout: "20,20,20\n", stderr: "" });
  });
});

describe("syncing MCP servers", () => {
  it("says which tools came and went, and leaves no process", async () => {
    const folder = temporaryFolder();
    const tools = join(folder, "tools.json");
    const write = (names: string[]) => writeFileSync(tools, JSON.stringify([...names.map((name) => ({ name })), null]));
    const tag = makeTag();
    const config = writeConfig(folder, {
      a: testEntry(tag, `--tools=${tools}`),
      broken: { command: "no-such-command" },
    });
    const sync = () => syncMcpServers(config, { manifestDirectory: join(folder, "manifests") });
    const setAside = [{ server: "a", name: expect.stringMatching("^#"), reason: "it is not an object" }];
    const failure = 'it could not be started: its command "no-such-command" was not found';
    const broken = { server: "broken", tools: 0, setAside: [], changed: { added: [], removed: [] }, failure };

    write(["one", "two"]);
    expect(await sync()).toEqual([
      { server: "a", tools: 2, setAside, changed: { added: ["one", "two"], removed: [] } },
      broken,
    ]);
    write(["two", "three", "four"]);
    expect(await sync()).toEqual([
      { server: "a", tools: 3, setAside, changed: { added: ["three", "four"], removed: ["one"] } },
      broken,
    ]);
    expect((await sync())[0]?.changed).toEqual({ added: [], removed: [] });
    expect(processesOf(tag)).toEqual([]);
  });

  it("keeps the manifest of a server that cannot be reached this time", async () => {
    const folder = temporaryFolder();
    const tools = join(folder, "tools.json");
    writeFileSync(tools, '[{"name": "one"}]');
    const config = writeConfig(folder, { a: testEntry(makeTag(), `--tools=${tools}`) });
    const manifestDirectory = join(folder, "manifests");
    await syncMcpServers(config, { manifestDirectory });
    writeFileSync(tools, "not JSON, so that the server crashes");
    const [result] = await syncMcpServers(config, { manifestDirectory });
    expect(result?.failure).toContain("its tools could not be listed");
    expect(existsSync(manifestDirectory) && manifestsIn(folder)).toHaveLength(1);
  });

  it("keeps its manifests below TOOLGAP_CACHE_DIR", async () => {
    const folder = temporaryFolder();
    vi.stubEnv("TOOLGAP_CACHE_DIR", folder);
    await syncMcpServers(writeConfig(folder, { a: testEntry(makeTag()) }));
    expect(manifestsIn(folder)).toHaveLength(1);
  });
});
