import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { runTask } from "../../evals/run-task.js";
import { createActiveGraph } from "../../graphs/index.js";
import { resolveModel } from "../../models/providers.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { asks, catalog, connect, key, runLive, serve } from "./support.js";

const task = "Query the users table in the database, and then send an email with the rows to team@example.com";

async function replay(folder: string, text = task, model?: string) {
  const resolved = await resolveModel({ replay: folder, env: {}, model });
  return runTask({
    strategy: "active",
    task: text,
    catalog: catalog(),
    model: resolved.model,
    modelLabel: resolved.label,
  });
}

const withoutTime = ({ report }: Awaited<ReturnType<typeof replay>>) => {
  const { latencyMs: _latency, ...metrics } = report.metrics;
  return { ...report, metrics };
};

describe("a recorded run", () => {
  it("is the same when it is replayed, with no key and no server", async () => {
    const folder = join(temporaryFolder(), "recording");
    const recorded = await runLive(task, planner(), { settings: { record: folder } });
    await recorded.server.close();
    expect(readdirSync(folder)).toHaveLength(recorded.report.metrics.modelCalls);
    expect(withoutTime(await replay(folder))).toEqual(withoutTime(recorded));
  });

  it("is the same when it was streamed, and streams when it is replayed", async () => {
    const folder = temporaryFolder();
    const settings = { record: folder };
    const recorded = await runLive("Say hello", ["Hello to you."], { settings, onToken: () => {} });
    const tokens: string[] = [];
    const { model } = await resolveModel({ replay: folder, env: {} });
    const again = await runTask({
      strategy: "active",
      task: "Say hello",
      catalog: catalog(),
      model,
      modelLabel: recorded.report.model,
      onToken: (text) => tokens.push(text),
    });
    expect(tokens).toEqual(["Hello ", "to ", "you."]);
    expect(withoutTime(again)).toEqual(withoutTime(recorded));
  });

  it("is streamed to listeners once, not once for each layer", async () => {
    const server = await serve(["Hello to you."]);
    const { model } = await connect(server, { record: temporaryFolder() });
    const graph = createActiveGraph({ catalog: catalog(), model });
    const pieces: string[] = [];
    const input = { messages: [new HumanMessage("Say hello")] };
    for await (const [message] of await graph.stream(input, { streamMode: "messages" })) pieces.push(message.text);
    expect(pieces.join("")).toBe("Hello to you.");
  });

  it("repeats failures, and the way to text that followed them", async () => {
    const folder = temporaryFolder();
    const rules = { noFunctions: "this model does not support tools" };
    const recorded = await runLive(task, planner(), { rules, settings: { record: folder } });
    expect(withoutTime(await replay(folder))).toEqual(withoutTime(recorded));
  });

  it("gives one request that was made several times its answers in their order", async () => {
    const server = await serve(["First.", "Second."]);
    const folder = temporaryFolder();
    const { model } = await connect(server, { record: folder });
    for (const _ of [1, 2]) await model.invoke("ping");
    const again = (await resolveModel({ replay: folder, env: {} })).model;
    const texts = [await again.invoke("ping"), await again.invoke("ping"), await again.invoke("ping")];
    expect(texts.map(({ text }) => text)).toEqual(["First.", "Second.", "Second."]);
  });

  it("is made of the offline planner too", async () => {
    const folder = temporaryFolder();
    const { model, label } = await resolveModel({ record: folder, env: {} });
    const recorded = await runTask({ strategy: "active", task, catalog: catalog(), model, modelLabel: label });
    const again = await replay(folder);
    expect(again.report.model).toContain("rule-based");
    expect(withoutTime(again)).toEqual(withoutTime(recorded));
  });
});

describe("a prompt that was not recorded", () => {
  const record = async () => {
    const folder = temporaryFolder();
    await runLive("Read a.txt", [asks("read a file"), "It says hello."], { settings: { record: folder } });
    return folder;
  };

  it("of another task fails, and says which message differs", async () => {
    const folder = await record();
    const { report } = await replay(folder, "Read b.txt");
    expect(report.stoppedBy).toBe("error");
    expect(report.answer).toContain(
      `the recording in ${folder} has no answer to this request: messages[1] is (user: Read b.txt), recorded is (user: Read a.txt)`,
    );
  });

  it("with other tools fails, and names them", async () => {
    const folder = await record();
    const { model } = await resolveModel({ replay: folder, env: {} });
    const options = { strategy: "active" as const, task: "Read a.txt", catalog: catalog(), model, modelLabel: "x" };
    const narrow = await runTask({
      ...options,
      context: { maxToolsPerRequest: 1, deny: ["filesystem/fs_list_directory"] },
    });
    expect(narrow.report.answer).toMatch(/has no answer to this request: .*(tools|tool:)/);
    const { report } = await runTask({ ...options, strategy: "all-tools" });
    expect(report.answer).toContain("has no answer to this request");
  });
});

