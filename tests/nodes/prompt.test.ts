import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { ToolCatalog, toFunctionTool } from "../../catalog/index.js";
import { countTokens } from "../../catalog/tokens.js";
import { parseTools } from "../../models/protocol.js";
import { advertisedServers, buildSystemPrompt, type PromptOptions, withSystemPrompt } from "../../nodes/prompt.js";
import { type AgentContext, resolveSettings } from "../../nodes/settings.js";
import { numbered, server, tool } from "./support.js";

const prompt = (context: AgentContext, rest: Partial<PromptOptions> = {}) =>
  buildSystemPrompt({ settings: resolveSettings(context, {}, {}), discovery: true, tools: [], servers: [], ...rest });
const functions = new ToolCatalog([server("s", tool("read"))]).tools().map((entry) => toFunctionTool(entry, "read"));

describe("buildSystemPrompt", () => {
  it("tells of request_tools where requests are native, and of blocks where they are text", () => {
    expect(prompt({})).toContain("request_tools");
    expect(prompt({})).not.toContain("<tool_request>");
    expect(prompt({ requestProtocol: "text" })).toContain("<tool_request>\nserver:");
    expect(prompt({ requestProtocol: "text" })).not.toContain("request_tools");
  });

  it("says nothing of requests and servers where the model may not ask", () => {
    for (const requestProtocol of ["native", "text"] as const) {
      const text = prompt({ requestProtocol }, { discovery: false, servers: ["files"] });
      expect(text).not.toMatch(/request|files/);
    }
  });

  it("holds the schemas only where calls are text", () => {
    expect(prompt({}, { tools: functions })).not.toContain("<tools>");
    expect(parseTools(prompt({ callProtocol: "text" }, { tools: functions }))).toEqual(functions);
  });

  it("has an empty list of tools where calls are text and nothing is bound", () => {
    expect(parseTools(prompt({ callProtocol: "text" }))).toEqual([]);
  });

  it("is the same whatever is bound where calls are native", () => {
    expect(prompt({}, { tools: functions })).toBe(prompt({}));
  });

  it("begins with the user's own words", () => {
    expect(prompt({}, { instructions: "You are terse." })).toMatch(/^You are terse\.\n\n/);
    expect(prompt({}, { instructions: "" })).toBe(prompt({}));
  });

  it("names the servers it is given", () => {
    expect(prompt({}, { servers: ["a", "b"] })).toContain("Servers with tools to load: a, b.");
  });
});

describe("withSystemPrompt", () => {
  it("makes all system messages one, at the front, and keeps the rest in order", () => {
    const messages = [new HumanMessage("1"), new SystemMessage("rule"), new AIMessage("2"), new SystemMessage("more")];
    expect(withSystemPrompt("prompt", messages).map((message) => [message.getType(), message.text])).toEqual([
      ["system", "prompt\n\nrule\n\nmore"],
      ["human", "1"],
      ["ai", "2"],
    ]);
  });
});

describe("advertisedServers", () => {
  it("names none when nothing is advertised", async () => {
    expect(await advertisedServers(new ToolCatalog([numbered(1)]).servers(), "none")).toEqual([]);
  });

  it("names them in alphabetical order, whatever the catalog's order is", async () => {
    const servers = ["mail", "Zoo", "files"].map((name) => numbered(1, name));
    expect(await advertisedServers(new ToolCatalog(servers).servers(), "servers")).toEqual(["Zoo", "files", "mail"]);
  });

  it("names as many as fit into the tokens set aside", async () => {
    const servers = Array.from({ length: 500 }, (_, index) => numbered(1, `platform_number_${index}`));
    const names = await advertisedServers(new ToolCatalog(servers).servers(), "servers");
    expect(names.length).toBeGreaterThan(20);
    expect(names.at(-1)).toBe("and others");
    expect(await advertisedServers(new ToolCatalog(servers.toReversed()).servers(), "servers")).toEqual(names);
    expect(await countTokens(names.join(", "))).toBeLessThanOrEqual(defaults.maxAdvertisedTokens);
  });
});
