import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { runWithAgentInbox, runWithLangchain, runWithPerson } from "../../examples/approval.js";

const task = "Delete the file notes.txt";

describe("examples/approval.ts", () => {
  it("asks about the destructive call and does what the person decided", async () => {
    const edited = await runWithPerson(task, () => ({ decision: "edit", args: { path: "draft.txt" } }));
    expect(edited.questions.map(({ tool, args }) => [tool.name, args])).toEqual([
      ["delete_file", { path: "notes.txt" }],
    ]);
    expect(edited.done).toEqual(["deleted draft.txt"]);
    const rejected = await runWithPerson(task, () => ({ decision: "reject", message: "still needed" }));
    expect([rejected.done, rejected.answer]).toEqual([[], expect.stringContaining("was not approved: still needed")]);
  });

  it("does not ask about a call that only reads", async () => {
    const { questions, done } = await runWithPerson("Read the file notes.txt", () => ({ decision: "ignore" }));
    expect([questions, done]).toEqual([[], ["read notes.txt"]]);
  });

  it("takes the answers of other clients", async () => {
    expect((await runWithAgentInbox(task, { type: "accept", args: null })).done).toEqual(["deleted notes.txt"]);
    expect((await runWithAgentInbox(task, { type: "ignore", args: null })).done).toEqual([]);
    expect((await runWithLangchain(task, { type: "approve" })).done).toEqual(["deleted notes.txt"]);
    expect((await runWithLangchain(task, { type: "reject" })).done).toEqual([]);
  });

  it("tells every decision when it is run", async () => {
    const { stdout } = await promisify(execFile)("npx", ["tsx", "examples/approval.ts"]);
    expect(stdout.match(/^decided: .*\ndone: .*$/gm)).toEqual([
      "decided: approve\ndone: deleted notes.txt",
      "decided: edit\ndone: deleted draft.txt",
      "decided: reject\ndone: nothing",
      "decided: respond\ndone: nothing",
      "decided: ignore\ndone: nothing",
    ]);
  }, 30_000);
});

describe("docs/approval.md", () => {
  it("shows only code of the example", () => {
    const example = readFileSync("examples/approval.ts", "utf8");
    const blocks = [...readFileSync("docs/approval.md", "utf8").matchAll(/```ts\n([\s\S]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(5);
    for (const [, code] of blocks) expect(example).toContain(code);
  });
});