describe("what is kept", () => {
  it("holds neither key nor header, not even where the prompt or the answer quotes the key", async () => {
    const folder = temporaryFolder();
    const token = "ghp_0123456789abcdef";
    const server = await serve([`Your key is ${key}, and the other ${token}.`]);
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key, GITHUB_TOKEN: token };
    const { model } = await resolveModel({ env, record: folder });
    const answer = await model.invoke(`My key is ${key}.`);
    expect(answer.text).toContain(key);
    const [name] = readdirSync(folder);
    const text = readFileSync(join(folder, name!), "utf8");
    expect(text).not.toMatch(/sk-live|ghp_|authorization|bearer/i);
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      model: { provider: "openai", name: "gpt-4o-mini" },
      request: { messages: [{ role: "user", content: "My key is [secret]." }] },
      response: { message: { content: "Your key is [secret], and the other [secret]." } },
    });
  });

  it("can be replayed where a secret is a word of its own form, and loses the whole of secrets that overlap", async () => {
    const folder = temporaryFolder();
    const server = await serve(["The key is abc-123-and-more."]);
    const env = { OPENAI_BASE_URL: server.baseUrl, A_KEY: "abc-123", B_KEY: "abc-123-and-more", C_TOKEN: "content" };
    await (await resolveModel({ env, record: folder })).model.invoke("ping");
    const again = await resolveModel({ env, replay: folder });
    expect((await again.model.invoke("ping")).text).toBe("The key is [secret].");
  });

  it("loses nothing where two runs record into one folder at the same time", async () => {
    const folder = temporaryFolder();
    const server = await serve(["First.", "Second."]);
    const models = [await connect(server, { record: folder }), await connect(server, { record: folder })];
    for (const { model } of models) await model.invoke("ping");
    const again = (await resolveModel({ replay: folder, env: {} })).model;
    const texts = [await again.invoke("ping"), await again.invoke("ping")];
    expect(texts.map(({ text }) => text)).toEqual(["First.", "Second."]);
  });

  it("is read without the file of an exchange whose run was killed before it wrote", async () => {
    const folder = temporaryFolder();
    const { model } = await connect(await serve(["pong"]), { record: folder });
    await model.invoke("ping");
    writeFileSync(join(folder, `${"0".repeat(20)}-0001.json`), "");
    expect((await (await resolveModel({ replay: folder, env: {} })).model.invoke("ping")).text).toBe("pong");
  });

  it("is chosen by --model where several models were recorded", async () => {
    const folder = temporaryFolder();
    const server = await serve(["One.", "Two."]);
    for (const model of ["one", "two"]) await (await connect(server, { record: folder, model })).model.invoke("ping");
    const two = await resolveModel({ replay: folder, env: {}, model: "two" });
    expect([two.label, (await two.model.invoke("ping")).text]).toEqual(["openai: two", "Two."]);
    await expect(resolveModel({ replay: folder, env: {} })).rejects.toThrow(
      /several models: expected --model with one of openai: one, openai: two/,
    );
    await expect(resolveModel({ replay: folder, env: {}, model: "three" })).rejects.toThrow(
      /no exchange with the model 'three'/,
    );
  });

  it.each([
    ["a missing folder", (folder: string) => join(folder, "nowhere"), /cannot be read \(ENOENT\): expected a folder/],
    ["an empty folder", (folder: string) => folder, /holds no recorded exchange/],
    [
      "a broken file",
      (folder: string) => {
        writeFileSync(join(folder, `${"0".repeat(20)}-0001.json`), '{"version": 1}');
        return folder;
      },
      /0001\.json cannot be used: model: /,
    ],
  ])("in %s is refused in one line", async (_what, make, message) => {
    const error = await resolveModel({ replay: make(temporaryFolder()), env: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(message);
  });

  it("cannot go where a file stands", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "");
    mkdirSync(join(path, "..", "other"));
    await expect(resolveModel({ record: path, env: {} })).rejects.toThrow(
      /--record .*file cannot be used \(EEXIST\): expected a folder/,
    );
  });
});
