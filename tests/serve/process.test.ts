import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { makeTag, processesOf, testEntry, waitUntil, writeConfig } from "../catalog/mcp/support.js";
import { type Outcome, repository, startToolgap, toolgap, toolgapHere } from "../cli/toolgap.js";
import { call, closing, connectHttp, connectProcess, makeClient, request, textsOf, use } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = (name: string) => join(repository, "node_modules/@modelcontextprotocol", name, "dist/index.js");
const env = { TOOLGAP_CACHE_DIR: join(folder, "cache") };
const config = writeConfig(folder, {
  filesystem: {
    command: process.execPath,
    args: [server("server-filesystem"), folder],
    description: "Files and folders on the disk",
  },
  memory: {
    command: process.execPath,
    args: [server("server-memory")],
    env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
  },
  everything: {
    command: process.execPath,
    args: [server("server-everything")],
    description: "Try things out: echo, images, long-running operations",
  },
});

describe("toolgap serve in front of real servers, over stdio", { timeout: 60_000 }, () => {
  it("finds, describes and runs their tools; pictures and progress come through; nothing but the protocol is on stdout", async () => {
    writeFileSync(join(folder, "a.txt"), "the text of a");
    const client = makeClient(() => ({ action: "accept", content: { approve: true } }));
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    const { stderr } = await connectProcess(["--mcp", config], client, env);
    const answer = await request(client, "files on the disk", "read the text of a file");
    expect(answer.tools!.map(({ name }) => name)).toContain("read_text_file");
    const read = await call(client, "read_text_file", { path: join(folder, "a.txt") });
    expect(textsOf(read)).toEqual(["the text of a"]);
    expect(read.structuredContent).toEqual({ content: "the text of a" });

    const written = await call(client, "write_file", { path: join(folder, "b.txt"), content: "b" });
    expect([written.isError, readFileSync(join(folder, "b.txt"), "utf8")]).toEqual([false, "b"]);
    const outside = await call(client, "read_text_file", { path: "/etc/hostname" });
    expect(outside.isError).toBe(true);

    const { structuredContent } = await use(client, "describe_tool", { name: "filesystem/write_file" });
    expect(structuredContent).toMatchObject({ risk: "may destroy or overwrite", serverState: { state: "running" } });
    const entities = { entities: [{ name: "Ada", entityType: "person", observations: ["writes"] }] };
    expect((await call(client, "create_entities", entities)).isError).toBe(false);
    expect(JSON.stringify((await call(client, "read_graph")).structuredContent)).toContain("Ada");

    const picture = await call(client, "get-tiny-image");
    expect(picture.content.map(({ type }) => type)).toContain("image");
    const seen: number[] = [];
    const long = {
      name: "call_tool",
      arguments: { name: "trigger-long-running-operation", arguments: { duration: 0.6, steps: 3 } },
    };
    await client.callTool(long, undefined, { onprogress: ({ progress }) => seen.push(progress) });
    // The last one may come in one piece with the result; then the client's library does not tell it any more.
    expect(seen.slice(0, 2)).toEqual([1, 2]);
    expect(stderr()).toContain("serving ");
    const unexpected = errors.filter(
      ({ message }) => !message.startsWith("Received a progress notification for an unknown"),
    );
    expect(unexpected).toEqual([]);
  });

  it("refuses a destructive tool to a client that cannot ask, unless a pattern of the command line allows it", async () => {
    const path = join(folder, "c.txt");
    const { client } = await connectProcess(["--mcp", config], makeClient(), env);
    const refused = await call(client, "write_file", { path, content: "c" });
    expect(textsOf(refused)[0]).toContain('can allow it with --auto-approve "filesystem/write_file"');
    const { client: allowed } = await connectProcess(
      ["--mcp", config, "--auto-approve", "filesystem/*"],
      makeClient(),
      env,
    );
    expect((await call(allowed, "write_file", { path, content: "c" })).isError).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("c");
  });

  it("ends when its input ends, and leaves no server behind, in mid-call too", async () => {
    const tag = makeTag();
    const own = mkdtempSync(join(folder, "own-"));
    const path = writeConfig(own, { test: testEntry(tag) });
    const { client, transport } = await connectProcess(["--mcp", path, "--approval", "never"], makeClient(), {
      TOOLGAP_CACHE_DIR: own,
    });
    await request(client, "test", "tool");
    const pid = transport.pid!;
    expect(processesOf(tag).length).toBeGreaterThan(0);
    call(client, "wait", { milliseconds: 60_000 }).catch(() => undefined);
    await client.close();
    await waitUntil(() => processesOf(tag).length === 0);
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it("tells of loaded tools that a real server takes away", async () => {
    const own = mkdtempSync(join(folder, "drop-"));
    const path = writeConfig(own, { test: testEntry(makeTag(), "--more") });
    const { client } = await connectProcess(["--mcp", path, "--approval", "never"], makeClient(), {
      TOOLGAP_CACHE_DIR: own,
    });
    expect(textsOf(await call(client, "echo", { text: "here" }))[0]).toBe("echo: here");
    await call(client, "drop");
    await vi.waitFor(
      async () => {
        const texts = textsOf(await use(client, "describe_tool", { name: "test/pid" }));
        expect(texts.at(-1)).toBe("[Loaded tools that are gone: test/echo.]");
      },
      { timeout: 10_000, interval: 200 },
    );
    expect(textsOf(await call(client, "echo", { text: "here" }))[0]).toContain('There is no tool "echo"');
  });

  it("greets a client before a slow server has answered, and waits with the first request", async () => {
    const own = mkdtempSync(join(folder, "slow-"));
    const path = writeConfig(own, {
      hanging: { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] },
    });
    const client = makeClient();
    await connectProcess(["--mcp", path], client, { TOOLGAP_CACHE_DIR: own });
    expect((await client.listTools()).tools).toHaveLength(3);
  });
});

describe("toolgap serve over HTTP", { timeout: 60_000 }, () => {
  it("makes a token, tells it once on stderr, and lets in who has it", async () => {
    const child = startToolgap(["serve", "--http", "0", "--catalog-builtin", "general"]);
    closing(async () => child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    await waitUntil(() => said.includes("Bearer ") && said.includes("listening on "), 20_000);
    const [, url] = /listening on (\S+)/.exec(said)!;
    const [, token] = /Bearer ([\w-]{43})\n/.exec(said)!;
    const { client } = await connectHttp(url!, makeClient(), token);
    expect((await request(client, "mail", "send an email")).status).toBe("loaded");
    expect(said.split(token!)).toHaveLength(2);
    await client.close();
    child.kill("SIGTERM");
    await waitUntil(() => child.exitCode !== null);
    expect(child.exitCode).toBe(143);
  });

  it("takes the token of the environment, tells it nowhere and does not hand it to the servers behind", async () => {
    const token = "a-token-of-the-environment";
    const own = mkdtempSync(join(folder, "http-"));
    const path = writeConfig(own, { everything: { command: process.execPath, args: [server("server-everything")] } });
    const child = startToolgap(["serve", "--http", "0", "--mcp", path, "--auto-approve", "*"], {
      env: { TOOLGAP_SERVE_TOKEN: token, TOOLGAP_CACHE_DIR: own },
    });
    closing(async () => child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    await waitUntil(() => said.includes("listening on "), 20_000);
    const { client } = await connectHttp(/listening on (\S+)/.exec(said)![1]!, makeClient(), token);
    const environment = textsOf(await call(client, "get-env"))[0]!;
    expect(environment).toContain("PATH");
    expect(environment + said).not.toContain(token);
  });
});

describe("toolgap serve over HTTP that is told to stop", { timeout: 60_000 }, () => {
  /** A process with a real server behind it, whose tool `wait` is under way for a client. */
  async function serveWaiting(milliseconds: number) {
    const tag = makeTag();
    const own = mkdtempSync(join(folder, "stop-"));
    const path = writeConfig(own, { test: testEntry(tag) });
    const args = ["serve", "--http", "0", "--no-auth", "--mcp", path, "--approval", "never"];
    const child = startToolgap(args, { env: { TOOLGAP_CACHE_DIR: own } });
    closing(async () => child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    await waitUntil(() => said.includes("listening on "), 20_000);
    const url = /listening on (\S+)/.exec(said)![1]!;
    const { client } = await connectHttp(url, makeClient());
    expect(textsOf(await call(client, "echo", { text: "here" }))).toEqual(["echo: here"]);
    const marker = join(own, "begun");
    const waiting = call(client, "wait", { milliseconds, marker });
    waiting.catch(() => undefined);
    await waitUntil(() => existsSync(marker));
    const ended = async () => {
      await waitUntil(() => child.exitCode !== null || child.signalCode !== null, 20_000);
      await waitUntil(() => processesOf(tag).length === 0);
      return child.exitCode ?? child.signalCode;
    };
    return { child, client, url, waiting, ended, said: () => said };
  }

  it.each(["SIGTERM", "SIGINT"] as const)(
    "by %s: a call that ends soon is answered with its result",
    async (signal) => {
      const { child, client, url, waiting, ended, said } = await serveWaiting(1_200);
      child.kill(signal);
      await waitUntil(() => said().includes("stopping: "));
      expect(said()).toContain("stopping: 1 call under way may take 3 s more; a second signal ends at once");
      const late = await call(client, "echo", { text: "late" });
      expect([late.isError, textsOf(late)[0]]).toEqual([true, expect.stringContaining("This one was not run.")]);
      await expect(connectHttp(url, makeClient())).rejects.toThrow("The server is stopping.");
      expect((await waiting).isError).toBe(false);
      expect(await ended()).toBe(signal === "SIGTERM" ? 143 : 130);
    },
  );

  it("a call that does not end is answered with an error that says so, and no process is left", async () => {
    const { child, waiting, ended } = await serveWaiting(60_000);
    child.kill("SIGTERM");
    const result = await waiting;
    expect([result.isError, textsOf(result)[0]]).toEqual([
      true,
      expect.stringContaining("It may or may not have taken"),
    ]);
    expect(await ended()).toBe(143);
  });

  it("twice: it ends at once, and no process is left", async () => {
    const { child, ended, said } = await serveWaiting(60_000);
    child.kill("SIGTERM");
    await waitUntil(() => said().includes("stopping: "));
    child.kill("SIGTERM");
    // Not by itself, which would be the code 143.
    expect(await ended()).toBe("SIGTERM");
  });
});

describe("wrong use of toolgap serve", () => {
  const exits = ({ code, stdout, stderr }: Outcome, expected: string) => {
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(expected);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  };

  it.each([
    [["--token-file", "x"], "--token-file is for HTTP: add --http, or leave it out"],
    [["--no-auth"], "--no-auth is for HTTP: add --http, or leave it out"],
    [["--http", "--no-auth", "--token-file", "x"], "--no-auth and --token-file are both given: leave one of them out"],
    [["--http", "--token-file", "/nowhere"], "the token file /nowhere cannot be read (ENOENT): name one that is there"],
    [["--http", "99999"], "Expected a whole number from 0 to 65,535"],
  ])("%j exits with 2 and one line", async (args, expected) => {
    exits(await toolgapHere(["serve", ...args]), expected);
  });

  it("a token that could be guessed is refused without being shown", async () => {
    process.env.TOOLGAP_SERVE_TOKEN = "hunter2";
    const outcome = await toolgapHere(["serve", "--http", "0"]);
    exits(outcome, "the token in TOOLGAP_SERVE_TOKEN has 7 characters: expected 16 or more");
    expect(outcome.stderr).not.toContain("hunter2");
    expect(process.env.TOOLGAP_SERVE_TOKEN).toBeUndefined();
  });

  it("a configuration that is not there is told, though the client is gone at once", async () => {
    exits(await toolgap(["serve", "--mcp", "/nowhere.json"]), "/nowhere.json");
  });
});
