import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toFunctionTool } from "../../catalog/index.js";
import { loadCatalog } from "../../catalog/load.js";
import { readEnrichment } from "../../catalog/sources/enrichment.js";
import { enrich, planEnrichment } from "../../models/enrich.js";
import type { ChatRequest } from "../../models/transcript.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap } from "../cli/toolgap.js";
import { first, type Policy } from "../fixtures/openai-server/reply.js";
import { catalog, connect, serve } from "./support.js";

/** A model that writes a text for each tool it is shown. */
const writer: Policy = ({ messages }: ChatRequest) => {
  const lines = String(messages[1]?.content).split("\n");
  const tools = lines.map((line) => JSON.parse(line) as { tool: number; name: string });
  const entries = tools.map(({ tool, name }) => ({
    tool,
    use: `Use it for ${name}.`,
    notFor: "Not for anything else.",
    examples: [`please do the ${name} thing`, "zanzibar quokka"],
  }));
  return { content: `\`\`\`json\n${JSON.stringify(entries)}\n\`\`\`` };
};

async function run(policy: Policy, count = 25, batchSize?: number) {
  const server = await serve(policy);
  const { model } = await connect(server);
  const plan = await planEnrichment(catalog().tools().slice(0, count), [], batchSize);
  const saved: number[] = [];
  const notices: string[] = [];
  const open = await enrich(plan, {
    model,
    onBatch: async (entries) => void saved.push(entries.length),
    onNotice: (line) => notices.push(line),
  });
  return { server, plan, saved, open, notices };
}

