import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import type { ToolAnnotations } from "../../catalog/types.js";
import { hasPatterns, isAllowed, needsApproval, permissionFilter } from "../../nodes/permissions.js";
import type { ApprovalPolicy } from "../../nodes/settings.js";
import { server, tool } from "./support.js";

const id = (name: string, from = "files") => ({ server: from, name });

describe("isAllowed", () => {
  it("lets everything through without patterns", () => {
    expect(isAllowed(id("read"), { allow: [], deny: [] })).toBe(true);
  });

  it("lets only through what an allow pattern matches", () => {
    const settings = { allow: [["files/*", "mail/send"]], deny: [] };
    expect([id("read"), id("send", "mail"), id("search", "mail")].map((tool) => isAllowed(tool, settings))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("puts deny before allow", () => {
    const settings = { allow: [["files/*"]], deny: ["*/erase*"] };
    expect(isAllowed(id("read"), settings)).toBe(true);
    expect(isAllowed(id("erase_all"), settings)).toBe(false);
  });

  it("compares whole names, with case", () => {
    expect(isAllowed(id("read_file"), { allow: [], deny: ["read", "files/read", "FILES/*"] })).toBe(true);
  });

  it("takes a dot as a dot and not as any character", () => {
    expect(isAllowed(id("readXall"), { allow: [], deny: ["files/read.all"] })).toBe(true);
  });

  it("is not deceived by a line break in a tool's name", () => {
    expect(isAllowed(id("erase\nall"), { allow: [], deny: ["files/*"] })).toBe(false);
  });

  it("lets nothing through that only an empty pattern would allow", () => {
    expect(isAllowed(id("read"), { allow: [[""]], deny: [] })).toBe(false);
  });
});

describe("permissionFilter", () => {
  it("is absent when nothing is limited", () => {
    expect(permissionFilter({ allow: [], deny: [] })).toBeUndefined();
    expect(hasPatterns({ allow: [], deny: [] })).toBe(false);
  });

  it("says of each tool whether it may be used", () => {
    const allows = permissionFilter({ allow: [], deny: ["files/erase"] });
    expect([allows?.(id("read")), allows?.(id("erase"))]).toEqual([true, false]);
  });
});

describe("needsApproval", () => {
  const catalogTool = (annotations?: ToolAnnotations) =>
    new ToolCatalog([server("s", tool("t", { annotations }))]).tools()[0]!;
  const rules = (approval: ApprovalPolicy, ask: string[] = [], autoApprove: string[][] = []) => ({
    approval,
    ask,
    autoApprove,
  });

  it("asks for nothing when the policy is never", () => {
    expect(needsApproval(catalogTool({ destructiveHint: true }), rules("never"))).toBe(false);
  });

  it("asks for a harmless tool when the policy is always", () => {
    expect(needsApproval(catalogTool({ readOnlyHint: true }), rules("always"))).toBe(true);
  });

  it.each<[string, ToolAnnotations | undefined, boolean]>([
    ["says nothing", undefined, true],
    ["has only a title", { title: "T" }, true],
    ["is read-only", { readOnlyHint: true }, false],
    ["is not destructive", { destructiveHint: false }, false],
    ["is not read-only", { readOnlyHint: false }, true],
    ["is destructive", { destructiveHint: true }, true],
    ["is only idempotent", { idempotentHint: true }, true],
  ])("of destructive ones: a tool that %s", (_name, annotations, expected) => {
    expect(needsApproval(catalogTool(annotations), rules("destructive"))).toBe(expected);
  });

  it("asks for a tool that is not read-only when the model called it before it was loaded", () => {
    const unseen = { calledBeforeLoad: true };
    expect(needsApproval(catalogTool({ destructiveHint: false }), rules("destructive"), unseen)).toBe(true);
    expect(needsApproval(catalogTool({ readOnlyHint: true }), rules("destructive"), unseen)).toBe(false);
    expect(needsApproval(catalogTool(), rules("never"), unseen)).toBe(false);
  });

  it.each<[string, string[], string[][], ApprovalPolicy, boolean]>([
    ["asks about what a pattern of ask matches, though the policy is never", ["s/*"], [], "never", true],
    ["asks about what both lists match", ["s/t"], [["s/*"]], "destructive", true],
    ["asks about what no pattern of ask matches as the policy says", ["other/*"], [], "never", false],
    ["does not ask about what a pattern of autoApprove matches", [], [["s/*"]], "always", false],
    ["asks about what only one of two lists of autoApprove matches", [], [["s/*"], ["other/*"]], "always", true],
    ["asks about what an empty list of autoApprove leaves out", [], [["s/*"], []], "always", true],
  ])("%s", (_name, ask, autoApprove, policy, expected) => {
    expect(needsApproval(catalogTool({ destructiveHint: true }), rules(policy, ask, autoApprove))).toBe(expected);
  });
});
