/** Checks the arguments of a call against the tool's own JSON Schema and says what to change in words a model can act on. */
import { describeErrors } from "./argument-errors.js";
import { transformOnce } from "./schema/transform.js";
import { compileSchema, type SchemaCheck } from "./schema/validator.js";
import type { JsonSchema, ToolDefinition } from "./types.js";

/**
 * The arguments as the tool itself takes them, from those that a model gave for the schema that it was sent. Arguments
 * that already have the tool's own form come back as they are.
 */
export function toOwnArguments(schema: JsonSchema, args: Record<string, unknown>): Record<string, unknown> {
  return transformOnce(schema).toOriginal(args);
}

/**
 * A checker that compiles each schema on its first use and keeps the result as long as the tool lives. Arguments may have
 * the form of the schema that is sent or the tool's own.
 *
 * References to other documents are never fetched. What is malformed in a schema, a pattern that cannot be matched in
 * linear time, and references and unions that cost too much work are not checked: of them the tool itself is the judge.
 * What cannot be compiled at all lets every object through.
 *
 * @returns undefined for valid arguments, else a text for the model.
 */
export function createArgumentChecker(): (tool: ToolDefinition, args: unknown) => string | undefined {
  const compiled = new WeakMap<ToolDefinition, SchemaCheck | "anything">();
  return (tool, args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      const kind = Array.isArray(args) ? "an array" : args === null ? "null" : typeof args;
      return `Invalid arguments for ${tool.name}: expected one JSON object, given ${kind}.`;
    }
    const { inputSchema } = tool;
    if (inputSchema === true) return undefined;
    // Taken literally `false` forbids every call; what its author meant is that the tool takes nothing.
    if (inputSchema === false) {
      return Object.keys(args).length === 0 ? undefined : `Invalid arguments for ${tool.name}: it takes none, send {}.`;
    }
    let check = compiled.get(tool);
    if (check === undefined) {
      check = compileSchema(inputSchema) ?? "anything";
      compiled.set(tool, check);
    }
    if (check === "anything" || check(toOwnArguments(inputSchema, args as Record<string, unknown>))) {
      return undefined;
    }
    return describeErrors(tool, args as Record<string, unknown>, check.errors);
  };
}
