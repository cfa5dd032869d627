/** An MCP server over your own catalog, over stdio: give it to an MCP client as `npx tsx examples/serve-own.ts`. */
import { createRouter, type ServerDefinition, ToolCatalog } from "toolgap";
import { createProxyHost, serveStdio } from "toolgap/mcp-server";

const servers: ServerDefinition[] = [
  {
    name: "clock",
    description: "The time of this machine.",
    tools: [
      {
        name: "tell_time",
        description: "Tell the present time.",
        inputSchema: { type: "object", properties: {} },
        annotations: { readOnlyHint: true },
        execute: async () => ({ content: [{ type: "text", text: new Date().toISOString() }], isError: false }),
      },
    ],
  },
];

const catalog = new ToolCatalog(servers);
const backend = Promise.resolve({ catalog, router: createRouter("hybrid", catalog), states: () => [] });
const host = createProxyHost({ backend, settings: { approval: "destructive" } });
const { signal } = new AbortController();
await serveStdio(host, { input: process.stdin, output: process.stdout, signal });
await host.close();
