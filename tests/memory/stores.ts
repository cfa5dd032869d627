/** The stores that the tests run against: a file, and PostgreSQL where it can be installed. */
import type { BaseStore } from "@langchain/langgraph";
import { FileStore } from "../../nodes/memory/file-store.js";

export interface OpenStore {
  store: BaseStore;
  close(): Promise<void>;
}

interface PostgresStore extends BaseStore {
  setup(): Promise<void>;
  stop(): Promise<void>;
}

type Module = { PostgresStore: { fromConnString(url: string): PostgresStore } };

/** The store at an address of PostgreSQL, else in a file. */
export async function openStore(place: string): Promise<OpenStore> {
  if (!place.startsWith("postgresql:")) return { store: new FileStore(place), close: async () => {} };
  // Installed beside the tests of checkpointers, where this package does not look by itself.
  const path = "../checkpointers/node_modules/@langchain/langgraph-checkpoint-postgres/dist/store/index.js";
  const { PostgresStore } = (await import(path)) as Module;
  const store = PostgresStore.fromConnString(place);
  await store.setup();
  return { store, close: () => store.stop() };
}
