import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { builtinServers } from "../../../catalog/sources/builtin/index.js";
import { renderGuide } from "../../../catalog/tiers/guide.js";
import { chooseDomains, deriveTiers, followTiers, readTierFile, tieringOf } from "../../../catalog/tiers/index.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-tiers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const builtin = () => new ToolCatalog(builtinServers());
const config = {
  version: 1 as const,
  core: ["filesystem/fs_read_file"],
  domains: [{ name: "data", purpose: "rows and charts", keywords: ["database"], tools: ["database/*", "analytics/*"] }],
};

describe("the tiers of a catalog", () => {
  it("come from a file: core, domains, and the tools that are in none", async () => {
    const catalog = builtin();
    const tiering = tieringOf(catalog, await readTierFile(file(config)));
    expect(tiering.source).toBe("config");
    expect(tiering.core).toEqual([{ server: "filesystem", name: "fs_read_file" }]);
    const own = catalog.tools().filter(({ id }) => ["database", "analytics"].includes(id.server));
    expect(tiering.domains[0]?.tools).toHaveLength(own.length);
    expect(tiering.others).toHaveLength(catalog.size - own.length - 1);
  });

  it("gain a domain by one more entry: it is listed, described and loaded by its keywords", () => {
    const entry = { name: "mail", purpose: "messages to people", keywords: ["e-mail"], tools: ["communication/*"] };
    const tiering = tieringOf(builtin(), { ...config, domains: [...config.domains, entry] });
    expect(tiering.domains.map(({ name }) => name)).toEqual(["data", "mail"]);
    expect(renderGuide(tiering)).toContain("messages to people | e-mail");
    expect(tiering.match("Send it by e-mail").map(({ domain }) => domain)).toEqual(["mail"]);
  });

  it("put a tool into the first domain that names it, and name what the catalog does not have", () => {
    const twice = { name: "rows", purpose: "", tools: ["database/*", "ghost/*"] };
    const tiering = tieringOf(builtin(), { ...config, domains: [...config.domains, twice] });
    expect(tiering.domains.map(({ name }) => name)).toEqual(["data"]);
    expect(tiering.unmatched).toEqual(["ghost/*"]);
  });

  it("come from the fields of the tools where there are any", () => {
    const schema = { type: "object" };
    const tools = [
      { name: "a", description: "", inputSchema: schema, tier: "core" as const },
      { name: "b", description: "", inputSchema: schema, domain: "maps" },
      { name: "c", description: "", inputSchema: schema, domain: "rare", tier: "specialized" as const },
    ];
    const tiering = tieringOf(new ToolCatalog([{ name: "s", description: "", tools }]));
    expect(tiering.source).toBe("catalog");
    expect(tiering.core.map(({ name }) => name)).toEqual(["a"]);
    expect(tiering.domains.map(({ name, tier }) => [name, tier])).toEqual([
      ["maps", "domain"],
      ["rare", "specialized"],
    ]);
    expect(tiering.match("show the map").map(({ domain }) => domain)).toEqual(["maps"]);
    expect(tiering.match("something rare")).toEqual([]);
  });

  it("are derived where nothing is said: servers as domains, with words that tell them apart", () => {
    const tiering = tieringOf(builtin());
    expect(tiering.source).toBe("derived");
    expect(tiering.domains.map(({ name }) => name)).toEqual(builtinServers().map(({ name }) => name));
    expect(tiering.match("open a pull request on GitHub").map(({ domain }) => domain)).toEqual(["github"]);
  });

  it("are proposed with the core by hand first, then by use", () => {
    const read = { server: "filesystem", name: "fs_read_file" };
    const fetch = builtinServers().find(({ name }) => name === "web")!.tools[0]!;
    const web = { server: "web", name: fetch.name };
    const proposal = deriveTiers(builtin(), {
      usage: [web, read, read],
      core: ["github/github_get_file"],
      coreSize: 2,
    });
    expect(proposal.core).toEqual(["github/github_get_file", "filesystem/fs_read_file"]);
  });

  it("are made anew only when the catalog has changed", () => {
    const catalog = builtin();
    const tiers = followTiers(catalog);
    const first = tiers();
    expect(tiers()).toBe(first);
    catalog.removeServer("web");
    expect(tiers().domains.map(({ name }) => name)).not.toContain("web");
  });

  it("load at most so many domains for a message, equal ones by the router's first stage", async () => {
    const domains = ["github", "database", "web"].map((name) => ({
      ...{ name, purpose: name === "web" ? "fetch pages of the internet" : name },
      ...{ keywords: ["everything"], tools: [`${name}/*`] },
    }));
    const tiering = tieringOf(builtin(), { version: 1, core: [], domains });
    const loaded = await chooseDomains(tiering, "everything: fetch a page from the internet", 1);
    expect(loaded.map(({ domain }) => domain)).toEqual(["web"]);
  });

  it.each([
    ["not JSON", "{", "cannot be read"],
    ["another version", { version: 2, core: [], domains: [] }, "cannot be used: version"],
    ["a domain without tools", { ...config, domains: [{ name: "a", purpose: "", tools: [] }] }, "domains.0.tools"],
    ["an unknown key", { ...config, extra: 1 }, "cannot be used"],
    ["two domains of one name", { ...config, domains: [config.domains[0], config.domains[0]] }, 'two domains "data"'],
    ["a keyword without a word", { ...config, domains: [{ ...config.domains[0], keywords: ["!"] }] }, "the keyword"],
  ])("refuse a file with %s in one line", async (_what, content, said) => {
    const path = file(content);
    const failure = await readTierFile(path).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "InputError" });
    expect((failure as Error).message).toContain(path);
    expect((failure as Error).message).toContain(said);
    expect((failure as Error).message).not.toContain("\n");
  });
});
