/** Built-in server `database`, simulated. */
import type { ServerDefinition } from "../../types.js";
import {
  adds,
  listOf,
  numberOf,
  reads,
  recordOf,
  replaces,
  type Seed,
  seedFrom,
  simulatedTool,
  textOf,
  times,
} from "./simulation.js";

type Row = Record<string, unknown>;

const people = [
  "Ada Novak",
  "Ben Okafor",
  "Chloe Martin",
  "Diego Ruiz",
  "Emi Tanaka",
  "Farid Haddad",
  "Greta Olsen",
  "Hugo Silva",
] as const;

/** The columns of a table and how one of its rows looks. */
interface Table {
  columns: Record<string, string>;
  row: (number: number, seed: Seed) => Row;
}

const tables: Record<string, Table> = {
  users: {
    columns: { id: "integer", name: "text", email: "text", plan: "text", logins: "integer", created_at: "date" },
    row: (number, seed) => {
      const name = seed.pick("name", people);
      return {
        id: number,
        name,
        email: `${name.split(" ")[0]?.toLowerCase()}${number}@example.com`,
        plan: seed.pick("plan", ["free", "team", "pro"]),
        logins: seed.number("logins", 1, 240),
        created_at: seed.day("created"),
      };
    },
  },
  orders: {
    columns: {
      id: "integer",
      user_id: "integer",
      product: "text",
      quantity: "integer",
      total: "numeric",
      status: "text",
      created_at: "date",
    },
    row: (number, seed) => ({
      id: 1000 + number,
      user_id: seed.number("user", 1, 60),
      product: seed.pick("product", ["notebook", "desk lamp", "headphones", "backpack"]),
      quantity: seed.number("quantity", 1, 5),
      total: seed.number("total", 900, 42_000) / 100,
      status: seed.pick("status", ["paid", "shipped", "pending", "refunded"]),
      created_at: seed.day("created"),
    }),
  },
  products: {
    columns: { id: "integer", name: "text", category: "text", price: "numeric", stock: "integer" },
    row: (number, seed) => ({
      id: number,
      name: `${seed.pick("name", ["Oak", "Linen", "Copper", "Cloud"])} ${seed.pick("thing", ["lamp", "chair", "mug", "bag"])} ${number}`,
      category: seed.pick("category", ["home", "office", "travel"]),
      price: seed.number("price", 500, 30_000) / 100,
      stock: seed.number("stock", 0, 400),
    }),
  },
};

const anyTable: Table = {
  columns: { id: "integer", name: "text", value: "numeric", created_at: "date" },
  row: (number, seed) => ({
    id: number,
    name: `entry ${number}`,
    value: seed.number("value", 1, 1000),
    created_at: seed.day("created"),
  }),
};

function tableOf(name: string): Table {
  const key = name.toLowerCase();
  return (Object.hasOwn(tables, key) ? tables[key] : undefined) ?? anyTable;
}

/** True when the filter names a value that only one row can have. */
function picksOneRow(filter: Row): boolean {
  return ["id", "email"].some((column) => (filter[column] ?? null) !== null);
}

/** Rows depend on the table alone, so that two queries show the same table; the filter then holds in each of them. */
function rowsOf(table: string, count: number, filter: Row): Row[] {
  const row = (number: number) => tableOf(table).row(number, seedFrom([table, number]));
  const before = typeof filter.id === "number" ? filter.id - Number(row(0).id) - 1 : 0;
  return times(picksOneRow(filter) ? Math.min(count, 1) : count, (number) => ({ ...row(before + number), ...filter }));
}

