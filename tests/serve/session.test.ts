import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { distractorServers, ToolCatalog, type ToolDefinition } from "../../catalog/index.js";
import { resultStore } from "../../catalog/results/store.js";
import type { RequestAnswer } from "../../models/protocol.js";
import { goldenCatalog } from "../golden/catalog.js";
import { call, connect, connectTo, hostOver, request, textsOf, use } from "./support.js";

const reading = { readOnlyHint: true };

function tool(name: string, execute: NonNullable<ToolDefinition["execute"]>, more: Partial<ToolDefinition> = {}) {
  return { name, description: `Does ${name}`, inputSchema: { type: "object" }, annotations: reading, execute, ...more };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the three tools", () => {
  it("are all that is listed, however many stand behind", async () => {
    const { client } = await connect(new ToolCatalog(distractorServers(500)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["request_tools", "describe_tool", "call_tool"]);
    expect(JSON.stringify(tools).length).toBeLessThan(8_000);
  });

  it("say what they may do: call_tool the worst of what is behind", async () => {
    const { client } = await connect(goldenCatalog());
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.call_tool).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
    expect(hints.request_tools).toMatchObject({ readOnlyHint: true });
    expect(hints.describe_tool).toMatchObject({ readOnlyHint: true });
  });

  it("answer a name that is none of them with an error of the protocol", async () => {
    const { client } = await connect(goldenCatalog());
    await expect(use(client, "read_file", { path: "a" })).rejects.toThrow(
      'Unknown tool "read_file": this server has request_tools, describe_tool, call_tool.',
    );
  });
});

describe("request_tools", () => {
  it("answers with names, descriptions and parameters, as data and as text", async () => {
    const { client } = await connect(goldenCatalog());
    const result = await use(client, "request_tools", {
      requests: [{ server: "files", tool: "read the text of a file" }],
    });
    expect(result.structuredContent).toEqual({
      results: [
        {
          request: { server: "files", tool: "read the text of a file" },
          status: "loaded",
          tools: [
            {
              server: "files",
              name: "read_file",
              description: "Read the text of a file",
              parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
            },
          ],
        },
      ],
    });
    expect(JSON.parse(textsOf(result)[0]!)).toEqual(result.structuredContent);
  });

  it("names the nearest servers when nothing fits, never all tools", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { similarityThreshold: 0.99 } });
    const answer = await request(client, "mail", "xylophone tuning");
    expect(answer).toMatchObject({ status: "nothing_fits", nearestServers: ["mail"] });
    expect(answer.tools).toBeUndefined();
  });

  it("does not find what is denied", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { deny: ["files/*"] } });
    expect((await request(client, "files", "read the text of a file")).tools ?? []).toEqual([]);
  });

  it("leaves out parameters where all of them would be too long, and says where they are told", async () => {
    const big = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, { type: "string" }])),
    };
    const tools = ["alpha", "beta", "gamma"].map((name) => ({
      ...tool(`paint_${name}`, async () => ({ content: [], isError: false })),
      inputSchema: big,
    }));
    const { client } = await connect(new ToolCatalog([{ name: "paint", description: "Paint", tools }]), {
      settings: { maxResultTokens: 600 },
    });
    const answer = await request(client, "paint", "paint");
    expect(answer.tools).toHaveLength(3);
    expect(answer.tools![0]!.parameters).toBeDefined();
    expect(answer.tools!.at(-1)!.parameters).toBeUndefined();
    expect(answer.note).toContain("describe_tool tells them");
  });

  it("has a budget until the client pauses", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { client } = await connect(goldenCatalog(), { settings: { maxToolRequests: 1 } });
    expect((await request(client, "files", "read the text of a file")).status).toBe("loaded");
    expect((await request(client, "mail", "send a mail message")).status).toBe("budget_spent");
    vi.setSystemTime(Date.now() + defaults.serve.turnPause + 1);
    expect((await request(client, "mail", "send a mail message")).status).toBe("loaded");
  });

  it("has a new budget after a call that worked, and not after one that failed", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { maxToolRequests: 1, approval: "never" } });
    expect((await request(client, "files", "read the text of a file")).status).toBe("loaded");
    await call(client, "read_file", { wrong: true });
    await call(client, "no_such_tool");
    expect((await request(client, "mail", "send a mail message")).status).toBe("budget_spent");
    expect((await call(client, "read_file", { path: "a.txt" })).isError).toBe(false);
    expect((await request(client, "mail", "send a mail message")).status).toBe("loaded");
    expect((await request(client, "files", "list the entries of a folder")).status).toBe("budget_spent");
  });

  it("does not run dry in a long session that never pauses", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { approval: "never" } });
    for (let round = 0; round < 12; round++) {
      expect((await request(client, "files", `read the text of a file, number ${round}`)).status).not.toBe(
        "budget_spent",
      );
      expect((await call(client, "read_file", { path: `${round}.txt` })).isError).toBe(false);
    }
  });

  it("says of every request that cannot be read what is wrong with it, and spends nothing for it", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { maxToolRequests: 1 } });
    const broken = [{}, { requests: "read" }, { requests: [] }, { requests: [{ server: "files" }] }, { tool: 7 }];
    for (const args of [...broken, ...broken]) {
      const { isError, structuredContent } = await use(client, "request_tools", args);
      const { results } = structuredContent as { results: RequestAnswer[] };
      expect([isError, results.map(({ status }) => status)]).toEqual([true, ["invalid"]]);
      expect(results[0]!.note).toContain('expected {"requests": [{"server": "...", "tool": "..."}]}');
    }
    expect((await request(client, "files", "read the text of a file")).status).toBe("loaded");
  });

  it("answers repeats with the loaded tools, however many they are", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { maxToolRequests: 1 } });
    expect((await request(client, "files", "read the text of a file")).status).toBe("loaded");
    for (let round = 0; round < 6; round++) {
      const { status, tools } = await request(client, "files", "read the text of a file");
      expect([status, tools?.map(({ name }) => name)]).toEqual(["already_loaded", ["read_file"]]);
    }
  });

  it("counts requests that come at the same time one after the other", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { maxToolRequests: 2 } });
    const answers = await Promise.all(
      ["read the text of a file", "list the entries of a folder", "erase a file for good"].map((text) =>
        request(client, "files", text),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(["loaded", "loaded", "budget_spent"]);
  });

  it("is understood inside call_tool, where models put it", async () => {
    const { client } = await connect(goldenCatalog());
    const result = await call(client, "request_tools", {
      requests: [{ server: "files", tool: "read the text of a file" }],
    });
    expect(result.structuredContent).toMatchObject({ results: [{ status: "loaded" }] });
  });
});

