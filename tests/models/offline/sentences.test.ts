/** Arguments that a plain sentence holds: records, conditions, names beside their noun, branches, one of a few values. */
import { describe, expect, it } from "vitest";
import { fillArguments } from "../../../models/offline/arguments.js";
import { planSteps } from "../../../models/offline/steps.js";
import { functionOf, objectSchema, runTurn, type TestTool } from "./harness.js";

const text = { type: "string" };
const open = { type: "object" };

function fill(task: string, parameters: Record<string, unknown>, description = "Does it.") {
  const plan = planSteps(task);
  const tool = functionOf({ server: "s", name: "do_it", description, parameters });
  return fillArguments(tool, { step: plan.steps.at(-1)!, otherEvidence: plan.evidence, results: [] });
}

describe("records and conditions", () => {
  const insert = objectSchema({ table: text, rows: { type: "array", items: open } });
  const update = objectSchema({ table: text, filter: open, values: open });
  const remove = objectSchema({ table: text, filter: open });

  it.each<[string, Record<string, unknown>, unknown]>([
    [
      "Insert a lamp named Blue Lamp with price 30 into the products table",
      insert,
      { table: "products", rows: [{ name: "Blue Lamp", price: 30 }] },
    ],
    ["Add Ann Lee to the customers table", insert, { table: "customers", rows: [{ name: "Ann Lee" }] }],
    [
      "Add a user called 'Tom' with email tom@x.org and age 30 to the users table",
      insert,
      { table: "users", rows: [{ name: "Tom", email: "tom@x.org", age: 30 }] },
    ],
    [
      "Set the status of order 17 to shipped",
      update,
      { table: "orders", filter: { id: 17 }, values: { status: "shipped" } },
    ],
    [
      "Change the price to 25 for product 8 in the products table",
      update,
      { table: "products", filter: { id: 8 }, values: { price: 25 } },
    ],
    ["Remove all orders older than 2020 from the database", remove, { table: "orders", filter: { older_than: 2020 } }],
    [
      "Delete the customers whose country is Chile from the database",
      remove,
      { table: "customers", filter: { country: "Chile" } },
    ],
    ["Delete sessions older than 30 days", remove, { table: "sessions", filter: { older_than: "30 days" } }],
    ["Delete products with price above 100", remove, { table: "products", filter: { price_above: 100 } }],
  ])("%s", (task, parameters, expected) => {
    expect(fill(task, parameters).args).toEqual(expected);
  });

  it("are named as missing where the step says nothing of them", () => {
    expect(fill("Delete from the users table", remove).missing).toEqual(["filter"]);
    expect(fill("Add one to the users table", insert).missing).toEqual(["rows"]);
  });

  it("fill rows of one column from plain numbers", () => {
    const data = objectSchema({ data: { type: "array", items: open } });
    expect(fill("Summarize [3, 5]", data).args).toEqual({ data: [{ value: 3 }, { value: 5 }] });
    const numbers = objectSchema({ data: { type: "array", items: { type: "number" } } });
    expect(fill("Summarize [3, 5]", numbers).args).toEqual({ data: [3, 5] });
  });
});

describe("a name beside the noun of its parameter", () => {
  it.each<[string, string, string]>([
    ["What columns does the orders table have?", "table", "orders"],
    ["Get all rows in the X table", "table", "X"],
    ["What errors did the payments service log?", "service", "payments"],
    ["Put a.zip into the cloud bucket archive-2024", "bucket", "archive-2024"],
    ["Start the nightly build pipeline", "pipeline", "nightly build"],
    ["Run the tests on branch develop", "branch", "develop"],
    ["Copy it to the bucket 'old stuff'", "bucket", "old stuff"],
    ["Is the checkout service healthy?", "service_name", "checkout"],
  ])("%s", (task, name, value) => {
    expect(fill(task, objectSchema({ [name]: text })).args[name]).toBe(value);
  });

  it.each([
    ["Show the new service", "service"],
    ["Show unread mail from Ann", "from"],
  ])("is not what merely describes the noun: %s", (task, name) => {
    expect(fill(task, objectSchema({ [name]: text })).args[name]).not.toMatch(/^(?:new|unread mail)$/);
  });
});

