import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { writeConfig } from "../catalog/mcp/support.js";
import { repository } from "../cli/toolgap.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-inspector-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesystem = join(repository, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
const behind = writeConfig(mkdtempSync(join(folder, "behind-")), {
  filesystem: { command: process.execPath, args: [filesystem, folder] },
});
const env = { TOOLGAP_CACHE_DIR: join(folder, "cache") };

describe("the inspector's command line as a client", { timeout: 120_000 }, () => {
  const inspect = async (...args: string[]) => {
    const cli = join(repository, "node_modules/@modelcontextprotocol/inspector-cli/build/cli.js");
    const loader = join(repository, "node_modules/tsx/dist/loader.mjs");
    const served = ["--import", loader, join(repository, "cli/main.ts"), "serve", "--mcp", behind];
    // The entry that a person writes into a client's configuration.
    const path = writeConfig(folder, { toolgap: { command: process.execPath, args: served, env } });
    const given = [cli, "--cli", "--config", path, "--server", "toolgap", ...args];
    const hooks = pathToFileURL(join(repository, "tests/serve/inspector-hooks.mjs")).href;
    const register = `data:text/javascript,import { register } from "node:module"; register("${hooks}");`;
    const options = `--import=${encodeURI(register)}`;
    const child = spawn(process.execPath, given, { cwd: repository, env: { ...process.env, NODE_OPTIONS: options } });
    let [out, said] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code, said).toBe(0);
    return JSON.parse(out) as Record<string, unknown>;
  };

  it("lists the three tools and calls one behind", async () => {
    const { tools } = (await inspect("--method", "tools/list")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(["request_tools", "describe_tool", "call_tool"]);
    const args = ["--tool-arg", "name=list_allowed_directories", "--tool-arg", "arguments={}"];
    const result = await inspect("--method", "tools/call", "--tool-name", "call_tool", ...args);
    expect(JSON.stringify(result)).toContain(folder);
  });
});
