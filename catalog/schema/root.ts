/** The top of a schema, where providers want one plain object. */
import { intersect, type Report } from "./intersect.js";
import {
  branchesOf,
  define,
  isSame,
  type Node,
  never,
  notes,
  propertiesOf,
  requiredOf,
  type SchemaNode,
  typesOf,
  withNote,
} from "./node.js";
import { cleanText, showValue } from "./text.js";

export interface Root {
  node: SchemaNode;
  /** The one parameter that holds the arguments, where they could not stand at the top. */
  wrapper?: string | undefined;
}

/** What says nothing about an object. */
const ofOtherTypes = new Set([
  ...["items", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);
const wrapperNames = ["input", "arguments", "parameters", "value"];

/**
 * An object with `properties`. A union at the top is wrapped into one parameter; where its branches differ only in which
 * parameters they require, it becomes a note.
 */
export function toRoot(node: Node, report: Report): Root {
  if (node === never || !acceptsObjects(node)) {
    report({ path: "", what: "it accepts no object: no call of the tool can be valid", wider: "below" });
    return { node: { type: "object", properties: {} } };
  }
  if (node.enum !== undefined) report({ path: "", what: "the list of whole values is left out", wider: "below" });
  const base = objectOf(node);
  const branches = branchesOf(node);
  return branches ? ofBranches(base, branches, report) : { node: base };
}

function acceptsObjects(node: SchemaNode): boolean {
  return typesOf(node)?.includes("object") ?? true;
}

function objectOf(node: SchemaNode): SchemaNode {
  const { type: _type, enum: _enum, anyOf: _anyOf, properties, ...rest } = node;
  const kept = Object.entries(rest).filter(([keyword]) => !ofOtherTypes.has(keyword));
  const result: SchemaNode = { type: "object", properties: properties ?? {}, ...Object.fromEntries(kept) };
  if (node[notes]) result[notes] = node[notes];
  return result;
}

function ofBranches(base: SchemaNode, branches: readonly SchemaNode[], report: Report): Root {
  const { title, description, [notes]: said, ...demands } = base;
  const about = {
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(said ? { [notes]: said } : {}),
  };
  const objects = branches
    .filter(acceptsObjects)
    .map((branch) => intersect(demands, branch, "", report))
    .filter((branch): branch is SchemaNode => branch !== never && acceptsObjects(branch))
    .map((branch) => ({ ...branch, type: "object" }) as SchemaNode);
  const [first, ...others] = objects;
  if (!first) return toRoot(never, report);
  if (others.length === 0) return toRoot({ ...first, ...about }, report);
  const isOneShape = others.every((other) => isSame(withoutRequired(other), withoutRequired(first)));
  if (isOneShape && !first.anyOf) return { node: withForms(objects, about, report) };
  const wrapper = nameFor(objects);
  report({ path: "", what: `the union at the top is wrapped into the parameter ${wrapper}` });
  const properties = {};
  define(properties, wrapper, { anyOf: objects });
  return { node: { type: "object", properties, required: [wrapper], additionalProperties: false, ...about }, wrapper };
}

function withoutRequired({ required: _required, ...rest }: SchemaNode): SchemaNode {
  return rest;
}

/** One object for branches that differ in what they require: required is what all of them do. */
function withForms(branches: readonly SchemaNode[], about: SchemaNode, report: Report): SchemaNode {
  const common = branches.map(requiredOf).reduce((one, other) => one.filter((name) => other.includes(name)));
  const forms = branches.map((branch) => requiredOf(branch).filter((name) => !common.includes(name)));
  const node: SchemaNode = { ...withoutRequired(branches[0]!), ...about };
  if (common.length > 0) node.required = common;
  if (forms.some((form) => form.length === 0)) return node;
  report({ path: "", what: "which parameters belong together is said in the description only", wider: "here" });
  const said = [...new Set(forms.map((form) => `(${form.map(cleanText).join(", ")})`))];
  withNote(node, `Give one of these sets of parameters: ${said.join(" or ")}.`);
  return node;
}

/** A name that no branch uses, so that arguments with and without the wrapper can be told apart. */
function nameFor(branches: readonly SchemaNode[]): string {
  const isFree = (name: string): boolean =>
    branches.every(
      (branch) => !Object.hasOwn(propertiesOf(branch), name) && !JSON.stringify(branch).includes(showValue(name)),
    );
  const known = wrapperNames.find(isFree);
  if (known) return known;
  for (let number = 2; ; number += 1) if (isFree(`input_${number}`)) return `input_${number}`;
}
