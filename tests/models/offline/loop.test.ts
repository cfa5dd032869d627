import { describe, expect, it } from "vitest";
import { objectSchema, routeByWords, runTurn, type TestTool } from "./harness.js";

const text = { type: "string" };
const rows = [
  { id: 1, name: "Ada", logins: 5 },
  { id: 2, name: "Ben", logins: 9 },
];

const chain: TestTool[] = [
  {
    server: "db",
    name: "db_query",
    description: "Query rows of a table, such as users.",
    parameters: objectSchema({ table: { ...text, description: "Name of the table" } }),
    run: () => ({ rows }),
  },
  {
    server: "stats",
    name: "stats_chart",
    description: "Draw a chart of data.",
    parameters: objectSchema(
      { data: { type: "array", items: { type: "object" } }, kind: { type: "string", enum: ["bar", "line"] } },
      ["data"],
    ),
    run: () => ({ chart_id: "c-9", url: "https://charts.test/c-9.png" }),
  },
  {
    server: "mail",
    name: "mail_send",
    description: "Send an email with a text and attachments.",
    parameters: objectSchema(
      { to: { ...text, format: "email" }, subject: text, body: text, attachments: { type: "array", items: text } },
      ["to", "subject", "body"],
    ),
    run: () => ({ sent: true }),
  },
];

/** The same tools under names and in words that share nothing with the task. */
const renamed: TestTool[] = [
  {
    ...chain[0]!,
    server: "zeta",
    name: "qx_81",
    description: "Pull stored entries of one kind out of the warehouse.",
    parameters: objectSchema({ kind: { ...text, description: "Which entries" } }),
  },
  {
    ...chain[1]!,
    server: "omega",
    name: "wv_17",
    description: "Turn figures into a picture.",
    parameters: objectSchema({ series: { type: "array", items: { type: "object" } } }),
  },
  {
    ...chain[2]!,
    server: "kappa",
    name: "bt_40",
    description: "Hand a letter to somebody's mailbox.",
    parameters: objectSchema({ recipient: { ...text, description: "Address" }, text }),
  },
];

const task = "Query all users, chart them and email the chart to bob@example.org";

describe("a task of three steps over three servers", () => {
  it("loads the tools in three rounds, calls one per step, and passes the results on", async () => {
    const { calls, requests, answer } = await runTurn(task, { tools: chain, route: routeByWords(chain, 2) });
    expect(requests).toHaveLength(3);
    expect(calls.map(({ name }) => name)).toEqual(["db_query", "stats_chart", "mail_send"]);
    expect(calls[0]!.args).toEqual({ table: "users" });
    expect(calls[1]!.args).toEqual({ data: rows });
    expect(calls[2]!.args).toMatchObject({ to: "bob@example.org", attachments: ["https://charts.test/c-9.png"] });
    expect(calls[2]!.args.body).toContain("https://charts.test/c-9.png");
    expect(answer).toContain("name: Ada");
    expect(answer).toContain("c-9");
  });

  it("works with names and descriptions that share no word with the task, by the router's order", async () => {
    const order = ["qx_81", "wv_17", "bt_40"];
    let round = 0;
    const { calls } = await runTurn(task, { tools: renamed, route: () => [order[round++]!] });
    expect(calls.map(({ name }) => name)).toEqual(order);
    expect(calls[1]!.args).toEqual({ series: rows });
    expect(calls[2]!.args.recipient).toBe("bob@example.org");
    expect(calls[2]!.args.text).toContain("https://charts.test/c-9.png");
  });

  it.each([
    ["text", "native"],
    ["native", "text"],
    ["text", "text"],
  ] as const)("gives the same with %s requests and %s calls", async (requestProtocol, callProtocol) => {
    const { calls, requests, answer } = await runTurn(task, {
      tools: chain,
      route: routeByWords(chain, 2),
      requestProtocol,
      callProtocol,
    });
    expect(requests).toHaveLength(3);
    expect(calls.map(({ name }) => name)).toEqual(["db_query", "stats_chart", "mail_send"]);
    expect(calls[1]!.args).toEqual({ data: rows });
    expect(answer).not.toMatch(/<tool_/);
  });

  it("uses bound tools that fit without asking for others", async () => {
    const bound = chain.map(({ name }) => name);
    const { calls, requests } = await runTurn(task, { tools: chain, bound, requestProtocol: "none" });
    expect(requests).toEqual([]);
    expect(calls.map(({ name }) => name)).toEqual(bound);
  });
});

