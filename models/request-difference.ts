/** Says in one line how a request differs from the recorded one that is most like it. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { ExchangeRequest } from "./exchange.js";

/** What is new in the request, compared with the recorded request that shares the longest beginning with it. */
export function describeDifference(request: ExchangeRequest, recorded: readonly ExchangeRequest[]): string {
  const shared = (other: ExchangeRequest): number => {
    const index = request.messages.findIndex((message, place) => !isDeepStrictEqual(message, other.messages[place]));
    return index === -1 ? request.messages.length : index;
  };
  const [nearest] = recorded
    .map((other) => ({ other, count: shared(other) }))
    .sort((a, b) => b.count - a.count || lengthGap(request, a.other) - lengthGap(request, b.other));
  if (!nearest) return "nothing is recorded";
  const { other, count } = nearest;
  const given = request.messages[count];
  if (given === undefined && other.messages.length === count) return describeTools(request, other);
  const place = `messages[${count}]`;
  if (given === undefined)
    return `it ends where the recorded one goes on with ${place} (${show(other.messages[count])})`;
  const expected = other.messages[count];
  if (expected === undefined) return `${place} (${show(given)}) is not in the recorded one`;
  return `${place} is (${show(given, expected)}), recorded is (${show(expected, given)})`;
}

function lengthGap(one: ExchangeRequest, other: ExchangeRequest): number {
  return Math.abs(one.messages.length - other.messages.length);
}

function describeTools(request: ExchangeRequest, other: ExchangeRequest): string {
  const [given, expected] = [namesOf(request), namesOf(other)];
  const added = given.filter((name) => !expected.includes(name));
  const missing = expected.filter((name) => !given.includes(name));
  const parts = [
    ...(added.length > 0 ? [`not recorded with the tools ${added.join(", ")}`] : []),
    ...(missing.length > 0 ? [`recorded with the tools ${missing.join(", ")}`] : []),
  ];
  if (parts.length > 0) return `its messages are ${parts.join(", and ")}`;
  const changed = given.filter((_, index) => !isDeepStrictEqual(request.tools?.[index], other.tools?.[index]));
  return changed.length > 0
    ? `the order or the definition of the tools ${changed.join(", ")} differs`
    : "its tool_choice differs";
}

function namesOf({ tools = [] }: ExchangeRequest): string[] {
  return tools.map((tool) => String((tool.function as { name?: unknown } | undefined)?.name ?? "?"));
}

/** Characters of a message that are shown around the first one that differs. */
const shownCharacters = 100;

function show(message: Record<string, unknown> | undefined, other?: Record<string, unknown>): string {
  if (message === undefined) return "nothing";
  const text = textOf(message);
  const reference = other === undefined ? "" : textOf(other);
  let start = 0;
  while (start < text.length && text[start] === reference[start]) start += 1;
  const from = reference === "" ? 0 : Math.max(0, start - shownCharacters / 2);
  const excerpt = text.slice(from, from + shownCharacters);
  return `${String(message.role)}: ${from > 0 ? "..." : ""}${excerpt}${from + shownCharacters < text.length ? "..." : ""}`;
}

function textOf({ content, tool_calls }: Record<string, unknown>): string {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return `${text}${tool_calls === undefined ? "" : JSON.stringify(tool_calls)}`.replace(/\s+/g, " ");
}
