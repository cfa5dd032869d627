import { describe, expect, it } from "vitest";
import { toolgapHere } from "./toolgap.js";

const asked = ["route", "delete a file", "--router", "hybrid", "--explain"];

describe("route --explain", () => {
  it("prints what made each score, and why the named tool was not found", async () => {
    const { code, stdout } = await toolgapHere([...asked, "github/github_search_repos"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /filesystem\/fs_delete_file: number 1, score \d.\d+, fit 0.\d+\n {2}\d.\d+ {2}words: .*delet in name/,
    );
    expect(stdout).toMatch(/github\/github_search_repos: (?:not ranked|number \d+, .*); no match: /);
  });

  it("says so when it took the request for a tool", async () => {
    const { code, stderr } = await toolgapHere(["route", "--explain", "send email"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^toolgap: --explain took "send email" as the tool .*: expected the request before[^\n]*\n$/,
    );
  });

  it("refuses a tool that is not there in one line, with the nearest", async () => {
    const { code, stderr } = await toolgapHere([...asked, "filesystem/fs_delete_fil"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /no tool "filesystem\/fs_delete_fil": expected --explain server\/tool, for example .*fs_delete_file/,
    );
  });
});
