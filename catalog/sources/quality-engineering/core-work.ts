import type { ToolDefinition } from "../../types.js";
import { acts, reads, replaces, textOf, times } from "../builtin/simulation.js";
import {
  baseline,
  branch,
  choice,
  environment,
  flag,
  format,
  integer,
  limit,
  list,
  notify,
  number,
  paths,
  project,
  string,
  timeout,
  tool,
} from "./definition.js";

const namespace = string(
  "The part of the memory that the entry belongs to; entries of one key may stand in several parts.",
  {
    default: "shared",
  },
);

/** The tools in their order. */
export const workTools: ToolDefinition[] = [
  tool(
    "memory_store",
    "Keep a piece of knowledge for the whole fleet under a key, so that agents and later sessions find it again: a decision, a result, an owner, a pattern. What stood there under this key is replaced.",
    {
      key: string("The key under which it is found again; slashes make levels, for example decisions/login/timeouts."),
      value: {
        description: "What is kept: a text, a number, a list or an object, as JSON; at most 64 kilobytes of it.",
      },
      namespace,
      lifetime: integer(
        "Seconds after which the entry is forgotten; zero keeps it until it is replaced.",
        0,
        31536000,
        0,
      ),
      tags: list("Words by which the entry is found in a search when nobody knows its key."),
    },
    ["key", "value"],
    replaces,
    (args, seed) => ({ stored: true, key: textOf(args, "key"), version: seed.number("version", 1, 9) }),
  ),
  tool(
    "memory_retrieve",
    "Read one entry of the fleet's memory by its key, with the time at which it was stored and by whom. For a search without a key there is memory_query.",
    {
      key: string("The key of the entry, exactly as it was stored, upper and lower case included."),
      namespace,
      version: integer("Which version of the entry, counted from one; zero stands for the latest.", 0, 10000, 0),
      includeMetadata: flag("True to add who stored the entry, when, with which tags and for how long.", false),
    },
    ["key"],
    reads,
    (args, seed) => ({
      key: textOf(args, "key"),
      value: seed.pick("value", ["use fake timers", "owner: web team", "retry twice"]),
      storedAt: seed.time("stored"),
    }),
  ),
  tool(
    "memory_query",
    "Search the fleet's memory for entries by words, tags or the beginning of their keys, the best match first. For what was decided, learned or noted earlier and nobody knows where.",
    {
      query: string("What is looked for, in plain words; it is compared with keys, tags and the texts of the values."),
      namespace,
      keyPrefix: string("Only entries whose keys begin with this, for example decisions/; all when left out."),
      tags: list("Only entries that carry all of these tags; entries without tags are left out then."),
      limit,
    },
    ["query"],
    reads,
    (args, seed) => ({
      query: textOf(args, "query"),
      entries: times(seed.number("hits", 0, 3), (index) => ({
        key: `notes/${index}`,
        score: seed.number(`s${index}`, 40, 99) / 100,
      })),
    }),
  ),
  tool(
    "quality_analyze",
    "Analyse the quality of a project's code and tests and give its measures: complexity, duplication, maintainability, test health, each with a grade and the places that lower it most.",
    {
      project,
      paths,
      metrics: list("Which measures are computed: complexity, duplication, maintainability, tests; all when left out."),
      branch,
      baseline,
      format,
    },
    ["project"],
    reads,
    (args, seed) => ({
      project: textOf(args, "project"),
      grade: seed.pick("grade", ["A", "B", "C"]),
      complexity: seed.number("complexity", 3, 24),
      duplication: seed.number("duplication", 0, 12),
    }),
  ),
  tool(
    "quality_gate_execute",
    "Check a build against the rules of the quality gate and say whether it passes, with each rule, the value that was measured and the value that is demanded.",
    {
      project,
      buildId: string("The build that is checked, by its number or identifier; the latest when left out."),
      policy: choice(
        "Which set of rules the gate applies to the build; each stricter one includes the ones before it.",
        ["minimal", "standard", "strict"],
        "standard",
      ),
      environment,
      failFast: flag("True to stop at the first rule that is broken instead of checking all of them.", false),
      tolerance: number("Percent by which a measured value may miss what is demanded and still pass.", 0, 20, 0),
    },
    ["project"],
    reads,
    (args, seed) => ({
      project: textOf(args, "project"),
      decision: seed.pick("decision", ["pass", "fail"]),
      rules: seed.number("rules", 5, 14),
    }),
  ),
  tool(
    "task_orchestrate",
    "Hand a larger piece of work to the fleet: it is cut into steps, each step goes to an agent that fits, and steps that do not depend on each other run at the same time.",
    {
      goal: string("What has to be reached, in plain words, with the project and the part of it that it concerns."),
      strategy: choice(
        "How the steps are carried out: all at once where possible, one after the other, or as agents see fit.",
        ["parallel", "sequential", "adaptive"],
      ),
      priority: choice(
        "How urgent it is compared with the other tasks of the queue.",
        ["low", "normal", "high", "critical"],
        "normal",
      ),
      agents: list("Only these agents take part, by their identifiers; all idle ones when left out."),
      timeout,
      notify,
    },
    ["goal"],
    acts,
    (args, seed) => ({
      taskId: seed.id("task"),
      goal: textOf(args, "goal"),
      steps: seed.number("steps", 2, 8),
      status: "running",
    }),
  ),
  tool(
    "task_status",
    "Tell how far an orchestrated task is: which of its steps are done, running, waiting or failed, which agent does each, and when it is expected to be finished.",
    {
      taskId: string("The identifier of the task, as task_orchestrate gave it back; the latest task when left out."),
      detail: choice("How much is told: one line, each step, or each step with what it gave.", [
        "summary",
        "steps",
        "results",
      ]),
      wait: integer("Seconds to wait for the end of the task before its state is told.", 0, 600, 0),
      includeLogs: flag("True to add what the agents wrote down while they worked on the steps.", false),
    },
    [],
    reads,
    (args, seed) => ({
      taskId: textOf(args, "taskId", seed.id("task")),
      done: seed.number("done", 1, 6),
      total: seed.number("total", 6, 8),
    }),
  ),
];
