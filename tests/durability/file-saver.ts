/** A checkpointer that keeps all it has in one file: what survives a killed process without a database. */
import { existsSync, readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { MemorySaver } from "@langchain/langgraph";
import writeFileAtomic from "write-file-atomic";

export class FileSaver extends MemorySaver {
  constructor(private readonly path: string) {
    super();
    if (existsSync(path)) Object.assign(this, deserialize(readFileSync(path)));
  }

  override async put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
    const config = await super.put(...given);
    this.#save();
    return config;
  }

  override async putWrites(...given: Parameters<MemorySaver["putWrites"]>): Promise<void> {
    await super.putWrites(...given);
    this.#save();
  }

  #save(): void {
    writeFileAtomic.sync(this.path, serialize({ storage: { ...this.storage }, writes: { ...this.writes } }));
  }
}
