/** Built-in server `github`, simulated. */
import type { ServerDefinition } from "../../types.js";
import { adds, listOf, numberOf, reads, simulatedTool, slugOf, textOf, times } from "./simulation.js";

const repository = { type: "string", description: "The repository as owner/name, for example octo/website." };

export const github: ServerDefinition = {
  name: "github",
  description:
    "GitHub, where source code lives in git repositories. Search for open source projects, libraries and popular repos, read the code of a repo, create an issue in a repository to report a bug or defect, and list the issues, bugs and tickets of a project. Open a pull request (PR) to have the commits of a branch reviewed and merged.",
  tools: [
    simulatedTool({
      name: "github_search_repos",
      description:
        "Search GitHub for repositories by topic, keyword or programming language. Discover open source projects, look for a library or a public repo, and find repos that are popular, with many stars, or similar to one you know.",
      parameters: {
        query: { type: "string", description: "What the repositories are about: keywords, a topic or part of a name." },
        language: { type: "string", description: "Only repositories written mainly in this programming language." },
        sort: { type: "string", enum: ["best_match", "stars", "forks", "updated"], default: "best_match" },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 50,
          default: 5,
          description: "How many repositories to return.",
        },
      },
      required: ["query"],
      annotations: { ...reads, openWorldHint: true },
      answer: (args, seed) => {
        const query = textOf(args, "query");
        const repositories = times(numberOf(args, "limit", 5), (number) => {
          const name = `${slugOf(query)}-${seed.pick(`kind${number}`, ["kit", "tools", "lab", "core", "examples"])}-${number}`;
          const owner = seed.pick(`owner${number}`, ["octo", "north-labs", "blue-harbor", "tinyworks", "mapleware"]);
          return {
            full_name: `${owner}/${name}`,
            description: `A project about ${query}`,
            language: textOf(args, "language", seed.pick(`language${number}`, ["TypeScript", "Python", "Go", "Rust"])),
            stars: seed.number(`stars${number}`, 20, 48_000),
            url: `https://github.com/${owner}/${name}`,
          };
        });
        if (args.sort === "stars") repositories.sort((one, other) => other.stars - one.stars);
        return { query, total_count: seed.number("total", repositories.length, 900), repositories };
      },
    }),
    simulatedTool({
      name: "github_create_pr",
      description:
        "Create a pull request (PR, also called merge request): propose merging one branch into another. Open it to submit commits and other changes for review before they are merged into main.",
      parameters: {
        repo: repository,
        title: { type: "string", description: "One line that says what the change does." },
        body: { type: "string", description: "What was changed and why, in Markdown." },
        head: { type: "string", description: "The branch that has the changes." },
        base: { type: "string", default: "main", description: "The branch to merge into." },
        draft: { type: "boolean", default: false, description: "True while the change is not ready for review." },
      },
      required: ["repo", "title", "head"],
      annotations: { ...adds, openWorldHint: true },
      answer: (args, seed) => {
        const number = seed.number("number", 12, 2400);
        const repo = textOf(args, "repo");
        return {
          number,
          url: `https://github.com/${repo}/pull/${number}`,
          repo,
          title: textOf(args, "title"),
          head: textOf(args, "head"),
          base: textOf(args, "base", "main"),
          state: args.draft === true ? "draft" : "open",
        };
      },
    }),
    simulatedTool({
      name: "github_list_issues",
      description:
        "List the issues in the tracker of a repository: the bugs, bug reports, feature requests and tickets that are open or closed, or only those with a given label.",
      parameters: {
        repo: repository,
        state: { type: "string", enum: ["open", "closed", "all"], default: "open" },
        labels: {
          type: "array",
          items: { type: "string" },
          description: "Only issues that carry all of these labels.",
        },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 5, description: "How many issues to return." },
      },
      required: ["repo"],
      annotations: { ...reads, openWorldHint: true },
      answer: (args, seed) => {
        const repo = textOf(args, "repo");
        const state = textOf(args, "state", "open");
        const issues = times(numberOf(args, "limit", 5), (index) => {
          const number = seed.number("first", 400, 900) - index * 7;
          return {
            number,
            title: seed.pick(`title${index}`, [
              "Crash when the configuration is empty",
              "Support dark mode",
              "Search is slow on large projects",
              "Document the upgrade path",
              "Wrong time zone in the export",
            ]),
            state: state === "all" ? seed.pick(`state${index}`, ["open", "closed"]) : state,
            labels:
              listOf(args, "labels").length > 0
                ? listOf(args, "labels")
                : [seed.pick(`label${index}`, ["bug", "enhancement", "docs"])],
            author: seed.pick(`author${index}`, ["mira", "jonas", "aiko", "tunde"]),
            url: `https://github.com/${repo}/issues/${number}`,
          };
        });
        return { repo, issues };
      },
    }),
    simulatedTool({
      name: "github_get_file",
      description:
        "Get a file from a GitHub repository: read, view or fetch its source code or contents, such as the README or package.json of a repo, on a branch, tag or commit.",
      parameters: {
        repo: repository,
        path: { type: "string", description: "Where the file is in the repository, for example src/index.ts." },
        ref: { type: "string", default: "main", description: "Branch, tag or commit." },
      },
      required: ["repo", "path"],
      annotations: { ...reads, openWorldHint: true },
      answer: (args, seed) => {
        const path = textOf(args, "path");
        const content = `Simulated content of ${path} in ${textOf(args, "repo")}.\n`;
        return {
          repo: textOf(args, "repo"),
          path,
          ref: textOf(args, "ref", "main"),
          sha: seed.id("blob").slice(5),
          size: content.length,
          content,
        };
      },
    }),
    simulatedTool({
      name: "github_create_issue",
      description:
        "Create a new issue in a GitHub repository: report or file a bug or defect, raise a feature request, or open a ticket, with labels to add and people to assign.",
      parameters: {
        repo: repository,
        title: { type: "string", description: "One line that names the problem or the wish." },
        body: { type: "string", description: "The details, in Markdown." },
        labels: { type: "array", items: { type: "string" }, description: "Labels to put on the issue." },
        assignees: {
          type: "array",
          items: { type: "string" },
          description: "Account names of the people who should work on it.",
        },
      },
      required: ["repo", "title"],
      annotations: { ...adds, openWorldHint: true },
      answer: (args, seed) => {
        const number = seed.number("number", 100, 4000);
        const repo = textOf(args, "repo");
        return {
          number,
          url: `https://github.com/${repo}/issues/${number}`,
          repo,
          title: textOf(args, "title"),
          state: "open",
          labels: listOf(args, "labels"),
          assignees: listOf(args, "assignees"),
        };
      },
    }),
  ],
};
