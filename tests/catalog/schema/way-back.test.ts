import { describe, expect, it } from "vitest";
import { transformSchema } from "../../../catalog/schema/transform.js";
import { compileSchema } from "../../../catalog/schema/validator.js";

describe("the way back", () => {
  it("finds a renamed parameter within what one branch names and the other takes as a further property", () => {
    const schema = {
      anyOf: [
        { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
        { type: "object", additionalProperties: { required: ["x y"] } },
      ],
    };
    const { toOriginal } = transformSchema(schema);
    const args = toOriginal({ input: { a: { x_y: 1 }, extra: { x_y: 2 } } });
    expect(args).toEqual({ a: { "x y": 1 }, extra: { "x y": 2 } });
    expect(compileSchema(schema)!(args)).toBe(true);
  });

  it("leaves a further property alone that is called as a parameter would be elsewhere", () => {
    const schema = {
      properties: { known: { type: "object", properties: { "x y": {} } }, open: { type: "object" } },
    };
    const { toOriginal } = transformSchema(schema);
    expect(toOriginal({ known: { x_y: 1 }, open: { x_y: 1 } })).toEqual({ known: { "x y": 1 }, open: { x_y: 1 } });
  });
});
