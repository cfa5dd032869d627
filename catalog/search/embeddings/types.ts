/** What is asked of an embedding model and of a vector store: the parts of LangChain's interfaces that are used. */
import type { ToolId } from "../../types.js";

/** LangChain's `Embeddings`, or anything that has its two methods. */
export interface Embedder {
  /** One vector for each text, all of one length. */
  embedDocuments(texts: string[]): Promise<number[][]>;
  embedQuery(text: string): Promise<number[]>;
}

/** What is stored with each vector in a vector store. */
export interface ToolDocument {
  id: string;
  pageContent: string;
  metadata: { server: string; name: string; key: string };
}

/** LangChain's `VectorStore`, as far as it is used. */
export interface ToolVectorStore {
  addVectors(vectors: number[][], documents: ToolDocument[], options?: { ids: string[] }): Promise<unknown>;
  similaritySearchVectorWithScore(
    query: number[],
    k: number,
  ): Promise<[{ metadata: Record<string, unknown> }, number][]>;
  delete?(parameters: { ids: string[] }): Promise<void>;
}

export interface EmbeddingOptions {
  embedder: Embedder;
  /** Names the model and all that changes its vectors (dimensions, revision): vectors on disk are kept by this name. */
  model: string;
  /** The folder for the vectors of all models; false keeps nothing on disk. Default: `embeddings` in the user's cache folder. */
  cacheDirectory?: string | false | undefined;
  /** Where vectors are kept and compared instead of in this process. */
  vectorStore?: ToolVectorStore | undefined;
  /** What the store's score is. Default: `similarity`, higher is nearer. */
  storeScore?: "similarity" | "distance" | undefined;
  /** True when others write to the store: it is searched, never changed. */
  storeIsFilled?: boolean | undefined;
  /** Milliseconds and counts; `defaults.embeddings` for what is left out. */
  batchSize?: number | undefined;
  requestTimeout?: number | undefined;
  batchTimeout?: number | undefined;
  pauseAfterFailure?: number | undefined;
  maxExactTools?: number | undefined;
  /** Ends the work in the background. */
  signal?: AbortSignal | undefined;
  /** Takes one line about something the person should know: progress, a damaged file. */
  onNotice?: ((line: string) => void) | undefined;
}

/** How near one tool is to a request in meaning. */
export interface SemanticHit {
  id: ToolId;
  /** Cosine of the two vectors, or what the vector store said. */
  similarity: number;
  /** 0..1: 0 for a tool as near as the average of those compared, 1 for the nearest. */
  strength: number;
  /** 0..1, by itself: how far it stands out from all tools compared. */
  fit: number;
}

/** What the model said to a request; with `failure` alone when it said nothing in time. */
export type SemanticAnswer =
  | { failure: string }
  | {
      failure?: undefined;
      /** The nearest tools, nearest first. */
      nearest: SemanticHit[];
      /** Any tool that was compared. */
      find(id: ToolId): SemanticHit | undefined;
      /** How many tools of a server were compared. */
      sizeOf(server: string): number;
      /** Vectors compared. */
      compared: number;
      /** What limits this answer. */
      notices: string[];
    };
