import { describe, expect, it } from "vitest";
import { wordRequests } from "../../../models/offline/request-wording.js";
import { planSteps } from "../../../models/offline/steps.js";
import { objectSchema, runTurn, type TestTool } from "./harness.js";

function requestsOf(task: string) {
  const { steps } = planSteps(task);
  return steps.map((step) => wordRequests(step, steps));
}

describe("the first request for a step", () => {
  it.each<[string, string, string]>([
    ["Query all users", "user", "Query all users"],
    [
      "Check how healthy the payment service is right now",
      "healthy payment service",
      "Check how healthy the payment service is right now",
    ],
    [
      "Block inbound traffic in the firewall today",
      "inbound traffic firewall",
      "Block inbound traffic in the firewall",
    ],
    ["What columns does the orders table have?", "column orders table", "What columns does the orders table have"],
    [
      "Show the last 100 log lines of the auth service",
      "log line auth service",
      "Show the last log lines of auth service",
    ],
    ["Read ./notes/a.md", "file", "Read file"],
    ["List ./notes", "directory", "List directory"],
    ["Summarize it", "data", "Summarize data"],
    ["查询数据库中的用户", "database user", "查询数据库中的用户 query database user"],
  ])("%s", (task, server, tool) => {
    expect(requestsOf(task)[0]![0]).toEqual({ server, tool });
  });

  it("says no word twice in one part, and no time", () => {
    for (const task of ["Show the files file now", "List today's orders right now please", "Check the servers again"]) {
      const [{ server }] = requestsOf(task)[0]!;
      const tokens = server.toLowerCase().split(" ");
      expect(new Set(tokens).size).toBe(tokens.length);
      expect(server).not.toMatch(/\b(?:now|right|today|please|again)\b/i);
    }
  });
});

describe("the second request for a step", () => {
  it("is shorter, plainer and in the other number", () => {
    const [first, second] = requestsOf("Set the status of order 17 to shipped")[0]!;
    expect(second!.server).toBe("status order");
    expect(second!.tool).toMatch(/\bupdate\b.*\borders\b/);
    expect(second!.tool).not.toBe(first!.tool);
  });

  it("is made once, when nothing fits", async () => {
    const { requests, answer } = await runTurn("Order a pizza", { tools: [], route: () => [] });
    expect(requests.map(({ status }) => status)).toEqual(["nothing_fits", "nothing_fits"]);
    expect(requests[0]!.request).not.toEqual(requests[1]!.request);
    expect(answer).toMatch(/no tool was found for it/);
  });

  it("is made for several steps in one message", async () => {
    const result = await runTurn("Order a pizza and paint the fence", { tools: [], route: () => [] });
    expect(result.requests).toHaveLength(4);
    expect(result.modelCalls).toBe(3);
  });

  it("is made when what was found does another kind of thing, and what it finds is called", async () => {
    const tools: TestTool[] = [
      { server: "a", name: "erase_log", description: "Delete log lines.", parameters: objectSchema({}) },
      { server: "b", name: "show_log", description: "Show log lines.", parameters: objectSchema({}) },
    ];
    let round = 0;
    const { calls, requests } = await runTurn("Show the log lines", { tools, route: () => [tools[round++]!.name] });
    expect(requests).toHaveLength(2);
    expect(calls.map(({ name }) => name)).toEqual(["show_log"]);
  });
});

describe("one stray word in common", () => {
  const schema: TestTool = {
    server: "db",
    name: "db_schema",
    description: "Show the structure of a table.",
    parameters: objectSchema({ table: { type: "string" } }),
  };
  const reader: TestTool = {
    server: "disk",
    name: "read_file",
    description: "Read the text of a file.",
    parameters: objectSchema({ path: { type: "string" } }),
  };

  it("is no reason to call a tool", async () => {
    for (const task of ["Book me a table at an Italian restaurant", "Translate this text into French: good morning"]) {
      const { calls, answer } = await runTurn(task, {
        tools: [schema, reader],
        route: () => ["db_schema", "read_file"],
      });
      expect(calls).toEqual([]);
      expect(answer).toMatch(/none of the tools that were found does that/);
    }
  });

  it("is enough where the kind of action is the same", async () => {
    const { calls } = await runTurn("Which table is this?", { tools: [schema], route: () => ["db_schema"] });
    expect(calls).toHaveLength(1);
  });
});
