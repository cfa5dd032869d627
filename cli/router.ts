/** The router that the flags name, with an embedding model beside it where one is asked for. */
import { type Command, Option } from "commander";
import type { ToolCatalog } from "../catalog/registry.js";
import type { Router } from "../catalog/search/types.js";
import { InputError } from "../catalog/types.js";
import { numberRules } from "../nodes/settings.js";
import { readNumber } from "./options.js";
import { type Io, note } from "./output.js";

/** What `withRouter` reads. */
export interface RouterFlags {
  router?: string;
  embeddings?: string;
  embeddingWeight?: number;
}

/** An embedding model beside the words. */
export function addEmbeddingOptions(command: Command): Command {
  return command
    .option(
      "--embeddings <model>",
      "find tools by meaning too: openai:MODEL, or transformers:FOLDER for a model on disk",
    )
    .addOption(
      new Option("--embedding-weight <weight>", "what the nearest tool by meaning adds to a score of 1").argParser(
        readNumber(numberRules.embeddingWeight),
      ),
    );
}

/**
 * Hands the router to the work. Tools are embedded first, where there is a model: a command may end before work in the
 * background does. A model that fails, or says nothing within `requestTimeout`, is told, and the words alone answer.
 *
 * @throws InputError for an unknown router or model, or a model's setting without a model.
 */
export async function withRouter<T>(
  flags: RouterFlags,
  catalog: ToolCatalog,
  io: Io,
  work: (router: Router) => Promise<T>,
): Promise<T> {
  const [{ openRouter }, { routerNames }, { withRoutingCache }, { defaults }] = await Promise.all([
    import("../catalog/search/warm-router.js"),
    import("../catalog/search/index.js"),
    import("../catalog/search/routing-cache.js"),
    import("../catalog/defaults.js"),
  ]);
  const name = flags.router ?? defaults.router;
  const onNotice = (line: string) => note(io, line, "yellow");
  const finished = new AbortController();
  const signal = AbortSignal.any([io.signal, finished.signal]);
  if (flags.embeddings === undefined && (name === "embeddings" || flags.embeddingWeight !== undefined)) {
    const given = name === "embeddings" ? "--router embeddings" : "--embedding-weight";
    throw new InputError(`${given} needs a model: add --embeddings, for example openai:text-embedding-3-small`);
  }
  if (name !== "embeddings" && !routerNames.includes(name)) {
    throw new InputError(`There is no router "${name}": choose one of ${[...routerNames, "embeddings"].join(", ")}.`);
  }
  const words = await openRouter(name === "embeddings" ? defaults.router : name, catalog, { onNotice });
  try {
    const router =
      flags.embeddings === undefined
        ? words.router
        : await addEmbeddings(flags.embeddings, name, words.router, catalog, { signal, onNotice });
    const result = await work(withRoutingCache(router, catalog));
    await words.keep();
    return result;
  } finally {
    finished.abort();
  }
}

/** Any text will do. */
const firstText = "tools";

async function addEmbeddings(
  model: string,
  name: string,
  words: Router,
  catalog: ToolCatalog,
  { signal, onNotice }: { signal: AbortSignal; onNotice: (line: string) => void },
): Promise<Router> {
  const [{ createEmbeddingIndex, createEmbeddingRouter, withEmbeddings }, { resolveEmbedder }] = await Promise.all([
    import("../catalog/search/embeddings/index.js"),
    import("../models/embeddings.js"),
  ]);
  const resolved = await resolveEmbedder(model, { onNotice });
  const index = createEmbeddingIndex(catalog, { ...resolved, signal, onNotice });
  try {
    // A model that does not answer within `requestTimeout` is not waited for any longer; one that does may take its time.
    await index.search(firstText, { k: 1, allows: () => true });
    if (!index.isFailing) await index.prepare();
  } catch (error) {
    signal.throwIfAborted();
    onNotice(`the tools cannot be embedded: ${(error as Error).message.split("\n")[0]}`);
  }
  return name === "embeddings" ? createEmbeddingRouter(index) : withEmbeddings(words, index, { onNotice });
}
