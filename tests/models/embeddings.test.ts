import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { resolveEmbedder } from "../../models/embeddings.js";

async function refusal(name: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const error = await resolveEmbedder(name, { env }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe("resolveEmbedder", () => {
  it("names the model and the server, so that vectors of two servers are kept apart", async () => {
    const at = async (env: NodeJS.ProcessEnv) => (await resolveEmbedder("openai:small", { env })).model;
    expect(await at({ OPENAI_API_KEY: "key" })).toBe("openai:small");
    expect(await at({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1" })).toBe("openai:small at http://127.0.0.1:1/v1");
  });

  it.each(["small", ":small", "openai:", "other:small", "constructor:x"])("refuses '%s' in one line", async (name) => {
    expect(await refusal(name)).toBe(
      `the embedding model is '${name}': expected provider:model with one of openai, transformers, for example openai:text-embedding-3-small`,
    );
  });

  it("says which variable is missing", async () => {
    expect(await refusal("openai:small", { OPENAI_API_KEY: " " })).toContain("set OPENAI_API_KEY (or OPENAI_BASE_URL");
  });

  it("says that a folder is not there", async () => {
    expect(await refusal("transformers:/nowhere/model")).toContain("there is no folder /nowhere/model");
  });

  it("says which package is missing for a model on disk", async () => {
    const folder = mkdtempSync(join(tmpdir(), "model-"));
    expect(await refusal(`transformers:${folder}`)).toContain("npm install @huggingface/transformers");
  });
});
