/** Built-in server `filesystem`, simulated. */
import type { ServerDefinition } from "../../types.js";
import { numberOf, reads, replaces, simulatedTool, slugOf, textOf, times } from "./simulation.js";

const filePath = { type: "string", description: "The path of the file, for example notes/todo.md." };

function joinPath(folder: string, name: string): string {
  return folder === "" || folder === "." ? name : `${folder.replace(/\/+$/, "")}/${name}`;
}

export const filesystem: ServerDefinition = {
  name: "filesystem",
  description:
    "The file system of this computer: read a file or document, write and save text, list a directory or folder, find and delete files on the local disk.",
  tools: [
    simulatedTool({
      name: "fs_read_file",
      description: "Read a file from the local disk. Opens a text document at a path and returns its content.",
      parameters: {
        path: filePath,
        encoding: { type: "string", enum: ["utf-8", "latin1", "base64"], default: "utf-8" },
      },
      required: ["path"],
      annotations: reads,
      answer: (args, seed) => {
        const path = textOf(args, "path");
        const content = `# ${path.split("/").at(-1)}\n\nSimulated text of ${path}.\n`;
        return { path, content, size: content.length, modified_at: seed.time("modified") };
      },
    }),
    simulatedTool({
      name: "fs_write_file",
      description:
        "Write text to a file on the local disk. Saves content at a path: creates the file, or overwrites it.",
      parameters: {
        path: filePath,
        content: { type: "string", description: "The text to save." },
      },
      required: ["path", "content"],
      annotations: replaces,
      answer: (args) => ({
        path: textOf(args, "path"),
        bytes_written: Buffer.byteLength(textOf(args, "content")),
      }),
    }),
    simulatedTool({
      name: "fs_list_directory",
      description: "List the files and subfolders in a directory. Shows what a local folder contains, with sizes.",
      parameters: {
        path: { type: "string", description: "The path of the directory; . is the current one." },
        recursive: { type: "boolean", default: false, description: "True to go into subfolders." },
      },
      required: ["path"],
      annotations: reads,
      answer: (args, seed) => {
        const path = textOf(args, "path");
        const entries = [
          ...["README.md", "notes.txt", "report.csv"].map((name) => ({
            name,
            path: joinPath(path, name),
            type: "file",
            size: seed.number(name, 200, 90_000),
          })),
          ...["archive", "images"].map((name) => ({ name, path: joinPath(path, name), type: "directory", size: 0 })),
        ];
        return { path, entries };
      },
    }),
    simulatedTool({
      name: "fs_delete_file",
      description:
        "Delete a file or a folder from the local disk. Removes it for good; there is no trash to bring it back from.",
      parameters: {
        path: { type: "string", description: "The path of what to remove." },
        recursive: { type: "boolean", default: false, description: "Needed to remove a folder that is not empty." },
      },
      required: ["path"],
      annotations: replaces,
      answer: (args) => ({ path: textOf(args, "path"), deleted: true, recursive: args.recursive === true }),
    }),
    simulatedTool({
      name: "fs_search_files",
      description:
        "Search for files on the local disk by name pattern or by the text inside them, through a folder and its subfolders.",
      parameters: {
        pattern: { type: "string", description: "A glob for the file name, such as *.log, or words to look for." },
        path: { type: "string", default: ".", description: "The directory in which to start." },
        search_in: {
          type: "string",
          enum: ["name", "content"],
          default: "name",
          description: "Where the pattern must be found.",
        },
        limit: { type: "integer", minimum: 1, maximum: 200, default: 5, description: "How many files to return." },
      },
      required: ["pattern"],
      annotations: reads,
      answer: (args, seed) => {
        const pattern = textOf(args, "pattern");
        const extension = /\.([a-z0-9]+)$/i.exec(pattern)?.[1] ?? "txt";
        const stem = slugOf(pattern.replace(/\.[a-z0-9]+$/i, ""));
        const matches = times(Math.min(numberOf(args, "limit", 5), 5), (number) => ({
          path: joinPath(textOf(args, "path", "."), `${stem}-${number}.${extension}`),
          size: seed.number(`size${number}`, 100, 50_000),
          ...(args.search_in === "content" ? { line: seed.number(`line${number}`, 1, 400) } : {}),
        }));
        return { pattern, matches };
      },
    }),
  ],
};
