import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/active.js";
import type { AgentState } from "../../nodes/types.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const human = (text: string) => ({ messages: [new HumanMessage(text)] });

function threaded(script: ConstructorParameters<typeof ScriptedModel>[0], options: object = {}) {
  const effects: Effects = [];
  const catalog = goldenCatalog(effects);
  const model = new ScriptedModel(script);
  const graph = createActiveGraph({ catalog, model, checkpointer: new MemorySaver(), ...options });
  const config = { configurable: { thread_id: "thread" } };
  const state = async () => (await graph.getState(config)).values as AgentState;
  return { graph, config, state, model, catalog, effects };
}

describe("active graph", () => {
  it("gives back the answer, the bound tools and why it stopped", async () => {
    const model = new ScriptedModel([requesting(readFile), "Ready."]);
    const result = await createActiveGraph({ catalog: goldenCatalog(), model }).invoke(human("Read a.txt"));
    expect(result.messages.at(-1)?.text).toBe("Ready.");
    expect(result.boundTools.map((tool) => tool.id)).toEqual([{ server: "files", name: "read_file" }]);
    expect(result.stoppedBy).toBe("answered");
  });

  it("sends no tools but request_tools in the first call, and no tool_choice", async () => {
    const { graph, config, model } = threaded(["Hello!"]);
    await graph.invoke(human("Hello"), config);
    expect(model.sent[0]?.tools.map((tool) => tool.function.name)).toEqual(["request_tools"]);
  });

  it("appends newly bound tools behind those already sent, so that the prompt's beginning stays", async () => {
    const { graph, config, model } = threaded([requesting(sendMail), requesting(readFile), "Ready."]);
    await graph.invoke(human("Mail a.txt"), config);
    const names = model.sent.map((call) => call.tools.map((tool) => tool.function.name));
    expect(names).toEqual([["request_tools"], ["request_tools", "send"], ["request_tools", "send", "read_file"]]);
    const prompts = new Set(model.sent.map((call) => call.messages[0]?.text));
    expect(prompts.size).toBe(1);
  });

  it("gives the last call of a spent budget no tools at all", async () => {
    const { graph, config, model } = threaded([requesting(readFile), requesting(sendMail), "Nothing."], {
      context: { maxToolRequests: 0 },
    });
    await graph.invoke(human("Read"), config);
    expect(model.sent.map((call) => call.tools.length)).toEqual([1, 1, 0]);
  });

  it("drops calls that a model makes in its last answer", async () => {
    const script = [requesting(readFile), requesting(sendMail), calling({ name: "read_file", args: { path: "a" } })];
    const { graph, config, state, effects } = threaded(script, { context: { maxToolRequests: 0 } });
    await graph.invoke(human("Read"), config);
    expect(effects).toEqual([]);
    expect((await state()).stoppedBy).toBe("budget");
    expect((await state()).messages.at(-1)?.text).toBe("The model gave no answer.");
  });

  it("answers with the failure of the model instead of throwing", async () => {
    const { graph, config, state } = threaded([new Error("503 overloaded")]);
    await graph.invoke(human("Read a.txt"), config);
    expect((await state()).stoppedBy).toBe("error");
    expect((await state()).messages.at(-1)?.text).toBe("The model call failed: 503 overloaded");
  });

  it("goes on after a failed turn", async () => {
    const { graph, config, state } = threaded([new Error("503"), "Hello!"]);
    await graph.invoke(human("Hello"), config);
    await graph.invoke(human("Hello again"), config);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("stops when the caller aborts", async () => {
    const controller = new AbortController();
    const { graph, config } = threaded([
      () => {
        controller.abort(new Error("enough"));
        return calling({ name: "read_file", args: { path: "a.txt" } });
      },
      "never",
    ]);
    await expect(graph.invoke(human("Read"), { ...config, signal: controller.signal })).rejects.toThrow();
  });

  it("ends an endless run with an answer before the recursion limit", async () => {
    const endless = (sent: { tools: unknown[] }) =>
      sent.tools.length > 0 ? calling({ name: "read_file", args: { path: "a.txt" } }) : "I stop here.";
    const { graph, config, state } = threaded(Array.from({ length: 200 }, () => endless));
    await graph.invoke(human("Read for ever"), config);
    expect((await state()).stoppedBy).toBe("recursion");
    expect((await state()).messages.at(-1)?.text).toBe("I stop here.");
  });

  it("counts steps anew in each turn of a thread", async () => {
    const turn = [requesting(readFile), calling({ name: "read_file", args: { path: "a.txt" } }), "Done."];
    const { graph, config, state } = threaded(Array.from({ length: 8 }, () => turn).flat());
    for (let index = 0; index < 8; index += 1) {
      await graph.invoke(human(`Read ${index}`), { ...config, recursionLimit: 16 });
      expect((await state()).stoppedBy).toBe("answered");
    }
    expect((await state()).turn.number).toBe(8);
  });

  it("sets the limit of steps from the budget in the context of a run", async () => {
    const rounds = Array.from({ length: 40 }, (_, index) =>
      requesting({ ...readFile, tool: `read the text of a file ${index}` }),
    );
    const { graph, config, state } = threaded([...rounds, "Done."]);
    await graph.invoke(human("Read much"), { ...config, context: { maxToolRequests: 60 } });
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("keeps its limit of steps when it is configured further, and a limit that was chosen", async () => {
    const endless = (sent: { tools: unknown[] }) =>
      sent.tools.length > 0 ? calling({ name: "read_file", args: { path: "a.txt" } }) : "I stop here.";
    const callsUnder = async (limit: number | undefined) => {
      const { graph, config, model } = threaded(Array.from({ length: 200 }, () => endless));
      const tagged = graph.withConfig({ tags: ["x"], ...(limit ? { recursionLimit: limit } : {}) });
      await tagged.invoke(human("Read for ever"), config);
      return model.sent.length;
    };
    const [preset, chosen] = await Promise.all([callsUnder(undefined), callsUnder(30)]);
    expect(preset).toBeGreaterThan(30);
    expect(chosen).toBeLessThan(15);
  });

  it("counts the steps of a run anew when a caller's tool result stands last", async () => {
    const { graph, config, state } = threaded(Array.from({ length: 40 }, () => "Hello!"));
    for (let index = 0; index < 40; index += 1) {
      const id = `handoff_${index}`;
      const handoff = calling({ name: "handoff", id });
      const done = new ToolMessage({ content: "Over to you", tool_call_id: id });
      await graph.invoke(
        { messages: [new HumanMessage(`Turn ${index}`), handoff, done] },
        { ...config, recursionLimit: 12 },
      );
      expect((await state()).stoppedBy).toBe("answered");
    }
  });

  it("keeps the arguments of calls in the metrics for the latest turn only", async () => {
    const read = calling({ name: "read_file", args: { path: "a.txt" } });
    const { graph, config, state } = threaded([read, "Done.", read, "Done."]);
    await graph.invoke(human("Read"), config);
    await graph.invoke(human("Again"), config);
    const args = (await state()).metrics.flatMap((metric) => (metric.kind === "tool" ? [metric.args] : []));
    expect(args).toEqual([{}, { path: "a.txt" }]);
  });

  it("ends with an answer when one message asks for the same again and again", async () => {
    const again = (sent: { tools: unknown[] }) => (sent.tools.length > 0 ? requesting(readFile) : "I give up.");
    const { graph, config, state, model } = threaded(Array.from({ length: 50 }, () => again));
    await graph.invoke(human("Read"), config);
    expect((await state()).stoppedBy).toBe("budget");
    expect(model.sent.length).toBeLessThanOrEqual(7);
  });

  it("removes a bound tool that left the catalog and says so when it is called", async () => {
    const { graph, config, state, catalog } = threaded([
      requesting(readFile),
      "Ready.",
      calling({ name: "read_file", args: { path: "a.txt" } }),
      "It is gone.",
    ]);
    await graph.invoke(human("Get ready"), config);
    catalog.removeTool({ server: "files", name: "read_file" });
    await graph.invoke(human("Read a.txt"), config);
    const { boundTools, messages } = await state();
    expect(boundTools).toEqual([]);
    expect(messages.at(-2)?.text).toContain('There is no tool "read_file".');
  });

  it("finds a server that was added during the conversation", async () => {
    const clock = { server: "clock", tool: "tell the current hour" };
    const { graph, config, state, catalog } = threaded([requesting(clock), "No.", requesting(clock), "Yes."]);
    await graph.invoke(human("What time is it?"), config);
    expect((await state()).boundTools).toEqual([]);
    catalog.addServer({
      name: "clock",
      description: "A clock",
      tools: [{ name: "hour", description: "Tell the current hour", inputSchema: { type: "object" } }],
    });
    await graph.invoke(human("And now?"), config);
    expect((await state()).boundTools.map((tool) => tool.callName)).toEqual(["hour"]);
  });

  it("tells listeners what was requested, routed, bound and executed", async () => {
    const { graph, config } = threaded([
      requesting(readFile),
      calling({ name: "read_file", args: { path: "a" } }),
      "Done.",
    ]);
    const types: string[] = [];
    for await (const event of await graph.stream(human("Read"), { ...config, streamMode: "custom" }))
      types.push((event as { type: string }).type);
    expect(types).toEqual(["requested", "routed", "bound", "executed"]);
  });

  it("keeps runs that share a catalog apart", async () => {
    const catalog = goldenCatalog();
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const wanted = index % 2 === 0 ? readFile : sendMail;
      const graph = createActiveGraph({ catalog, model: new ScriptedModel([requesting(wanted), "Ready."]) });
      const { boundTools } = await graph.invoke(human(`Run ${index}`));
      return boundTools.map((tool) => tool.callName);
    });
    const names = await Promise.all(runs);
    expect(names.filter((name) => name[0] === "read_file")).toHaveLength(10);
    expect(names.filter((name) => name[0] === "send")).toHaveLength(10);
  });

  it("keeps a system message of the caller's behind its own", async () => {
    const { graph, config, model } = threaded(["Hello!"], { instructions: "You are terse." });
    await graph.invoke(
      {
        messages: [
          { role: "system", content: "Speak Latin." },
          { role: "user", content: "Hello" },
        ],
      },
      config,
    );
    const systems = model.sent[0]?.messages.filter((message) => message.getType() === "system") ?? [];
    expect(systems).toHaveLength(1);
    expect(systems[0]?.text).toMatch(/^You are terse\.[\s\S]*Speak Latin\.$/);
  });

  it("names the servers in the prompt when told to", async () => {
    const { graph, config, model } = threaded(["Hello!"], { context: { advertise: "servers", deny: ["mail/*"] } });
    await graph.invoke(human("Hello"), config);
    expect(model.sent[0]?.messages[0]?.text).toContain("Servers with tools to load: calendar, files.");
  });

  it("rejects a checkpointer together with persist", () => {
    expect(() => threaded([], { persist: true })).toThrow("persist and checkpointer are both set");
  });

  it("rejects settings out of range when the graph is built and when it is run", async () => {
    expect(() => threaded([], { context: { maxToolRequests: -1 } })).toThrow("maxToolRequests");
    const { graph, config } = threaded(["Hello!"]);
    await expect(graph.invoke(human("Hello"), { ...config, context: { topKServers: 0 } })).rejects.toThrow(
      "topKServers",
    );
  });
});
