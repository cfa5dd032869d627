/** The catalog of the golden transcripts: three servers, two tools of one name, one tool that fails. */
import { ToolCatalog, type ToolDefinition } from "../../catalog/index.js";

/** Every call that reached a tool, in order. */
export type Effects = { name: string; args: Record<string, unknown> }[];

function tool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  run: (args: Record<string, unknown>) => string,
  effects: Effects,
  readOnly = true,
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: { type: "object", properties, required: Object.keys(properties) },
    annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly },
    execute: async (args) => {
      effects.push({ name, args });
      return { content: [{ type: "text", text: run(args) }], isError: false };
    },
  };
}

const text = { type: "string" };

/** A fresh catalog; `effects` collects what its tools did. */
export function goldenCatalog(effects: Effects = []): ToolCatalog {
  return new ToolCatalog([
    {
      name: "files",
      description: "Files and folders on the local disk",
      tools: [
        tool("read_file", "Read the text of a file", { path: text }, ({ path }) => `text of ${path}`, effects),
        tool(
          "list_folder",
          "List the entries of a folder",
          { path: text },
          ({ path }) => `entries of ${path}`,
          effects,
        ),
        tool(
          "erase_file",
          "Erase a file for good",
          { path: text },
          ({ path }) => {
            throw new Error(`no such file: ${path}`);
          },
          effects,
          false,
        ),
      ],
    },
    {
      name: "mail",
      description: "Electronic mail: inbox and outgoing messages",
      tools: [
        tool(
          "send",
          "Send a mail message to an address",
          { to: text, body: text },
          ({ to }) => `sent to ${to}`,
          effects,
          false,
        ),
        tool(
          "search",
          "Search the inbox for a mail message",
          { words: text },
          ({ words }) => `mail about ${words}`,
          effects,
        ),
      ],
    },
    {
      name: "calendar",
      description: "Calendar of appointments",
      tools: [
        tool(
          "search",
          "Search the calendar for an appointment",
          { words: text },
          ({ words }) => `appointment about ${words}`,
          effects,
        ),
      ],
    },
  ]);
}
