import { describe, expect, it } from "vitest";
import { calling, requesting } from "../../support/scripted-model.js";
import {
  askForReading,
  askForSending,
  eraseFile,
  evaluate,
  listFolder,
  measure,
  readFile,
  send,
  task,
} from "./support.js";

const read = calling({ name: "read_file", args: { path: "a.txt" } });
const mailed = calling({ name: "send", args: { to: "a@x.org", body: "hi" } });

describe("the stage that lost a needed tool", () => {
  it("is none where everything needed, and nothing else, was called", async () => {
    const found = await measure([task([readFile])], [requesting(askForReading), read, "It says a."]);
    expect(found).toMatchObject({ stage: null, losses: [], metrics: { exactCalls: 1, reach: 1, "recall@1": 1 } });
  });

  it("is not_asked where no request was made", async () => {
    const lost = await measure([task([readFile])], ["I cannot."]);
    expect(lost).toMatchObject({ stage: "not_asked", metrics: { exactCalls: 0, reach: 0, "recall@10": 0, rounds: 0 } });
  });

  it("is not_asked for the second tool where only the first was asked for", async () => {
    const lost = await measure([task([readFile, send])], [requesting(askForReading), read, "It says a."]);
    expect(lost.losses).toEqual([{ slot: [send], stage: "not_asked" }]);
    expect(lost.metrics["recall@5"]).toBe(0.5);
  });

  it("is routed_wrong where a request was made that found none of what is needed", async () => {
    const lost = await measure([task([send])], [requesting({ server: "xyzzy", tool: "plugh" }), "No such tool."]);
    expect(lost).toMatchObject({ stage: "routed_wrong", stoppedBy: "nothing_fits" });
    expect(lost.requests).toMatchObject([{ round: 1, status: "nothing_fits", matched: [] }]);
    expect(lost.routing).toHaveLength(1);
  });

  it("explains one lost tool by each request that went wrong, the others were not asked for", async () => {
    const script = [requesting({ server: "xyzzy", tool: "plugh" }), "No such tool."];
    const lost = await measure([task([send, readFile])], script);
    expect(lost.losses.map((loss) => loss.stage)).toEqual(["routed_wrong", "not_asked"]);
    expect(lost.stage).toBe("not_asked");
  });

  it("is cut where the router ranked the tool and it was not bound", async () => {
    const lost = await measure([task([eraseFile])], [requesting(askForReading), "I cannot."]);
    expect(lost.stage).toBe("cut");
    expect(lost.routing[0]!.tools.concat(lost.routing[0]!.cut).map(({ id }) => id)).toContainEqual(eraseFile);
  });

  it("is cut for one-shot retrieval where the tool stands below the tools that were bound", async () => {
    const lost = await measure([task([listFolder], { query: "Read the text of a file in a folder" })], ["I cannot."], {
      strategies: ["retrieval"],
      topK: 1,
    });
    expect(lost).toMatchObject({ stage: "cut", metrics: { toolsInContext: 1, "recall@1": 0, "recall@10": 1 } });
  });

  it("is routed_wrong for one-shot retrieval where the ranking lacks the tool", async () => {
    const lost = await measure([task([send], { query: "plugh xyzzy" })], ["I cannot."], { strategies: ["retrieval"] });
    expect(lost.stage).toBe("routed_wrong");
  });

  it("is not_called where the tool was in context", async () => {
    const lost = await measure([task([readFile])], [requesting(askForReading), "It says nothing."]);
    expect(lost).toMatchObject({ stage: "not_called", metrics: { reach: 1, exactCalls: 0 } });
  });

  it("is bad_arguments where the schema refuses what the tool was called with", async () => {
    const wrong = calling({ name: "read_file", args: { file: "a.txt" } });
    const lost = await measure([task([readFile])], [requesting(askForReading), wrong, "I cannot."]);
    expect(lost.stage).toBe("bad_arguments");
  });

  it("is call_failed where the tool was called well and failed itself", async () => {
    const erase = calling({ name: "erase_file", args: { path: "a.txt" } });
    const lost = await measure([task([eraseFile])], [erase, "It is not there."]);
    expect(lost).toMatchObject({ stage: "call_failed", metrics: { reach: 1, exactCalls: 0 } });
  });

  it("is run_failed where the model failed, and the reason is kept", async () => {
    const lost = await measure([task([readFile])], [new Error("401 wrong key")]);
    expect(lost).toMatchObject({ stage: "run_failed", failed: "The model call failed: 401 wrong key" });
  });

  it("is wrong_call where all was called that is needed, and more", async () => {
    const both = calling(
      { name: "read_file", args: { path: "a.txt" }, id: "c1" },
      { name: "list_folder", args: { path: "." }, id: "c2" },
    );
    const lost = await measure([task([readFile])], [both, "Ready."], { strategies: ["all-tools"] });
    expect(lost).toMatchObject({ stage: "wrong_call", losses: [], metrics: { exactCalls: 0, reach: 1 } });
  });

  it("is evicted where the tool was bound in an earlier turn, and is no longer", async () => {
    const turns = [
      { query: "Read a.txt", slots: [[readFile]] },
      { query: "Mail it", slots: [[send]] },
      { query: "Read b.txt", slots: [[readFile]] },
    ];
    const script = [requesting(askForReading), read, "a", requesting(askForSending), mailed, "sent", "I cannot."];
    const { cases } = await evaluate([task([readFile, send], { turns })], script, {
      context: { maxBoundTools: 1, maxToolsPerRequest: 1 },
    });
    expect(cases.map((one) => one.stage)).toEqual([null, null, "evicted"]);
  });
});
