import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { qualityEngineeringServers } from "../../catalog/sources/quality-engineering/index.js";
import { tieringOf } from "../../catalog/tiers/index.js";
import { createTieredGraph } from "../../graphs/tiered.js";
import { loadedDomains } from "../../nodes/tier-functions.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const human = (text: string) => ({ messages: [new HumanMessage(text)] });

function threaded(script: ConstructorParameters<typeof ScriptedModel>[0], options: object = {}) {
  const catalog = new ToolCatalog(qualityEngineeringServers());
  const tiering = tieringOf(catalog);
  const model = new ScriptedModel(script);
  const graph = createTieredGraph({ catalog, model, checkpointer: new MemorySaver(), ...options });
  const config = { configurable: { thread_id: "thread" } };
  const state = async () => (await graph.getState(config)).values as AgentState;
  const domains = async () => loadedDomains((await state()).boundTools, tiering);
  const answers = async () => (await state()).messages.filter((message) => ToolMessage.isInstance(message));
  const say = (text: string) => graph.invoke(human(text), config);
  return { graph, config, state, model, catalog, tiering, domains, answers, say };
}

const namesOf = (model: ScriptedModel, call: number) => model.sent[call]!.tools.map((tool) => tool.function.name);

describe("tiered graph", () => {
  it("binds the core alone at rest: fifteen tools, of which two are its own functions, and request_tools", async () => {
    const { say, model, domains } = threaded(["Hello!"]);
    await say("Hello");
    const names = namesOf(model, 0);
    expect(names.slice(0, 3)).toEqual(["request_tools", "tools_discover", "tools_load_domain"]);
    expect(names).toHaveLength(16);
    expect(await domains()).toEqual([]);
  });

  it("loads the domains that a message names before the model is called", async () => {
    const { say, model, domains } = threaded(["Ready."]);
    await say("Run a security scan and find flaky tests");
    expect(namesOf(model, 0)).toEqual(
      expect.arrayContaining(["qe_security_scan_comprehensive", "flaky_stabilize_auto"]),
    );
    expect((await domains()).sort()).toEqual(["flaky", "security"]);
  });

  it("records which keywords loaded a domain", async () => {
    const { say, state } = threaded(["Ready."]);
    await say("Look for vulnerabilities");
    const [record] = (await state()).routing;
    expect(record?.trace).toMatchObject({ router: "keywords", servers: [{ name: "security" }] });
    expect(record?.trace.notices).toEqual(["domain security: vulnerability"]);
  });

  it("keeps what was loaded over turns and checkpoints, in the same order", async () => {
    const { say, model, domains } = threaded(["Ready.", "Ready."]);
    await say("security scan");
    await say("thanks");
    expect(await domains()).toEqual(["security"]);
    expect(namesOf(model, 1)).toEqual(namesOf(model, 0));
    expect(model.sent[1]?.messages[0]?.text).toBe(model.sent[0]?.messages[0]?.text);
  });

  it("lets the model look around in few words", async () => {
    const discover = calling({ name: "tools_discover", args: { category: "domains" } });
    const { say, answers } = threaded([discover, "Seen."]);
    await say("What is there for security?");
    const [answer] = await answers();
    const { domains } = JSON.parse(answer!.text) as { domains: { domain: string; tools: number; loaded: boolean }[] };
    expect(domains).toHaveLength(7);
    expect(domains[0]).toMatchObject({ domain: "security", tools: 9, loaded: true });
    expect(domains[1]).toMatchObject({ domain: "performance", loaded: false });
  });

  it.each(["all", "core", "specialized"])("tells what there is of the category %s", async (category) => {
    const { say, answers } = threaded([calling({ name: "tools_discover", args: { category } }), "Seen."]);
    await say("Look");
    const told = JSON.parse((await answers())[0]!.text) as { core?: { tools: string[] }; specialized?: unknown[] };
    expect(told.core?.tools.length).toBe(category === "specialized" ? undefined : 15);
    expect(told.specialized?.length).toBe(category === "core" ? undefined : 9);
  });

  it("loads a specialized domain on request, offers it in the next call, and loads it once", async () => {
    const load = (id: string) => calling({ name: "tools_load_domain", args: { domain: "learning" }, id });
    const { say, model, answers, domains } = threaded([load("a"), load("b"), "Ready."]);
    await say("Keep what you learned");
    expect(namesOf(model, 0)).not.toContain("learning_query");
    expect(namesOf(model, 1)).toContain("learning_query");
    expect(namesOf(model, 2)).toEqual(namesOf(model, 1));
    const told = (await answers()).map((answer) => (JSON.parse(answer.text) as { status: string }).status);
    expect(told).toEqual(["loaded", "already_loaded"]);
    expect(await domains()).toEqual(["learning"]);
  });

  it("lists the real domains in the enum, and to a model that names another one", async () => {
    const { say, model, answers, tiering } = threaded([
      calling({ name: "tools_load_domain", args: { domain: "magic" } }),
      "Oh.",
    ]);
    await say("Hello");
    const { parameters } = model.sent[0]!.tools[2]!.function;
    const names = tiering.domains.map(({ name }) => name);
    expect((parameters.properties as { domain: { enum: string[] } }).domain.enum).toEqual(names);
    expect((await answers())[0]?.text).toBe(`There is no domain "magic". The domains: ${names.join(", ")}.`);
  });

  it("puts a domain away again", async () => {
    const unload = calling({ name: "tools_load_domain", args: { domain: "security", unload: true } });
    const { say, domains, model } = threaded(["Ready.", unload, "Gone."]);
    await say("security scan");
    await say("that is all");
    expect(await domains()).toEqual([]);
    expect(namesOf(model, 2)).toHaveLength(16);
  });

  it("loads two domains in one message of the model", async () => {
    const both = calling(
      { name: "tools_load_domain", args: { domain: "learning" } },
      { name: "tools_load_domain", args: { domain: "advanced" } },
    );
    const { say, domains } = threaded([both, "Ready."]);
    await say("Hello");
    expect(await domains()).toEqual(["learning", "advanced"]);
  });

  it("answers request_tools for a tool in no loaded domain", async () => {
    const { say, state } = threaded([
      requesting({ server: "quality", tool: "mask personal data in test data" }),
      "Ok.",
    ]);
    await say("Prepare the numbers");
    expect((await state()).boundTools.map(({ id }) => id.name)).toContain("test_data_mask");
  });

  it.each(["", "mcp__agentic_qe__"])(
    "calls each of the 96 tools by its old name, with %j before it, loaded or not",
    async (prefix) => {
      const { catalog } = threaded([]);
      const names = catalog.tools().map(({ id }) => id.name);
      const all = calling(...names.map((name) => ({ name: `${prefix}${name}`, args: {} })));
      const { say, answers, domains } = threaded([all, "Done.", all, "Done."]);
      await say("Use everything");
      await say("And once more");
      const texts = (await answers()).map(({ text }) => text);
      expect(texts).toHaveLength(2 * 96);
      expect(texts.filter((text) => /There is no tool|limit of loaded tools/.test(text))).toEqual([]);
      expect(await domains()).toHaveLength(16);
    },
  );

  it("runs a tool that was not loaded when it is called", async () => {
    const call = calling({ name: "mutation_test_execute", args: { project: "shop" } });
    const { say, state } = threaded([call, "Done."]);
    await say("Change things a bit");
    expect((await state()).metrics.find(({ kind }) => kind === "tool")).toMatchObject({
      ok: true,
      calledBeforeLoad: true,
    });
  });

  it("neither loads nor shows what a run may not use", async () => {
    const discover = calling({ name: "tools_discover", args: { category: "domains" } });
    const { graph, config, model, answers } = threaded([discover, "Seen."]);
    const deny = ["agentic_qe/qe_security_*", "agentic_qe/security_*"];
    await graph.invoke(human("security scan"), { ...config, context: { deny } });
    expect(namesOf(model, 0).filter((name) => name.includes("security"))).toEqual([]);
    expect((await answers())[0]?.text).not.toContain("security holes");
    expect(model.sent[0]?.messages[0]?.text).not.toContain("security holes");
  });

  it("says the guide in the system prompt, made from the catalog", async () => {
    const { say, model } = threaded(["Hello!"]);
    await say("Hello");
    const prompt = model.sent[0]!.messages[0]!.text;
    expect(prompt).toContain("Core tools, always loaded: fleet_init");
    expect(prompt).toContain("- coverage (4): show which code no test reaches");
    expect(prompt).toContain("- learning (9)");
  });

  it("works for models that write their calls as text", async () => {
    const load = '<tool_call>\n{"name": "tools_load_domain", "arguments": {"domain": "visual"}}\n</tool_call>';
    const context = { callProtocol: "text" as const, requestProtocol: "text" as const };
    const { say, domains, model } = threaded([load, "Ready."], { context });
    await say("Hello");
    expect(await domains()).toEqual(["visual"]);
    expect(model.sent[1]?.messages[0]?.text).toContain("visual_compare_screenshots");
  });

  it("works for a catalog without tiers, with servers as domains and given ones as they are", async () => {
    const derived = new ScriptedModel(["Ready."]);
    const catalog = goldenCatalog();
    const result = await createTieredGraph({ catalog, model: derived }).invoke(human("What is in the calendar?"));
    expect(new Set(result.boundTools.map(({ id }) => id.server))).toEqual(new Set(["calendar"]));
    const tiers = { version: 1 as const, core: ["files/read_file"], domains: [] };
    const given = await createTieredGraph({ catalog, model: new ScriptedModel(["Ready."]), tiers }).invoke(human("Hi"));
    expect(given.boundTools.map(({ id }) => id.name)).toEqual(["read_file"]);
  });

  it("keeps a tool of the name of one of its functions callable by its full name", async () => {
    const tool = { name: "tools_discover", description: "Other", inputSchema: { type: "object" } };
    const catalog = new ToolCatalog([{ name: "other", description: "Other things", tools: [tool] }]);
    const model = new ScriptedModel([calling({ name: "other__tools_discover" }), "Done."]);
    const result = await createTieredGraph({ catalog, model }).invoke(human("Hello"));
    expect(result.boundTools.map(({ callName }) => callName)).toEqual(["other__tools_discover"]);
  });
});
