/** One MCP server for one client: its messages go to a session, what the session needs of the client goes back. */
import { createRequire } from "node:module";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { defaults } from "../../catalog/defaults.js";
import type { ToolProgress } from "../../catalog/types.js";
import { callToolName } from "../../models/protocol.js";
import type { AskApproval } from "../../nodes/ask-approval.js";
import { type ProxyFunction, proxyInstructions } from "../../nodes/proxy/functions.js";
import { type RunningCalls, ServerStopping } from "../../nodes/proxy/running-calls.js";
import type { ProxySession } from "../../nodes/proxy/session.js";

const { version } = createRequire(import.meta.url)("toolgap/package.json") as { version: string };

export interface ProxyServerOptions {
  /** The list of functions as it is now. */
  functions: () => readonly ProxyFunction[];
  /** The calls of all clients. */
  calls: RunningCalls;
  /** Milliseconds that a person may take to approve a call. Default: `defaults.serve.approvalTimeout`. */
  approvalTimeout?: number | undefined;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Wires a session to a server of the protocol, not connected yet. The session may come later than the first messages. */
export function createProxyServer(session: Promise<ProxySession>, options: ProxyServerOptions): Server {
  const { functions, calls, approvalTimeout = defaults.serve.approvalTimeout } = options;
  const info = { name: "toolgap", title: "toolgap", version };
  const server = new Server(info, { capabilities: { tools: { listChanged: true } }, instructions: proxyInstructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: functions() as Tool[] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params;
    const person = askClient(server, extra, approvalTimeout);
    try {
      const answer = await calls.run(extra.signal, async (signal) =>
        (await session).answer(name, args, { signal, onProgress: progressOf(extra), askApproval: person.ask }),
      );
      if (answer) return answer as CallToolResult;
    } catch (error) {
      if (!(error instanceof ServerStopping)) throw error;
      const mayBeDone = error.begun && name === callToolName && !person.isAsked();
      return { content: [{ type: "text", text: mayBeDone ? cutOff : notRun }], isError: true };
    }
    const names = functions().map((tool) => tool.name);
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool "${name}": this server has ${names.join(", ")}.`);
  });
  return server;
}

const notRun = "toolgap is being stopped and runs no more calls. This one was not run.";
const cutOff =
  "toolgap is being stopped, and this call was cut off before its tool had answered. It may or may not have taken effect.";

/** Hands a tool's progress to a client that asked for it. */
function progressOf({ _meta, signal, sendNotification }: Extra): ((progress: ToolProgress) => void) | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ progress, total, message }) => {
    if (signal.aborted) return;
    const params = {
      progressToken,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message ? { message } : {}),
    };
    // A client that is gone needs no progress.
    void sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** Asks the person at the client, through the request that needs it: over HTTP the question takes the same way back. */
function askClient(
  server: Server,
  { requestId }: Extra,
  timeout: number,
): { ask: AskApproval; isAsked: () => boolean } {
  let isAsked = false;
  const ask: AskApproval = async (call, tool, { signal }) => {
    const { approvalForm, cannotAsk, readApproval } = await import("../../nodes/proxy/approval.js");
    if (!server.getClientCapabilities()?.elicitation?.form) return cannotAsk(tool, "no-elicitation");
    isAsked = true;
    try {
      const form = approvalForm(call, tool);
      const answer = await server.elicitInput(form, { relatedRequestId: requestId, signal, timeout });
      isAsked = false;
      return readApproval(answer, call, tool);
    } catch (error) {
      signal?.throwIfAborted();
      return cannotAsk(tool, "failed", (error as Error).message);
    }
  };
  return { ask, isAsked: () => isAsked };
}
