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
    "The file system of this computer: reading, writing, listing and deleting files, documents and folders on the local disk, as ls, cat, grep and rm do. Read or open a file to see its text or contents, write, save or store a document, list a directory or folder, search or locate files by name or by the words in them, and delete, remove, erase or get rid of old ones.",
  tools: [
    simulatedTool({
      name: "fs_read_file",
      description:
        "Read a file from the local disk: open, view or load the contents of a text document, such as notes.txt, README.md, config.json or a log file.",
      parameters: {
        path: filePath,
        encoding: { type: "string", enum: ["utf-8", "latin1", "base64"], default: "utf-8" },
      },
      required: ["path"],
      annotations: reads,
      answer: (args, seed) => {
        const path = textOf(args, "path");
        const bytes = Buffer.from(`# ${path.split("/").at(-1)}\n\nSimulated text of ${path}.\n`);
        const content = bytes.toString(args.encoding === "base64" ? "base64" : "utf-8");
        return { path, content, size: bytes.length, modified_at: seed.time("modified") };
      },
    }),
    simulatedTool({
      name: "fs_write_file",
      description:
        "Write text to a file on the local disk: create a new document, save or store notes or results, such as report.md, or overwrite an existing file. To append a line, write it together with what was there before.",
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
      description:
        "List the files and subfolders in a directory, like ls: which files and documents are inside a local folder, such as the current one. The listing can be recursive.",
      parameters: {
        path: { type: "string", description: "The path of the directory; . is the current one." },
        recursive: { type: "boolean", default: false, description: "True to go into subfolders." },
      },
      required: ["path"],
      annotations: reads,
      answer: (args, seed) => {
        const path = textOf(args, "path");
        const file = (folder: string, name: string) => ({
          name,
          path: joinPath(folder, name),
          type: "file",
          size: seed.number(name, 200, 90_000),
        });
        const entries = [
          ...["README.md", "notes.txt", "report.csv"].map((name) => file(path, name)),
          ...["archive", "images"].map((name) => ({ name, path: joinPath(path, name), type: "directory", size: 0 })),
          ...(args.recursive === true
            ? [file(joinPath(path, "archive"), "report-2024.csv"), file(joinPath(path, "images"), "logo.png")]
            : []),
        ];
        return { path, entries };
      },
    }),
    simulatedTool({
      name: "fs_delete_file",
      description:
        "Delete a file or directory from the local disk: remove, erase, throw away or get rid of it, or clean up old, temporary and leftover files. This cannot be undone.",
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
        "Search for files in a folder and its subfolders: locate a document by its name or a pattern such as *.ts, or grep for the files that contain a word to see which file mentions it.",
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
        const folder = textOf(args, "path", ".");
        const limit = numberOf(args, "limit", 5);
        if (args.search_in === "content") {
          const matches = ["notes.txt", "docs/guide.md", "report.md"].slice(0, limit).map((name) => ({
            path: joinPath(folder, name),
            size: seed.number(`size of ${name}`, 100, 50_000),
            line: seed.number(`line of ${name}`, 1, 40),
            text: `A simulated line with ${pattern} in it.`,
          }));
          return { pattern, matches };
        }
        const extension = /\.([a-z0-9]+)$/i.exec(pattern)?.[1] ?? "txt";
        const stem = slugOf(pattern.replace(/\.[a-z0-9]+$/i, ""));
        const matches = times(Math.min(limit, 5), (number) => ({
          path: joinPath(folder, `${stem}-${number}.${extension}`),
          size: seed.number(`size${number}`, 100, 50_000),
        }));
        return { pattern, matches };
      },
    }),
  ],
};