describe("describe_tool", () => {
  it("tells the whole of one tool: text, schema, risk, approval, server", async () => {
    const long = `Does everything. ${"More words. ".repeat(200)}`.trim();
    const { client } = await connect(
      new ToolCatalog([
        {
          name: "s",
          description: "The server",
          tools: [tool("all", async () => ({ content: [], isError: false }), { description: long, annotations: {} })],
        },
      ]),
    );
    const { structuredContent } = await use(client, "describe_tool", { name: "s/all" });
    expect(structuredContent).toMatchObject({
      name: "s/all",
      server: "s",
      tool: "all",
      description: long,
      parameters: { type: "object" },
      approval: "a person is asked first",
      loaded: false,
      serverState: { description: "The server", tools: 1 },
    });
  });

  it("loads nothing, and answers an unknown name with the nearest", async () => {
    const { client, session } = await connect(goldenCatalog());
    await use(client, "describe_tool", { name: "read_file" });
    expect(session.boundTools).toEqual([]);
    const unknown = await use(client, "describe_tool", { name: "read_fil" });
    expect(unknown.isError).toBe(true);
    expect(textsOf(unknown)[0]).toContain("files/read_file");
    expect((await use(client, "describe_tool", {})).isError).toBe(true);
  });

  it("does not tell of a tool that is denied", async () => {
    const { client } = await connect(goldenCatalog(), { settings: { deny: ["files/*"] } });
    const text = textsOf(await use(client, "describe_tool", { name: "read_file" })).join();
    expect(text).not.toContain("Read the text");
  });
});

