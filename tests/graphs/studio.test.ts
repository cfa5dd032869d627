import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { HumanMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../catalog/mcp/support.js";

afterEach(() => vi.unstubAllEnvs());

/** The module as a server that has just started loads it. */
async function freshStudio() {
  vi.resetModules();
  return import("../../graphs/studio.js");
}

describe("what the development server serves", () => {
  it("is made once for all who ask", async () => {
    const { active, retrieval } = await freshStudio();
    const [one, two] = await Promise.all([active(), active()]);
    expect(one).toBe(two);
    expect((await retrieval()).name).toBe("retrieval");
  });

  it("is there once a mistyped catalog file is corrected, without a restart", async () => {
    const { active, allTools } = await freshStudio();
    const path = join(temporaryFolder(), "catalog.json");
    vi.stubEnv("TOOLGAP_CATALOG", path);
    await expect(active()).rejects.toThrow(`Catalog file ${path} cannot be read`);
    writeFileSync(path, '{"servers": [');
    await expect(active()).rejects.toThrow(`Catalog file ${path} is not JSON`);
    writeFileSync(path, '{"servers": []}');
    expect((await active()).name).toBe("active");
    expect((await allTools()).name).toBe("all-tools");
  });

  it("is there once a mistyped mcp.json is corrected", async () => {
    const { active } = await freshStudio();
    const path = join(temporaryFolder(), "mcp.json");
    vi.stubEnv("TOOLGAP_MCP", path);
    writeFileSync(path, '{"mcpServers": []}');
    await expect(active()).rejects.toThrow("another shape");
    writeFileSync(path, '{"mcpServers": {}}');
    expect((await active()).name).toBe("active");
  });

  it("asks for the model anew after a missing key was set", async () => {
    const { active } = await freshStudio();
    const run = async () =>
      (await active()).invoke({ messages: [new HumanMessage("Say hello")] }, { context: { provider: "openrouter" } });
    vi.stubEnv("OPENROUTER_API_KEY", "");
    expect((await run()).messages.at(-1)?.text).toContain("set OPENROUTER_API_KEY");
    vi.stubEnv("OPENROUTER_API_KEY", "key");
    const refusing = createServer((_request, response) => response.writeHead(401).end()).listen(0, "127.0.0.1");
    await once(refusing, "listening");
    vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v1`);
    expect((await run()).messages.at(-1)?.text).toContain("401");
    refusing.close();
  });
});
