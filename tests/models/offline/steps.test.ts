import { describe, expect, it } from "vitest";
import { findEvidence } from "../../../models/offline/evidence.js";
import { wordRequests } from "../../../models/offline/request-wording.js";
import { planSteps } from "../../../models/offline/steps.js";

describe("a task is cut into steps", () => {
  it.each<[string, string[]]>([
    [
      "Query all users, chart them and email the chart to bob@x.org",
      ["Query all users", "chart them", "email the chart to bob@x.org"],
    ],
    ["Please read a.txt. Then, could you summarize it?", ["read a.txt", "summarize it?"]],
    ["Hi! I'm Bob. Please read ./config.yaml.", ["read ./config.yaml"]],
    ["Read a.txt and b.txt", ["Read a.txt", "Read b.txt"]],
    ["I need your assistance with a few tasks. First, read a.txt.", ["read a.txt"]],
    ["I am looking for the weather in Rome", ["the weather in Rome"]],
    ["Compare a.txt and b.txt", ["Compare a.txt and b.txt"]],
    [
      "Run SELECT a, b FROM t WHERE a = 1 and b = 2 and chart the results",
      ["Run SELECT a, b FROM t WHERE a = 1 and b = 2", "chart the results"],
    ],
    [
      "How many users signed up last month? Query the database.",
      ["How many users signed up last month, query the database"],
    ],
    ["Is the build done? Delete the logs.", ["Is the build done?", "Delete the logs"]],
    ["Fetch https://x.org/a and tell me what it returns", ["Fetch https://x.org/a"]],
    ["Release work: open a ticket in octo/site", ["open a ticket in octo/site"]],
    ["Report a bug in octo/site: search finds nothing", ["Report a bug in octo/site: search finds nothing"]],
    ["thank you", []],
    ["what can you do?", []],
  ])("%s", (task, expected) => {
    expect(planSteps(task).steps.map(({ text }) => text)).toEqual(expected);
  });
});

describe("a step knows what it builds on", () => {
  it.each<[string, number[][]]>([
    ["List the files in ./docs and read README.md", [[], []]],
    ["Query all users, chart them and email the chart to bob@x.org", [[], [0], [1]]],
    ["Read a.txt, then draw a map", [[], [0]]],
    ["Write x to a.txt and read a.txt", [[], [0]]],
    ["Fetch https://x.org and send a summary to #dev", [[], [0]]],
    ["Deploy the shop, then check its logs and notify the team on Slack", [[], [0], [0, 1]]],
    ["Read a.txt and send 'hello' to #dev", [[], []]],
  ])("%s", (task, expected) => {
    expect(planSteps(task).steps.map(({ dependsOn }) => dependsOn)).toEqual(expected);
  });

  it("and does not take a relative clause for a pronoun", () => {
    expect(planSteps("Find the file that holds the key").steps[0]!.refers).toBe(false);
    expect(planSteps("Now send that to bob@x.org").steps[0]!.refers).toBe(true);
  });
});

describe("a request with a question mark", () => {
  it("is one when it is made politely, and a question when it is not", () => {
    const stances = [
      "Could you play some songs by Ada?",
      "Please deploy the api?",
      "Deploy the api?",
      "Is the api deployed?",
    ];
    expect(stances.map((task) => planSteps(task).steps[0]!.stance)).toEqual([undefined, undefined, "asked", "asked"]);
  });
});

describe("a long text behind a colon", () => {
  const sentence = "The team met on Monday and discussed the budget, then it sent a mail to everybody. ";

  it("is what the step is about, and no list of steps", () => {
    const { steps } = planSteps(`Here is a long mail, please summarize: ${sentence.repeat(10)}`);
    expect(steps.map(({ action }) => action)).toEqual(["summarize"]);
    expect(steps[0]!.evidence.some(({ kind, value }) => kind === "quoted" && value.startsWith("The team met"))).toBe(
      true,
    );
  });

  it("is read in a time that allows texts of any length", () => {
    expect(planSteps(`Please summarize this text: ${sentence.repeat(2_000)}`).steps).toHaveLength(1);
    expect(planSteps("read the file a.txt and ".repeat(5_000)).steps.length).toBeGreaterThan(1);
  });
});

describe("values are found by their form", () => {
  it.each<[string, string, string]>([
    ["read ./docs/a.md now", "path", "./docs/a.md"],
    ["read README.md.", "path", "README.md"],
    ["open ~/notes/a.txt", "path", "~/notes/a.txt"],
    ["see https://x.org/a, please", "url", "https://x.org/a"],
    ["write to ann.b@x.co.uk.", "email", "ann.b@x.co.uk"],
    ["in octo/site", "repository", "octo/site"],
    ["in the folder src/components", "path", "src/components"],
    ["list the folder src", "path", "src"],
    ["read größe_übersicht.txt", "path", "größe_übersicht.txt"],
    ["every 5 minutes", "duration", "5 minutes"],
    ["at */5 * * * *", "cron", "*/5 * * * *"],
    ["on 2025-01-02 at 9am", "date", "2025-01-02 at 9am"],
    ["match **/*.ts", "glob", "**/*.ts"],
    ["in #general", "channel", "#general"],
    ["say “well done”", "quoted", "well done"],
    ["发给 bob@x.org", "email", "bob@x.org"],
    ["读取《报告》", "quoted", "报告"],
    ["add [1, 2]", "json", "[1, 2]"],
  ])("%s: %s", (text, kind, value) => {
    expect(
      findEvidence(text)
        .filter((one) => one.kind === kind)
        .map((one) => one.value),
    ).toEqual([value]);
  });

  it("with the word that announces them", () => {
    const phrases = findEvidence("create a page titled Fix the bug in login for the web team").filter(
      ({ kind }) => kind === "phrase",
    );
    expect(phrases.map(({ key, value }) => [key, value])).toContainEqual([
      "titled",
      "Fix the bug in login for the web team",
    ]);
    expect(phrases.map(({ key, value }) => [key, value])).toContainEqual(["for", "web team"]);
  });

  it("and no span has two forms", () => {
    const found = findEvidence('fetch "https://x.org/a.txt" and mail 3 files to bob@x.org by 2025-01-02').filter(
      ({ kind }) => kind !== "phrase",
    );
    for (const one of found)
      for (const other of found) if (one !== other) expect(one.end <= other.start || other.end <= one.start).toBe(true);
  });
});

describe("a request", () => {
  function requestsOf(task: string) {
    const { steps } = planSteps(task);
    return steps.map((step) => wordRequests(step, steps)[0]);
  }

  it("names the kind of platform, and the action with its object, without the values", () => {
    expect(requestsOf('Create an issue in octo/site titled "Login broken"')).toEqual([
      { server: expect.stringMatching(/issue.*repository/), tool: "Create an issue" },
    ]);
    const [request] = requestsOf("Email the report to bob@x.org");
    expect(`${request!.server} ${request!.tool}`).not.toContain("bob@x.org");
  });

  it("has no pronouns, and says whose when a step says its", () => {
    const [, request] = requestsOf("Deploy the shop and watch its metrics");
    expect(request!.tool).not.toMatch(/\bits\b/);
    expect(request!.server).toContain("shop");
  });

  it("is never empty", () => {
    for (const task of ["it", "README.md", "42", "做"])
      for (const { server, tool } of requestsOf(task)) expect(server && tool).toBeTruthy();
  });
});
