import { describe, expect, it } from "vitest";
import { type ActionKind, actionConflict, kindsOfTool, onlyChanges } from "../../../models/offline/actions.js";
import { planSteps } from "../../../models/offline/steps.js";

describe("the kind of a step", () => {
  it.each<[string, ActionKind | undefined]>([
    ["What files are in the src folder?", "look"],
    ["How many users signed up?", "look"],
    ["Is the build green?", "look"],
    ["Tell me the price of gold", "look"],
    ["Tell bob@x.org the price of gold", "send"],
    ["Let the team know that it works", "send"],
    ["I am looking for a quiet cafe", "look"],
    ["I am looking for a house to rent", undefined],
    ["Get rid of old.log", "remove"],
    ["Write a letter to disk", "make"],
    ["Write an email to bob@x.org", "send"],
    ["Make a list of the open tickets", "compute"],
    ["Set up a call with Ann", "make"],
    ["Set the volume to 7", "change"],
    ["Roll out version 3", "run"],
    ["Summarize the numbers", "compute"],
    ["Knit a sweater", undefined],
    ["删除 a.txt", "remove"],
    ["查询用户", "look"],
    ["把报告发给张三", "send"],
  ])("%s", (task, kind) => {
    expect(planSteps(task).steps[0]!.kind).toBe(kind);
  });
});

describe("the kinds of a tool", () => {
  it.each<[string, string, ActionKind[]]>([
    ["notes_read", "Open a note.", ["look"]],
    ["read_email", "Read email messages.", ["look"]],
    ["email_report", "Reports by mail.", ["send"]],
    ["getOrderStatus", "Where an order is.", ["look"]],
    ["get_ride", "Books a ride with a driver.", ["obtain"]],
    ["create_list", "Create a list.", ["make"]],
    ["inbox", "This tool is used to fetch new mail.", ["look"]],
    ["upsert", "Insert or update rows.", ["make", "change"]],
    ["manage_rules", "Manage rules: list, add or delete one.", ["look", "make", "remove", "change"]],
    ["create_chart", "Create a chart of rows.", ["compute"]],
    ["delete_preview", "Shows what would go, read-only.", ["look"]],
    ["qx_81", "Turn figures into a picture.", []],
  ])("%s: %s", (name, lead, kinds) => {
    expect([...kindsOfTool(name, lead)].sort()).toEqual([...kinds].sort());
  });

  it("tells tools that only change things from those that may be looking", () => {
    expect(onlyChanges(new Set(["make", "remove"]))).toBe(true);
    expect(onlyChanges(new Set(["make", "look"]))).toBe(false);
    expect(onlyChanges(new Set())).toBe(false);
  });
});

describe("what is asked and what a tool does", () => {
  const all: ActionKind[] = ["look", "compute", "remove", "move", "make", "obtain", "change", "send", "run", "stop"];
  const changing = all.filter((kind) => kind !== "look" && kind !== "compute");

  it.each(changing)("never agree when one looks and the other can only %s", (kind) => {
    expect(actionConflict("look", new Set([kind]))).toBe(2);
  });

  it.each(changing.filter((kind) => kind !== "obtain"))(
    "never agree when one is to %s and the other only looks",
    (kind) => {
      expect(actionConflict(kind, new Set(["look"]))).toBe(2);
    },
  );

  it.each<ActionKind>(["remove", "stop"])("never agree where only one side is to %s", (ending) => {
    for (const kind of all.filter((one) => one !== ending)) {
      expect(actionConflict(ending, new Set([kind]))).toBe(2);
      expect(actionConflict(kind, new Set([ending]))).toBe(2);
    }
  });

  it("may agree when either is not known", () => {
    expect(actionConflict(undefined, new Set(["remove"]))).toBe(0);
    expect(actionConflict("look", new Set())).toBe(0);
  });
});
