/** How parameters are written into a request: the styles of OpenAPI 3, after RFC 6570. Pure. */

export interface ParameterStyle {
  style: string;
  explode: boolean;
  /** Reserved characters of addresses stay as they are (query only). */
  allowReserved: boolean;
}

type Encode = (text: string) => string;
type Entry = readonly [string, unknown];

/** `encodeURIComponent` throws for half a surrogate pair. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What may stand in a query as it is; `&`, `=`, `+` and `#` would end or change the value. */
function encodeReserved(text: string): string {
  return encode(text).replace(/%(?:3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);
}

/** A value within another one has no form of its own: it is written as JSON. */
function toText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

function entriesOf(value: object): Entry[] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** A path parameter, encoded. */
export function serializePath(name: string, value: unknown, { style, explode }: ParameterStyle): string {
  if (style === "label") return `.${joined(value, explode ? "." : ",", explode, encode)}`;
  if (style !== "matrix") return joined(value, ",", explode, encode);
  const key = encode(name);
  if (Array.isArray(value) && explode) return value.map((item) => `;${key}=${encode(toText(item))}`).join("");
  if (isRecord(value) && explode) {
    return entriesOf(value)
      .map(([field, item]) => `;${encode(field)}=${encode(toText(item))}`)
      .join("");
  }
  return `;${key}=${joined(value, ",", false, encode)}`;
}

/** A header's value, in one line. */
export function serializeHeader(value: unknown, { explode }: Pick<ParameterStyle, "explode">): string {
  const text = joined(value, ",", explode, (part) => part);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header must not hold
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

/** The pairs of a cookie. */
export function serializeCookie(name: string, value: unknown, { explode }: ParameterStyle): string {
  return formPairs(name, value, explode, ",", encode).join("; ");
}

/** The `name=value` pairs of a query parameter, encoded; none for an empty list. */
export function serializeQuery(name: string, value: unknown, parameter: ParameterStyle): string[] {
  const { style, explode, allowReserved } = parameter;
  const write = allowReserved ? encodeReserved : encode;
  if (style === "deepObject" && typeof value === "object" && value !== null)
    return deepPairs(encode(name), value, write);
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "|" : ",";
  return formPairs(name, value, explode, separator, write);
}

function formPairs(name: string, value: unknown, explode: boolean, separator: string, write: Encode): string[] {
  const key = encode(name);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (explode) return value.map((item) => `${key}=${write(toText(item))}`);
    return [`${key}=${value.map((item) => write(toText(item))).join(separator)}`];
  }
  if (!isRecord(value)) return [`${key}=${write(toText(value))}`];
  const entries = entriesOf(value);
  if (explode) return entries.map(([field, item]) => `${encode(field)}=${write(toText(item))}`);
  return [`${key}=${entries.flatMap(([field, item]) => [encode(field), write(toText(item))]).join(separator)}`];
}

/** `filter[state]=open&filter[labels][0]=a`: deeper levels the way most servers read them. */
function deepPairs(prefix: string, value: object, write: Encode): string[] {
  return entriesOf(value).flatMap(([field, item]) => {
    const key = `${prefix}[${encode(field)}]`;
    return typeof item === "object" && item !== null ? deepPairs(key, item, write) : [`${key}=${write(toText(item))}`];
  });
}

function joined(value: unknown, separator: string, explode: boolean, write: Encode): string {
  if (Array.isArray(value)) return value.map((item) => write(toText(item))).join(separator);
  if (!isRecord(value)) return write(toText(value));
  const entries = entriesOf(value).map(([field, item]) => [write(field), write(toText(item))] as const);
  if (explode) return entries.map(([field, item]) => `${field}=${item}`).join(separator);
  return entries.flat().join(separator);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
