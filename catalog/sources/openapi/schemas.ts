/** The schemas of a document as JSON Schemas that stand alone: what they refer to goes along under `$defs`. */
import { isObject } from "../../definition.js";
import type { JsonSchema } from "../../types.js";
import { lookUp, type OpenApiDocument } from "./document.js";

/** Keywords of OpenAPI that say nothing about which values are valid. */
const dropped = new Set(["xml", "externalDocs", "discriminator", "example", "nullable", "$schema", "$id", "$anchor"]);
const schemaKeywords = new Set([
  ...["items", "not", "additionalProperties", "contains", "propertyNames", "if", "then", "else"],
  ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"],
]);
const listKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const mapKeywords = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

type Definitions = Map<string, JsonSchema>;

export class SchemaReader {
  readonly #document: OpenApiDocument;
  /** By reference: its name under `$defs`, the same in every tool, and what stands there. */
  readonly #names = new Map<string, string>();
  readonly #converted = new Map<string, { schema: JsonSchema; references: Set<string> }>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Converts one schema; the references that it and they need are added to `definitions`. */
  read(schema: unknown, definitions: Definitions): JsonSchema {
    const references = new Set<string>();
    const converted = this.#convert(schema, references);
    const open = [...references];
    while (open.length > 0) {
      const reference = open.pop()!;
      const name = this.#nameOf(reference);
      if (definitions.has(name)) continue;
      const target = this.#target(reference);
      definitions.set(name, target.schema);
      open.push(...target.references);
    }
    return converted;
  }

  #target(reference: string) {
    let known = this.#converted.get(reference);
    if (!known) {
      const references = new Set<string>();
      known = { schema: this.#convert(lookUp(this.#document.root, reference), references), references };
      this.#converted.set(reference, known);
    }
    return known;
  }

  #nameOf(reference: string): string {
    const known = this.#names.get(reference);
    if (known !== undefined) return known;
    const stem = (reference.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9_.-]+/g, "_") || "schema";
    const taken = new Set(this.#names.values());
    let name = stem;
    for (let count = 2; taken.has(name); count += 1) name = `${stem}_${count}`;
    this.#names.set(reference, name);
    return name;
  }

  #convert(schema: unknown, references: Set<string>): JsonSchema {
    if (typeof schema === "boolean") return schema;
    if (!isObject(schema)) return {};
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (dropped.has(keyword) || keyword.startsWith("x-")) continue;
      if (keyword === "$ref") this.#refer(value, result, references);
      else if (schemaKeywords.has(keyword)) result[keyword] = this.#convert(value, references);
      else if (listKeywords.has(keyword) && Array.isArray(value)) {
        result[keyword] = value.map((item) => this.#convert(item, references));
      } else if (mapKeywords.has(keyword) && isObject(value)) {
        const entries = Object.entries(value).map(([name, item]) => [name, this.#convert(item, references)] as const);
        result[keyword] = Object.fromEntries(entries);
      } else result[keyword] = value;
    }
    // What only the server may write is no part of a request.
    leaveOutReadOnly(result);
    return this.#document.isOldDialect ? modernise(schema, result) : result;
  }

  #refer(reference: unknown, result: Record<string, unknown>, references: Set<string>): void {
    try {
      lookUp(this.#document.root, String(reference));
      references.add(String(reference));
      result.$ref = `#/$defs/${this.#nameOf(String(reference))}`;
    } catch (error) {
      // Anything is let through there; the server knows what it takes.
      result.description = `Not described here: ${(error as Error).message}.`;
    }
  }
}

function leaveOutReadOnly(schema: Record<string, unknown>): void {
  const { properties, required } = schema;
  if (!isObject(properties)) return;
  const kept = Object.entries(properties).filter(([, property]) => !(isObject(property) && property.readOnly === true));
  if (kept.length === Object.keys(properties).length) return;
  schema.properties = Object.fromEntries(kept);
  if (!Array.isArray(required)) return;
  const isLeftOut = (name: unknown): boolean =>
    Object.hasOwn(properties, String(name)) && !kept.some(([other]) => other === name);
  schema.required = required.filter((name) => !isLeftOut(name));
}

/** OpenAPI 3.0 says `nullable` and boolean `exclusiveMinimum` where JSON Schema has other words. */
function modernise(schema: Record<string, unknown>, converted: Record<string, unknown>): JsonSchema {
  const result = { ...converted };
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof result[exclusive] !== "boolean") continue;
    if (result[exclusive] && typeof result[bound] === "number") {
      result[exclusive] = result[bound];
      delete result[bound];
    } else delete result[exclusive];
  }
  if (schema.nullable !== true) return result;
  if (typeof result.type !== "string") return { anyOf: [result, { type: "null" }] };
  const { type, enum: values } = result;
  return {
    ...result,
    type: [type, "null"],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
  };
}
