import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HumanMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it } from "vitest";
import { resolveModel } from "../../models/providers.js";
import { createRetryingFetch, type RetryOptions } from "../../models/retry.js";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A server that answers one request after the other as listed, the last one for ever; tells how many came. */
async function serve(
  ...answers: Answer[]
): Promise<{ url: string; count: () => number; closeNow: () => Promise<void> }> {
  let count = 0;
  server = createServer((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)]!;
    count += 1;
    request.resume().on("end", () => answer(response, request));
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const closeNow = () => new Promise<void>((resolve) => server!.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/v1`, count: () => count, closeNow };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, { "content-type": "application/json", ...headers }).end('{"error": {"message": "busy"}}');
const hangUp: Answer = (response) => response.destroy();
const busy = status(503, { "retry-after": "0" });

const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content: "pong" } };
const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
const answer: Answer = (response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ id: "x", object: "chat.completion", created: 0, model: "m", choices: [choice], usage }));

function get(url: string, options: RetryOptions = {}, signal?: AbortSignal): Promise<Response> {
  return createRetryingFetch({ firstWait: 1, ...options })(url, signal ? { signal } : {});
}

describe("a request", () => {
  it.each([
    ["429", status(429)],
    ["500", status(500)],
    ["503", status(503)],
    ["a broken connection", hangUp],
  ])("is sent again after %s", async (_what, failing) => {
    const { url, count } = await serve(failing, failing, answer);
    expect((await get(url)).status).toBe(200);
    expect(count()).toBe(3);
  });

  it("is sent three times at most, and then gives the last answer with who gave it, the attempt and what to do", async () => {
    const { url, count } = await serve(status(503));
    const response = await get(url);
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, count()]).toEqual([503, 3]);
    expect(error.message).toBe(
      "the model's provider answered HTTP 503 on attempt 3 of 3: busy - the provider has trouble: try again later",
    );
  });

  it("fails with the last error where no server answers", async () => {
    const { url, closeNow } = await serve(answer);
    await closeNow();
    const notices: string[] = [];
    await expect(get(url, { onNotice: (line) => notices.push(line) })).rejects.toThrow(
      "the model's provider gave no answer on attempt 3 of 3 (ECONNREFUSED) - check the network",
    );
    expect(notices).toHaveLength(2);
    expect(notices[0]).toBe("the model's provider gave no answer (ECONNREFUSED): asked again in 0.0 s");
  });

  it.each([400, 401, 404, 422])("is sent once when the answer is %i", async (code) => {
    const { url, count } = await serve(status(code));
    expect((await get(url)).status).toBe(code);
    expect(count()).toBe(1);
  });

  it.each([
    ["seconds", () => "7"],
    ["a date", () => new Date(Date.now() + 7_600).toUTCString()],
  ])("waits as long as Retry-After says in %s", async (_form, value) => {
    const { url } = await serve(status(429, { "retry-after": value() }));
    const controller = new AbortController();
    const notices: string[] = [];
    const onNotice = (line: string) => {
      notices.push(line);
      controller.abort();
    };
    await expect(get(url, { onNotice }, controller.signal)).rejects.toThrow("aborted");
    expect(notices).toEqual([expect.stringMatching(/HTTP 429: asked again in (?:7\.0|6\.\d|7\.\d) s/)]);
  });

  it("is not sent again when the provider asks for a longer wait than anybody has", async () => {
    const { url, count } = await serve(status(429, { "retry-after": "3600" }));
    expect((await get(url)).status).toBe(429);
    expect(count()).toBe(1);
  });

  it.each([
    ["61", "61 seconds"],
    ["3600", "60 minutes"],
    ["86400", "24 hours"],
  ])("that the provider puts off for %s seconds fails with the wait: %s", async (seconds, words) => {
    const { url } = await serve(status(429, { "retry-after": seconds }));
    const { error } = (await (await get(url)).json()) as { error: { message: string } };
    expect(error.message).toContain(
      `wait a while, or send fewer requests at the same time (it asks for a wait of ${words})`,
    );
  });

  it("is not sent again once it is aborted, neither during the wait nor before it", async () => {
    const { url, count } = await serve(status(503));
    const controller = new AbortController();
    const waiting = get(url, { firstWait: 60_000, onNotice: () => controller.abort() }, controller.signal);
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await expect(get(url, {}, controller.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(count()).toBe(1);
  });
});

const readFile = { type: "function", function: { name: "read_file", description: "", parameters: { type: "object" } } };
const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta: { role: "assistant", content } }] })}\n\n`;

describe("a remote model", () => {
  const model = async (url: string, notices: string[] = []) =>
    (await resolveModel({ env: { OPENAI_BASE_URL: url }, onNotice: (line) => notices.push(line) })).model;

  it("answers after it was busy, with tools bound, and says that it was asked again", async () => {
    const { url, count } = await serve(busy, status(429, { "retry-after": "0" }), answer);
    const notices: string[] = [];
    const bound = (await model(url, notices)).bindTools!([readFile]);
    expect((await bound.invoke([new HumanMessage("ping")])).text).toBe("pong");
    expect(count()).toBe(3);
    expect(notices).toEqual([
      "openai answered with HTTP 503: asked again in 0.0 s",
      "openai answered with HTTP 429: asked again in 0.0 s",
    ]);
  });

  it("says why it failed when it stays busy", async () => {
    const { url, count } = await serve(busy);
    await expect((await model(url)).invoke("ping")).rejects.toThrow(
      "openai (gpt-4o-mini) answered HTTP 503 on attempt 3 of 3: busy - the provider has trouble",
    );
    expect(count()).toBe(3);
  });

  it("streams after it was busy, and is never asked again once a token was streamed", async () => {
    const { url, count } = await serve(busy, (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(chunk("po"));
      response.write(chunk("ng"), () => setImmediate(() => response.destroy()));
    });
    const tokens: string[] = [];
    const read = async () => {
      for await (const part of await (await model(url)).stream("ping")) tokens.push(part.text);
    };
    await expect(read()).rejects.toThrow();
    expect(tokens.join("")).toBe("pong");
    expect(count()).toBe(2);
  });

  const head = `: processing\n\ndata: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant", content: "", refusal: null } }] })}\n\n`;
  const streamOf = (text: string, end: (response: ServerResponse) => void): Answer => {
    return (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(text, () => setImmediate(() => end(response)));
    };
  };
  const breaks = (response: ServerResponse) => response.destroy();
  const ends = (response: ServerResponse) => response.end();
  const last = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

  it.each([
    ["breaks", breaks],
    ["ends", ends],
  ])("is asked again where a stream %s after comments and the name of who speaks", async (_how, end) => {
    const { url, count } = await serve(streamOf(head, end), streamOf(`${head}${chunk("pong")}${last}`, ends));
    const notices: string[] = [];
    const tokens: string[] = [];
    for await (const part of await (await model(url, notices)).stream("ping")) tokens.push(part.text);
    expect([tokens.join(""), count(), notices.length]).toEqual(["pong", 2, 1]);
  });

  it("is asked once where a stream says nothing and then that it is at its end", async () => {
    const { url, count } = await serve(streamOf(`${head}${last}`, ends));
    for await (const part of await (await model(url)).stream("ping")) expect(part.text).toBe("");
    expect(count()).toBe(1);
  });

  it("may send comments for longer than an answer may take to begin", async () => {
    const slow: Answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const timer = setInterval(() => response.write(": processing\n\n"), 50);
      setTimeout(() => {
        clearInterval(timer);
        response.end(`${chunk("pong")}${last}`);
      }, 1_500);
    };
    const { url, count } = await serve(slow);
    expect(await (await get(url, { beginTimeout: 1_000 })).text()).toContain("pong");
    expect(count()).toBe(1);
  });

  it("is not asked again after an abort", async () => {
    const { url, count } = await serve(status(503, { "retry-after": "30" }));
    const controller = new AbortController();
    const { model } = await resolveModel({
      env: { OPENAI_BASE_URL: url },
      onNotice: () => controller.abort(new Error("enough")),
    });
    await expect(model.invoke("ping", { signal: controller.signal })).rejects.toThrow();
    expect(count()).toBe(1);
  });
});
