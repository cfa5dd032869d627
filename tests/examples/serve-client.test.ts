import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
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

describe("docs/serve.md", () => {
  it("shows only code of the example, and JSON that can be read", () => {
    const example = readFileSync("examples/serve-client.ts", "utf8");
    const blocks = [...docs.matchAll(/```(ts|json)\n([\s\S]*?)```/g)];
    expect(blocks).toHaveLength(5);
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
