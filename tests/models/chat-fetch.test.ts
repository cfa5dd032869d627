import type { AIMessageChunk } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createChatFetch } from "../../models/chat-fetch.js";
import { failureText, secretForms } from "../../models/failures.js";
import { resolveModel } from "../../models/providers.js";
import type { RetryOptions } from "../../models/retry.js";
import type { Reply } from "../fixtures/openai-server/reply.js";
import { connect, serve } from "../live/support.js";

const callee = { provider: "openai", model: "m" };

async function post(baseUrl: string, options: RetryOptions = {}, body: object = {}, signal?: AbortSignal) {
  const fetch = createChatFetch({ callee, firstWait: 1, ...options });
  const text = JSON.stringify({ model: "m", messages: [{ role: "user", content: "ping" }], ...body });
  return fetch(`${baseUrl}/chat/completions`, { method: "POST", body: text, ...(signal ? { signal } : {}) });
}

describe("time limits", () => {
  it("end an attempt without a beginning, which is made again", async () => {
    const server = await serve([{ fault: "silence" }, "pong"]);
    const notices: string[] = [];
    const response = await post(server.baseUrl, { beginTimeout: 1_000, onNotice: (line) => notices.push(line) });
    expect(response.status).toBe(200);
    expect(notices).toEqual([expect.stringMatching(/^openai gave no answer \(nothing within 1000 ms\): asked again/)]);
  });

  it("end a request that is never answered, with what was waited for", async () => {
    const server = await serve([{ fault: "silence" }, { fault: "silence" }, { fault: "silence" }]);
    await expect(post(server.baseUrl, { beginTimeout: 50 })).rejects.toThrow(
      "openai (m) gave no answer on attempt 3 of 3 (nothing within 50 ms) - check the network",
    );
  });

  it("end the request with all of its attempts where the caller gave one limit for all", async () => {
    const busy: Reply = { fault: "status", status: 503, headers: { "retry-after": "30" } };
    const server = await serve([busy, "pong"]);
    await expect(post(server.baseUrl, { timeout: 1_000 })).rejects.toThrow(/nothing within 1000 ms/);
    expect(server.requests).toHaveLength(1);
  });

  it("end a stream that stalls in the middle, which is not asked for again", async () => {
    const server = await serve([{ fault: "stall", after: 3, completion: { content: "One two three" } }]);
    const response = await post(server.baseUrl, { pauseTimeout: 500 }, { stream: true });
    await expect(response.text()).rejects.toThrow(/broke off in the middle of its answer \(nothing for 500 ms\)/);
    expect(server.requests).toHaveLength(1);
  });

  it("let a slow answer through that goes on", async () => {
    const server = await serve([{ fault: "slow", pause: 30, completion: { content: "pong" } }]);
    const response = await post(server.baseUrl, { pauseTimeout: 2_000 });
    expect(
      ((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content,
    ).toBe("pong");
  });

  it("do not stand between an abort and its caller", async () => {
    const controller = new AbortController();
    const server = await serve(() => {
      controller.abort(new Error("enough"));
      return { fault: "silence" };
    });
    await expect(post(server.baseUrl, {}, {}, controller.signal)).rejects.toThrow("enough");
    expect(server.requests).toHaveLength(1);
  });
});

describe("a whole answer", () => {
  it.each<[string, Reply]>([
    ["breaks off", { fault: "broken", after: 4, completion: { content: "pong" } }],
    ["is no JSON", { fault: "invalid-json" }],
  ])("that %s is asked for again: nothing of it was shown", async (_how, reply) => {
    const server = await serve([reply, "pong"]);
    expect((await post(server.baseUrl)).status).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  it("that is no JSON at the last attempt either is a failure that shows its beginning", async () => {
    const server = await serve([1, 2, 3].map(() => ({ fault: "invalid-json" as const })));
    await expect(post(server.baseUrl)).rejects.toThrow(
      /on attempt 3 of 3 \(the answer is no JSON: <html>a proxy<\/html>\)/,
    );
  });

  it("that says that the account is empty is not asked for again", async () => {
    const body = { error: { message: "You exceeded your current quota", code: "insufficient_quota" } };
    const server = await serve([{ fault: "status", status: 429, body }]);
    const { error } = (await (await post(server.baseUrl)).json()) as { error: { message: string } };
    expect(error.message).toBe(
      "openai (m) answered HTTP 429: You exceeded your current quota - add credit to the account, or choose another provider",
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("a key that the provider quotes", () => {
  it("is masked in the words of a refusal in all of its forms, and what is no key stays", async () => {
    const message = "bad key sk/live+123 (sk%2Flive%2B123), none given";
    const server = await serve([{ fault: "status", status: 401, body: { error: { message } } }]);
    const response = await post(server.baseUrl, {
      callee: { ...callee, secrets: secretForms(["sk/live+123", "none"]) },
    });
    expect(await response.text()).toContain("bad key [secret] ([secret]), none given");
  });
});

const probe = { type: "function", function: { name: "look", description: "", parameters: { type: "object" } } };

describe("a parameter that the model rejects", () => {
  it.each([
    ["temperature", { temperature: 0 }],
    ["parallel_tool_calls", { tools: [probe], parallel_tool_calls: false }],
    ["strict", { tools: [{ ...probe, function: { ...probe.function, strict: true } }] }],
  ])("%s is left out at once, and what else was sent stays", async (name, body) => {
    const server = await serve(["pong"], { rejects: [name] });
    const notices: string[] = [];
    const response = await post(server.baseUrl, { onNotice: (line) => notices.push(line) }, body);
    expect(response.status).toBe(200);
    expect(server.requests).toHaveLength(2);
    const sent = server.requests[1]!.body;
    expect(JSON.stringify(sent)).not.toContain(name);
    if ("tools" in body) expect(sent.tools).toEqual([probe]);
    expect(notices).toEqual([`the provider takes no ${name} for this model: it is left out from now on`]);
  });

  it("is not sent a second time, by copies with tools bound neither", async () => {
    const server = await serve(["one", "two", "three"], { rejects: ["temperature"] });
    const { model } = await connect(server, { temperature: 0 });
    await model.invoke("ping");
    await model.bindTools!([probe]).invoke("ping");
    await model.invoke("ping");
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined, undefined]);
  });

  it("is told once where several calls at the same time are refused", async () => {
    let arrived = 0;
    let release = (): void => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const error = { message: "Unsupported parameter: 'temperature' is not supported with this model." };
    const server = await serve(async ({ temperature }) => {
      if (temperature === undefined) return "pong";
      arrived += 1;
      if (arrived === 3) release();
      await all;
      return { fault: "status", status: 400, body: { error } };
    });
    const notices: string[] = [];
    const { model } = await connect(server, { temperature: 0, onNotice: (line) => notices.push(line) });
    const answers = await Promise.all([1, 2, 3].map(() => model.invoke("ping")));
    expect([answers.map(({ text }) => text), server.requests.length]).toEqual([["pong", "pong", "pong"], 6]);
    expect(notices).toEqual([expect.stringContaining("takes no temperature")]);
  });

  it("is not confused with a wrong value, which fails", async () => {
    const error = { message: "Invalid 'temperature': decimal above maximum value.", param: "temperature" };
    const server = await serve([{ fault: "status", status: 400, body: { error } }]);
    expect((await post(server.baseUrl, {}, { temperature: 9 })).status).toBe(400);
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer with status 200", () => {
  const wrapped = (body: unknown): Reply => ({ fault: "invalid-json", text: JSON.stringify(body) });

  it("that is a passing error is asked for again, with the status that the error names", async () => {
    const notices: string[] = [];
    const busy = [429, undefined].map((code) => wrapped({ error: { message: "overloaded", code } }));
    const server = await serve([...busy, "pong"]);
    expect((await post(server.baseUrl, { onNotice: (line) => notices.push(line) })).status).toBe(200);
    expect(notices).toEqual([expect.stringContaining("HTTP 429"), expect.stringContaining("HTTP 502")]);
  });

  it("that is an error of ours fails at once, in the words of the provider", async () => {
    const server = await serve([wrapped({ error: { message: "no such model", code: 404 } })]);
    const { model } = await connect(server);
    await expect(model.invoke("ping")).rejects.toThrow(/answered HTTP 404: no such model - check that the model/);
    expect(server.requests).toHaveLength(1);
  });

  it.each([null, {}, [], { choices: [] }, { choices: [null] }])("that is %j fails and shows it", async (body) => {
    const server = await serve([wrapped(body)]);
    const error = await post(server.baseUrl).catch(failureText);
    expect(error).toContain(`openai (m) answered without a message (${JSON.stringify(body)}) - check that`);
  });

  it("is read where a stream holds a choice that is null, and fails where it holds an event that is", async () => {
    const event = { choices: [null, { index: 0, delta: { content: "pong" }, finish_reason: "stop" }] };
    const server = await serve([wrapped(event), wrapped(null)]);
    expect(await (await post(server.baseUrl, {}, { stream: true })).text()).toContain('"content":"pong"');
    const broken = await post(server.baseUrl, {}, { stream: true });
    await expect(broken.text()).rejects.toThrow(/it sent something that is no JSON object: null/);
  });
});

describe("streamed calls under one index", () => {
  const event = (id: string | null | undefined, name: string | null | undefined, text: string) => {
    const call = { index: 0, id, type: "function", function: { name, arguments: text } };
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`;
  };
  const last = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n';

  it.each<[string, Parameters<typeof event>[], [string, object][]]>([
    [
      "are told apart by their names where they have no ids",
      [
        [undefined, "look", '{"a":'],
        [undefined, undefined, "1}"],
        [undefined, "find", '{"b":2}'],
      ],
      [
        ["look", { a: 1 }],
        ["find", { b: 2 }],
      ],
    ],
    [
      "of one name are told apart once the earlier one is complete",
      [
        ["", "look", '{"a":1}'],
        ["", "look", '{"a":'],
        ["", null, "2}"],
      ],
      [
        ["look", { a: 1 }],
        ["look", { a: 2 }],
      ],
    ],
    [
      "are one where id and name are repeated with each piece",
      [
        ["x", "look", '{"a":'],
        ["x", "look", "1}"],
        ["y", "look", '{"a":2}'],
      ],
      [
        ["look", { a: 1 }],
        ["look", { a: 2 }],
      ],
    ],
    [
      "are one where the id comes after the name",
      [
        [null, "look", '{"a":'],
        ["x", null, "1}"],
      ],
      [["look", { a: 1 }]],
    ],
    [
      "are one where the name alone is repeated with each piece",
      [
        [null, "look", ""],
        [null, "look", '{"a":'],
        [null, "look", "1}"],
      ],
      [["look", { a: 1 }]],
    ],
  ])("%s", async (_how, pieces, expected) => {
    const text = `${pieces.map((piece) => event(...piece)).join("")}${last}`;
    const server = await serve([{ fault: "invalid-json", text: text.replace(/^data: /, "").trimEnd() }]);
    const { model } = await connect(server);
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.bindTools!([probe]).stream("ping")) {
      whole = whole ? whole.concat(chunk as AIMessageChunk) : (chunk as AIMessageChunk);
    }
    expect(whole?.invalid_tool_calls).toEqual([]);
    expect(whole?.tool_calls?.map(({ name, args }) => [name, args])).toEqual(expected);
  });
});

describe("a model name", () => {
  it.each(["gpt-4o", "o1", "o3-mini", "o4-mini", "gpt-5", "gpt-5-codex", "computer-use-preview", "qwen3"])(
    "such as %s is sent to the chat completions, without any parameter that was not set",
    async (name) => {
      const server = await serve(["pong"]);
      const { model } = await connect(server, { model: name });
      expect((await model.invoke("ping")).text).toBe("pong");
      expect(server.requests[0]?.path).toBe("/v1/chat/completions");
      const { messages: _messages, stream: _stream, ...rest } = server.requests[0]!.body;
      expect(rest).toEqual({ model: name });
    },
  );
});

describe("failureText", () => {
  it("finds our own words where the client library has wrapped them", async () => {
    const { model } = await resolveModel({ env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } });
    const error = await model.invoke("ping").catch((thrown: unknown) => thrown);
    expect(failureText(error)).toMatch(/^openai \(gpt-4o-mini\) at http:\/\/127\.0\.0\.1:9\/v1 gave no answer/);
  });

  it("is one line without LangChain's addresses", () => {
    expect(failureText(new Error("a\nb\n\nTroubleshooting URL: https://docs.test/x\n"))).toBe("a b");
    expect(failureText("plain")).toBe("plain");
  });
});
