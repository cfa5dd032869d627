// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how variables are written in the file
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readMcpConfig } from "../../../catalog/sources/mcp/config.js";
import { InputError } from "../../../catalog/types.js";
import { temporaryFolder, writeConfig } from "./support.js";

const read = (mcpServers: Record<string, unknown>, environment = {}) =>
  readMcpConfig(writeConfig(temporaryFolder(), mcpServers), environment);

describe("mcp.json", () => {
  it("reads a process and an HTTP server in the form of desktop clients", async () => {
    const { servers, failures } = await read({
      files: { command: "node", args: ["server.js", "."], env: { LEVEL: 3 }, description: "Files" },
      remote: { url: "https://example.org/mcp", headers: { Authorization: "Bearer x" }, autoApprove: [] },
    });
    expect(failures).toEqual([]);
    expect(servers).toMatchObject([
      {
        kind: "stdio",
        name: "files",
        command: "node",
        args: ["server.js", "."],
        env: { LEVEL: "3" },
        description: "Files",
      },
      { kind: "http", name: "remote", url: "https://example.org/mcp", headers: { Authorization: "Bearer x" } },
    ]);
  });

  it.each(["http", "streamable-http", "streamableHttp"])("accepts %s as the type of a url", async (type) => {
    const { servers } = await read({ remote: { type, url: "http://127.0.0.1:1/mcp" } });
    expect(servers).toMatchObject([{ kind: "http" }]);
  });

  it("leaves disabled servers out, whatever they lack", async () => {
    const { servers, failures } = await read({ off: { command: "x", env: { A: "${NOT_SET}" }, disabled: true } });
    expect({ servers, failures }).toEqual({ servers: [], failures: [] });
  });

  it("puts environment variables into env, headers, url and args", async () => {
    const environment = { TOKEN: "t0ken-value", HOST: "example.org", EMPTY: "" };
    const { servers } = await read(
      {
        a: { command: "node", args: ["--key=${TOKEN}"], env: { KEY: "${env:TOKEN}", PLAIN: "$TOKEN" } },
        b: { url: "https://${HOST}/mcp", headers: { Authorization: "Bearer ${TOKEN}", X: "${EMPTY:-none}${NO:-}" } },
      },
      environment,
    );
    expect(servers).toMatchObject([
      { args: ["--key=t0ken-value"], env: { KEY: "t0ken-value", PLAIN: "$TOKEN" } },
      { url: "https://example.org/mcp", headers: { Authorization: "Bearer t0ken-value", X: "none" } },
    ]);
  });

  it("names the variable that is missing as the failure of its server alone", async () => {
    const { servers, failures } = await read({
      a: { command: "node", env: { KEY: "${ABSENT}" } },
      b: { command: "node" },
    });
    expect(servers.map((server) => server.name)).toEqual(["b"]);
    expect(failures).toEqual([{ server: "a", reason: expect.stringContaining("ABSENT is not set") }]);
  });

  it.each([
    [{ type: "sse", url: "http://127.0.0.1/sse" }, '"sse" is not supported'],
    [{ type: "stdio", url: "http://127.0.0.1/mcp" }, '"stdio" is not supported'],
    [{ url: "ftp://127.0.0.1/mcp" }, "not an http or https address"],
    [{ url: "127.0.0.1/mcp" }, "not an http or https address"],
  ])("makes %j the failure of that server", async (entry, reason) => {
    const { servers, failures } = await read({ odd: entry, good: { command: "node" } });
    expect(servers).toHaveLength(1);
    expect(failures).toEqual([{ server: "odd", reason: expect.stringContaining(reason) }]);
  });

  it("takes a name that every object has as the name of a server, a variable or a header", async () => {
    const path = join(temporaryFolder(), "mcp.json");
    const values = '{"__proto__": "a-value", "constructor": "b-value"}';
    const entries = ["__proto__", "constructor", "toString"].map(
      (name) => `"${name}": {"command": "node", "env": ${values}}`,
    );
    writeFileSync(
      path,
      `{"mcpServers": {${entries.join(", ")}, "web": {"url": "http://127.0.0.1", "headers": ${values}}}}`,
    );
    const { servers } = await readMcpConfig(path, {});
    expect(servers.map((server) => server.name)).toEqual(["__proto__", "constructor", "toString", "web"]);
    for (const server of servers) {
      const given = server.kind === "stdio" ? server.env : server.headers;
      expect(Object.entries(given)).toEqual([
        ["__proto__", "a-value"],
        ["constructor", "b-value"],
      ]);
    }
  });

  it.each(["constructor", "toString", "__proto__"])("says that the variable %s is not set", async (name) => {
    const { failures } = await read({ a: { command: "node", args: [`\${${name}}`] } });
    expect(failures).toEqual([{ server: "a", reason: expect.stringContaining(`${name} is not set`) }]);
  });

  it("takes a command with a path, and the folder, from the working directory", async () => {
    const { servers } = await read({ a: { command: "./bin/server", cwd: "docs" }, b: { command: "server" } });
    expect(servers).toMatchObject([
      { command: resolve("bin/server"), cwd: resolve("docs") },
      { command: "server", cwd: process.cwd() },
    ]);
  });

  it("refuses a missing file in one line", async () => {
    await expect(readMcpConfig("/nowhere/mcp.json")).rejects.toThrow(
      new InputError(
        'The MCP configuration "/nowhere/mcp.json" does not exist: give the path of a JSON file with "mcpServers".',
      ),
    );
  });

  it.each([
    ["{", "is not JSON (near line 1)"],
    ['{\n"mcpServers": {\n"a": {"env": {"KEY": secret-12345678}}}}', "is not JSON (near line 3)"],
    ["[]", "another shape"],
    ['{"servers": {}}', "mcpServers"],
    ['{"mcpServers": {"a": "node"}}', "mcpServers.a"],
    ['{"mcpServers": {"": {"command": "node"}}}', "a server without a name"],
    ['{"mcpServers": {"__proto__": {"command": 5}}}', "mcpServers.__proto__.command"],
    ['{"mcpServers": {"a": {"command": 5}}}', "mcpServers.a.command"],
    ['{"mcpServers": {"a": {"command": "x", "env": {"KEY": ["secret-12345678"]}}}}', "mcpServers.a.env.KEY"],
    ['{"mcpServers": {"a": {}}}', 'server "a" neither "command" nor "url"'],
    ['{"mcpServers": {"a": {"command": "x", "url": "http://127.0.0.1"}}}', 'server "a" both "command" and "url"'],
  ])("refuses %s in one line that quotes no value", async (text, message) => {
    const path = join(temporaryFolder(), "mcp.json");
    writeFileSync(path, text);
    const error = await readMcpConfig(path).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toMatch(/\n|secret-1/);
  });

  it("reads a file that begins with a byte order mark", async () => {
    const path = join(temporaryFolder(), "mcp.json");
    writeFileSync(path, '\uFEFF{"mcpServers": {}}');
    await expect(readMcpConfig(path)).resolves.toEqual({ servers: [], failures: [] });
  });
});
