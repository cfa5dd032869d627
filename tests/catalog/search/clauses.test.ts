import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxClauses, splitClauses } from "../../../catalog/search/clauses.js";

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.join("") ?? "";

describe("splitClauses cuts", () => {
  test.each([
    [
      "at and before a verb",
      "List the files in ./docs and read README.md",
      ["List the files in ./docs", "and read README.md"],
    ],
    [
      "a list of steps",
      "Query the users in the database, chart them, and email the chart to bob@example.com.",
      ["Query the users in the database", "chart them", "and email the chart to bob@example.com"],
    ],
    [
      "at sequence words and semicolons",
      "First, query users; then chart them. Finally, email the chart.",
      ["First, query users", "then chart them", "Finally, email the chart"],
    ],
    [
      "numbered lines",
      "Do the following:\n1. Query users\n2. Chart them",
      ["Do the following:\nQuery users", "Chart them"],
    ],
    ["numbers in a line", "1) Query users 2) Chart them 3) Email it", ["Query users", "Chart them", "Email it"]],
    [
      "dashes of a list",
      "- read a.txt\n- read b.txt, then summarize both",
      ["read a.txt", "read b.txt", "then summarize both"],
    ],
    ["labelled steps", "Step 1: query users, step 2: chart them", ["Step 1: query users", "step 2: chart them"]],
    ["a sentence that begins small", "Please read the file. then email it", ["Please read the file", "then email it"]],
    [
      "a question after and",
      "What's the weather in Paris and how do I get there?",
      ["What's the weather in Paris", "and how do I get there?"],
    ],
    ["please", "The build is red, so please look", ["The build is red, so please look"]],
    ["please after and", "The build is red and please have a look", ["The build is red", "and please have a look"]],
    ["a verb nobody listed", "Open the notebook and jot down the date", ["Open the notebook", "and jot down the date"]],
    [
      "a verb that is a noun too, after a whole object",
      "Deploy the app, monitor it and report errors",
      ["Deploy the app", "monitor it", "and report errors"],
    ],
    ["Chinese", "查询北京的天气，然后发送邮件给张三。翻译它", ["查询北京的天气", "然后发送邮件给张三", "翻译它"]],
    ["Chinese without a comma", "读取文件并发送邮件", ["读取文件", "并发送邮件"]],
    ["before", "Check the stock before you order it", ["Check the stock", "before you order it"]],
    [
      "what a colon announces as steps",
      "Do these things: read a.txt, list ./docs",
      ["Do these things", "read a.txt", "list ./docs"],
    ],
    [
      "a then after announced text",
      "Tell the team: check the build, then delete a.txt",
      ["Tell the team: check the build", "then delete a.txt"],
    ],
    [
      "the sentence after announced text",
      "Tell the team: check the build. Delete a.txt",
      ["Tell the team: check the build", "Delete a.txt"],
    ],
    ["quoted text from the next step", 'Say "hi, then go" and send it', ['Say "hi, then go"', "and send it"]],
  ])("%s", (_, text, clauses) => {
    expect(splitClauses(text)).toEqual(clauses);
  });
});

describe("splitClauses leaves whole", () => {
  test.each([
    "List users and orders",
    "Show customers and order history",
    "Get names and email addresses",
    "Read a.txt, b.txt and c.txt",
    "Find and delete old files",
    "I want to find and delete the old files",
    "create, update, and delete users",
    "Give Bob read and write permissions",
    "Search and replace foo in a.txt",
    "Go ahead and delete the branch",
    "If there are errors, send an email",
    "After posting, add a mention",
    "In the docs folder, list the files",
    "the folder, which is big and old",
    "Can you also send it?",
    "Send an email with subject: Weekly report and body: All fine",
    'Search for "cats. Then dogs, find me\nand read it"',
    "Post 'done, thanks and send more' to the team",
    "Post “it is done. Call me, then go” to the team",
    "Run `echo a; then find b, and read c`",
    'Insert {"note": "first, find it", "n": [1, 2]} into the table',
    "Compare the plans (read them, then list the costs) of both",
    "Fetch https://example.com/a,b?x=1.5&then=2: it is small",
    "Write to ann.b@mail.example.org about v1.2.3 of node.js",
    "Add 3.5 to 1,000.25",
    "Use tools, e.g. find or grep, i.e. small ones",
    "Meet Dr. J. Smith of Acme Inc. at 5 p.m. on Monday",
    "Order no. 5 is late",
    "Wait... then what",
    "Hi, list the files",
    "Berlin - Paris",
    "合并文件和目录",
    "Report a bug in octo/site: search finds nothing",
    "Can you tell the team: check the build and delete the cache",
    "Create a ticket: login fails, open the page and see",
  ])("%s", (text) => {
    expect(splitClauses(text)).toEqual([text]);
  });
});

describe("splitClauses", () => {
  test.each(["", "   \n\t", ".", "...", "- ", ", ;"])("finds nothing in %j", (text) => {
    expect(splitClauses(text)).toEqual([]);
  });

  test("keeps the rest of a long text in the last clause", () => {
    const text = Array.from({ length: 40 }, (_, index) => `Read file number ${index}.`).join(" ");
    const clauses = splitClauses(text);
    expect(clauses).toHaveLength(maxClauses);
    expect(clauses.at(-1)).toContain("number 39");
  });

  test("never throws and loses no letter, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(lettersOf(splitClauses(text).join(" "))).toBe(lettersOf(text));
      }),
    );
  });

  test("holds every word of a task in order, whatever the punctuation", () => {
    const piece = fc.constantFrom(
      ...["read", "list the files", "and", "then", "a.txt", "report", "please", "if", "query users", "Bob's", "3.5"],
      ...[
        "“quoted, text. And more”",
        "'one and two'",
        "(in brackets, then)",
        "https://a.b/c,d",
        "然后",
        "发送邮件",
        "e.g.",
      ],
    );
    const glue = fc.constantFrom(
      " ",
      ", ",
      ". ",
      "; ",
      ": ",
      " - ",
      "\n",
      "\n- ",
      "? ",
      "，",
      "。",
      " and ",
      ", then ",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, glue), { maxLength: 30 }), (parts) => {
        const text = parts.flat().join("");
        const contents = (value: string) => value.match(/[\p{L}\p{N}]/gu)?.join("") ?? "";
        const clauses = splitClauses(text);
        expect(contents(clauses.join(" "))).toBe(contents(text));
        expect(clauses.length).toBeLessThanOrEqual(maxClauses);
        for (const clause of clauses) expect(clause).toBe(clause.trim());
      }),
      { numRuns: 500 },
    );
  });

  test("gets through long text made to be slow", () => {
    const seeds = [
      " ",
      ".",
      "(",
      "((",
      '"',
      "'a ",
      "`",
      "- ",
      " -",
      "\n ",
      "and ",
      ", read ",
      "1. ",
      "``` ",
      '{"',
      "“a",
      "。",
    ];
    for (const seed of seeds) expect(splitClauses(seed.repeat(10_000)).length).toBeLessThanOrEqual(maxClauses);
  });
});
