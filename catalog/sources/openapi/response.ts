/** What a server answered over HTTP, as the outcome of a tool. */
import { TextDecoder } from "node:util";
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
  const { type, charset } = readContentType(response.headers.get("content-type") ?? "");
  const note = complete ? [] : [{ type: "text", text: `[the answer was cut after ${bytes.length} bytes]` } as const];
  if (bytes.length === 0) return { content: [{ type: "text", text: status }], isError };
  const decode = () => decodeText(bytes, charset, complete);
  const content = toContent(bytes, type, complete, decode);
  const head: ToolContent[] = isError ? [{ type: "text", text: status }] : [];
  const structured = complete && isJson(type) ? parse(decode()) : undefined;
  return { content: [...head, content, ...note], ...(structured !== undefined && { structured }), isError };
}

function readContentType(header: string): { type: string; charset: string | undefined } {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1];
  return { type: header.split(";")[0]!.trim().toLowerCase(), charset };
}

/** A text of a charset that nobody knows is read as UTF-8; of one that was cut, a character without its end is left out. */
function decodeText(bytes: Buffer, charset: string | undefined, complete: boolean): string {
  const decoder = decoderFor(charset);
  // In one go, Node 20 reads windows-1252 as if it were ISO-8859-1.
  return decoder.decode(bytes, { stream: true }) + (complete ? decoder.decode() : "");
}

function decoderFor(charset = "utf-8"): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
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

function toContent(bytes: Buffer, type: string, complete: boolean, decode: () => string): ToolContent {
  const kind = /^(image|audio)\//.exec(type)?.[1] as "image" | "audio" | undefined;
  if (kind && complete && type !== "image/svg+xml")
    return { type: kind, data: bytes.toString("base64"), mimeType: type };
  if (isText(bytes, type)) return { type: "text", text: decode() };
  // Bytes that are no text are named, never shown.
  return { type: "text", text: `[${type || "unknown type"}, ${bytes.length} bytes of binary data]` };
}

function isText(bytes: Buffer, type: string): boolean {
  if (/^text\/|json$|xml$|yaml$|javascript$|x-www-form-urlencoded$/.test(type)) return true;
  if (type !== "" && type !== "application/octet-stream") return false;
  return !bytes.subarray(0, 8_000).includes(0) && !bytes.subarray(0, 8_000).toString("utf8").includes("\uFFFD");
}
