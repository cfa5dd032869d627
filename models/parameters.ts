/**
 * Parameters that some models and servers reject: one that was rejected is left out at once, and from then on. Sits in the
 * place of `fetch`, so that one refusal costs one short request for the life of a model.
 */
import { withBody } from "./answer-body.js";

/** What a request can do without; the rest of a request means something. */
const droppable = ["temperature", "top_p", "parallel_tool_calls", "stream_options", "strict"] as const;
type Droppable = (typeof droppable)[number];

type Body = Record<string, unknown> & { tools?: { function?: Record<string, unknown> }[] };

const refusal =
  /unsupported|not support|unrecognized|unknown|unexpected|extra (?:fields|inputs)|not (?:permitted|allowed|available)/i;

/** Makes a `fetch` that sends a request again without the parameter that its refusal names. */
export function createParameterDroppingFetch(send: typeof fetch, onNotice?: (line: string) => void): typeof fetch {
  const rejected = new Set<Droppable>();
  return async (input, init = {}) => {
    const given = typeof init.body === "string" ? readBody(init.body) : undefined;
    if (!given) return send(input, init);
    for (;;) {
      const body = [...rejected].reduce(without, given);
      const response = await send(input, { ...init, body: JSON.stringify(body) });
      if (response.status !== 400 && response.status !== 422) return response;
      const text = await response.text();
      const name = findRejected(text, body);
      if (!name) return withBody(response, text);
      // Of calls that are made at the same time each is refused, the first one tells.
      if (!rejected.has(name)) onNotice?.(`the provider takes no ${name} for this model: it is left out from now on`);
      rejected.add(name);
    }
  };
}

function readBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

function isSent(body: Body, name: Droppable): boolean {
  if (name !== "strict") return body[name] !== undefined;
  return body.tools?.some((tool) => tool.function?.strict !== undefined) ?? false;
}

function without(body: Body, name: Droppable): Body {
  if (!isSent(body, name)) return body;
  if (name !== "strict") {
    const { [name]: _dropped, ...rest } = body;
    return rest;
  }
  const tools = body.tools?.map((tool) => {
    const { strict: _dropped, ...rest } = tool.function ?? {};
    return { ...tool, function: rest };
  });
  return { ...body, ...(tools ? { tools } : {}) };
}

/** The parameter that a refusal names, when it was sent; a wrong value of one is the caller's own mistake. */
function findRejected(text: string, body: Body): Droppable | undefined {
  if (!refusal.test(text)) return undefined;
  return droppable.find((name) => isSent(body, name) && new RegExp(`(?<![a-z_])${name}(?![a-z_])`).test(text));
}
