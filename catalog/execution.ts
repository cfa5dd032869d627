/** Runs one executor so that whatever it does becomes an outcome. */
import type { CatalogTool, ExecutionOptions, ToolExecutor, ToolOutcome } from "./types.js";
import { formatToolId } from "./types.js";

/**
 * Runs an executor with arguments that were checked. What it throws becomes an outcome with `isError`.
 *
 * @throws the signal's reason, when it is aborted.
 */
export async function runExecutor(
  execute: ToolExecutor,
  args: Record<string, unknown>,
  options: ExecutionOptions,
  { id, simulated }: CatalogTool,
): Promise<ToolOutcome> {
  try {
    // A copy: the arguments belong to the conversation, and a tool must not change what was said.
    const outcome = await untilAborted(execute(structuredClone(args), options), options.signal);
    if (!Array.isArray(outcome?.content)) {
      return failure(`Tool ${formatToolId(id)} returned no readable result.`, simulated);
    }
    return { ...outcome, isError: outcome.isError === true, simulated };
  } catch (error) {
    options.signal?.throwIfAborted();
    return failure(`Tool ${formatToolId(id)} failed: ${messageOf(error)}`, simulated);
  }
}

/** An outcome that says what went wrong. */
export function failure(text: string, simulated: boolean): ToolOutcome {
  return { content: [{ type: "text", text }], isError: true, simulated };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Does not wait for a tool that ignores the signal. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stopWaiting = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stopWaiting = () => reject(signal.reason);
    signal.addEventListener("abort", stopWaiting);
    // The tool may have aborted the run itself before it gave its promise.
    if (signal.aborted) stopWaiting();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stopWaiting);
  }
}
