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
import type { AskApproval } from "../../nodes/ask-approval.js";
import { type ProxyFunction, proxyInstructions } from "../../nodes/proxy/functions.js";
import type { ProxySession } from "../../nodes/proxy/session.js";

const { version } = createRequire(import.meta.url)("toolgap/package.json") as { version: string };

export interface ProxyServerOptions {
  /** The list of functions as it is now. */
  functions: () => readonly ProxyFunction[];
  /** Milliseconds that a person may take to approve a call. Default: `defaults.serve.approvalTimeout`. */
  approvalTimeout?: number | undefined;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Wires a session to a server of the protocol, not connected yet. The session may come later than the first messages. */
export function createProxyServer(session: Promise<ProxySession>, options: ProxyServerOptions): Server {
  const { functions, approvalTimeout = defaults.serve.approvalTimeout } = options;
  const info = { name: "toolgap", title: "toolgap", version };
  const server = new Server(info, { capabilities: { tools: { listChanged: true } }, instructions: proxyInstructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: functions() as Tool[] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params;
    const answer = await (await session).answer(name, args, {
      signal: extra.signal,
      onProgress: progressOf(extra),
      askApproval: askClient(server, extra, approvalTimeout),
    });
    if (answer) return answer as CallToolResult;
    const names = functions().map((tool) => tool.name);
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool "${name}": this server has ${names.join(", ")}.`);
  });
  return server;
}

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
function askClient(server: Server, { requestId, signal }: Extra, timeout: number): AskApproval {
  return async (call, tool) => {
    const { approvalForm, cannotAsk, readApproval } = await import("../../nodes/proxy/approval.js");
    if (!server.getClientCapabilities()?.elicitation?.form) return cannotAsk(tool, "no-elicitation");
    try {
      const form = approvalForm(call, tool);
      const answer = await server.elicitInput(form, { relatedRequestId: requestId, signal, timeout });
      return readApproval(answer, call, tool);
    } catch (error) {
      signal.throwIfAborted();
      return cannotAsk(tool, "failed", (error as Error).message);
    }
  };
}