const files: TestTool[] = [
  {
    server: "disk",
    name: "list_directory",
    description: "List the files in a directory.",
    parameters: objectSchema({ path: text }),
    run: () => "[FILE] a.md\n[DIR] img",
  },
  {
    server: "disk",
    name: "read_file",
    description: "Read a file and return its text.",
    parameters: objectSchema({ path: { ...text, description: "Path of the file" } }),
    run: ({ path }) => `text of ${path}`,
  },
  {
    server: "disk",
    name: "write_file",
    description: "Write text to a file.",
    parameters: objectSchema({ path: { ...text, description: "Path of the file" }, content: text }),
  },
];

describe("independent steps", () => {
  it("are asked for in one message, called in one message, and answered with what the tools said", async () => {
    const result = await runTurn("List the files in ./docs and read README.md", {
      tools: files,
      route: routeByWords(files),
    });
    expect(result.requests).toHaveLength(2);
    expect(result.modelCalls).toBe(3);
    expect(result.calls.map(({ name, args }) => [name, args])).toEqual([
      ["list_directory", { path: "./docs" }],
      ["read_file", { path: "README.md" }],
    ]);
    expect(result.answer).toContain("[FILE] a.md");
    expect(result.answer).toContain("text of README.md");
  });

  it("repeat one verb over several files", async () => {
    const { calls } = await runTurn("Read a.txt, b.txt and c.txt", { tools: files, bound: ["read_file"] });
    expect(calls.map(({ args }) => args.path)).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  it("keep their order when both touch the same file", async () => {
    const bound = files.map(({ name }) => name);
    const result = await runTurn('Write "hello" to notes.txt and read notes.txt', { tools: files, bound });
    expect(result.calls.map(({ name }) => name)).toEqual(["write_file", "read_file"]);
    expect(result.modelCalls).toBe(3);
  });
});

describe("look-alikes", () => {
  const alike: TestTool[] = [
    { ...files[1]!, name: "read_media_file", description: "Read an image or audio file. Returns base64." },
    {
      ...files[1]!,
      name: "read_multiple_files",
      description: "Read several files at once.",
      parameters: objectSchema({ paths: { type: "array", items: text } }),
    },
    { ...files[1]!, name: "read_old", description: "Read a file. DEPRECATED: use read_file." },
    files[1]!,
    { ...files[2]!, name: "delete_file", description: "Delete a file.", parameters: objectSchema({ path: text }) },
  ];

  it("are told apart by the words that differ, even when the router prefers another one", async () => {
    const route = () => ["read_media_file", "read_old", "delete_file", "read_multiple_files", "read_file"];
    const { calls } = await runTurn("Read the file README.md", { tools: alike, route });
    expect(calls.map(({ name }) => name)).toEqual(["read_file"]);
  });

  it("are told apart by the values they have a place for", async () => {
    const repository: TestTool = {
      server: "forge",
      name: "forge_blob",
      description: "Return a file of a repository.",
      parameters: objectSchema({ repository: text, path: text }),
    };
    const route = () => ["read_file", "forge_blob"];
    const { calls } = await runTurn("Read src/index.ts from octo/site", { tools: [files[1]!, repository], route });
    expect(calls).toMatchObject([{ name: "forge_blob", args: { repository: "octo/site", path: "src/index.ts" } }]);
  });
});

describe("steps that cannot be done", () => {
  it("are said to be so when nothing fits, and the others are done", async () => {
    const { calls, answer } = await runTurn("Read README.md and order a pizza", {
      tools: files,
      route: (request) => (/pizza/.test(request.tool) ? [] : ["read_file"]),
    });
    expect(calls.map(({ name }) => name)).toEqual(["read_file"]);
    expect(answer).toContain("text of README.md");
    expect(answer).toMatch(/Could not be done:\n- "order a pizza": no tool was found for it \(nearest: archive\)/);
  });

  it("take along the steps that need their result", async () => {
    const { calls, answer } = await runTurn("Fetch the weather and email it to bob@x.org", {
      tools: chain,
      route: (request) => (/weather/.test(request.tool) ? [] : ["mail_send"]),
    });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/"email it to bob@x.org": it needs what "Fetch the weather" would have given/);
  });

  it("are given up when the budget is spent, without asking again", async () => {
    const { requests, answer } = await runTurn("Read README.md, then draw a map, then order a pizza", {
      tools: files,
      route: routeByWords(files),
      maxRequests: 1,
    });
    expect(requests.map(({ status }) => status)).toEqual(["loaded", "budget_spent"]);
    expect(answer).toMatch(/"draw a map": no more tools could be requested/);
    expect(answer).toMatch(/"order a pizza": no more tools could be requested/);
  });

  it("are named when nothing can be requested and no bound tool fits", async () => {
    const { calls, answer } = await runTurn("Read README.md and order a pizza", {
      tools: files,
      bound: ["read_file"],
      requestProtocol: "none",
    });
    expect(calls.map(({ name }) => name)).toEqual(["read_file"]);
    expect(answer).toMatch(/"order a pizza": none of the available tools fits it/);
  });

  it("are all named in the answer of a call without any tools", async () => {
    const { answer, modelCalls } = await runTurn("Read README.md", { tools: files, requestProtocol: "none" });
    expect(modelCalls).toBe(1);
    expect(answer).toMatch(/"Read README.md": no tool is available/);
  });
});

describe("words that ask for nothing", () => {
  it.each(["hello", "Hi there!", "thanks a lot", "what can you do?", "Who are you?", "good morning", "你好"])(
    "%s is answered without a request",
    async (words) => {
      const { requests, calls, answer } = await runTurn(words, {
        tools: files,
        route: routeByWords(files),
        bound: ["read_file"],
      });
      expect([requests, calls]).toEqual([[], []]);
      expect(answer.length).toBeGreaterThan(5);
    },
  );
});

describe("a message about what was done", () => {
  const tools: TestTool[] = [
    {
      server: "ops",
      name: "deploy",
      description: "Deploy a service.",
      parameters: objectSchema({ service: text }),
      run: () => ({ status: "succeeded" }),
    },
    {
      server: "ops",
      name: "show_logs",
      description: "Show the logs of a service.",
      parameters: objectSchema({ service: text }),
      run: () => ({
        lines: [
          { level: "error", message: "cache lost" },
          { level: "info", message: "started" },
        ],
      }),
    },
    {
      server: "chat",
      name: "notify",
      description: "Notify a team.",
      parameters: objectSchema({ channel: text, message: text }),
    },
  ];
  const orders = "Deploy the shop service, then check its logs and notify the team";

  it("waits for all of it and tells it", async () => {
    const { calls } = await runTurn(orders, { tools, bound: tools.map(({ name }) => name) });
    expect(calls.map(({ name }) => name)).toEqual(["deploy", "show_logs", "notify"]);
    const message = String(calls[2]!.args.message);
    expect(message).toMatch(
      /Done: Deploy the shop service[\s\S]*succeeded[\s\S]*Done: check its logs[\s\S]*cache lost/,
    );
    expect(message).not.toContain("notify");
  });

  it("is not sent when none of it could be done", async () => {
    const { calls, answer } = await runTurn("Fold the paper, then notify the team", {
      tools: tools.slice(2),
      route: ({ tool }) => (/notify/.test(tool) ? ["notify"] : []),
    });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/"notify the team": nothing was done that it could tell/);
  });
});

