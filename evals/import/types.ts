/** What a converter makes of one public source. */
import type { JsonSchema } from "../../catalog/types.js";
import type { TaskLine } from "../task-file.js";
import type { Clone } from "./clone.js";

export interface ImportedTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
}

export interface ImportedServer {
  name: string;
  description: string;
  tools: ImportedTool[];
}

/** A catalog with its tasks, and how many tasks of the source were left out, by reason. */
export interface ImportedSet {
  name: string;
  servers: ImportedServer[];
  tasks: TaskLine[];
  dropped: Record<string, number>;
}

/** One public source. */
export interface Importer {
  name: string;
  /** `owner/repository` on GitHub. */
  repository: string;
  /** The commit that the converter was written for. */
  commit: string;
  license: string;
  convert(clone: Clone): Promise<ImportedSet[]>;
}
