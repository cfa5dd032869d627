import { afterEach, describe, expect, it, vi } from "vitest";
import { InputError } from "../../catalog/types.js";
import { runTask } from "../../evals/run-task.js";
import { chooseModel } from "../../models/choice.js";
import { resolveModel } from "../../models/providers.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { catalog, serve } from "../live/support.js";

const langChainProviders = ["anthropic", "mistral", "azure_openai"];
const choose = (provider: string | undefined, model: string | undefined, env: Record<string, string> = {}) => {
  const choice = chooseModel({ provider, model, env, langChainProviders });
  return [choice.kind, choice.provider.value, choice.model.value];
};

afterEach(() => vi.unstubAllEnvs());

describe("a model named as provider:model", () => {
  it.each([
    ["anthropic:claude-x", {}, ["langchain", "anthropic", "claude-x"]],
    ["anthropic:claude-x", { OPENAI_API_KEY: "k" }, ["langchain", "anthropic", "claude-x"]],
    ["openai:gpt-4o", { OPENAI_API_KEY: "k" }, ["compatible", "openai", "gpt-4o"]],
    ["qwen:qwen-max", { DASHSCOPE_API_KEY: "k" }, ["compatible", "dashscope", "qwen-max"]],
    ["llama3:8b", { OPENAI_API_KEY: "k" }, ["compatible", "openai", "llama3:8b"]],
    ["mistral:7b", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, ["compatible", "openai", "mistral:7b"]],
    ["openai/gpt-oss:free", { OPENROUTER_API_KEY: "k" }, ["compatible", "openrouter", "openai/gpt-oss:free"]],
  ])("%s with %o is %j", (model, env, expected) => {
    expect(choose(undefined, model, env)).toEqual(expected);
  });

  it("may be split into a provider and a model", () => {
    expect(choose("anthropic", "claude-x")).toEqual(["langchain", "anthropic", "claude-x"]);
    expect(choose(undefined, "claude-x", { LLM_PROVIDER: "anthropic" })).toEqual([
      "langchain",
      "anthropic",
      "claude-x",
    ]);
    expect(() => choose("anthropic", undefined)).toThrow(
      /^provider 'anthropic' needs a model: expected --model anthropic:NAME/,
    );
  });
});

describe("a provider of LangChain's", () => {
  it.each([
    ["anthropic:claude-sonnet-4-5", "@langchain/anthropic"],
    ["ollama:llama3", "@langchain/ollama"],
  ])("whose package is not installed is one line that says what to install: %s", async (model, name) => {
    const error = await resolveModel({ model, env: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toBe(
      `model '${model}' needs the package ${name}, which is not installed: run npm install ${name}`,
    );
  });

  it("that lacks its key is one line that says so", async () => {
    const error = await resolveModel({ model: "azure_openai:gpt-4o", env: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(
      /^model 'azure_openai:gpt-4o' cannot be used: .*; set what @langchain\/openai needs$/,
    );
  });

  it("does a whole task over HTTP through its own package", async () => {
    const server = await serve(planner());
    vi.stubEnv("AZURE_OPENAI_API_KEY", "azure-key");
    vi.stubEnv("AZURE_OPENAI_API_DEPLOYMENT_NAME", "chat");
    vi.stubEnv("AZURE_OPENAI_API_VERSION", "2024-10-21");
    vi.stubEnv("AZURE_OPENAI_BASE_PATH", `${server.baseUrl}/deployments`);
    const { model, label } = await resolveModel({ model: "azure_openai:gpt-4o", env: {} });
    const task = "Delete the file notes.txt";
    const { report } = await runTask({ strategy: "active", task, catalog: catalog(), model, modelLabel: label });
    expect(report.toolsCalled).toMatchObject([{ name: "fs_delete_file", ok: true }]);
    expect(report.model).toBe("azure_openai: gpt-4o");
    expect(server.requests[0]?.path).toMatch(/^\/v1\/deployments\/chat\/chat\/completions/);
  });
});

describe("an address", () => {
  it.each([
    ["nowhere", /^OPENAI_BASE_URL is no address: expected one such as/],
    ["ftp://x.test/v1", /^OPENAI_BASE_URL is no address of a web server/],
    ["http://me:hidden@x.test/v1", /^OPENAI_BASE_URL has a user, a password or a query: .*own variable$/],
    ["http://x.test/v1?key=hidden", /^OPENAI_BASE_URL has a user, a password or a query/],
  ])("%s is refused without being shown", (OPENAI_BASE_URL, message) => {
    expect(() => choose(undefined, undefined, { OPENAI_BASE_URL })).toThrow(message);
    expect(() => choose(undefined, undefined, { OPENAI_BASE_URL })).not.toThrow(/hidden/);
  });
});
