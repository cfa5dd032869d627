/**
 * The index text: what of a server and its tools can be found, and in which field it counts. This is a contract; it is
 * written down in docs/retrieval.md, and a change of it needs a new `indexFormat`.
 */
import { isObject } from "../../definition.js";
import type { CatalogServer, CatalogTool, JsonSchema } from "../../types.js";

/** Levels of schemas within a schema that are read. */
const deepest = 4;
/** Values of one enum that are read; the rest of a long list says little more. */
const mostEnumValues = 12;
/** Schemas of one tool that are read: combinations and references may multiply them without end. */
const mostSchemas = 400;

/** Field by field, in the order of `toolFields`. */
export interface ToolText {
  name: string;
  description: string;
  parameterNames: string;
  parameterDescriptions: string;
  enumValues: string;
}

/** The texts of a tool that are its own; the server's name and description are fields of each of its tools, too. */
export function textOfTool({ id, description, inputSchema }: CatalogTool): ToolText {
  const { names, descriptions, values } = readSchema(inputSchema);
  return {
    name: id.name,
    description,
    parameterNames: names.join("\n"),
    parameterDescriptions: descriptions.join("\n"),
    enumValues: values.join("\n"),
  };
}

interface SchemaWords {
  names: string[];
  descriptions: string[];
  values: string[];
}

/** Property names, descriptions and enum values of a schema, local references followed. Never throws. */
function readSchema(root: JsonSchema): SchemaWords {
  const read: SchemaWords = { names: [], descriptions: [], values: [] };
  const open = new Set<unknown>();
  let schemas = 0;

  const visit = (schema: unknown, depth: number): void => {
    if (!isObject(schema) || depth > deepest || open.has(schema) || ++schemas > mostSchemas) return;
    open.add(schema);
    if (depth > 0 && typeof schema.description === "string") read.descriptions.push(schema.description);
    if (Array.isArray(schema.enum))
      read.values.push(...schema.enum.slice(0, mostEnumValues).filter(isText).map(String));
    if (isObject(schema.properties)) {
      for (const [name, property] of Object.entries(schema.properties)) {
        read.names.push(name);
        visit(property, depth + 1);
      }
    }
    for (const inner of [schema.items, schema.additionalProperties]) visit(inner, depth + 1);
    for (const branches of [schema.anyOf, schema.oneOf, schema.allOf, schema.items, schema.prefixItems]) {
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, depth + 1);
    }
    if (typeof schema.$ref === "string") visit(lookUp(root, schema.$ref), depth);
    open.delete(schema);
  };

  visit(root, 0);
  return read;
}

function isText(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function lookUp(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(node) || !Object.hasOwn(node, name)) return undefined;
    node = node[name];
  }
  return node;
}

/** Everything of a server that the index reads, as one string: servers with the same string have the same index. */
export function indexedContent({ name, description, tools }: CatalogServer): string {
  return JSON.stringify([
    name,
    description,
    tools.map((tool) => [tool.id.name, tool.description, tool.inputSchema, tool.examples]),
  ]);
}