describe("two names of one form", () => {
  const pull = objectSchema({ repo: text, head: text, base: text, title: text }, ["repo", "head", "title"]);

  it("are told apart by their prepositions", () => {
    expect(
      fill("Open a pull request from feature/login into main in acme/webapp titled 'Add login'", pull).args,
    ).toEqual({
      repo: "acme/webapp",
      head: "feature/login",
      base: "main",
      title: "Add login",
    });
    expect(fill("Merge team/cart to develop in acme/shop titled 'x'", pull).args).toMatchObject({ repo: "acme/shop" });
  });

  it("are a head and a base after merge", () => {
    expect(fill("Open a PR to merge feature/dark-mode into main in acme/site titled 'Dark'", pull).args).toMatchObject({
      repo: "acme/site",
      head: "feature/dark-mode",
      base: "main",
    });
  });

  it("fill no second place of the same task", () => {
    const file = objectSchema({ repo: text, path: text });
    expect(fill("Show me the README of acme/site", file).args).toEqual({ repo: "acme/site", path: "README" });
  });

  it("and a repository alone stays one", () => {
    expect(fill("Fork the code from acme/webapp", objectSchema({ repo: text })).args).toEqual({ repo: "acme/webapp" });
  });
});

describe("one of a few values", () => {
  const rule = (description: string) =>
    objectSchema({ mode: { ...text, enum: ["pass", "hold", "forget"], description } });

  it("is the one whose description names what the step does", () => {
    const description = "pass: let the parcel through; hold: keep the parcel back; forget: nothing";
    expect(fill("Keep the parcel", rule(description)).args).toEqual({ mode: "hold" });
  });

  it("is not silently the first one", async () => {
    const tool: TestTool = {
      server: "s",
      name: "sort_parcel",
      description: "Sorts a parcel.",
      parameters: rule("The way."),
    };
    const { answer, calls } = await runTurn("Sort the parcel", { tools: [tool], route: () => ["sort_parcel"] });
    expect(calls[0]!.args).toEqual({ mode: "pass" });
    expect(answer).toContain('Nothing was said about mode: "pass" was assumed.');
    const said = await runTurn("Sort the parcel with mode hold", { tools: [tool], route: () => ["sort_parcel"] });
    expect(said.calls[0]!.args).toEqual({ mode: "hold" });
    expect(said.answer).not.toContain("assumed");
  });
});

describe("quantities", () => {
  const tool = (parameters: Record<string, unknown>): TestTool => ({
    server: "c",
    name: "create_machine",
    description: "Create a machine.",
    parameters: objectSchema(parameters, []),
  });
  const task = "Create a machine with 4 CPUs and 16 GB memory";

  it("go where their noun is a parameter", async () => {
    const integer = { type: "integer" };
    const tools = [tool({ cpus: integer, memory_gb: integer })];
    const { calls, answer } = await runTurn(task, { tools, route: () => ["create_machine"] });
    expect(calls[0]!.args).toEqual({ cpus: 4, memory_gb: 16 });
    expect(answer).not.toContain("no place");
  });

  it("are named in the answer where the tool has no place for them", async () => {
    const tools = [tool({ size: { ...text, enum: ["small", "large"] } })];
    const { calls, answer } = await runTurn(task, { tools, route: () => ["create_machine"] });
    expect(calls[0]!.args).toEqual({});
    expect(answer).toContain("The tool has no place for 4 CPUs, 16 GB: it was left out.");
  });
});

describe("a list that nothing fills", () => {
  it("is not filled from what is only looked at", () => {
    const data = objectSchema({ data: { type: "array", items: open } });
    expect(fill("Does rain correlate with ice cream sales?", data).args).toEqual({ data: [] });
  });

  it("is said to be empty", async () => {
    const tool: TestTool = {
      server: "s",
      name: "forecast",
      description: "Forecast sales from rows.",
      parameters: objectSchema({ data: { type: "array", items: open } }),
    };
    const { answer } = await runTurn("Forecast the sales", { tools: [tool], route: () => ["forecast"] });
    expect(answer).toContain("There was nothing to give for data: it was sent empty");
  });
});

describe("files and directories", () => {
  const tools: TestTool[] = [
    {
      server: "d",
      name: "list_directory",
      description: "Show what is inside a directory.",
      parameters: objectSchema({ path: { ...text, description: "The directory" } }),
    },
    {
      server: "d",
      name: "read_file",
      description: "Show a file.",
      parameters: objectSchema({ path: { ...text, description: "The file" } }),
    },
  ];

  it.each([
    ["Show me what is inside the file config/settings.yaml", "read_file"],
    ["Show me what is inside config/settings.yaml", "read_file"],
    ["Show ./config", "list_directory"],
    ["Show config/", "list_directory"],
    ["Show the file ./config", "read_file"],
    ["What is in the config folder?", "list_directory"],
    ["列出 config 目录中的文件", "list_directory"],
  ])("%s: %s", async (task, name) => {
    const { calls } = await runTurn(task, { tools, route: () => tools.map((tool) => tool.name) });
    expect(calls.map((call) => call.name)).toEqual([name]);
  });
});
