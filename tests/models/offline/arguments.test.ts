import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillArguments } from "../../../models/offline/arguments.js";
import type { EarlierResult } from "../../../models/offline/results.js";
import { planSteps } from "../../../models/offline/steps.js";
import { functionOf, objectSchema } from "./harness.js";

const text = { type: "string" };
const integer = { type: "integer" };

function fill(
  task: string,
  parameters: Record<string, unknown>,
  results: EarlierResult[] = [],
  description = "Does it.",
) {
  const plan = planSteps(task);
  const tool = functionOf({ server: "s", name: "do_it", description, parameters });
  return fillArguments(tool, { step: plan.steps.at(-1)!, otherEvidence: plan.evidence, results }).args;
}

function result(value: unknown, label = ""): EarlierResult {
  return {
    label,
    text: typeof value === "string" ? value : JSON.stringify(value),
    value: typeof value === "string" ? undefined : value,
    needed: true,
  };
}

const email = { ...text, format: "email" };

describe("values of the task", () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ["Read ./docs/a.md", objectSchema({ path: text }), { path: "./docs/a.md" }],
    ["Read C:\\temp\\a.txt", objectSchema({ file: text }), { file: "C:\\temp\\a.txt" }],
    ["Fetch https://x.org/a?b=c.", objectSchema({ url: text }), { url: "https://x.org/a?b=c" }],
    ["List the issues of octo/site", objectSchema({ owner: text, repo: text }), { owner: "octo", repo: "site" }],
    ["List the issues of octo/site", objectSchema({ repository: text }), { repository: "octo/site" }],
    [
      "Mail ann@x.org and bob@x.org",
      objectSchema({ recipients: { type: "array", items: email } }),
      { recipients: ["ann@x.org", "bob@x.org"] },
    ],
    ['Send "see you" to ann@x.org', objectSchema({ to: email, body: text }), { to: "ann@x.org", body: "see you" }],
    ['Open a ticket titled "It broke"', objectSchema({ title: text }), { title: "It broke" }],
    ["Make a page named index", objectSchema({ name: text }), { name: "index" }],
    [
      "Search for papers about graph neural networks",
      objectSchema({ query: text }),
      { query: "graph neural networks" },
    ],
    ["Show the top 7 results", objectSchema({ limit: integer }, []), { limit: 7 }],
    ["Get logs of the last 2 hours", objectSchema({ since_minutes: integer }), { since_minutes: 120 }],
    ["Wait with a timeout of 30 seconds", objectSchema({ timeout_ms: integer }, []), { timeout_ms: 30_000 }],
    ["Listen on port 8080", objectSchema({ port: integer }), { port: 8080 }],
    [
      "Book a room on 2025-03-04 at 3pm",
      objectSchema({ start: { ...text, format: "date-time" } }),
      { start: "2025-03-04T15:00:00Z" },
    ],
    ["Book a room on March 4, 2025", objectSchema({ day: { ...text, format: "date" } }), { day: "2025-03-04" }],
    ["Run it at 0 9 * * 1", objectSchema({ cron: text }), { cron: "0 9 * * 1" }],
    [
      "Run SELECT a, b FROM t WHERE a > 1 and b = 2",
      objectSchema({ sql: text }),
      { sql: "SELECT a, b FROM t WHERE a > 1 and b = 2" },
    ],
    [
      "Query the users table",
      objectSchema({ sql: { ...text, description: "SQL to run" } }),
      { sql: "SELECT * FROM users" },
    ],
    [
      "Add name=Ada age=36 to people",
      objectSchema({ table: text, row: { type: "object" } }),
      { table: "people", row: { name: "Ada", age: 36 } },
    ],
    [
      "Set paid=true where id = 9 in the orders table",
      objectSchema({ table: text, values: { type: "object" }, filter: { type: "object" } }),
      { table: "orders", values: { paid: true }, filter: { id: 9 } },
    ],
    [
      "Change the status of order 9 to shipped",
      objectSchema({ values: { type: "object" }, filter: { type: "object" } }),
      { values: { status: "shipped" }, filter: { id: 9 } },
    ],
    ["Draw a line chart", objectSchema({ kind: { ...text, enum: ["bar", "line"] } }), { kind: "line" }],
    ["List open issues", objectSchema({ state: { ...text, enum: ["open", "closed"] } }, []), { state: "open" }],
    [
      "Block port 22",
      objectSchema({ action: { ...text, enum: ["allow", "deny"] }, port: integer }),
      { action: "deny", port: 22 },
    ],
    ["List files recursively", objectSchema({ recursive: { type: "boolean" } }, []), { recursive: true }],
    [
      "List files including hidden ones",
      objectSchema({ include_hidden: { type: "boolean" } }, []),
      { include_hidden: true },
    ],
    ["List files without hidden ones", objectSchema({ show_hidden: { type: "boolean" } }, []), { show_hidden: false }],
    ["Find *.ts in ./src", objectSchema({ pattern: text, path: text }), { pattern: "*.ts", path: "./src" }],
    [
      "Move a.txt to b/c.txt",
      objectSchema({ source: text, destination: text }),
      { source: "a.txt", destination: "b/c.txt" },
    ],
    [
      "Compare price and size between north and south",
      objectSchema({ first: text, second: text }),
      { first: "north", second: "south" },
    ],
    ["Post in #dev", objectSchema({ channel: text }), { channel: "#dev" }],
    ["Allow 10.0.0.0/8", objectSchema({ cidr: text }), { cidr: "10.0.0.0/8" }],
    ["Deploy version 1.4.2", objectSchema({ version: text }), { version: "1.4.2" }],
  ])("%s", (task, schema, expected) => {
    expect(fill(task, schema)).toEqual(expected);
  });

  it("are not put into optional parameters for which nothing speaks", () => {
    const schema = objectSchema({ path: text, encoding: text, limit: integer, deep: { type: "boolean" } }, ["path"]);
    expect(fill("Read a.txt", schema)).toEqual({ path: "a.txt" });
  });

  it("come from the rest of the task when their form says what they are", () => {
    const schema = objectSchema({ repo: text });
    expect(fill("Create an issue in octo/site and list the labels", schema)).toEqual({ repo: "octo/site" });
  });
});

