import { HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActiveGraph } from "../../graphs/active.js";
import { applyUpdate, createDiscovery } from "../../nodes/discovery.js";
import { goldenCatalog } from "../golden/catalog.js";
import { ScriptedModel } from "../support/scripted-model.js";
import { asked, bound, call, listening, ports, says, state } from "./support.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const asks = (id: string, ...requests: unknown[]) => call("request_tools", { requests }, id);

describe("discovery without a graph", () => {
  it("answers every request of a message and binds what was found", async () => {
    const given = state({ messages: asked(says("", asks("r1", readFile), asks("r2", sendMail))) });
    const config = listening();
    const next = applyUpdate(given, await createDiscovery(ports(goldenCatalog())).answerRequests(given, config));
    expect(next.boundTools.map((tool) => tool.callName)).toEqual(["read_file", "send"]);
    expect(next.requests.map(({ status }) => status)).toEqual(["loaded", "loaded"]);
    expect(next.messages.slice(-2).map((message) => message.getType())).toEqual(["tool", "tool"]);
    expect(config.events.map(({ type }) => type)).toEqual(["requested", "routed", "routed", "bound"]);
  });

  it("runs the calls of a message, and leaves a function of the host to the host", async () => {
    const reserved = new Set(["lookup"]);
    const discovery = createDiscovery(ports(goldenCatalog(), {}, { reserved }));
    const calls = [call("lookup", {}, "c1"), call("read_file", { path: "a.txt" }, "c2")];
    const given = state({ messages: asked(says("", ...calls)) });
    const tasks = discovery.tasks(given, {});
    expect(tasks.map((task) => task.call.name)).toEqual(["read_file"]);
    const update = await discovery.runCall(tasks[0]!, {});
    expect(update.messages?.[0]?.text).toBe("text of a.txt");
    expect(update.metrics).toMatchObject([{ calledBeforeLoad: true, ok: true }]);
  });

  it("gives no tool the name of a function of the host", async () => {
    const discovery = createDiscovery(ports(goldenCatalog(), {}, { reserved: new Set(["read_file"]) }));
    const given = state({
      messages: asked(says("", asks("r1", readFile))),
      boundTools: [bound("files", "read_file", { callName: "read_file" })],
    });
    const next = applyUpdate(given, await discovery.answerRequests(given, {}));
    expect(next.boundTools.map((tool) => tool.callName)).toEqual(["files__read_file"]);
  });

  it("comes to the state of the graph, whatever is asked for", async () => {
    const entry = fc.record({
      server: fc.constantFrom("files on disk", "mail", "calendar", "quantum physics"),
      tool: fc.constantFrom("read the text of a file", "send a mail message", "search", "fold proteins", ""),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(entry, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), async (groups) => {
        const answer = says("", ...groups.map((requests, index) => asks(`r${index}`, ...requests)));
        const catalog = goldenCatalog();
        const { router } = ports(catalog);
        const graph = createActiveGraph({ catalog, router, model: new ScriptedModel([answer, "Done."]) });
        const expected = await graph.invoke({ messages: [new HumanMessage({ id: "h1", content: "Read a.txt" })] });
        const given = state({ messages: asked(answer) });
        const next = applyUpdate(given, await createDiscovery(ports(catalog)).answerRequests(given, {}));
        expect(next.boundTools).toEqual(expected.boundTools);
        expect(next.requests).toEqual(expected.requests);
        expect(next.messages.map(({ text }) => text)).toEqual(expected.messages.slice(0, -1).map(({ text }) => text));
      }),
      { numRuns: 30 },
    );
  });
});
