import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type McpServerConfig, readMcpConfig } from "../../../catalog/sources/mcp/config.js";
import {
  type Listing,
  manifestPath,
  readManifest,
  resolveManifestDirectory,
  writeManifest,
} from "../../../catalog/sources/mcp/manifest.js";
import { temporaryFolder, writeConfig } from "./support.js";

const listing: Listing = {
  description: "Files — Dateien",
  tools: [
    { name: "read", description: "", inputSchema: { type: "object", properties: { 10: {}, 2: {}, b: {}, a: {} } } },
    {
      name: "any",
      description: "x",
      inputSchema: true,
      outputSchema: { type: "nonsense" },
      annotations: { readOnlyHint: true },
    },
  ],
  setAside: [{ server: "s", name: "#3", reason: "it has no name" }],
};

async function configOf(entry: object, name = "s"): Promise<McpServerConfig> {
  const { servers } = await readMcpConfig(writeConfig(temporaryFolder(), { [name]: entry }));
  return servers[0]!;
}

afterEach(() => vi.unstubAllEnvs());

describe("a manifest", () => {
  it("gives back what was written, in a file and folder for its owner only", async () => {
    const directory = join(temporaryFolder(), "new", "manifests");
    const config = await configOf({ command: "node" }, "my server/ü");
    await writeManifest(directory, config, listing);
    expect(await readManifest(directory, config)).toEqual({ listing });
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/^my-server--[0-9a-f]{32}\.json$/)]);
    expect(statSync(manifestPath(directory, config)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it("becomes private again when someone made it readable", async () => {
    const directory = temporaryFolder();
    const config = await configOf({ command: "node" });
    await writeManifest(directory, config, listing);
    chmodSync(manifestPath(directory, config), 0o644);
    await writeManifest(directory, config, listing);
    expect(statSync(manifestPath(directory, config)).mode & 0o777).toBe(0o600);
  });

  it("is absent without a problem before the first contact", async () => {
    expect(await readManifest(temporaryFolder(), await configOf({ command: "node" }))).toEqual({});
  });

  it("stays valid when the value of a variable or header changes", async () => {
    const path = async (entry: object) => manifestPath("/m", await configOf(entry));
    expect(await path({ command: "a", env: { KEY: "one" } })).toBe(await path({ command: "a", env: { KEY: "two" } }));
    expect(await path({ url: "http://a/b", headers: { X: "one" } })).toBe(
      await path({ url: "http://a/b", headers: { X: "two" } }),
    );
  });

  it.each([
    [{ command: "b" }],
    [{ command: "a", args: ["x"] }],
    [{ command: "a", cwd: "/" }],
    [{ command: "a", env: { KEY: "one" } }],
    [{ url: "http://127.0.0.1/a" }],
    [{ url: "http://127.0.0.1/a", headers: { X: "1" } }],
  ])("is another one for %j", async (entry) => {
    const others = [{ command: "a" }, { url: "http://127.0.0.1/b" }];
    for (const other of others) {
      expect(manifestPath("/m", await configOf(entry))).not.toBe(manifestPath("/m", await configOf(other)));
    }
  });

  it.each([
    ["is empty", () => ""],
    ["is cut off", (text: string) => text.slice(0, -20)],
    ["has a changed text", (text: string) => text.replace("Dateien", "Daten")],
    ["has a changed schema", (text: string) => text.replace('"type":"object"', '"type":"array"')],
    ["is JSON of another kind", () => '{"tools": []}'],
    ["is null", () => "null"],
    ["has no list", (text: string) => text.slice(0, text.indexOf("\n") + 1)],
    ["is of another format", (text: string) => text.replace('"format":2', '"format":1')],
    ["is of another server", (text: string) => text.replace(/"key":"./, '"key":"x')],
  ])("is not trusted when it %s", async (_name, damage) => {
    const directory = temporaryFolder();
    const config = await configOf({ command: "node" });
    await writeManifest(directory, config, listing);
    const path = manifestPath(directory, config);
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    expect(await readManifest(directory, config)).toEqual({ problem: expect.stringContaining("damaged") });
  });

  it("is a problem, not an exception, when it cannot be read", async () => {
    const directory = temporaryFolder();
    const config = await configOf({ command: "node" });
    mkdirSync(manifestPath(directory, config));
    expect(await readManifest(directory, config)).toEqual({ problem: expect.stringContaining("EISDIR") });
  });
});

describe("the folder of the manifests", () => {
  it("is the one given, or below TOOLGAP_CACHE_DIR, or in the user's cache", () => {
    vi.stubEnv("TOOLGAP_CACHE_DIR", "/cache");
    expect(resolveManifestDirectory("/given")).toBe("/given");
    expect(resolveManifestDirectory()).toBe(join("/cache", "manifests"));
    vi.stubEnv("TOOLGAP_CACHE_DIR", "");
    expect(resolveManifestDirectory()).toMatch(/[\\/]toolgap[\\/](?:Cache[\\/])?manifests$/);
  });
});
