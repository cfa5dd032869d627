import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { chooseModel } from "../../models/choice.js";
import { openRouterName, resolveModel } from "../../models/providers.js";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
});

/** A chat-completions endpoint that gives one answer and keeps what it was sent. */
async function startEndpoint(status = 200): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      received.push({ url: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
      response.writeHead(status, { "content-type": "application/json" });
      const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content: "pong" } };
      const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
      response.end(
        status === 200
          ? JSON.stringify({ id: "x", object: "chat.completion", created: 0, model: "m", choices: [choice], usage })
          : JSON.stringify({ error: { message: "no" } }),
      );
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

describe("which model", () => {
  it("is the offline planner when nothing is set, and says so", async () => {
    const resolved = await resolveModel({ env: { OPENAI_API_KEY: "" } });
    expect(resolved).toMatchObject({ provider: "offline", modelName: "offline-planner", ruleBased: true });
    expect(resolved.label).toContain("rule-based");
    expect(resolved.reason).toMatch(/no provider is set.*rule-based/);
  });

  it.each([
    [{ OPENAI_API_KEY: "k" }, "openai", "gpt-4o-mini"],
    [{ OPENAI_API_KEY: "k", OPENROUTER_API_KEY: "r", OPENAI_MODEL: "gpt-5" }, "openai", "gpt-5"],
    [{ OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_MODEL: "llama" }, "openai", "llama"],
    [{ OPENROUTER_API_KEY: "r" }, "openrouter", "openai/gpt-4o-mini"],
    [{ OPENROUTER_API_KEY: "r", OPENAI_MODEL: "claude-sonnet-4" }, "openrouter", "anthropic/claude-sonnet-4"],
    [
      { OPENROUTER_API_KEY: "r", OPENAI_MODEL: "gpt-4o", OPENAI_BASE_URL: "http://proxy.test/v1" },
      "openrouter",
      "gpt-4o",
    ],
    [{ LLM_PROVIDER: "openai", OPENROUTER_API_KEY: "r" }, "openrouter", "openai/gpt-4o-mini"],
    [{ LLM_PROVIDER: "qwen", DASHSCOPE_API_KEY: "d" }, "dashscope", "qwen3.7-plus"],
    [{ LLM_PROVIDER: "bailian", DASHSCOPE_API_KEY: "d" }, "dashscope", "qwen3.7-plus"],
    [{ LLM_PROVIDER: "dashscope", DASHSCOPE_API_KEY: "d", OPENAI_API_KEY: "k" }, "dashscope", "qwen3.7-plus"],
    [{ DASHSCOPE_API_KEY: "d" }, "dashscope", "qwen3.7-plus"],
    [{ LLM_PROVIDER: "offline", OPENAI_API_KEY: "k" }, "offline", "offline-planner"],
  ])("for %o is %s %s", async (env, provider, modelName) => {
    expect(await resolveModel({ env })).toMatchObject({ provider, modelName, ruleBased: provider === "offline" });
  });

  it("is what the caller names before what the environment says", async () => {
    const env = { LLM_PROVIDER: "dashscope", DASHSCOPE_API_KEY: "d", OPENAI_API_KEY: "k", OPENAI_MODEL: "gpt-4o" };
    expect(await resolveModel({ env, provider: "openai", model: "o3-mini" })).toMatchObject({
      provider: "openai",
      modelName: "o3-mini",
    });
  });
});

describe("a provider that is named twice", () => {
  const theirs = ["anthropic", "ollama"];

  it.each([
    ["anthropic", "anthropic:claude-x", {}, "anthropic claude-x"],
    ["openai", "openai:gpt-4o", { OPENAI_API_KEY: "k" }, "openai gpt-4o"],
    ["openai", "openai:gpt-4o", { OPENROUTER_API_KEY: "r" }, "openrouter openai/gpt-4o"],
    ["qwen", "bailian:qwen-max", { DASHSCOPE_API_KEY: "d" }, "dashscope qwen-max"],
    ["ollama", "anthropic:7b", {}, "ollama anthropic:7b"],
    ["openai", "openai:gpt-4o", { OPENAI_BASE_URL: "http://127.0.0.1:1" }, "openai openai:gpt-4o"],
  ])("as --provider %s --model %s with %o is %s", (provider, model, env, expected) => {
    const choice = chooseModel({ provider, model, env, langChainProviders: theirs });
    expect(`${choice.provider.value} ${choice.model.value}`).toBe(expected);
  });
});

