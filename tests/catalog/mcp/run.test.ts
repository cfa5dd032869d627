/** Real servers under a whole run: what they change, send and say reaches the model. */
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it } from "vitest";
import { type LoadedCatalog, loadCatalog } from "../../../catalog/index.js";
import { createRouter } from "../../../catalog/search/index.js";
import { createActiveGraph } from "../../../graphs/active.js";
import type { AgentState } from "../../../nodes/types.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../../support/scripted-model.js";
import { makeTag, temporaryFolder, testEntry, writeConfig } from "./support.js";

let loaded: LoadedCatalog | undefined;

afterEach(async () => {
  await loaded?.close();
  loaded = undefined;
});

async function load(...flags: string[]): Promise<LoadedCatalog> {
  const folder = temporaryFolder();
  const mcpConfig = writeConfig(folder, { bench: testEntry(makeTag(), ...flags) });
  loaded = await loadCatalog({ mcpConfig, manifestDirectory: folder });
  return loaded;
}

async function run(script: ScriptedAnswer[], profile: object = {}) {
  const { catalog } = loaded!;
  const model = Object.defineProperty(new ScriptedModel(script), "profile", { value: profile });
  const graph = createActiveGraph({ catalog, model });
  const events: Record<string, unknown>[] = [];
  let state = {} as AgentState;
  const input = { messages: [new HumanMessage("Do it")] };
  for await (const [mode, chunk] of await graph.stream(input, { streamMode: ["custom", "values"] })) {
    if (mode === "custom") events.push(chunk as Record<string, unknown>);
    else state = chunk as AgentState;
  }
  const results = state.messages.filter((message): message is ToolMessage => ToolMessage.isInstance(message));
  return { state, model, events, results };
}

describe("a server that takes a bound tool away during a run", () => {
  it("changes catalog, index and bound tools, and the model that calls the tool is told", async () => {
    const { catalog } = await load("--more");
    const router = createRouter("hybrid", catalog);
    const find = async () => {
      const { tools } = await router.route({ server: "bench", tool: "echo gives back its text" });
      return tools.map((hit) => hit.id.name);
    };
    expect(await find()).toContain("echo");
    const { state, model, results } = await run([
      calling({ name: "bench__echo", args: { text: "one" } }),
      calling({ name: "drop", id: "call_2" }),
      // Long enough for the server's notice to be followed.
      calling({ name: "wait", args: { milliseconds: 600 }, id: "call_3" }),
      calling({ name: "echo", args: { text: "two" }, id: "call_4" }),
      "It is gone.",
    ]);
    const names = model.sent.map(({ tools }) => tools.map((tool) => tool.function.name));
    expect(names[2]).toContain("echo");
    expect(names[3]).not.toContain("echo");
    expect(model.sent[3]!.messages.at(-1)!.text).toBe("No longer offered by its server, and unloaded: echo.");
    expect(results.map((result) => result.text)).toMatchObject([
      ...["echo: one", "dropped", "wait: undefined"],
      expect.stringContaining('There is no tool "echo".'),
    ]);
    expect(catalog.has({ server: "bench", name: "echo" })).toBe(false);
    expect(state.boundTools.map((tool) => tool.callName)).toEqual(["drop", "wait"]);
    expect(await find()).not.toContain("echo");
  });
});

describe("what a tool gives", () => {
  it("reaches a model that sees as an image, once", async () => {
    await load("--more");
    const { model, results } = await run([calling({ name: "picture" }), "Seen."], { imageInputs: true });
    expect(results[0]?.text).toBe("[image image/png, 8 bytes]");
    const shown = JSON.stringify(model.sent.at(-1)!.messages.map((message) => message.content));
    expect(shown.match(/iVBORw0KGgo=/g)).toHaveLength(1);
  });

  it("is read on by the model when it is long, with a function that was not there before", async () => {
    await load("--more");
    const names = (index: number) => (model: ScriptedModel) =>
      model.sent[index]!.tools.map((tool) => tool.function.name);
    const { model, results } = await run([
      requesting({ server: "bench", tool: "write a long report" }),
      calling({ name: "report" }),
      ({ messages }) => {
        const [, id, offset] = /read_result\(\{"id":"(\w+)","offset":(\d+)\}\)/.exec(messages.at(-1)!.text)!;
        return calling({ name: "read_result", args: { id, offset: Number(offset) }, id: "call_9" });
      },
      "Read.",
    ]);
    expect(names(1)(model)).not.toContain("read_result");
    expect(names(2)(model).at(-1)).toBe("read_result");
    expect(names(2)(model).slice(0, -1)).toEqual(names(1)(model));
    expect(results.at(-1)?.text).toMatch(/line \d+\nline \d+/);
  });

  it("tells of its progress to those who watch the run", async () => {
    await load("--more");
    const { events, results } = await run([calling({ name: "march" }), "Arrived."]);
    expect(results[0]?.text).toBe("arrived");
    expect(events.filter(({ type }) => type === "progress")).toEqual(
      [1, 2, 3].map((progress) => ({
        ...{ type: "progress", tool: { server: "bench", name: "march" } },
        ...{ progress, total: 3, message: `step ${progress}` },
      })),
    );
  });
});