describe("follow-up turns", () => {
  it("refer to earlier results and use the tools that are still bound", async () => {
    const first = await runTurn("Query the users table", { tools: chain, route: () => ["db_query"] });
    const second = await runTurn(
      "Now email them to bob@x.org",
      { tools: chain, route: () => ["mail_send"], bound: first.bound },
      first.messages,
    );
    expect(second.calls).toHaveLength(1);
    expect(second.calls[0]!.args.to).toBe("bob@x.org");
    expect(second.calls[0]!.args.body).toContain("Ben");
    const third = await runTurn(
      "Email them to ann@x.org too",
      { tools: chain, route: () => [], bound: second.bound },
      second.messages,
    );
    expect(third.requests).toEqual([]);
    expect(third.calls).toMatchObject([{ name: "mail_send", args: { to: "ann@x.org" } }]);
  });

  it("do not repeat what was done before", async () => {
    const first = await runTurn("Read README.md", { tools: files, route: () => ["read_file"] });
    const second = await runTurn("Thanks!", { tools: files, bound: first.bound }, first.messages);
    expect(second.calls).toEqual([]);
  });
});

describe("Chinese tasks", () => {
  it("are split, and their values and results passed on", async () => {
    const order = ["db_query", "mail_send"];
    let round = 0;
    const { calls } = await runTurn("查询 users 表，然后把结果发邮件给 bob@x.org", {
      tools: chain,
      route: () => [order[round++]!],
    });
    expect(calls.map(({ name }) => name)).toEqual(order);
    expect(calls[0]!.args).toEqual({ table: "users" });
    expect(calls[1]!.args.to).toBe("bob@x.org");
    expect(calls[1]!.args.body).toContain("Ada");
  });
});
