/** What happens in a run, as lines for a person. */

import type { ToolId } from "../catalog/types.js";
import type { RunEvent } from "../evals/run-task.js";
import { formatId, plural, printable } from "./output.js";

/** Names in one line before the rest is counted. */
const shownNames = 8;

/** The lines of one event; none for what another line says already. */
export function renderEvent(event: RunEvent): string[] {
  const lines = { requested, routed: () => [], bound, executed, progress } as const satisfies Record<
    RunEvent["type"],
    (event: RunEvent) => string[]
  >;
  return lines[event.type](event);
}

function requested({ requests }: RunEvent): string[] {
  return (requests as { server: string; tool: string; status: string }[]).map(({ server, tool, status }) => {
    const fate = status === "routing" ? "" : ` (${status.replaceAll("_", " ")})`;
    return `asks for  ${server ? `${server}: ` : ""}${tool}${fate}`;
  });
}

function bound({ loaded, evicted }: RunEvent): string[] {
  const lines = [["loaded  ", loaded as ToolId[]] as const, ["unloaded", evicted as ToolId[]] as const];
  return lines.filter(([, ids]) => ids.length > 0).map(([verb, ids]) => `${verb}  ${listIds(ids)}`);
}

function executed({ tool, ok, simulated }: RunEvent): string[] {
  const name = typeof tool === "string" ? tool : formatId(tool as ToolId);
  return [`called    ${name}${simulated ? " (simulated)" : ""}${ok ? "" : ": failed"}`];
}

function progress({ tool, progress: done, total, message }: RunEvent): string[] {
  const share = total === undefined ? String(done) : `${String(done)} of ${String(total)}`;
  return [`at work   ${formatId(tool as ToolId)}: ${share}${message ? `, ${printable(String(message))}` : ""}`];
}

function listIds(ids: readonly ToolId[]): string {
  const names = ids.slice(0, shownNames).map(formatId).join(", ");
  return ids.length > shownNames ? `${plural(ids.length, "tool")}: ${names}, ...` : names;
}

/** Prints what a model says as it comes, one message below the other. */
export function createTokenPrinter(stream: NodeJS.WriteStream) {
  let messageId: string | undefined;
  let said = "";
  let isOpen = false;
  const endLine = (): void => {
    if (isOpen) stream.write("\n");
    isOpen = false;
  };
  return {
    print(text: string, id: string): void {
      if (id !== messageId) {
        endLine();
        said = "";
        messageId = id;
      }
      said += text;
      isOpen = true;
      stream.write(stream.isTTY ? printable(text) : text);
    },
    /** Something else is printed next. */
    endLine,
    /** What was printed of the last message. */
    last: (): string => said,
  };
}