describe("enriching a catalog", () => {
  it("asks in batches, and hands over what is written after each", async () => {
    const { server, plan, saved, open } = await run(writer);
    expect([plan.calls, server.requests.length, saved, open]).toEqual([3, 3, [10, 20, 25], []]);
    expect(plan.inputTokens).toBeGreaterThan(500);
  });

  it("asks once more for an answer that cannot be read", async () => {
    const { server, open } = await run(first(["I would rather not."], writer), 5);
    expect(String(server.requests[1]?.body.messages.at(-1)?.content)).toMatch(/could not be read: it is no JSON array/);
    expect(server.requests[1]?.body.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(open).toEqual([]);
  });

  it("refuses a file that cannot be written before anything is paid", async () => {
    const server = await serve(writer);
    const env = { OPENAI_BASE_URL: server.baseUrl };
    for (const output of [join(temporaryFolder(), "nowhere", "out.json"), temporaryFolder()]) {
      const { code, stderr } = await toolgap(["catalog", "enrich", "--yes", "--output", output], { env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--output ${output} cannot be written (`)]);
    }
    expect(server.requests).toEqual([]);
  });

  it("leaves a batch open that fails, says why, and goes on with the others", async () => {
    const bad = { fault: "status" as const, status: 400, body: { error: { message: "too spicy" } } };
    const { saved, open, notices } = await run(first([bad], writer));
    expect(saved).toEqual([10, 15]);
    expect(open).toHaveLength(10);
    expect(notices).toEqual([expect.stringMatching(/^10 tools from .* on are left out: .*HTTP 400: too spicy/)]);
  });
});

describe("a failure that no further call would mend", () => {
  const refusals = [401, 402, 403, 404].map((status) => ({ fault: "status" as const, status }));

  it.each(refusals)(
    "such as $status ends the enriching after three in a row, with one line that says why",
    async (refused) => {
      const { server, saved, open, notices } = await run(
        (request, index) => (index === 0 ? writer(request, 0) : refused),
        35,
      );
      expect([server.requests.length, saved, open.length]).toEqual([4, [10], 25]);
      expect(notices).toHaveLength(4);
      expect(notices.at(-1)).toMatch(
        new RegExp(
          `^stopped after 3 failures in a row that no further call would mend: .*HTTP ${refused.status}: busy`,
        ),
      );
    },
  );

  it("does not end it where it is another one each time, or where a filter took one text", async () => {
    const flagged = { ...refusals[2]!, body: { error: { message: "the input was flagged by moderation" } } };
    const replies = [refusals[0]!, refusals[0]!, refusals[1]!, flagged, flagged, flagged];
    const { server, open } = await run((request, index) => replies[index] ?? writer(request, 0), 35, 5);
    expect([server.requests.length, open.length]).toEqual([7, 30]);
  });
});

describe("toolgap catalog enrich", () => {
  const setUp = async (policy: Policy) => {
    const server = await serve(policy);
    const folder = temporaryFolder();
    const output = join(folder, "enrichment.json");
    const env = { OPENAI_BASE_URL: server.baseUrl };
    return {
      server,
      output,
      run: (...more: string[]) => toolgap(["catalog", "enrich", "--output", output, ...more], { env }),
    };
  };

  it("estimates and sends nothing without --yes; goes on where it was stopped; writes a file that --enrichment takes", async () => {
    const refused = { fault: "status" as const, status: 400 };
    const { server, output, run } = await setUp((request, index) => (index === 1 ? refused : writer(request, index)));
    const asked = await run();
    expect(asked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/nothing was sent: 4 calls of openai: gpt-4o-mini, about [\d,]+ tokens in/),
    });
    expect(server.requests).toHaveLength(0);
    const first = await run("--yes");
    expect(first).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("10 tools without texts; run the command again"),
    });
    const second = await run("--yes");
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("every tool has its texts") });
    expect(server.requests).toHaveLength(5);
    const { tools } = await readEnrichment(output);
    expect(tools).toHaveLength(35);
    expect(tools[0]).toEqual({
      server: expect.any(String),
      name: expect.any(String),
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      use: expect.stringContaining("Use it for"),
      notFor: "Not for anything else.",
      examples: [expect.stringContaining("please"), "zanzibar quokka"],
    });
    const { code } = await toolgap(["route", "delete a file", "--enrichment", output]);
    expect(code).toBe(0);
  });
});

describe("an enrichment file", () => {
  const entry = {
    server: "filesystem",
    name: "fs_read_file",
    hash: "0",
    use: "To look inside.",
    notFor: "Writing.",
    examples: ["show me what it says"],
  };
  const write = (content: unknown): string => {
    const path = join(temporaryFolder(), "enrichment.json");
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  it("gives its examples to the index, and nothing of it to the schema", async () => {
    const notices: string[] = [];
    const path = write({ version: 1, model: "m", tools: [entry, { ...entry, server: "gone" }] });
    const { catalog: enriched } = await loadCatalog({ enrichmentFile: path, onNotice: (line) => notices.push(line) });
    const tool = enriched.get({ server: "filesystem", name: "fs_read_file" })!;
    expect(tool.examples).toEqual(["To look inside.", "show me what it says"]);
    expect(JSON.stringify(toFunctionTool(tool, "x"))).not.toMatch(/look inside|Writing|what it says/);
    expect(notices).toEqual([
      "enrichment: 1 of 2 entries are of tools that are not in the catalog",
      "enrichment: 1 tools have changed since; run catalog enrich again to renew them",
    ]);
  });

  it("is written anew for tools that have changed, and keeps the rest", async () => {
    const tools = catalog().tools();
    const { batches, kept } = await planEnrichment(tools, [entry]);
    expect([batches.flat().length, kept.length]).toEqual([35, 0]);
  });

  it.each([
    ["of another shape", write({ tools: [] }), /cannot be used: version/],
    ["with an entry of another shape", write({ version: 1, model: "m", tools: [{ server: "x" }] }), /tools\.0\.name/],
    ["that is missing", "/nowhere/enrichment.json", /there is no such file/],
  ])("%s is refused in one line", async (_what, path, message) => {
    await expect(loadCatalog({ enrichmentFile: path })).rejects.toThrow(message);
  });
});
