import { describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { type CatalogChange, ToolCatalog } from "../../catalog/registry.js";
import type { JsonSchema, ServerDefinition, ToolDefinition } from "../../catalog/types.js";
import { InputError } from "../../catalog/types.js";

const pathSchema: JsonSchema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

function tool(name: string, extra: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name, description: `Does ${name}.`, inputSchema: pathSchema, ...extra };
}

function server(name: string, ...tools: ToolDefinition[]): ServerDefinition {
  return { name, description: `The ${name} server.`, tools };
}

const echo: ToolDefinition["execute"] = async (args) => ({
  content: [{ type: "text", text: JSON.stringify(args) }],
  structured: args,
  isError: false,
});

describe("servers and tools", () => {
  it("keeps tools of one name on two servers apart", () => {
    const catalog = new ToolCatalog([server("a", tool("search")), server("b", tool("search"), tool("other"))]);
    expect(catalog.size).toBe(3);
    expect(catalog.get({ server: "b", name: "search" })?.id).toEqual({ server: "b", name: "search" });
    expect(catalog.isNameShared("search")).toBe(true);
    expect(catalog.isNameShared("other")).toBe(false);
    catalog.removeServer("a");
    expect(catalog.isNameShared("search")).toBe(false);
  });

  it("keeps the order of addition", () => {
    const catalog = new ToolCatalog([server("z", tool("one")), server("a", tool("two"))]);
    catalog.addTool("z", tool("three"));
    expect(catalog.tools().map((entry) => entry.id.name)).toEqual(["one", "two", "three"]);
    expect(catalog.servers().map((entry) => entry.name)).toEqual(["z", "a"]);
    expect(catalog.server("z")?.tools.map((entry) => entry.id.name)).toEqual(["one", "three"]);
  });

  it("returns the same lists until it changes, and keeps the objects of unchanged servers", () => {
    const catalog = new ToolCatalog([server("a", tool("one")), server("b", tool("two"))]);
    const [before, tools, a] = [catalog.servers(), catalog.tools(), catalog.server("a")];
    expect(catalog.servers()).toBe(before);
    expect(catalog.tools()).toBe(tools);
    catalog.addTool("b", tool("three"));
    expect(catalog.servers()).not.toBe(before);
    expect(catalog.server("a")).toBe(a);
  });

  it("a name with a slash cannot be mistaken for another server's tool", () => {
    const catalog = new ToolCatalog([server("a/b", tool("c")), server("a", tool("b/c"))]);
    catalog.removeTool({ server: "a/b", name: "c" });
    expect(catalog.has({ server: "a", name: "b/c" })).toBe(true);
  });

  it("refuses a second server of one name", () => {
    const catalog = new ToolCatalog([server("a")]);
    expect(() => catalog.addServer(server("a"))).toThrow(
      new InputError('The catalog already has a server "a": give this one another name, or remove it first.'),
    );
  });

  it.each([
    ["removeServer", (catalog: ToolCatalog) => catalog.removeServer("x")],
    ["addTool", (catalog: ToolCatalog) => catalog.addTool("x", tool("one"))],
  ])("%s names an unknown server and those that exist", (_name, act) => {
    expect(() => act(new ToolCatalog([server("a"), server("b")]))).toThrow(
      new InputError('The catalog has no server "x"; its servers are: a, b.'),
    );
  });

  it("refuses a tool of a name that its server has", () => {
    const catalog = new ToolCatalog([server("a", tool("one"))]);
    expect(() => catalog.addTool("a", tool("one"))).toThrow(
      new InputError('Tool "one" cannot be added to server "a": the server has another tool of this name.'),
    );
    expect(catalog.version).toBe(1);
  });

  it("names an unknown tool that is to be removed, with the nearest", () => {
    const catalog = new ToolCatalog([server("fs", tool("read_file"))]);
    expect(() => catalog.removeTool({ server: "fs", name: "readfile" })).toThrow(
      new InputError("There is no tool fs/readfile. The nearest are: fs/read_file. Nothing was changed."),
    );
  });

  it.each([
    ["tools that are no list", { tools: "none" }, 'Server "b" needs its tools as a list, given a string.'],
    ["no tools at all", { tools: undefined }, 'Server "b" needs its tools as a list, given nothing.'],
    [
      "a note of tools set aside that is no list",
      { setAside: {} },
      'Server "b" needs its setAside as a list, given an object.',
    ],
    ["no name", { name: undefined }, "A server needs a name: a non-empty string, given nothing."],
  ])("refuses a server with %s and stays as it was", (_what, wrong, message) => {
    const catalog = new ToolCatalog([server("a", tool("one"))]);
    const offered = { ...server("b", tool("two")), ...wrong } as unknown as ServerDefinition;
    expect(() => catalog.addServer(offered)).toThrow(new InputError(message));
    if (offered.name) expect(() => catalog.replaceServer({ ...offered, name: "a" })).toThrow(InputError);
    expect(catalog.servers().map(({ name, tools }) => [name, tools.length])).toEqual([["a", 1]]);
    expect(catalog.version).toBe(1);
  });

  it("refuses what is no server at all", () => {
    expect(() => new ToolCatalog([null as unknown as ServerDefinition])).toThrow(
      new InputError("A server must be an object, given null."),
    );
  });

  it("sets malformed tools aside with a reason and keeps the rest", () => {
    const broken = [
      tool(""),
      tool("array", { inputSchema: [] as unknown as JsonSchema }),
      tool("null", { inputSchema: null as unknown as JsonSchema }),
      tool("good"),
      tool("good"),
      null as unknown as ToolDefinition,
      tool("runs", { execute: "rm" as unknown as ToolDefinition["execute"] }),
      tool("late", { timeout: 0 }),
    ];
    const offered = { ...server("a", ...broken), setAside: [{ server: "a", name: "earlier", reason: "no name" }] };
    const catalog = new ToolCatalog([offered]);
    expect(catalog.tools().map((entry) => entry.id.name)).toEqual(["good"]);
    expect(catalog.setAside).toEqual([
      { server: "a", name: "earlier", reason: "no name" },
      { server: "a", name: "", reason: "its name must be a non-empty string" },
      { server: "a", name: "array", reason: "its input schema must be an object or a boolean, given an array" },
      { server: "a", name: "null", reason: "its input schema must be an object or a boolean, given null" },
      { server: "a", name: "good", reason: "the server has another tool of this name" },
      { server: "a", name: "", reason: "a tool must be an object, given null" },
      { server: "a", name: "runs", reason: "its execute must be a function" },
      { server: "a", name: "late", reason: "its timeout must be a number of milliseconds above 0, given 0" },
    ]);
    catalog.removeServer("a");
    expect(catalog.setAside).toEqual([]);
  });

  it("a server that is replaced keeps its place and the place of the tools that it keeps", () => {
    const catalog = new ToolCatalog([server("a", tool("one"), tool("two")), server("b", tool("one"))]);
    const changes: CatalogChange[] = [];
    catalog.subscribe((change) => changes.push(change));
    catalog.replaceServer({
      ...server("a", tool("three"), tool("two", { description: "New." })),
      description: "Newer.",
    });
    expect(catalog.servers().map((entry) => entry.name)).toEqual(["a", "b"]);
    expect(catalog.server("a")).toMatchObject({ description: "Newer.", tools: [{}, { description: "New." }] });
    expect(catalog.tools().map(({ id }) => `${id.server}/${id.name}`)).toEqual(["a/two", "b/one", "a/three"]);
    expect(catalog.isNameShared("one")).toBe(false);
    expect(changes).toMatchObject([{ version: 3, addedServers: [], removedServers: [] }]);
    expect(changes[0]?.removedTools.map((id) => id.name)).toEqual(["one", "two"]);
    expect(changes[0]?.addedTools.map((id) => id.name)).toEqual(["three", "two"]);
  });

  it("goes on when a listener throws: the others hear, and the process is warned", () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    try {
      const catalog = new ToolCatalog();
      const heard: number[] = [];
      catalog.subscribe(() => {
        throw new Error("out of order");
      });
      catalog.subscribe(({ version }) => heard.push(version));
      catalog.addServer(server("a", tool("one")));
      expect(heard).toEqual([1]);
      expect(catalog.size).toBe(1);
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/^A listener of the tool catalog failed: Error: out of order/),
        "ToolgapWarning",
      );
    } finally {
      warn.mockRestore();
    }
  });

  it("tells listeners what each change added and removed, until they leave", () => {
    const catalog = new ToolCatalog();
    const changes: CatalogChange[] = [];
    const leave = catalog.subscribe((change) => changes.push(change));
    catalog.addServer(server("a", tool("one")));
    catalog.addTool("a", tool("two"));
    catalog.removeTool({ server: "a", name: "one" });
    catalog.removeServer("a");
    leave();
    catalog.addServer(server("b"));
    const none = { addedServers: [], removedServers: [], addedTools: [], removedTools: [] };
    const [one, two] = ["one", "two"].map((name) => ({ server: "a", name }));
    expect(changes).toEqual([
      { ...none, version: 1, addedServers: ["a"], addedTools: [one] },
      { ...none, version: 2, addedTools: [two] },
      { ...none, version: 3, removedTools: [one] },
      { ...none, version: 4, removedServers: ["a"], removedTools: [two] },
    ]);
    expect(catalog.version).toBe(5);
  });
});

