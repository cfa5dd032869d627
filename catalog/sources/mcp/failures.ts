/** Says in one line, without secrets, why a server could not do something. */
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { $ZodError } from "zod/v4/core";
import { redact } from "../../secrets.js";
import { NotRunningError, StartError } from "./transport.js";

interface FailureDetails {
  /** How the process ended, when it did. */
  ending: string | undefined;
  stderr: string | undefined;
  complaint: Error | undefined;
  /** Milliseconds that were allowed. */
  timeout: number;
}

const maximumLength = 400;
const stderrLines = 5;

/**
 * True when the server certainly did not do what it was asked, so that it can be asked again in a new connection:
 * it had already ended, or it no longer knows our HTTP session (404, as the protocol says).
 */
export function wasNotDone(error: unknown): boolean {
  return error instanceof NotRunningError || (error instanceof StreamableHTTPError && error.code === 404);
}

/** True when a new connection may do better: the server has ended, cannot be reached, or refused us over HTTP. */
export function isConnectionLost(error: unknown): boolean {
  // `fetch` says why it failed in `cause`.
  const unreachable = error instanceof Error && error.cause !== undefined;
  return error instanceof NotRunningError || error instanceof StreamableHTTPError || unreachable;
}

export function explainFailure(error: unknown, details: FailureDetails, secrets: readonly string[]): string {
  const reason = shorten(redact(explain(error, details), secrets), "start");
  const lastWords = details.ending === undefined ? "" : findLastWords(redact(details.stderr ?? "", secrets));
  return lastWords === "" ? reason : `${reason}; it last said: ${shorten(lastWords, "end")}`;
}

function explain(error: unknown, { ending, complaint, timeout }: FailureDetails): string {
  if (error instanceof McpError) {
    if (error.code === ErrorCode.RequestTimeout) return `no answer within ${timeout / 1000} s`;
    if (error.code === ErrorCode.ConnectionClosed) {
      return ending ?? (complaint ? `the connection was closed: ${complaint.message}` : "the connection was closed");
    }
    return error.message.replace(/^(?:MCP error -?\d+: )+/, "");
  }
  if (error instanceof StreamableHTTPError) return explainStatus(error);
  if (error instanceof StartError) return error.message;
  if (error instanceof $ZodError) return "its answer is not in the form of the protocol";
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (cause) return `it cannot be reached (${cause.code ?? cause.message})`;
  return ending ?? message;
}

function explainStatus({ code, message }: StreamableHTTPError): string {
  const redirect = /Redirect to (\S+) not followed/.exec(message)?.[1];
  if (redirect) return `it redirects to ${redirect}, another server: where that one is meant, put it into the url`;
  if (code === 401 || code === 403) return `it refused access (HTTP ${code}): check its headers`;
  return code === undefined || code < 0 ? message : `it answered with HTTP ${code}`;
}

/** The line that names an error, which may stand above a stack trace; else the last few lines. */
function findLastWords(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.findLast((line) => /(?:error|exception)\b.*:/i.test(line)) ?? lines.slice(-stderrLines).join(" | ");
}

function shorten(text: string, keep: "start" | "end"): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maximumLength) return line;
  return keep === "start" ? `${line.slice(0, maximumLength)} ...` : `... ${line.slice(-maximumLength)}`;
}
