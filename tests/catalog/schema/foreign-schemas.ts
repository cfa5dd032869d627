/** Schemas as strangers write them: any keyword of the specification, well-formed or not. */
import fc from "fast-check";

const name = fc.constantFrom("a", "b", "kind", "$set", "x y", "__proto__");
const text = fc.constantFrom("", "a", "b", "ab", "abc", "2024-02-29", "x@example.com");
const value = fc.oneof(text, fc.integer({ min: -3, max: 12 }), fc.boolean(), fc.constant(null), fc.constant({ a: 1 }));
const count = fc.integer({ min: 0, max: 3 });
const references = ["#", "#/$defs/a", "#/$defs/b", "#/definitions/c", "#named"];

/** Keywords that stand for themselves. */
const plain: Record<string, fc.Arbitrary<unknown>> = {
  type: fc.oneof(
    fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null"),
    fc.constantFrom(["string", "null"], ["object", "null"], ["integer", "string"]),
  ),
  enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (entry) => JSON.stringify(entry) }),
  const: value,
  minimum: fc.integer({ min: -2, max: 3 }),
  maximum: fc.integer({ min: 2, max: 9 }),
  exclusiveMinimum: fc.integer({ min: -2, max: 3 }),
  exclusiveMaximum: fc.integer({ min: 2, max: 9 }),
  multipleOf: fc.constantFrom(1, 2, 3),
  minLength: count,
  maxLength: fc.integer({ min: 1, max: 5 }),
  pattern: fc.constantFrom("^a", "b$", "^[a-z]*$", "^(?=a)"),
  format: fc.constantFrom("date", "email", "int32", "made-up"),
  required: fc.uniqueArray(name, { maxLength: 2 }),
  minProperties: fc.integer({ min: 0, max: 2 }),
  maxProperties: fc.integer({ min: 1, max: 4 }),
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  title: text,
  description: text,
  default: value,
  dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
  "x-hint": text,
};

interface Tie {
  schema: unknown;
  object: Record<string, unknown>;
}

/** Keywords that hold schemas. */
function holding(schema: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  const named = (names: fc.Arbitrary<string>) => fc.dictionary(names, schema, { maxKeys: 3 });
  const listed = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    properties: named(name),
    patternProperties: named(fc.constantFrom("^a", "b$", ".*")),
    additionalProperties: schema,
    propertyNames: schema,
    dependentSchemas: named(name),
    items: schema,
    prefixItems: listed,
    contains: schema,
    anyOf: listed,
    oneOf: listed,
    allOf: listed,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: schema,
    else: schema,
    unevaluatedProperties: fc.boolean(),
    unevaluatedItems: fc.boolean(),
  };
}

/** Some of these keywords, with the ones that must be there. */
function some(all: Record<string, fc.Arbitrary<unknown>>, most: number, fixed: Record<string, unknown> = {}) {
  return fc
    .subarray(Object.keys(all), { maxLength: most })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, all[key]!]))))
    .map((rest) => ({ ...fixed, ...rest }));
}

function ofType(type: string, all: Record<string, fc.Arbitrary<unknown>>, ...keywords: string[]) {
  return some(Object.fromEntries(keywords.map((key) => [key, all[key]!])), 3, { type });
}

/** A schema, often of one type with the keywords that belong to it, as people write them. */
const { object } = fc.letrec<Tie>((tie) => {
  const inner = holding(tie("schema"));
  const all = { ...plain, ...inner };
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small", withCrossShrink: true },
      fc.oneof(
        ofType("string", plain, "minLength", "maxLength", "pattern", "format", "enum"),
        ofType("integer", plain, "minimum", "exclusiveMaximum", "multipleOf"),
        fc.constantFrom<unknown>(true, false, {}, { type: "boolean" }, { type: ["string", "null"] }),
        fc.constantFrom(...references).map(($ref) => ({ $ref })),
      ),
      tie("object"),
      some(inner, 1),
      some(all, 3),
      ofType("array", all, "items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
      some({ allOf: inner.allOf!, anyOf: inner.anyOf!, oneOf: inner.oneOf! }, 2),
    ),
    object: ofType("object", all, "properties", "additionalProperties", "required", "maxProperties", "properties"),
  };
});

/** A whole input schema: an object or a combination of some, with definitions that refer to each other. */
export const foreignSchema: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    main: fc.oneof(
      { weight: 3, arbitrary: object },
      { weight: 1, arbitrary: fc.record({ anyOf: fc.array(object, { minLength: 1, maxLength: 3 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          oneOf: fc.array(object, { minLength: 1, maxLength: 3 }),
          properties: fc.dictionary(name, object),
        }),
      },
      { weight: 1, arbitrary: fc.record({ allOf: fc.array(object, { minLength: 1, maxLength: 2 }) }) },
    ),
    a: object,
    b: object,
    c: object,
  })
  .map(({ main, a, b, c }) => ({ ...main, $defs: { a, b }, definitions: { c: { ...c, $anchor: "named" } } }));

/** Anything at all under the names of keywords. */
export const brokenSchema: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown; node: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(fc.constantFrom("object", "array", "string", ...references, "#/properties/a"), fc.jsonValue()),
    tie("node"),
    fc.array(tie("schema"), { maxLength: 3 }),
  ),
  node: fc.dictionary(
    fc.constantFrom(
      ...Object.keys(plain),
      ...Object.keys(holding(fc.constant(true))),
      "$ref",
      "$defs",
      "definitions",
      "$id",
      "$anchor",
      "nullable",
      "dependencies",
    ),
    tie("schema"),
    { maxKeys: 5 },
  ),
})).schema;
