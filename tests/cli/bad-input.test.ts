import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeConfig } from "../catalog/mcp/support.js";
import { toolgap, toolgapHere } from "./toolgap.js";

const folder = temporaryFolder();
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const broken = file("broken.json", '{"servers": [');
const wrongShape = file("wrong-shape.json", '{"tools": []}');
const twoKinds = writeConfig(folder, { both: { command: "node", url: "http://127.0.0.1:1" } });
const missing = join(folder, "missing.json");
const nowhere = join(folder, "nowhere", "r.json");
const folderName = join(folder, "folder.json");
mkdirSync(folderName);
const environmentFile = join(folder, "with-env");
mkdirSync(environmentFile);
writeFileSync(join(environmentFile, ".env"), "LLM_PROVIDER=nosuch\n");

/** What is wrong; the arguments; what the line must say: the thing given, and what was expected. */
const cases: [string, string[], RegExp][] = [
  ["an unknown command", ["rum"], /'rum'.*run, route, catalog/],
  ["an unknown option", ["--strategy"], /'--strategy'.*run, route, catalog/],
  ["an unknown option of a command", ["run", "x", "--top-ks", "3"], /'--top-ks'.*--top-k\?/],
  ["a command group without a command", ["catalog"], /catalog.*enrich, lint, list, sync, tier, tokens/],
  ["an unknown command of a group", ["catalog", "lst"], /'lst'.*enrich, lint, list, sync, tier, tokens/],
  ["an unknown strategy", ["run", "x", "--strategy", "lazy"], /'lazy'.*active, retrieval, all-tools/],
  ["an unknown provider", ["run", "x", "--provider", "nosuch"], /'nosuch'.*offline, openai, openrouter, dashscope/],
  ["a provider without its key", ["run", "x", "--provider", "openrouter"], /openrouter.*OPENROUTER_API_KEY/],
  ["an unknown router", ["run", "x", "--router", "magic"], /"magic".*tfidf/],
  ["a missing task", ["run"], /'task'.*run --help/],
  ["an empty task", ["run", " "], /task is empty: expected.*for example/],
  ["an empty request", ["route", ""], /request is empty: expected.*for example/],
  ["a second task", ["run", "one", "two"], /Expected 1 argument but got 2/],
  ["a number below its range", ["run", "x", "--top-k", "0"], /'0'.*whole number from 1 to 128/],
  ["a number with a fraction", ["run", "x", "--max-tool-requests", "1.5"], /'1.5'.*whole number from 0/],
  ["a number above its range", ["route", "x", "--similarity-threshold", "2"], /'2'.*number from 0 to 1/],
  ["text for a number", ["catalog", "list", "--num-tools", "many"], /'many'.*whole number/],
  ["a missing catalog file", ["route", "x", "--catalog", missing], /missing\.json.*no such file/],
  ["a catalog file that is not JSON", ["route", "x", "--catalog", broken], /broken\.json.*JSON/],
  ["a catalog file of another shape", ["route", "x", "--catalog", wrongShape], /wrong-shape\.json.*"servers"/],
  ["a missing mcp.json", ["run", "x", "--mcp", missing], /missing\.json.*mcpServers/],
  ["an mcp.json that is not JSON", ["catalog", "list", "--mcp", broken], /broken\.json.*JSON/],
  ["an mcp.json of another shape", ["catalog", "sync", "--mcp", twoKinds], /both "command" and "url"/],
  [
    "a report in no folder",
    ["eval", "--output", nowhere],
    /nowhere.r\.json cannot be written \(ENOENT\): expected a file/,
  ],
  ["a report in the place of a folder", ["eval", "--output", folderName], /it is a folder.*expected a file/],
  ["a measure in no folder", ["eval", "scaling", "--output", nowhere], /cannot be written \(ENOENT\): expected a file/],
  ["tasks in no folder", ["eval", "tasks", "--catalog", missing, "--output", nowhere], /cannot be written \(ENOENT\)/],
  [
    "a recording below a file",
    ["run", "x", "--record", join(broken, "kept")],
    /--record .*\(ENOTDIR\): expected a folder/,
  ],
  ["a sync without its file", ["catalog", "sync"], /--mcp <file>/],
];

/** What the process adds (streams, the exit code) is looked at for a few of them. */
const byProcess = new Set(["an unknown command", "a missing catalog file"]);

describe("bad input ends with exit code 2 and one line on stderr", () => {
  it.concurrent.each(cases)("for %s", async (title, args, expected) => {
    const { code, stdout, stderr } = await (byProcess.has(title) ? toolgap : toolgapHere)(args);
    expect(stderr).toMatch(expected);
    expect(stderr).toMatch(/^toolgap: [^\n]+\n$/);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it.concurrent("for a wrong value in .env", async () => {
    const { code, stderr } = await toolgap(["run", "x"], { cwd: environmentFile });
    expect(stderr).toMatch(/^toolgap: [^\n]*'nosuch'[^\n]*\n$/);
    expect(code).toBe(2);
  });

  it.concurrent("for a .env that cannot be read", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, ".env"));
    const { code, stderr } = await toolgap(["run", "x"], { cwd });
    expect(stderr).toMatch(/^toolgap: \.env cannot be read \([^\n]*\): expected [^\n]*\n$/);
    expect(code).toBe(2);
  });

  it.concurrent("for a wrong number in the environment", async () => {
    const { code, stderr } = await toolgap(["run", "x"], { env: { TOP_K_SERVERS: "three" } });
    expect(stderr).toMatch(/^toolgap: TOP_K_SERVERS is "three"; expected a whole number[^\n]*$/m);
    expect(code).toBe(2);
  });
});
