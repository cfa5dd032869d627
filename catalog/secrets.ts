/**
 * Values that are secret are kept out of every text that leaves this software: those of `env` and `headers` of servers and
 * what `${VAR}` stood for there, keys of models, and variables that hold such. One function, one mask.
 */

const mask = "[secret]";

/** Shorter values ("1", "on") are no secrets, and to mask them would make every message unreadable. */
const minimumLength = 4;

/** In a server's own descriptions only long values are masked: `MODE=read` must not spoil "read a file". */
const minimumLengthInDescriptions = 8;

/** All forms in which the values may turn up: whole, without an authentication scheme, and URL-encoded. Longest first. */
export function collectSecrets(values: Iterable<string>): string[] {
  const forms = new Set<string>();
  for (const value of values) {
    for (const form of [value, ...value.split(/\s+/)]) {
      if (form.length < minimumLength || /^(bearer|basic|token)$/i.test(form)) continue;
      forms.add(form).add(encodeURIComponent(form)).add(JSON.stringify(form).slice(1, -1));
    }
  }
  return [...forms].sort((left, right) => right.length - left.length);
}

/** Replaces every secret in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text);
}

const describingKeywords = new Set(["title", "description", "default", "examples", "$comment"]);

/** Replaces long secrets in what describes a tool or schema; names, keys and allowed values stay callable. */
export function redactDescriptions<Value>(value: Value, secrets: readonly string[]): Value {
  const long = secrets.filter((secret) => secret.length >= minimumLengthInDescriptions);
  return (long.length === 0 ? value : walk(value, long, false)) as Value;
}

/** Replaces every secret in the texts of a value; keys and numbers stay. */
export function redactTexts<Value>(value: Value, secrets: readonly string[]): Value {
  return (secrets.length === 0 ? value : walk(value, secrets, true)) as Value;
}

function walk(value: unknown, secrets: readonly string[], describes: boolean): unknown {
  if (typeof value === "string") return describes ? redact(value, secrets) : value;
  if (Array.isArray(value)) return value.map((item) => walk(item, secrets, describes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, walk(item, secrets, describes || describingKeywords.has(key))]),
  );
}
