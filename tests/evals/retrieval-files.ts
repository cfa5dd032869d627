/** A small catalog with its tasks in files, and the command that ranks them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";

export const folder = temporaryFolder();
export const file = (name: string, content: string): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
};
export const lines = (...tasks: object[]): string => tasks.map((task) => `${JSON.stringify(task)}\n`).join("");

export const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
export const servers = [
  { name: "files", description: "Files.", tools: [tool("read", "Reads a file."), tool("copy", "Copies a file.")] },
  {
    name: "mail",
    description: "Letters.",
    tools: [tool("send", "Sends a letter."), tool("list", "Lists the letters.")],
  },
];
export const catalogText = JSON.stringify({ servers });
const taskText = lines(
  { id: "one", query: "copy it", gold: [["files", "copy"]] },
  {
    id: "two",
    query: "send a letter",
    gold: [
      ["mail", "send"],
      ["files", "read"],
    ],
  },
  { id: "none", query: "zebra", gold: [], irrelevant: true },
);
export const catalog = file("catalog.json", catalogText);
export const tasks = file("tasks.jsonl", taskText);
export const retrieval = (...args: string[]) => toolgapHere(["eval", "retrieval", ...args]);
export const onFiles = (...args: string[]) => retrieval("--catalog", catalog, "--tasks", tasks, ...args);
