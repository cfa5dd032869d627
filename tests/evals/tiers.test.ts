import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { qualityEngineeringServers } from "../../catalog/sources/quality-engineering/index.js";
import { tieringOf } from "../../catalog/tiers/index.js";
import { measureMessages, readMessages } from "../../evals/tiers/messages.js";
import { measureTierTokens } from "../../evals/tiers/tokens.js";
import { toolgap } from "../cli/toolgap.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-tiers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const catalog = new ToolCatalog(qualityEngineeringServers());
const tiering = tieringOf(catalog);

function messages(name: string, ...lines: unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

const right = { id: "a", query: "Run a security scan", domains: ["security"], tags: ["single"] };
const wrong = { id: "b", query: "Run a security scan", domains: ["visual"], tags: ["single"] };

describe("the token table of a tiered catalog", () => {
  it("keeps the core at rest small: 15 tools, 6,500 tokens, 3.5% of the window, a fifth of the flat catalog", async () => {
    const rows = new Map((await measureTierTokens(catalog, tiering)).map((row) => [row.phase, row]));
    const core = rows.get("core")!;
    // request_tools comes beside the fifteen.
    expect(core.functions).toBe(16);
    expect(core.total).toBeLessThan(6_500);
    expect(core.share).toBeLessThan(0.035);
    expect(core.saved).toBeGreaterThanOrEqual(0.8);
    expect(rows.get("flat")?.functions).toBe(96);
    expect(rows.get("flat, shortened texts")!.total).toBeLessThan(rows.get("flat")!.total);
    expect(rows.get("core + all domains + specialized")?.functions).toBe(97);
  });
});

describe("labeled messages", () => {
  it("are right when all of their domains are loaded and no other", async () => {
    const report = await measureMessages("x/some.jsonl", [right, wrong], tiering, 1);
    expect(report).toMatchObject({ messages: 2, right: 1, accuracy: 0.5, withExtra: 1, withMissing: 1 });
    expect(report.wrong).toMatchObject([{ id: "b", expected: ["visual"], loaded: ["security"] }]);
  });

  it("are never shown when they are held back", async () => {
    const report = await measureMessages("x/some-held.jsonl", [wrong], tiering, 1);
    expect(report.wrong).toEqual([]);
    expect(JSON.stringify(report)).not.toContain(wrong.query);
  });

  it.each([
    ["a line that is no JSON", "{", "line 1"],
    ["a line without domains", { id: "a", query: "b" }, "line 1"],
    ["no line", "", "has none"],
  ])("are refused with %s", async (_what, line, said) => {
    await expect(readMessages(messages("broken.jsonl", line))).rejects.toThrow(said);
  });

  it("are refused when they name a domain that the catalog does not have", async () => {
    const unknown = { ...right, domains: ["magic"] };
    await expect(measureMessages("x.jsonl", [unknown], tiering, 1)).rejects.toThrow('name the domain "magic"');
  });
});

describe("the command line", () => {
  it("measures tiers and messages", async () => {
    const path = messages("mine.jsonl", right, wrong);
    const { code, stdout } = await toolgap(["eval", "tiers", "--messages", path, "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { tokens: { phase: string }[]; messages: { accuracy: number }[] };
    expect(report.tokens[0]?.phase).toBe("flat");
    expect(report.messages[0]?.accuracy).toBe(0.5);
  });

  it("proposes tiers that can be given back", async () => {
    const path = join(folder, "tiers.json");
    const flags = ["--suggest", "--core", "filesystem/fs_read_file", "--output", path];
    expect((await toolgap(["catalog", "tier", ...flags])).code).toBe(0);
    const { stdout } = await toolgap(["catalog", "tier", "--tiers", path, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ source: "config", core: ["filesystem/fs_read_file"] });
    const run = await toolgap([
      "run",
      "Hello",
      "--strategy",
      "tiered",
      "--tiers",
      path,
      "--provider",
      "offline",
      "--json",
    ]);
    expect(JSON.parse(run.stdout).toolsLoaded).toContainEqual({ server: "filesystem", name: "fs_read_file" });
  });

  it("takes the core from what was called before", async () => {
    const call = { server: "github", name: "github_get_file" };
    const path = messages("usage.jsonl", { toolsCalled: [call] }, { toolsCalled: [call] });
    const { stdout } = await toolgap(["catalog", "tier", "--suggest", "--usage", path]);
    expect(JSON.parse(stdout).core).toEqual(["github/github_get_file"]);
  });

  it.each([
    [["--suggest", "--core", "github/nothing"], "the catalog has no such tool"],
    [["--suggest", "--usage", "/nowhere.json"], "cannot be read"],
    [["--tiers", "/nowhere.json"], "there is no such file"],
  ])("refuses %j in one line", async (flags, said) => {
    const { code, stderr } = await toolgap(["catalog", "tier", ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});
