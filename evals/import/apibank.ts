/** API-Bank: dialogues of people with an assistant that calls APIs; the APIs are Python classes. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import type { Clone } from "./clone.js";
import { readPythonLiteral } from "./python-literal.js";
import { Drops, expectShape, groupBy, parametersSchema } from "./shapes.js";
import type { ImportedServer, ImportedTool, Importer } from "./types.js";

const apisFolder = "api-bank/apis";
const dialogueFolders = {
  "l1-given-desc": "api-bank/lv1-lv2-samples/level-1-given-desc",
  "l2-toolsearcher": "api-bank/lv1-lv2-samples/level-2-toolsearcher",
};
/** It finds APIs and is none of those that a task needs. */
const finder = "ToolSearcher";

const turn = z.object({ role: z.string(), text: z.string().nullish(), api_name: z.string().nullish() });
type Turn = z.output<typeof turn>;
const parameterList = z.record(z.string(), z.unknown());

/**
 * The sources do not group their APIs. What a class is about is in its name: the first pattern that fits is its server.
 */
const servers: [name: string, description: string, names: RegExp][] = [
  [
    "Account management",
    "User accounts: tokens, registration, passwords.",
    /Token|RegisterUser|DeleteAccount|Password/,
  ],
  ["Health management", "Symptoms, health records, hospital registrations.", /Registration|Health|Symptom|Emergency/],
  ["Schedule management", "Reminders, meetings, agendas, alarms, dates.", /Reminder|Meeting|Agenda|Alarm|GetToday/],
  ["Finance management", "Bank accounts, balances, stocks.", /Bank|Balance|Stock|Exchange|Transfer/],
  ["Smart home control", "Scenes and timed switches of a smart home.", /Scene|TimedSwitch|Device|SmartHome/],
  ["Travel", "Hotels, places, weather, tickets.", /Hotel|Places|Weather|Train|Navigation/],
  ["Entertainment", "Music and movies.", /Music|Movie|Song|Ticket/],
];
const rest = {
  name: "Information query and processing",
  description: "Search, encyclopedia, dictionary, translation, documents, speech, images, messages, calculator.",
};

export const apibank: Importer = {
  name: "apibank",
  repository: "AlibabaResearch/DAMO-ConvAI",
  commit: "483554ea",
  license: "Apache-2.0",
  async convert(clone) {
    const tools = await readApis(clone);
    const catalog = groupTools(tools);
    const serverOf = new Map(catalog.flatMap((server) => server.tools.map((tool) => [tool.name, server.name])));
    const drops = new Drops();
    const tasks: TaskLine[] = [];
    for (const [kind, folder] of Object.entries(dialogueFolders)) {
      for (const file of await clone.list(folder, ".jsonl")) {
        const path = `${folder}/${file}`;
        const turns = expectShape(z.array(turn), await clone.jsonLines(path), clone, path);
        const task = toLine(`apibank-${kind}-${file.replace(/\.jsonl$/, "")}`, turns, serverOf);
        if (typeof task === "string") drops.add(task);
        else tasks.push(task);
      }
    }
    return [{ name: "apibank", servers: catalog, tasks, dropped: drops.counts }];
  },
};

/** The description and parameters that each class assigns; files without such a class hold none. */
async function readApis(clone: Clone): Promise<ImportedTool[]> {
  const tools: ImportedTool[] = [];
  for (const file of await clone.list(apisFolder, ".py")) {
    const path = `${apisFolder}/${file}`;
    const source = await clone.text(path);
    const [, name] = /^class\s+(\w+)\s*\(\s*API\s*\)/m.exec(source) ?? [];
    if (name === undefined || name === finder) continue;
    const read = (attribute: string): unknown => {
      const match = new RegExp(`^\\s+${attribute}\\s*=\\s*`, "m").exec(source);
      if (!match) throw clone.unexpected(path, `class ${name} has no ${attribute}`);
      try {
        return readPythonLiteral(source, match.index + match[0].length);
      } catch (error) {
        throw clone.unexpected(path, `${attribute} of class ${name} cannot be read (${(error as Error).message})`);
      }
    };
    const description = expectShape(z.string(), read("description"), clone, path);
    const parameters = expectShape(parameterList, read("input_parameters"), clone, path);
    tools.push({ name, description, inputSchema: parametersSchema(parameters, Object.keys(parameters)) });
  }
  if (tools.length === 0) throw clone.unexpected(apisFolder, "no file has a class of an API");
  return tools;
}

function groupTools(tools: readonly ImportedTool[]): ImportedServer[] {
  const groups = groupBy(tools, ({ name }) => servers.find(([, , names]) => names.test(name))?.[0] ?? rest.name);
  const described = [...servers.map(([name, description]) => ({ name, description })), rest];
  return described.flatMap((server) => {
    const members = groups.get(server.name);
    return members ? [{ ...server, tools: members }] : [];
  });
}

/** The task of one dialogue, or why there is none. */
function toLine(id: string, turns: readonly Turn[], serverOf: ReadonlyMap<string, string>): TaskLine | string {
  const said = (turn: Turn) => turn.text?.trim() ?? "";
  const query = turns
    .filter(({ role }) => role === "User")
    .map(said)
    .join("\n")
    .trim();
  const steps: { query: string; gold: [string, string][] }[] = [];
  let words = "";
  let previous = "";
  for (const turn of turns) {
    if (turn.role === "User") words = previous === "User" ? `${words} ${said(turn)}` : said(turn);
    const name = turn.role === "API" ? turn.api_name : undefined;
    if (name && name !== finder) {
      const server = serverOf.get(name);
      if (server === undefined) return "a called API is not in the catalog";
      steps.push({ query: words, gold: [[server, name]] });
    }
    previous = turn.role;
  }
  if (query === "") return "the user says nothing";
  if (steps.length === 0) return "no API is called";
  const gold = [...new Map(steps.map((step) => [step.gold[0]![1], step.gold[0]!])).values()];
  return { id, query, gold, steps: steps.filter((step) => step.query !== "") };
}
