import { describe, expect, it } from "vitest";
import { objectSchema, runTurn, type TestTool } from "./harness.js";

const text = { type: "string" };
const folder: TestTool[] = [
  {
    server: "disk",
    name: "erase_file",
    description: "Delete files in a folder.",
    parameters: objectSchema({ path: text }),
  },
  {
    server: "disk",
    name: "put_file",
    description: "Write a file into a folder.",
    parameters: objectSchema({ path: text }),
  },
  { server: "disk", name: "show_folder", description: "Show a folder.", parameters: objectSchema({ path: text }) },
];
const namesOf = (tools: readonly TestTool[]) => tools.map(({ name }) => name);

describe("a step that only looks", () => {
  it.each([
    "What files are in the src folder?",
    "Which files are in src/?",
    "How many files does the src folder have?",
    "Show me the files of the src folder",
    "List the files in the folder src/",
    "Check the files in the src folder",
  ])("never calls a tool that changes something: %s", async (task) => {
    const all = await runTurn(task, { tools: folder, route: () => namesOf(folder) });
    expect(all.calls.map(({ name }) => name)).toEqual(["show_folder"]);
    const changing = folder.slice(0, 2);
    const rest = await runTurn(task, { tools: changing, route: () => namesOf(changing) });
    expect(rest.calls).toEqual([]);
    expect(rest.answer).toMatch(/none of the tools that were found does that \(erase_file, put_file\)/);
    const bound = await runTurn(task, { tools: changing, bound: namesOf(changing), requestProtocol: "none" });
    expect(bound.calls).toEqual([]);
  });

  it("may call a tool of which nothing is known", async () => {
    const tools: TestTool[] = [{ server: "s", name: "qx", description: "", parameters: objectSchema({ path: text }) }];
    const { calls } = await runTurn("List the files in ./src", { tools, route: () => ["qx"] });
    expect(calls.map(({ name }) => name)).toEqual(["qx"]);
  });
});

describe("a step that changes something", () => {
  it("never calls a tool that only looks", async () => {
    const tools = folder.slice(2);
    const { calls } = await runTurn("Delete the folder src/", { tools, route: () => ["show_folder"] });
    expect(calls).toEqual([]);
  });

  it("removes only what was named", async () => {
    const { calls, answer } = await runTurn("Delete the old stuff", { tools: folder, route: () => ["erase_file"] });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/nothing says what to give erase_file as path/);
  });

  it("does not turn to another tool that removes when the first one failed", async () => {
    const tools: TestTool[] = [
      {
        server: "db",
        name: "delete_rows",
        description: "Delete rows of customers in a database.",
        parameters: objectSchema({ table: text, filter: { type: "object" } }),
        run: () => {
          throw new Error("the database is locked");
        },
      },
      folder[0]!,
    ];
    const { calls } = await runTurn("Delete the customers whose country is Chile", {
      tools,
      route: () => namesOf(tools),
    });
    expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(["delete_rows"]));
    expect(calls[0]!.args).toEqual({ table: "customers", filter: { country: "Chile" } });
  });

  it("writes no record that nobody gave", async () => {
    const tools: TestTool[] = [
      {
        server: "db",
        name: "insert_rows",
        description: "Insert customers into a table.",
        parameters: objectSchema({ table: text, rows: { type: "array", items: { type: "object" }, minItems: 1 } }),
      },
    ];
    const { calls, answer } = await runTurn("Insert customers into the customers table", {
      tools,
      route: () => ["insert_rows"],
    });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/nothing says what to give insert_rows as rows/);
  });

  it("tells nobody nothing", async () => {
    const tools: TestTool[] = [
      {
        server: "chat",
        name: "send_message",
        description: "Send a message to a team.",
        parameters: objectSchema({ channel: text, message: text }),
      },
    ];
    const { calls, answer } = await runTurn("Notify the team", { tools, route: () => ["send_message"] });
    expect(calls).toEqual([]);
    expect(answer).toMatch(/nothing says what to give send_message as message/);
  });
});

describe("a value's form", () => {
  const tools: TestTool[] = [
    {
      server: "mail",
      name: "send_email",
      description: "Send an email to a customer or user.",
      parameters: objectSchema({ to: { ...text, format: "email" }, subject: text, body: text }),
    },
    {
      server: "db",
      name: "insert_record",
      description: "Add records, such as a new customer.",
      parameters: objectSchema({ table: text, record: { type: "object" } }),
    },
    {
      server: "db",
      name: "update_record",
      description: "Change fields of records, such as a user.",
      parameters: objectSchema({ table: text, filter: { type: "object" }, values: { type: "object" } }),
    },
  ];

  it.each<[string, string, Record<string, unknown>]>([
    [
      "Add a new customer named Ann Lee with email ann@x.org to the customers table",
      "insert_record",
      { table: "customers", record: { name: "Ann Lee", email: "ann@x.org" } },
    ],
    [
      "Change the email of user 42 to new@x.org",
      "update_record",
      { table: "users", filter: { id: 42 }, values: { email: "new@x.org" } },
    ],
  ])("does not outweigh verb and object: %s", async (task, name, args) => {
    const { calls } = await runTurn(task, { tools, route: () => namesOf(tools) });
    expect(calls.map((call) => [call.name, call.args])).toEqual([[name, args]]);
  });

  it("still counts where somebody is to be written to", async () => {
    const { calls } = await runTurn('Send "welcome" to ann@x.org', { tools, route: () => namesOf(tools) });
    expect(calls.map(({ name }) => name)).toEqual(["send_email"]);
  });
});