/** How many rows a change reaches. */
function reached(filter: Row, most: number, seed: Seed): number {
  return picksOneRow(filter) ? 1 : seed.number("reached", 1, most);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

const table = { type: "string", description: "The name of the table, for example users." };
const filter = {
  type: "object",
  description: 'Which rows: column names with the value each must have, for example {"plan": "pro"}.',
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
};

export const database: ServerDefinition = {
  name: "database",
  description:
    "A SQL database for storing, querying and updating records, such as users, customers, orders, products and invoices, in tables. Query, select or look up rows, insert or add a new row or record, update values to change or correct them, and delete rows from a table. The schema shows the structure: tables, columns and their types.",
  tools: [
    simulatedTool({
      name: "db_query",
      description:
        "Query a table of the database and return rows, as a SQL SELECT does: look up, fetch or count records, such as users, customers, orders or products, filtered and sorted.",
      parameters: {
        table,
        columns: {
          type: "array",
          items: { type: "string" },
          description: "The columns to return; all of them when left out.",
        },
        filter,
        order_by: { type: "string", description: "The column to sort by." },
        descending: { type: "boolean", default: false, description: "True to sort from high to low." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 1000,
          default: 10,
          description: "How many rows to return at most.",
        },
      },
      required: ["table"],
      annotations: reads,
      answer: (args) => {
        const name = textOf(args, "table");
        const rows = rowsOf(name, Math.min(numberOf(args, "limit", 10), 50), recordOf(args, "filter"));
        const order = textOf(args, "order_by");
        if (order !== "")
          rows.sort((one, other) => compare(one[order], other[order]) * (args.descending === true ? -1 : 1));
        const columns = listOf(args, "columns").map(String);
        const chosen =
          columns.length === 0
            ? rows
            : rows.map((row) =>
                Object.fromEntries(
                  columns.map((column) => [column, (Object.hasOwn(row, column) ? row[column] : null) ?? null]),
                ),
              );
        return { table: name, row_count: chosen.length, rows: chosen };
      },
    }),
    simulatedTool({
      name: "db_insert",
      description:
        "Insert rows into a table of the database: add, save, store or register records, such as a new user, customer or product.",
      parameters: {
        table,
        rows: {
          type: "array",
          minItems: 1,
          items: { type: "object" },
          description: "The records to add, each an object of column names and values.",
        },
      },
      required: ["table", "rows"],
      annotations: adds,
      answer: (args, seed) => {
        const rows = listOf(args, "rows");
        const first = seed.number("id", 1000, 9000);
        return { table: textOf(args, "table"), inserted: rows.length, ids: rows.map((_, index) => first + index) };
      },
    }),
    simulatedTool({
      name: "db_update",
      description:
        "Update existing rows in a table of the database: change, modify, edit or correct the values of a user or another record, such as its price or status, or mark it as paid.",
      parameters: {
        table,
        filter,
        values: { type: "object", minProperties: 1, description: "The columns to change, with their new values." },
      },
      required: ["table", "filter", "values"],
      annotations: replaces,
      answer: (args, seed) => ({
        table: textOf(args, "table"),
        filter: recordOf(args, "filter"),
        values: recordOf(args, "values"),
        updated: reached(recordOf(args, "filter"), 12, seed),
      }),
    }),
    simulatedTool({
      name: "db_delete",
      description:
        "Delete rows from a table: remove, erase or purge a record, such as that of a user or customer, or all records that are old, expired or duplicate.",
      parameters: { table, filter: { ...filter, minProperties: 1 } },
      required: ["table", "filter"],
      annotations: replaces,
      answer: (args, seed) => ({
        table: textOf(args, "table"),
        filter: recordOf(args, "filter"),
        deleted: reached(recordOf(args, "filter"), 8, seed),
      }),
    }),
    simulatedTool({
      name: "db_schema",
      description:
        "Show the schema of the database: its structure, which tables there are, and which columns a table has. The columns or fields are shown with their types.",
      parameters: { table: { ...table, description: "The table to describe; every table when left out." } },
      annotations: reads,
      answer: (args) => {
        const name = textOf(args, "table");
        const shown = name === "" ? Object.entries(tables) : [[name, tableOf(name)] as const];
        return {
          tables: shown.map(([tableName, { columns }]) => ({
            name: tableName,
            columns: Object.entries(columns).map(([column, type]) => ({
              name: column,
              type,
              primary_key: column === "id",
            })),
          })),
        };
      },
    }),
  ],
};
