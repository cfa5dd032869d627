/** Where the references of a schema lead, within the schema itself: nothing is ever fetched. */
import { isObject } from "../definition.js";

const deepest = 60;
const mostNodes = 20_000;

/** Keywords whose value is data, not schemas. */
const data = new Set(["enum", "const", "default", "examples", "example"]);

/**
 * Returns a function that finds what a reference names: a JSON Pointer (RFC 6901), an anchor, or a part of the document
 * with an `$id` of its own. Undefined for everything that is not there.
 */
export function createResolver(root: unknown): (reference: string) => unknown {
  let names: Map<string, unknown> | undefined;
  return (reference) => {
    const [document = "", fragment = ""] = reference.split("#", 2);
    let start: unknown = root;
    if (document !== "") {
      names ??= collectNames(root);
      start = names.get(document);
    }
    if (fragment === "") return start;
    if (fragment.startsWith("/")) return follow(start, fragment);
    names ??= collectNames(root);
    return names.get(`${document}#${fragment}`) ?? names.get(`#${fragment}`);
  };
}

function follow(start: unknown, pointer: string): unknown {
  let node = start;
  for (const step of pointer.slice(1).split("/")) {
    const name = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Every part that has a name: its `$id` (also as resolved against the document's own), and its anchors. */
function collectNames(root: unknown): Map<string, unknown> {
  const names = new Map<string, unknown>();
  let nodes = 0;
  const add = (name: string, node: unknown) => {
    if (!names.has(name)) names.set(name, node);
  };
  const walk = (node: unknown, base: string, depth: number): void => {
    nodes += 1;
    if (depth > deepest || nodes > mostNodes || typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const entry of node) walk(entry, base, depth + 1);
      return;
    }
    const { $id = (node as Record<string, unknown>).id, $anchor, $dynamicAnchor } = node as Record<string, unknown>;
    let inner = base;
    if (typeof $id === "string" && $id !== "") {
      inner = $id.startsWith("#") ? base : absolute($id, base);
      add($id, node);
      add(inner === base ? $id : inner, node);
    }
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== "string") continue;
      add(`#${anchor}`, node);
      if (inner !== "") add(`${inner}#${anchor}`, node);
    }
    for (const [keyword, value] of Object.entries(node)) if (!data.has(keyword)) walk(value, inner, depth + 1);
  };
  if (isObject(root)) walk(root, "", 0);
  return names;
}

function absolute(id: string, base: string): string {
  try {
    return new URL(id, base || undefined).href.replace(/#$/, "");
  } catch {
    return id.replace(/#$/, "");
  }
}