describe("a client's session", () => {
  it("keeps each client's loaded tools to itself", async () => {
    const host = hostOver(goldenCatalog());
    const [one, other] = [await connectTo(host), await connectTo(host)];
    await request(one.client, "files", "read the text of a file");
    expect(one.session.boundTools.map(({ callName }) => callName)).toEqual(["read_file"]);
    expect(other.session.boundTools).toEqual([]);
  });

  it("hears that the list has changed when a server comes or goes, and is told in the next answer", async () => {
    const catalog = goldenCatalog();
    const { client } = await connect(catalog, { settings: { advertise: "servers" }, changePause: 10 });
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes += 1;
    });
    await request(client, "files", "read the text of a file");
    await vi.waitFor(async () =>
      expect((await client.listTools()).tools[0]!.description).toContain("calendar, files, mail."),
    );
    const before = changes;
    catalog.addServer({
      name: "weather",
      description: "Weather",
      tools: [tool("forecast", async () => ({ content: [], isError: false }))],
    });
    catalog.removeServer("files");
    await vi.waitFor(() => expect(changes).toBe(before + 1));
    expect((await client.listTools()).tools[0]!.description).toContain("calendar, mail, weather.");
    const texts = textsOf(await call(client, "forecast"));
    expect(texts.at(-1)).toBe(
      "[Servers that can be used now: weather (1 tools). Servers that are gone: files. Loaded tools that are gone: files/read_file.]",
    );
    expect(textsOf(await call(client, "forecast"))).toHaveLength(1);
    expect(textsOf(await call(client, "read_file", { path: "a" }))[0]).toContain('There is no tool "read_file"');
  });

  it("is told of a loaded tool whose schema has changed", async () => {
    const catalog = goldenCatalog();
    const { client } = await connect(catalog);
    await request(client, "calendar", "search the calendar for an appointment");
    const changed = {
      ...tool("search", async () => ({ content: [], isError: false })),
      description: "Search the calendar for an appointment",
    };
    catalog.replaceServer({ name: "calendar", description: "Calendar", tools: [changed] });
    const { structuredContent } = await use(client, "request_tools", { requests: [{ server: "xyz", tool: "qqq" }] });
    expect(structuredContent).toMatchObject({
      changes: ["Loaded tools that have changed: read them again with describe_tool: calendar__search."],
    });
  });

  it("hands progress on to a client that asks for it", async () => {
    const slow = tool("slow", async (_args, { onProgress }) => {
      onProgress?.({ progress: 1, total: 2, message: "half" });
      onProgress?.({ progress: 2, total: 2 });
      return { content: [{ type: "text", text: "done" }], isError: false };
    });
    const { client } = await connect(new ToolCatalog([{ name: "s", description: "", tools: [slow] }]));
    const seen: unknown[] = [];
    const params = { name: "call_tool", arguments: { name: "slow", arguments: {} } };
    await client.callTool(params, undefined, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: "half" },
      { progress: 2, total: 2 },
    ]);
  });

  it("aborts the real call when the client cancels, or leaves", async () => {
    const aborted: string[] = [];
    const starts: (() => void)[] = [];
    const waiting = tool(
      "wait",
      (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => {
            aborted.push("wait");
            reject(signal.reason);
          });
          starts.shift()?.();
        }),
    );
    const { client } = await connect(new ToolCatalog([{ name: "s", description: "", tools: [waiting] }]));
    const begin = (options = {}) => {
      const started = new Promise<void>((resolve) => starts.push(resolve));
      const params = { name: "call_tool", arguments: { name: "wait", arguments: {} } };
      const ended = client.callTool(params, undefined, options).catch((error: Error) => error);
      return { started, ended };
    };
    const controller = new AbortController();
    const cancelled = begin({ signal: controller.signal });
    await cancelled.started;
    controller.abort();
    await vi.waitFor(() => expect(aborted).toHaveLength(1));
    const left = begin();
    await left.started;
    await client.close();
    await vi.waitFor(() => expect(aborted).toHaveLength(2));
  });

  it("end though what was kept for them cannot be removed, and tell it", async () => {
    const notices: string[] = [];
    const forget = vi.spyOn(resultStore(), "forget").mockRejectedValue(new Error("EPERM"));
    try {
      const { client } = await connectTo(hostOver(goldenCatalog(), { onNotice: (line) => notices.push(line) }));
      await client.close();
      await vi.waitFor(() => expect(notices).toEqual(["what was kept for a client cannot be removed: EPERM"]));
    } finally {
      forget.mockRestore();
    }
  });
});
