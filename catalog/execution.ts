/** Runs one executor so that whatever it does becomes an outcome, within the time that it has. */
import { defaults } from "./defaults.js";
import type { CatalogTool, ExecutionOptions, ToolDefinition, ToolExecutor, ToolOutcome } from "./types.js";
import { formatToolId } from "./types.js";
import { untilAborted } from "./until-aborted.js";

/** Timers of more milliseconds fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs an executor with arguments that were checked. What it throws becomes an outcome with `isError`, and so does a call
 * that takes longer than `timeout` milliseconds: the signal that the tool was given is aborted then, and a tool that
 * ignores it is not waited for.
 *
 * @throws the signal's reason, when the caller's signal is aborted; what a tool throws to pause the graph around it.
 */
export async function runExecutor(
  execute: ToolExecutor,
  args: Record<string, unknown>,
  { signal, onProgress, timeout = defaults.toolCallTimeout }: ExecutionOptions & Pick<ToolDefinition, "timeout">,
  { id, simulated }: CatalogTool,
): Promise<ToolOutcome> {
  const own = new AbortController();
  const forward = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", forward);
  const timer = timeout > longestTimer ? undefined : setTimeout(() => own.abort(lateness(timeout)), timeout);
  try {
    // A copy: the arguments belong to the conversation, and a tool must not change what was said.
    // A tool that ignores the signal is not waited for.
    const outcome = await untilAborted(execute(structuredClone(args), { signal: own.signal, onProgress }), own.signal);
    if (!Array.isArray(outcome?.content)) {
      return failure(`Tool ${formatToolId(id)} returned no readable result.`, simulated);
    }
    return { ...outcome, isError: outcome.isError === true, simulated };
  } catch (error) {
    signal?.throwIfAborted();
    if (asksForInterrupt(error)) throw error;
    // A tool that heeds the signal has words of its own for it.
    const reason: unknown = own.signal.aborted ? own.signal.reason : error;
    return failure(`Tool ${formatToolId(id)} failed: ${messageOf(reason)}`, simulated);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", forward);
  }
}

/** LangGraph marks so what `interrupt()` throws; the catalog knows no graph, and must not swallow it. */
function asksForInterrupt(error: unknown): boolean {
  return error instanceof Error && "is_bubble_up" in error && error.is_bubble_up === true;
}

function lateness(timeout: number): Error {
  const message = `no result within ${timeout / 1000} s. It was told to stop; what it did until then may stay done.`;
  return new DOMException(message, "TimeoutError");
}

/** An outcome that says what went wrong. */
export function failure(text: string, simulated: boolean): ToolOutcome {
  return { content: [{ type: "text", text }], isError: true, simulated };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