describe("execution", () => {
  const id = { server: "a", name: "one" };

  it("runs a tool and marks a simulated one", async () => {
    const catalog = new ToolCatalog([server("a", tool("one", { execute: echo, simulated: true }))]);
    expect(await catalog.execute(id, { path: "x" })).toEqual({
      content: [{ type: "text", text: '{"path":"x"}' }],
      structured: { path: "x" },
      isError: false,
      simulated: true,
    });
  });

  it("does not run a tool with invalid arguments", async () => {
    const execute = vi.fn(echo);
    const catalog = new ToolCatalog([server("a", tool("one", { execute }))]);
    const outcome = await catalog.execute(id, { file: "x" });
    expect(outcome).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/missing required parameter "path"/) }],
    });
    expect(execute).not.toHaveBeenCalled();
  });

  it("says that a tool is unknown and which are nearest", async () => {
    const outcome = await new ToolCatalog([server("fs", tool("read_file"))]).execute(
      { server: "fs", name: "readFile" },
      {},
    );
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toEqual([
      { type: "text", text: "There is no tool fs/readFile. The nearest are: fs/read_file." },
    ]);
  });

  it("says that a tool is known only by its schema", async () => {
    const outcome = await new ToolCatalog([server("a", tool("one"))]).execute(id, { path: "x" });
    expect(outcome).toEqual({
      content: [{ type: "text", text: "Tool a/one is known only by its schema: nothing here can execute it." }],
      isError: true,
      simulated: false,
    });
  });

  it.each([
    ["throws", async () => Promise.reject(new Error("disk full")), "Tool a/one failed: disk full"],
    ["returns nothing", async () => undefined, "Tool a/one returned no readable result."],
  ])("turns a tool that %s into an outcome", async (_name, execute, text) => {
    const catalog = new ToolCatalog([
      server("a", tool("one", { execute: execute as unknown as ToolDefinition["execute"] })),
    ]);
    expect(await catalog.execute(id, { path: "x" })).toEqual({
      content: [{ type: "text", text }],
      isError: true,
      simulated: false,
    });
  });

  it("rethrows the reason of an abort, even when the tool ignores the signal", async () => {
    const catalog = new ToolCatalog([server("a", tool("one", { execute: () => new Promise(() => {}) }))]);
    const controller = new AbortController();
    const running = catalog.execute(id, { path: "x" }, { signal: controller.signal });
    const reason = new Error("stopped by the user");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(catalog.execute(id, { path: "x" }, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("a tool's own timeout is an error of the tool, not an abort", async () => {
    const execute = async () => Promise.reject(new DOMException("took too long", "AbortError"));
    const catalog = new ToolCatalog([server("a", tool("one", { execute }))]);
    const outcome = await catalog.execute(id, { path: "x" }, { signal: new AbortController().signal });
    expect(outcome.isError).toBe(true);
  });

  it("ends the wait for a tool that never answers, and tells the tool to stop", async () => {
    let given: AbortSignal | undefined;
    const execute: ToolDefinition["execute"] = (_args, { signal }) => {
      given = signal;
      return new Promise(() => {});
    };
    const catalog = new ToolCatalog([server("a", tool("one", { execute, timeout: 20 }))]);
    expect(await catalog.execute(id, { path: "x" })).toEqual({
      content: [
        {
          type: "text",
          text: "Tool a/one failed: no result within 0.02 s. It was told to stop; what it did until then may stay done.",
        },
      ],
      isError: true,
      simulated: false,
    });
    expect(given?.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("says that the time was up, whatever a tool that heeds the signal says", async () => {
    const execute: ToolDefinition["execute"] = (_args, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("cancelled"))));
    const catalog = new ToolCatalog([server("a", tool("one", { execute, timeout: 20 }))]);
    const { content } = await catalog.execute(id, { path: "x" });
    expect(content).toEqual([{ type: "text", text: expect.stringContaining("no result within 0.02 s") }]);
  });

  it("gives a tool as long as the defaults say, when its definition says nothing", async () => {
    vi.useFakeTimers();
    try {
      const catalog = new ToolCatalog([server("a", tool("one", { execute: () => new Promise(() => {}) }))]);
      const running = catalog.execute(id, { path: "x" });
      await vi.advanceTimersByTimeAsync(defaults.toolCallTimeout - 1);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect((await running).isError).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([[Number.POSITIVE_INFINITY], [2 ** 40]])("leaves the time to a tool with the timeout %d", async (timeout) => {
    vi.useFakeTimers();
    try {
      const catalog = new ToolCatalog([server("a", tool("one", { execute: echo, timeout }))]);
      expect((await catalog.execute(id, { path: "x" })).isError).toBe(false);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers();
    try {
      await new ToolCatalog([server("a", tool("one", { execute: echo }))]).execute(id, { path: "x" });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a tool cannot change the arguments that the conversation holds", async () => {
    const execute: ToolDefinition["execute"] = async (args) => {
      args.path = "changed";
      return { content: [], isError: false };
    };
    const args = { path: "x" };
    await new ToolCatalog([server("a", tool("one", { execute }))]).execute(id, args);
    expect(args).toEqual({ path: "x" });
  });
});

describe("nearest names", () => {
  const catalog = new ToolCatalog([
    server("github", tool("github_search_repos"), tool("github_create_pr")),
    server("filesystem", tool("fs_read_file"), tool("fs_write_file")),
  ]);

  it.each([
    ["GithubSearchRepos", "github_search_repos"],
    ["search_repositories", "github_search_repos"],
    ["read_file", "fs_read_file"],
    ["filesystem/read_file", "fs_read_file"],
    ["fs_wirte_file", "fs_write_file"],
  ])("%s is nearest to %s", (wanted, expected) => {
    expect(catalog.nearest(wanted)[0]?.name).toBe(expected);
  });

  it("nothing is near to an unrelated name", () => {
    expect(catalog.nearest("kubernetes_scale_pods")).toEqual([]);
    expect(catalog.nearest("")).toEqual([]);
  });

  it("gives no more than the limit", () => {
    expect(catalog.nearest("file", 1)).toHaveLength(1);
  });
});
