/** JSON that a person can page through: containers down to a depth are spread over lines, deeper ones stand on one line. */

/** Like `JSON.stringify`, with one line for each entry of the outer `depth` levels. */
export function layoutJson(value: unknown, depth: number, indent = ""): string {
  const isArray = Array.isArray(value);
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = isArray
    ? value.map((item: unknown) => layoutJson(item ?? null, depth - 1, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${layoutJson(item, depth - 1, inner)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  return entries.length === 0 ? open + close : `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
}
