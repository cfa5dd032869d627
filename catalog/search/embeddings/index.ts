/** Finding tools by meaning, with any embedding model of LangChain. docs/embeddings.md says how to use it. */
export { createEmbeddingIndex, type EmbeddingIndex } from "./embedding-index.js";
export { createEmbeddingRouter } from "./embedding-router.js";
export { type FusionOptions, withEmbeddings } from "./fused-router.js";
export { embeddingText } from "./index-text.js";
export type { Embedder, EmbeddingOptions, ToolVectorStore } from "./types.js";
