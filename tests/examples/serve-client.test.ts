import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";

const docs = readFileSync("docs/serve.md", "utf8");

describe("examples/serve-client.ts", () => {
  it("asks for tools, reads a file, and lets a person refuse to overwrite it", async () => {
    const before = readFileSync("package.json", "utf8");
    const { stdout } = await promisify(execFile)("npx", ["tsx", "examples/serve-client.ts"]);
    const lines = stdout.trim().split("\n");
    expect(lines[0]).toBe("tools: request_tools, describe_tool, call_tool");
    expect(lines[1]).toMatch(/^loaded: .*\bread_text_file\b/);
    expect(lines.slice(2)).toEqual([
      "read: {",
      '  "name": "toolgap",',
      'asked: Run the tool "filesystem/write_file"? It may destroy or overwrite.',
      "write: filesystem/write_file was not approved: the file is needed",
    ]);
    expect(readFileSync("package.json", "utf8")).toBe(before);
  }, 60_000);
});

describe("examples/serve-own.ts", () => {
  it("serves a catalog of its own to a client", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: "npx", args: ["tsx", "examples/serve-own.ts"] }));
    const asked = { requests: [{ server: "clock", tool: "tell the time" }] };
    const found = await client.callTool({ name: "request_tools", arguments: asked });
    expect(JSON.stringify(found.content)).toContain("tell_time");
    const told = await client.callTool({ name: "call_tool", arguments: { name: "tell_time", arguments: {} } });
    expect(JSON.stringify(told.content)).toMatch(/\d{4}-\d\d-\d\dT/);
    await client.close();
  }, 60_000);
});

describe("docs/serve.md", () => {
  it("shows only code of the example, and JSON that can be read", () => {
    const example = ["serve-client", "serve-own"].map((name) => readFileSync(`examples/${name}.ts`, "utf8")).join("\n");
    const blocks = [...docs.matchAll(/```(ts|json)\n([\s\S]*?)```/g)];
    expect(blocks).toHaveLength(6);
    for (const [, kind, text] of blocks) {
      if (kind === "ts") expect(example).toContain(text);
      else expect(Object.keys(JSON.parse(text!))).toHaveLength(1);
    }
  });

  it("names the limits as they are", () => {
    const { port, turnPause, approvalTimeout, maxMessageBytes, maxSessions, idleTimeout } = defaults.serve;
    expect(docs).toContain(`http://127.0.0.1:${port}/mcp`);
    expect(docs).toContain(`a pause of ${turnPause / 1_000} seconds`);
    expect([approvalTimeout, idleTimeout]).toEqual([10 * 60_000, 30 * 60_000]);
    expect(docs).toContain(`${maxMessageBytes / 1_000_000} MB for one message, ${maxSessions} sessions`);
    expect(docs).toContain(`(${defaults.maxResultTokens.toLocaleString("en-US")})`);
    expect(docs).toContain(`${defaults.maxMediaCharacters / 1_000_000} MB`);
  });
});
