import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentContext } from "../../graphs/context.js";
import { approvalFormatNames } from "../../nodes/approval-formats.js";
import { processesOf } from "../catalog/mcp/support.js";

/** What the server keeps between its runs, in the folder where it was started. */
const storage = ".langgraph_api";
const hadStorage = existsSync(storage);

let port = 0;
let server: ChildProcess;
let log = "";
const assistants = new Map<string, string>();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Asks the server; an answer that is no success fails the test with its text. */
async function ask(path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}\n${log}`);
  return response;
}

async function read<T>(path: string, body?: unknown): Promise<T> {
  return (await (await ask(path, body)).json()) as T;
}

/** One run; the planner is named, so that no key in a developer's environment counts. */
const runOf = (task: string) => ({
  assistant_id: "active",
  input: { messages: [{ role: "human", content: task }] },
  context: { provider: "offline" },
});

interface State {
  values: {
    boundTools: { id: { server: string; name: string } }[];
    requests: unknown[];
    messages: { content: string }[];
  };
}

beforeAll(async () => {
  port = await freePort();
  // A group of its own: npx, a shell, and the server's own processes are ended together, as Ctrl-C does.
  server = spawn(
    "npx",
    ["langgraphjs", "dev", "--no-browser", "--host", "127.0.0.1", "--port", String(port), "--no-reload"],
    { detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, LANGGRAPH_CLI_NO_ANALYTICS: "1" } },
  );
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (log += chunk));
  const end = Date.now() + 60_000;
  while (Date.now() < end && server.exitCode === null) {
    if (
      await fetch(`http://127.0.0.1:${port}/ok`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the server did not start:\n${log}`);
}, 70_000);

afterAll(async () => {
  if (server.exitCode === null && server.signalCode === null && server.pid) process.kill(-server.pid, "SIGKILL");
  if (!hadStorage) rmSync(storage, { recursive: true, force: true });
});

