import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";
import { catalog, file, folder, lines, retrieval, tasks } from "./retrieval-files.js";

describe("wrong input ends with exit code 2 and one line, and writes nothing", () => {
  const broken = file(
    "broken.jsonl",
    `${lines({ id: "a", query: "q", gold: [] })}{"id": "b", "query": 7, "gold": []}\n`,
  );
  const single = file("single.jsonl", lines({ id: "a", query: "copy it", gold: [["files", "copy"]] }));
  const missing = join(folder, "missing");
  it.each([
    [
      "a broken line",
      ["--catalog", catalog, "--tasks", broken],
      /broken\.jsonl, line 2: "query": expected string, given a number/,
    ],
    ["tasks of another catalog", ["--tasks", tasks], /line 1 \(task "one"\): the catalog has no tool files\/copy/],
    ["a missing task file", ["--tasks", missing], /missing cannot be read: there is no such file/],
    ["a missing folder", ["--data", missing], /missing cannot be read: there is no such folder/],
    ["a folder without a set", ["--data", temporaryFolder()], /no labeled set: expected NAME\/catalog\.json/],
    ["a set that is not there", ["--data", folder, "--set", "x"], /no labeled set "x"/],
    ["a set without its folder", ["--set", "x"], /--set names a set of --data/],
    ["tasks beside a folder", ["--data", folder, "--tasks", tasks], /--data .* without --tasks/],
    ["tools beside a folder", ["--data", folder, "--openapi", missing], /--data .* without --openapi/],
    ["a half without tasks", ["--catalog", catalog, "--tasks", single, "--split-examples"], /1 tasks of "single" all/],
    ["examples beside a folder", ["--data", folder, "--examples", tasks], /--split-examples/],
    ["two sources of examples", ["--tasks", tasks, "--examples", tasks, "--split-examples"], /give one of them/],
    [
      "an unknown router",
      ["--catalog", catalog, "--tasks", tasks, "--router", "bm25,magic"],
      /"magic".*bm25, minisearch/,
    ],
    [
      "parts of a router without parts",
      ["--catalog", catalog, "--tasks", tasks, "--router", "bm25", "--without", "clauses"],
      /only the score of the router hybrid has parts/,
    ],
    [
      "query words where no router has tables of words",
      ["--catalog", catalog, "--tasks", tasks, "--router", "bm25", "--without", "query words"],
      /only the score of the router hybrid has parts to leave out/,
    ],
    [
      "a part that does not exist",
      ["--catalog", catalog, "--tasks", tasks, "--without", "query word"],
      /no part "query word" to leave out: choose from synonyms, .*examples, query words/,
    ],
    ["a router without a name", ["--catalog", catalog, "--tasks", tasks, "--router", "hybrid,"], /names with a comma/],
    ["no part", ["--catalog", catalog, "--tasks", tasks, "--without", ""], /'--without <parts>' .*Expected a name/],
    ["tools by step without steps", ["--per-request", "2"], /--per-request .*add --requests steps/],
    ["a catalog without tasks", ["--catalog", catalog], /--catalog brings tools .*add --tasks/],
    [
      "examples of no tool",
      [
        "--catalog",
        catalog,
        "--tasks",
        single,
        "--examples",
        file("nothing.jsonl", lines({ id: "n", query: "q", gold: [] })),
      ],
      /no task of the examples names a tool in "gold"/,
    ],
    ["another kind of file", ["--output", "out.xml"], /out\.xml: expected a file that ends in \.json/],
    ["an unknown kind of requests", ["--requests", "words"], /'words'.*tasks, steps/],
    ["a ranking of nothing", ["--top-k", "0"], /whole number from 1/],
    ["an argument", ["tasks.jsonl"], /Expected 0 arguments but got 1.*eval retrieval --help/],
  ])("for %s", async (_title, args, expected) => {
    const path = join(folder, "never.json");
    const { code, stdout, stderr } = await retrieval(
      ...(args.includes("--output") ? args : [...args, "--output", path]),
    );
    expect(stderr).toMatch(expected);
    expect(stderr).toMatch(/^toolgap: [^\n]+\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(existsSync(path)).toBe(false);
  });

  it("for an unknown command of the group", async () => {
    const { code, stderr } = await toolgapHere(["eval", "retreival"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^toolgap: unknown command 'retreival': expected one of binding, import, .*retrieval, .*tasks, tiers; see .*eval --help\n$/,
    );
  });

  it("for an output that cannot be written, before anything is read or ranked", async () => {
    const { code, stderr } = await retrieval("--tasks", missing, "--output", join(missing, "out.json"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^toolgap: [^\n]*out\.json cannot be written \(ENOENT\): expected a file in a folder/);
  });
});