describe("what cannot be resolved", () => {
  it.each([
    [{ provider: "acme", env: {} }, /^unknown provider 'acme': expected one of offline, openai/],
    [{ provider: "constructor", env: {} }, /^unknown provider 'constructor': expected one of offline, openai/],
    [{ env: { LLM_PROVIDER: "__proto__" } }, /^unknown provider '__proto__'/],
    [{ env: { LLM_PROVIDER: "acme" } }, /unknown provider 'acme'/],
    [{ provider: "openai", env: {} }, /^provider 'openai' has no key: set OPENAI_API_KEY/],
    [{ provider: "openrouter", env: { OPENAI_API_KEY: "secret" } }, /set OPENROUTER_API_KEY/],
    [{ env: { LLM_PROVIDER: "qwen", OPENAI_API_KEY: "secret" } }, /set DASHSCOPE_API_KEY/],
    [
      { env: { OPENAI_API_KEY: "sk-secret\nof-two-lines" } },
      /^OPENAI_API_KEY cannot be a key: its character 10 of 22 is/,
    ],
    [
      { env: { OPENAI_BASE_URL: "http://127.0.0.1:1", OPENAI_API_KEY: "sk-secret…" } },
      /^OPENAI_API_KEY cannot be a key/,
    ],
    [{ model: "gpt-4o", env: {} }, /^model 'gpt-4o' needs a provider/],
  ])("%o is one line that says what to set", async (settings, message) => {
    const error = await resolveModel(settings).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/\n|secret/);
  });
});

describe("a remote model", () => {
  it("is called without the blanks that stand around its settings", async () => {
    const { baseUrl, received } = await startEndpoint();
    const env = { OPENAI_BASE_URL: ` ${baseUrl} `, OPENAI_API_KEY: " sk-very-secret\n", OPENAI_MODEL: "m " };
    await (await resolveModel({ env })).model.invoke("ping");
    expect(received[0]).toMatchObject({ url: "/v1/chat/completions", body: { model: "m" } });
    expect(received[0]?.headers.authorization).toBe("Bearer sk-very-secret");
  });

  it("is called over HTTP with its name, key and address, without a key for a local server", async () => {
    const { baseUrl, received } = await startEndpoint();
    const { model } = await resolveModel({ env: { OPENAI_BASE_URL: baseUrl }, model: "local-model" });
    const answer = await model.invoke("ping");
    expect(answer.content).toBe("pong");
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 3, output_tokens: 1 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ url: "/v1/chat/completions", body: { model: "local-model" } });
  });

  it("is asked once when it refuses, and the error does not hold the key", async () => {
    const { baseUrl, received } = await startEndpoint(401);
    const { model } = await resolveModel({ env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "sk-very-secret" } });
    const error = await model.invoke("ping").catch((thrown: unknown) => thrown);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.authorization).toBe("Bearer sk-very-secret");
    expect(String(error)).not.toContain("sk-very-secret");
  });
});

describe("openRouterName", () => {
  it.each([
    ["gpt-4o", "openai/gpt-4o"],
    ["o1-mini", "openai/o1-mini"],
    ["o3", "openai/o3"],
    ["o4-mini", "openai/o4-mini"],
    ["claude-opus-4", "anthropic/claude-opus-4"],
    ["qwen/qwen3", "qwen/qwen3"],
    ["mistral-small", "mistral-small"],
  ])("%s is %s", (given, expected) => {
    expect(openRouterName(given)).toBe(expected);
  });
});