describe("schemas", () => {
  it("may use local references, unions, nullable types and nesting", () => {
    const schema = {
      type: "object",
      properties: {
        target: { $ref: "#/$defs/target" },
        note: { anyOf: [{ type: "null" }, { type: "string" }] },
        count: { type: ["integer", "null"] },
      },
      required: ["target", "note", "count"],
      $defs: {
        target: { type: "object", properties: { path: text, mode: { const: "fast" } }, required: ["path", "mode"] },
      },
    };
    expect(fill('Pack a.txt saying "done"', schema)).toEqual({
      target: { path: "a.txt", mode: "fast" },
      note: "done",
      count: 1,
    });
  });

  it("may hold defaults and examples, which go before placeholders", () => {
    const schema = objectSchema({
      unit: { ...text, default: "cm" },
      id: { ...text, format: "uuid", examples: ["1b4e28ba-2fa1-11d2-883f-0016d3cca427"] },
    });
    expect(fill("Measure", schema)).toEqual({ unit: "cm", id: "1b4e28ba-2fa1-11d2-883f-0016d3cca427" });
  });

  it("may be recursive", () => {
    const schema = {
      type: "object",
      properties: { root: { $ref: "#/$defs/node" } },
      required: ["root"],
      $defs: {
        node: {
          type: "object",
          properties: { name: text, children: { type: "array", items: { $ref: "#/$defs/node" } } },
          required: ["name", "children"],
        },
      },
    };
    expect(fill("Make a tree named oak", schema)).toMatchObject({ root: { name: "oak" } });
  });
});