describe("the development server", { timeout: 60_000 }, () => {
  it("serves every strategy", async () => {
    const found = await read<{ assistant_id: string; graph_id: string }[]>("/assistants/search", { limit: 10 });
    for (const { assistant_id, graph_id } of found) assistants.set(graph_id, assistant_id);
    expect([...assistants.keys()].sort()).toEqual(["active", "all-tools", "retrieval", "tiered"]);
  });

  it("draws state and context of every graph, each field with its description", async () => {
    interface Schema {
      properties: Record<string, { description?: string; langgraph_type?: string }>;
    }
    for (const id of assistants.values()) {
      type Schemas = Record<"state_schema" | "input_schema" | "output_schema" | "context_schema", Schema>;
      const schemas = await read<Schemas>(`/assistants/${id}/schemas`);
      for (const name of ["state_schema", "input_schema", "output_schema", "context_schema"] as const) {
        const fields = Object.entries(schemas[name].properties);
        expect(fields.filter(([, field]) => !field.description)).toEqual([]);
      }
      expect(Object.keys(schemas.state_schema.properties)).toEqual(
        expect.arrayContaining(["messages", "boundTools", "requests", "routing", "metrics"]),
      );
      expect(schemas.state_schema.properties.messages?.langgraph_type).toBe("messages");
      expect(Object.keys(schemas.context_schema.properties)).toEqual(
        expect.arrayContaining(["provider", "model", "topKServers", "similarityThreshold", "approval"]),
      );
      // What the form draws: choices as choices, lists as lists; every setting that can be set is in it.
      expect(Object.keys(schemas.context_schema.properties).sort()).toEqual(Object.keys(agentContext.shape).sort());
      const { binding, approvalFormat, ask, autoApprove, topKServers } = schemas.context_schema.properties;
      expect(binding).toMatchObject({ type: "string", enum: ["bind", "dispatch"] });
      expect(approvalFormat).toMatchObject({ type: "string", enum: [...approvalFormatNames] });
      for (const patterns of [ask, autoApprove]) {
        expect(patterns).toMatchObject({ type: "array", items: { type: "string" } });
      }
      expect(topKServers).toMatchObject({ type: "integer", minimum: 1 });
    }
  });

  it("draws the loop", async () => {
    const { nodes, edges } = await read<{ nodes: { id: string }[]; edges: { source: string; target: string }[] }>(
      `/assistants/${assistants.get("active")}/graph`,
    );
    expect(nodes.map((node) => node.id).sort()).toEqual(
      ["__start__", "__end__", "analyze", "request-tools", "route", "bind-tools", "execute"].sort(),
    );
    const arrows = edges.map(({ source, target }) => `${source} -> ${target}`);
    expect(arrows).toEqual(
      expect.arrayContaining(["analyze -> request-tools", "analyze -> execute", "analyze -> __end__"]),
    );
    expect(arrows).toEqual(
      expect.arrayContaining(["request-tools -> route", "route -> bind-tools", "bind-tools -> analyze"]),
    );
  });

  it("streams a run on a thread; the second turn still has the tools of the first", async () => {
    const { thread_id: thread } = await read<{ thread_id: string }>("/threads", {});
    const run = { ...runOf("Delete the file notes.txt"), stream_mode: ["updates", "custom"] };
    const streamed = await (await ask(`/threads/${thread}/runs/stream`, run)).text();
    expect(streamed).toMatch(/event: updates\r?\ndata: \{"bind-tools"/);
    expect(streamed).toMatch(/event: custom\r?\ndata: \{"type":"executed"/);
    expect(streamed).not.toContain("event: error");
    const events = [...streamed.matchAll(/event: custom\r?\ndata: (.*)/g)].map(([, data]) => data!);
    expect(events.map((data) => JSON.parse(data).type)).toEqual(["requested", "routed", "bound", "executed"]);
    // Small enough to read beside the run.
    expect(Math.max(...events.map((data) => data.length))).toBeLessThan(2_000);
    const first = await read<State>(`/threads/${thread}/state`);
    expect(first.values.boundTools.map((tool) => tool.id)).toContainEqual({
      server: "filesystem",
      name: "fs_delete_file",
    });
    await read(`/threads/${thread}/runs/wait`, runOf("Delete the file draft.txt"));
    const second = await read<State>(`/threads/${thread}/state`);
    expect(second.values.requests).toHaveLength(first.values.requests.length);
    expect(second.values.boundTools.map((tool) => tool.id)).toEqual(first.values.boundTools.map((tool) => tool.id));
    expect(second.values.messages.at(-1)?.content).toContain("draft.txt");
  });

  it("lists a waiting call in the form of Agent Inbox, and runs it once when the answer comes as that client sends it", async () => {
    interface Waiting {
      status: string;
      interrupts: Record<string, { id: string; value: { action_request: { action: string; args: object } } }[]>;
    }
    const { thread_id: thread } = await read<{ thread_id: string }>("/threads", {});
    const run = runOf("Delete the file notes.txt");
    await read(`/threads/${thread}/runs/wait`, {
      ...run,
      context: { ...run.context, approval: "destructive", approvalFormat: "agent-inbox" },
    });
    const { status, interrupts } = await read<Waiting>(`/threads/${thread}`);
    const [waiting] = Object.values(interrupts).flat();
    expect([status, waiting!.value.action_request]).toMatchObject([
      "interrupted",
      { action: "filesystem/fs_delete_file", args: { path: "notes.txt" } },
    ]);
    const answer = (resume: unknown) =>
      read(`/threads/${thread}/runs/wait`, {
        assistant_id: run.assistant_id,
        command: { resume },
        context: run.context,
      });
    const { action, args } = waiting!.value.action_request;
    await answer({ [waiting!.id]: [{ type: "accept", args: { action, args: { path: "other.txt" } } }] });
    expect((await read<Waiting>(`/threads/${thread}`)).status).toBe("interrupted");
    await answer([{ type: "edit", args: { action, args: { ...args, path: "draft.txt" } } }]);
    expect((await read<Waiting>(`/threads/${thread}`)).status).toBe("idle");
    const { values } = await read<State>(`/threads/${thread}/state`);
    const told = values.messages.map(({ content }) => content).filter((text) => text.startsWith("A person changed"));
    expect(told).toEqual([expect.stringContaining('It ran with: {"path":"draft.txt"}\n')]);
  });

  it("leaves no process when it is stopped", async () => {
    expect(processesOf(`"port":${port}`).length).toBeGreaterThan(0);
    const closed = once(server, "close");
    process.kill(-server.pid!, "SIGTERM");
    await closed;
    const end = Date.now() + 20_000;
    while (processesOf(`"port":${port}`).length > 0 && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(processesOf(`"port":${port}`)).toEqual([]);
  });
});
