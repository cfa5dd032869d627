/** Many conversations at once over one catalog and one graph, while the catalog changes. */
import { type AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { type CatalogTool, createRouter, toolKey } from "../../catalog/index.js";
import { loadCatalog } from "../../catalog/load.js";
import { createActiveGraph } from "../../graphs/active.js";
import { toWire, validateTranscript } from "../../models/transcript.js";
import type { Binding } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { makeTag, temporaryFolder, testEntry, waitUntil, writeConfig } from "../catalog/mcp/support.js";
import { calling, ScriptedModel, type SentCall } from "../support/scripted-model.js";
import { ChangingCatalog, randomOf, stableTools } from "./changing-catalog.js";

const taskForm = /thread (\S+) needs (\S+)/;

/** Asks for each wanted tool in a call of its own, all in one message; calls them all in the next; then answers. */
function respond({ messages, tools }: SentCall): AIMessage | string {
  const task = messages.findLast((message) => taskForm.test(message.text));
  const [, thread, list = ""] = taskForm.exec(task?.text ?? "")!;
  const names = list.split(",");
  const done = messages.filter((message) => ToolMessage.isInstance(message)).length;
  const id = (kind: string, index: number) => `${kind}_${thread}_${index}`;
  if (done === 0) {
    return calling(
      ...names.map((name, index) => ({
        ...{ id: id("ask", index), name: "request_tools" },
        args: { requests: [{ server: "", tool: name }] },
      })),
    );
  }
  if (done > names.length) return `Done for ${thread}.`;
  const isDispatch = tools.some((one) => one.function.name === "call_tool");
  return calling(
    ...names.map((name, index) => {
      const args = { thread };
      const call = isDispatch ? { name: "call_tool", args: { name, arguments: args } } : { name, args };
      return { id: id("call", index), ...call };
    }),
  );
}

function modelOf(runs: number, beforeEach: () => void = () => {}): ScriptedModel {
  const answer = (sent: SentCall) => {
    beforeEach();
    return respond(sent);
  };
  return new ScriptedModel(Array.from({ length: runs * 4 }, () => answer));
}

describe.each([
  [1, 100, "bind", "hybrid"],
  [2, 30, "dispatch", "hybrid"],
  [3, 30, "bind", "tfidf"],
] as const)(
  "seed %i: %i runs at once (%s, router %s) over a catalog that changes",
  (seed, runs, binding, routerName) => {
    it("mix nothing up, lose nothing, call nothing that is gone, and leave the index as one built anew", async () => {
      const world = new ChangingCatalog(seed);
      const random = randomOf(seed * 1_000);
      const router = createRouter(routerName, world.catalog);
      const graph = createActiveGraph({
        ...{
          catalog: world.catalog,
          router,
          model: modelOf(runs, () => world.change()),
          checkpointer: new MemorySaver(),
        },
        context: { binding: binding satisfies Binding, maxToolsPerRequest: 1 },
      });
      const wishes = Array.from({ length: runs }, () => {
        const stable = [...new Set([random(stableTools), random(stableTools)])].map((index) => `op${index}`);
        const volatile = world.volatileTools();
        return { stable, volatile: volatile[random(volatile.length)]! };
      });
      const configOf = (index: number) => ({ configurable: { thread_id: `thread${index}` } });
      await Promise.all(
        wishes.map(({ stable, volatile }, index) =>
          graph.invoke(
            { messages: [new HumanMessage(`thread t${index} needs ${[...stable, volatile].join()}`)] },
            configOf(index),
          ),
        ),
      );

      expect(world.changes).toBeGreaterThan(runs * 3);
      expect(world.effects.filter(({ wasGone }) => wasGone)).toEqual([]);
      for (const [index, { stable, volatile }] of wishes.entries()) {
        const state = (await graph.getState(configOf(index))).values as AgentState;
        const me = `t${index}`;
        expect(state.messages.at(-1)?.text).toBe(`Done for ${me}.`);
        // Its own tools and no others: each that stayed, and perhaps the one that could go.
        const bound = state.boundTools.map(({ id }) => id.name);
        expect(bound).toEqual(expect.arrayContaining(stable));
        expect([...stable, volatile]).toEqual(expect.arrayContaining(bound));
        // Each tool ran once for this run, and the answer came back to it.
        const mine = world.effects.filter(({ thread }) => thread === me).map(({ name }) => name);
        expect(mine.filter((name) => name !== volatile).toSorted()).toEqual(stable.toSorted());
        for (const [place, name] of stable.entries()) {
          const answer = state.messages.find(
            (message) => ToolMessage.isInstance(message) && message.tool_call_id === `call_${me}_${place}`,
          );
          expect(answer?.text).toBe(`${name} did it for ${me}`);
        }
        // Every request and every call left its record.
        expect(state.requests).toHaveLength(stable.length + 1);
        expect(state.metrics.filter(({ kind }) => kind === "tool")).toHaveLength(stable.length + 1);
        expect(state.metrics.filter(({ kind }) => kind === "model")).toHaveLength(3);
        const wire = toWire([...state.messages, new HumanMessage("And now?")]);
        expect(validateTranscript({ messages: wire })).toEqual([]);
      }

      const rebuilt = world.rebuild();
      expect(world.catalog.servers()).toEqual(rebuilt.servers());
      expect(sorted(world.catalog.tools())).toEqual(sorted(rebuilt.tools()));
      const fresh = createRouter(routerName, rebuilt);
      for (const name of [...world.volatileTools(), "op3", "op57", "volaaaabx", "does server"]) {
        const [kept, anew] = [await router.route({ tool: name }), await fresh.route({ tool: name })];
        expect(kept.tools).toEqual(anew.tools);
        expect(kept.servers).toEqual(anew.servers);
      }
    }, 120_000);
  },
);

function sorted(tools: readonly CatalogTool[]): CatalogTool[] {
  return tools.toSorted((one, other) => (toolKey(one.id) < toolKey(other.id) ? -1 : 1));
}

describe("runs at once over a real MCP server whose list changes", () => {
  it("find and call the tool that came, with no run disturbed", async () => {
    const folder = temporaryFolder();
    const mcpConfig = writeConfig(folder, { a: testEntry(makeTag(), "--odd") });
    const loaded = await loadCatalog({ mcpConfig, manifestDirectory: folder });
    try {
      const { catalog } = loaded;
      const router = createRouter("hybrid", catalog);
      const runs = 20;
      const graph = createActiveGraph({
        ...{ catalog, router, model: modelOf(runs * 2), checkpointer: new MemorySaver() },
        context: { maxToolsPerRequest: 1 },
      });
      const ask = (thread: number, tool: string) =>
        graph.invoke(
          { messages: [new HumanMessage(`thread m${thread} needs ${tool}`)] },
          { configurable: { thread_id: `m${thread}-${tool}` } },
        ) as Promise<AgentState>;
      const grown = await Promise.all(Array.from({ length: runs }, (_, index) => ask(index, "grow")));
      for (const { messages, stoppedBy } of grown) {
        expect(stoppedBy).toBe("answered");
        expect(messages.at(-2)?.text).toBe("grown");
      }
      await waitUntil(() => catalog.has({ server: "a", name: "late" }));
      const later = await Promise.all(Array.from({ length: runs }, (_, index) => ask(index, "late")));
      for (const { boundTools, messages } of later) {
        expect(boundTools.map(({ id }) => id.name)).toEqual(["late"]);
        expect(messages.at(-1)?.text).toMatch(/^Done for m\d+\.$/);
      }
      expect(new Set(catalog.tools().map(({ id }) => id.name)).size).toBe(catalog.size);
    } finally {
      await loaded.close();
    }
  }, 60_000);
});