describe("results of earlier steps", () => {
  const rows = [
    { id: 1, label: "a", amount: 3 },
    { id: 2, label: "b", amount: 5 },
  ];

  it("fill lists of objects with the rows", () => {
    expect(
      fill("chart them", objectSchema({ data: { type: "array", items: { type: "object" } } }), [
        result({ total: 2, rows }),
      ]),
    ).toEqual({ data: rows });
  });

  it("fill lists of objects of another shape column by column", () => {
    const schema = objectSchema({
      points: { type: "array", items: objectSchema({ label: text, value: { type: "number" } }) },
    });
    expect(fill("chart them", schema, [result({ rows })])).toEqual({
      points: [
        { label: "a", value: 3 },
        { label: "b", value: 5 },
      ],
    });
  });

  it("fill lists of numbers with a column", () => {
    expect(
      fill("sum them", objectSchema({ values: { type: "array", items: { type: "number" } } }), [result(rows)]),
    ).toEqual({ values: [3, 5] });
  });

  it("fill ids by the name of the thing", () => {
    expect(fill("publish it", objectSchema({ chart_id: text }), [result({ id: "c1", size: 3 }, "chart")])).toEqual({
      chart_id: "c1",
    });
    expect(fill("publish it", objectSchema({ chart_id: text }), [result({ chart_id: "c2" })])).toEqual({
      chart_id: "c2",
    });
  });

  it("fill addresses and attachments", () => {
    const schema = objectSchema({ link: { ...text, format: "uri" }, attachments: { type: "array", items: text } }, [
      "link",
    ]);
    expect(fill("share it", schema, [result({ chart_url: "https://x.org/c.png" })])).toEqual({
      link: "https://x.org/c.png",
      attachments: ["https://x.org/c.png"],
    });
  });

  it("fill texts, long ones bounded", () => {
    const { body } = fill("mail it to a@x.org", objectSchema({ to: text, body: text }), [
      result("word ".repeat(2000)),
    ]) as { body: string };
    expect(body).toMatch(/^word word/);
    expect(body).toMatch(/characters left out/);
    expect(body.length).toBeLessThan(2000);
  });

  it("are read from comma-separated text", () => {
    const schema = objectSchema({ data: { type: "array", items: { type: "object" } } });
    expect(fill("chart it", schema, [result("region,sales\nnorth,10\nsouth,25\n")])).toEqual({
      data: [
        { region: "north", sales: 10 },
        { region: "south", sales: 25 },
      ],
    });
  });
});

describe("whatever the schema", () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const leaf: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
    fc.constantFrom<Record<string, unknown>>(
      text,
      integer,
      { type: "number", minimum: 2, maximum: 9 },
      { type: "boolean" },
      { type: "null" },
      {},
    ),
    fc.record({
      type: fc.constant("string"),
      enum: fc.uniqueArray(fc.constantFrom("red", "green", "blue"), { minLength: 1 }),
    }),
    fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ type: fc.constantFrom(["string", "null"], ["integer", "null"]) }),
  );
  const { schema } = fc.letrec<{ schema: Record<string, unknown>; object: Record<string, unknown> }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      tie("object"),
    ),
    object: fc
      .dictionary(
        fc.constantFrom("path", "url", "to", "body", "limit", "items", "name", "data", "date", "filter"),
        tie("schema"),
        { maxKeys: 4 },
      )
      .chain((properties) =>
        fc.record({
          type: fc.constant("object"),
          properties: fc.constant(properties),
          required: fc.subarray(Object.keys(properties)),
        }),
      ),
  }));
  const tasks = [
    "Read ./docs/a.md and send it to bob@x.org",
    'Create a red thing named "Box" with 5 parts on 2025-01-02',
    "List everything",
    "把 ./docs 发给 bob@x.org",
  ];

  it("the arguments satisfy it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("path", "to", "items", "thing", "count"), schema, { minKeys: 1 }),
        fc.constantFrom(...tasks),
        (properties, task) => {
          const parameters = objectSchema(properties);
          const validate = ajv.compile(parameters);
          const args = fill(task, parameters, [result({ rows: [{ a: 1 }] })]);
          if (!validate(args)) throw new Error(`${JSON.stringify(args)}: ${ajv.errorsText(validate.errors)}`);
        },
      ),
      { numRuns: 100, seed: 7 },
    );
  });
});
