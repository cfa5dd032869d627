/** What a server answered over HTTP, as the outcome of a tool. */
import { defaults } from "../../defaults.js";
import type { ToolContent, ToolOutcome } from "../../types.js";

/** Reads at most so many bytes of a body; the rest is not waited for. */
export async function readBounded(response: Response, limit: number): Promise<{ bytes: Buffer; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= limit) continue;
    await reader.cancel().catch(() => undefined);
    return { bytes: Buffer.concat(chunks).subarray(0, limit), complete: false };
  }
  return { bytes: Buffer.concat(chunks), complete: true };
}

/** Reads the answer. A status of 400 and more, and a redirect, are a tool's error. */
export async function readAnswer(response: Response): Promise<Omit<ToolOutcome, "simulated">> {
  const { bytes, complete } = await readBounded(response, defaults.openApi.maxResponseBytes);
  const status = `HTTP ${response.status}${response.statusText ? ` ${response.statusText}` : ""}`;
  const isError = !response.ok;
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  const note = complete ? [] : [{ type: "text", text: `[the answer was cut after ${bytes.length} bytes]` } as const];
  if (bytes.length === 0) return { content: [{ type: "text", text: status }], isError };
  const content = toContent(bytes, type, complete);
  const head: ToolContent[] = isError ? [{ type: "text", text: status }] : [];
  const structured = complete && isJson(type) ? parse(bytes.toString("utf8")) : undefined;
  return { content: [...head, content, ...note], ...(structured !== undefined && { structured }), isError };
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}

/** Undefined for what is no JSON after all. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function toContent(bytes: Buffer, type: string, complete: boolean): ToolContent {
  const kind = /^(image|audio)\//.exec(type)?.[1] as "image" | "audio" | undefined;
  if (kind && complete && type !== "image/svg+xml")
    return { type: kind, data: bytes.toString("base64"), mimeType: type };
  if (isText(bytes, type)) return { type: "text", text: bytes.toString("utf8") };
  // Bytes that are no text are named, never shown.
  return { type: "text", text: `[${type || "unknown type"}, ${bytes.length} bytes of binary data]` };
}

function isText(bytes: Buffer, type: string): boolean {
  if (/^text\/|json$|xml$|yaml$|javascript$|x-www-form-urlencoded$/.test(type)) return true;
  if (type !== "" && type !== "application/octet-stream") return false;
  return !bytes.subarray(0, 8_000).includes(0) && !bytes.subarray(0, 8_000).toString("utf8").includes("\uFFFD");
}
