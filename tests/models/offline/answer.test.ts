import { describe, expect, it } from "vitest";
import { objectSchema, runTurn, type TestTool } from "./harness.js";

function listing(run: TestTool["run"], parameters = objectSchema({}, [])): TestTool {
  return { server: "s", name: "list_things", description: "List things.", parameters, run };
}

async function answerFor(tool: TestTool): Promise<string> {
  return (await runTurn("List the things", { tools: [tool], bound: [tool.name] })).answer;
}

describe("the answer", () => {
  it("shows rows one a line and says how many it left out", async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ id: index, name: `thing ${index}` }));
    const answer = await answerFor(listing(() => ({ rows })));
    expect(answer).toContain("- id: 0, name: thing 0");
    expect(answer).toContain("- id: 19, name: thing 19");
    expect(answer).not.toContain("thing 20");
    expect(answer).toContain("[... 5 of 25 rows left out ...]");
  });

  it("keeps head and tail of a long text", async () => {
    const answer = await answerFor(listing(() => `first ${"x".repeat(20_000)} last`));
    expect(answer).toContain("first");
    expect(answer).toMatch(/last$/);
    expect(answer).toMatch(/\[\.\.\. \d+ of \d+ characters left out \.\.\.\]/);
    expect(answer.length).toBeLessThan(7000);
  });

  it("says that a result is simulated", async () => {
    expect(await answerFor(listing(() => ({ simulated: true, count: 2 })))).toMatch(
      /\(list_things, simulated\):\ncount: 2/,
    );
  });

  it("says where a placeholder stood in for what nobody said", async () => {
    const tool = listing(() => "ok", objectSchema({ owner_email: { type: "string", format: "email" } }));
    expect(await answerFor(tool)).toContain("Nothing was said about owner_email: a placeholder was used.");
  });

  it("says that a tool returned nothing", async () => {
    expect(await answerFor(listing(() => ""))).toContain("(no content)");
  });

  it("asks for a task when there is none", async () => {
    const { answer } = await runTurn("...", { tools: [] });
    expect(answer).toMatch(/Tell me what to do/);
  });
});
