/**
 * An MCP client of `toolgap serve`: three servers behind three tools. Runs offline: `npx tsx examples/serve-client.ts`. In
 * another project the command is `npx toolgap serve --mcp servers.json`.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type CallToolResult, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

function show(title: string, result: unknown): void {
  const [first] = (result as CallToolResult).content;
  console.log(`${title}: ${first?.type === "text" ? first.text : first?.type}`);
}

async function main(): Promise<void> {
  const client = new Client({ name: "example", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  // The person at this client reads the question and says no.
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    console.log(`asked: ${params.message.split("\n")[0]}`);
    return { action: "accept", content: { approve: false, reason: "the file is needed" } };
  });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--import", "tsx", "cli/main.ts", "serve", "--mcp", "examples/mcp.json"],
      stderr: "ignore",
    }),
  );
  const { tools } = await client.listTools();
  console.log(`tools: ${tools.map(({ name }) => name).join(", ")}`);

  const found = await client.callTool({
    name: "request_tools",
    arguments: { requests: [{ server: "files on the disk", tool: "read the text of a file" }] },
  });
  const { results } = found.structuredContent as { results: { status: string; tools: { name: string }[] }[] };
  console.log(`${results[0]?.status}: ${results[0]?.tools.map(({ name }) => name).join(", ")}`);

  const read = await client.callTool({
    name: "call_tool",
    arguments: { name: "read_text_file", arguments: { path: "package.json", head: 2 } },
  });
  show("read", read);

  const write = await client.callTool({
    name: "call_tool",
    arguments: { name: "write_file", arguments: { path: "package.json", content: "" } },
  });
  show("write", write);
  await client.close();
}

if (process.argv[1]?.endsWith("serve-client.ts")) await main();
