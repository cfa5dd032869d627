import { describe, expect, it } from "vitest";
import { repairArguments } from "../../../models/offline/repair.js";
import { planSteps } from "../../../models/offline/steps.js";
import { functionOf, objectSchema, runTurn, type TestTool } from "./harness.js";

const text = { type: "string" };

function repaired(task: string, parameters: Record<string, unknown>, args: Record<string, unknown>, message: string) {
  const tool = functionOf({ server: "s", name: "t", description: "Does it.", parameters });
  const [step] = planSteps(task).steps;
  return repairArguments({ args, text: message }, tool, { step: step!, otherEvidence: [], results: [] });
}

describe("an error that says how is acted on", () => {
  it("by filling the parameter that is missing", () => {
    const schema = objectSchema({ path: text, encoding: text }, ["path"]);
    expect(
      repaired("Read a.txt as utf8", schema, { path: "a.txt" }, 'missing required parameter "encoding"'),
    ).toMatchObject({
      path: "a.txt",
      encoding: expect.any(String),
    });
  });

  it.each(["filter", "filter.name", "at.name", "0.filter", "0.__proto__.name", "0.constructor.name"])(
    "without taking what every list and object has for a value: %s",
    (place) => {
      const items = { type: "object", properties: { name: text } };
      const args = { path: [{ name: "a" }] };
      const message = `"path.${place}" must be a string, given 1; missing required parameter "path.${place}"`;
      const after = repaired("List everything", objectSchema({ path: { type: "array", items } }), args, message);
      expect(() => structuredClone(after)).not.toThrow();
      expect(Object.keys(after?.path ?? [])).not.toContain("filter");
      expect(({} as { name?: unknown }).name).toBeUndefined();
      expect(args).toEqual({ path: [{ name: "a" }] });
    },
  );

  it("by the type that is expected", () => {
    const schema = objectSchema({ ids: {}, count: {} });
    const message = '"ids" must be an array, given "7"; "count" must be a number, given "3"';
    expect(repaired("Get it", schema, { ids: "7", count: "3" }, message)).toEqual({ ids: ["7"], count: 3 });
  });

  it("by an allowed value, the one that the task names before others", () => {
    const schema = objectSchema({ level: text });
    const message = 'level must be one of "low", "high", given "loud"';
    expect(repaired("Set a high level", schema, { level: "loud" }, message)).toEqual({ level: "high" });
    expect(repaired("Set it", schema, { level: "loud" }, message)).toEqual({ level: "low" });
  });

  it("by the name that is suggested", () => {
    const schema = objectSchema({ table: text, limit: { type: "integer" } }, ["table"]);
    expect(repaired("Query usr", schema, { table: "usr" }, 'unknown table "usr", did you mean "users"?')).toEqual({
      table: "users",
    });
  });

  it("by leaving out a parameter that is unknown", () => {
    const schema = objectSchema({ a: text, b: text }, ["a"]);
    expect(repaired("Do x", schema, { a: "x", b: "y" }, 'unknown parameter "b"')).toEqual({ a: "x" });
  });

  it("inside lists and objects", () => {
    const schema = objectSchema({ rows: { type: "array", items: objectSchema({ name: text }) } });
    expect(repaired("Add it", schema, { rows: [{ name: 5 }] }, '"rows[0].name" must be a string, given 5')).toEqual({
      rows: [{ name: "5" }],
    });
  });

  it("by the directory that is allowed", () => {
    const schema = objectSchema({ path: text });
    const message = "Access denied - path outside allowed directories: /tmp/docs not in /srv/files";
    expect(repaired("List ./docs", schema, { path: "./docs" }, message)).toEqual({ path: "/srv/files/docs" });
  });
});

it("an error that says nothing gives no new arguments", () => {
  expect(
    repaired("Read a.txt", objectSchema({ path: text }), { path: "a.txt" }, "Something went wrong"),
  ).toBeUndefined();
});

describe("a tool that fails in the loop", () => {
  const strict: TestTool = {
    server: "a",
    name: "fetch_report",
    description: "Fetch a report.",
    parameters: objectSchema({ report: text }),
    run: ({ report }) => {
      if (report !== "sales-2024") throw new Error(`unknown report "${report}". Did you mean "sales-2024"?`);
      return "42 sales";
    },
  };
  const broken: TestTool = {
    ...strict,
    name: "fetch_report_slowly",
    run: () => {
      throw new Error("the service is away");
    },
  };

  it("is called once more with what the error says, and the answer holds the result", async () => {
    const { calls, answer } = await runTurn("Fetch the sales report", {
      tools: [strict],
      route: () => ["fetch_report"],
    });
    expect(calls.map(({ args }) => args.report)).toEqual(["sales", "sales-2024"]);
    expect(answer).toContain("42 sales");
  });

  it("gives way to the next tool that was loaded", async () => {
    const working = { ...strict, name: "get_report", description: "Fetch a report.", run: () => "42 sales" };
    const tools = [broken, working];
    const { calls, answer } = await runTurn("Fetch the report slowly", {
      tools,
      route: () => tools.map(({ name }) => name),
    });
    expect(calls.map(({ name }) => name)).toEqual(["fetch_report_slowly", "get_report"]);
    expect(answer).toContain("42 sales");
  });

  it("is given up in plain words, with a bounded number of calls and no call made twice", async () => {
    const tools = [broken, { ...broken, name: "fetch_report_again" }, { ...broken, name: "fetch_report_anyway" }];
    const { calls, answer } = await runTurn("Fetch the report", { tools, route: () => tools.map(({ name }) => name) });
    const distinct = new Set(calls.map(({ name, args }) => name + JSON.stringify(args)));
    expect(distinct.size).toBe(calls.length);
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(answer).toMatch(/Could not be done:\n- "Fetch the report": .* failed: Error: the service is away/);
  });

  it("is not replaced when what is missing is the thing itself", async () => {
    const missing = {
      ...strict,
      run: ({ report }: Record<string, unknown>) => {
        throw new Error(`ENOENT: no such report, open ${report}`);
      },
    };
    const other = { ...missing, name: "fetch_report_twice" };
    const tools = [missing, other];
    const { calls } = await runTurn('Fetch the report "lost"', { tools, route: () => tools.map(({ name }) => name) });
    expect(calls).toHaveLength(1);
  });

  it("is read from the words of the result where calls are text", async () => {
    const { calls, answer } = await runTurn("Fetch the sales report", {
      tools: [strict],
      route: () => ["fetch_report"],
      callProtocol: "text",
      requestProtocol: "text",
    });
    expect(calls).toHaveLength(2);
    expect(answer).toContain("42 sales");
  });
});
