import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap } from "../cli/toolgap.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { key, serve } from "./support.js";

const task = "Delete the file notes.txt";

describe("toolgap run with a remote model", () => {
  it("streams the words to stdout, and prints the answer once", async () => {
    const server = await serve(planner());
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
    const { code, stdout, stderr } = await toolgap(["run", task, "--stream"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Delete the file notes\.txt \(fs_delete_file, simulated\).*\n$/s);
    expect(stdout.match(/fs_delete_file/g)).toHaveLength(1);
    expect(stderr).toContain("model: openai: gpt-4o-mini");
    expect(server.requests.every(({ body }) => body.stream === true)).toBe(true);
  });

  it("streams beside one JSON document, which stays alone on stdout", async () => {
    const server = await serve(planner());
    const env = { OPENAI_BASE_URL: server.baseUrl };
    const { stdout, stderr } = await toolgap(["run", task, "--stream", "--json"], { env });
    expect(JSON.parse(stdout).toolsCalled).toHaveLength(1);
    expect(stderr).toContain("Delete the file notes.txt (fs_delete_file, simulated)");
  });

  it("reads the provider from .env, which the environment goes before, and a flag before both", async () => {
    const server = await serve(planner());
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, ".env"),
      `OPENAI_BASE_URL=${server.baseUrl}\nOPENAI_MODEL=from-file\nLLM_PROVIDER=openai\n`,
    );
    await toolgap(["run", task], { cwd });
    await toolgap(["run", task], { cwd, env: { OPENAI_MODEL: "from-environment" } });
    await toolgap(["run", task, "--model", "from-flag"], { cwd, env: { OPENAI_MODEL: "from-environment" } });
    const models = [...new Set(server.requests.map(({ body }) => body.model))];
    expect(models).toEqual(["from-file", "from-environment", "from-flag"]);
    const { stderr } = await toolgap(["run", task, "--provider", "offline"], { cwd });
    expect(stderr).toContain("offline planner (rule-based)");
  });

  it("records with a key and replays without one", async () => {
    const server = await serve(planner());
    const folder = temporaryFolder();
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
    const recorded = await toolgap(["run", task, "--record", folder], { env });
    await server.close();
    const replayed = await toolgap(["run", task, "--replay", folder]);
    expect(replayed).toMatchObject({ code: 0, stdout: recorded.stdout });
    expect(replayed.stderr).toContain(`replayed from ${folder}`);
    const other = await toolgap(["run", "Delete the file other.txt", "--replay", folder]);
    expect(other.code).toBe(1);
    expect(other.stdout).toContain("has no answer to this request");
    const both = await toolgap(["run", task, "--replay", folder, "--record", folder]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("--replay") });
  });

  it("ends with 1 and the reason where the provider refuses the key, without the key", async () => {
    const server = await serve(planner(), { key: "another" });
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key, DEBUG: "toolgap" };
    const { code, stdout, stderr } = await toolgap(["run", task], { env });
    expect(code).toBe(1);
    expect(stdout).toContain("HTTP 401: Incorrect API key provided: [secret]. - check OPENAI_API_KEY");
    expect(stdout + stderr).not.toContain(key);
  });
});
