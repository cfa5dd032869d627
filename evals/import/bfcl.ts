/** The Berkeley Function-Calling Leaderboard: three sets from one clone. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import type { Clone } from "./clone.js";
import { Drops, expectShape, groupBy, toJsonSchema } from "./shapes.js";
import type { ImportedServer, ImportedSet, Importer } from "./types.js";

const folder = "berkeley-function-call-leaderboard/bfcl_eval/data";
const docsFolder = `${folder}/multi_turn_func_doc`;

const functionDoc = z.object({ name: z.string(), description: z.string(), parameters: z.unknown() });
const messages = z.array(z.array(z.object({ role: z.string(), content: z.string() })));
const liveTasks = z.array(z.object({ id: z.string(), question: messages, function: z.array(functionDoc).min(1) }));
const liveAnswers = z.array(
  z.object({ id: z.string(), ground_truth: z.array(z.record(z.string(), z.unknown())).min(1) }),
);
const conversations = z.array(z.object({ id: z.string(), question: messages, involved_classes: z.array(z.string()) }));
const callPaths = z.array(z.object({ id: z.string(), ground_truth: z.array(z.array(z.string())) }));

type FunctionDoc = z.output<typeof functionDoc>;
type Pair = [string, string];

/** Which class each file documents; the same class may go by a longer name in the conversations. */
const documentedClasses: Record<string, string> = {
  gorilla_file_system: "GorillaFileSystem",
  math_api: "MathAPI",
  message_api: "MessageAPI",
  posting_api: "TwitterAPI",
  ticket_api: "TicketAPI",
  trading_bot: "TradingBot",
  travel_booking: "TravelAPI",
  vehicle_control: "VehicleControlAPI",
  web_search: "WebSearch",
  memory_kv: "MemoryKV",
  memory_vector: "MemoryVector",
  memory_rec_sum: "MemoryRecSum",
};

export const bfcl: Importer = {
  name: "bfcl",
  repository: "ShishirPatil/gorilla",
  commit: "6ea57973",
  license: "Apache-2.0",
  convert: async (clone) => [
    await convertLive(clone),
    await convertIrrelevance(clone),
    await convertConversations(clone),
  ],
};

/** Real queries with the functions of their users, pooled into one catalog. */
async function convertLive(clone: Clone): Promise<ImportedSet> {
  const path = `${folder}/BFCL_v4_live_multiple.json`;
  const answersPath = `${folder}/possible_answer/BFCL_v4_live_multiple.json`;
  const entries = expectShape(liveTasks, await clone.jsonLines(path), clone, path);
  const answers = expectShape(liveAnswers, await clone.jsonLines(answersPath), clone, answersPath);
  const calls = new Map(answers.map(({ id, ground_truth }) => [id, ground_truth.flatMap(Object.keys)]));
  const drops = new Drops();
  const tasks = entries.flatMap(({ id, question, function: offered }): TaskLine[] => {
    const called = calls.get(id);
    if (called === undefined) drops.add("there is no answer");
    else if (!called.every((name) => offered.some((doc) => doc.name === name))) {
      drops.add("a called function was not offered");
    } else return [{ id, query: userText(question), gold: called.map(pairOf), candidates: candidatesOf(offered) }];
    return [];
  });
  return { name: "bfcl_live", servers: poolFunctions(entries), tasks, dropped: drops.counts };
}

/** Real queries that none of the functions offered with them answers. */
async function convertIrrelevance(clone: Clone): Promise<ImportedSet> {
  const path = `${folder}/BFCL_v4_live_irrelevance.json`;
  // Some offer no function at all: nothing can be judged there.
  const raw = (await clone.jsonLines(path)) as { function?: unknown[] }[];
  const entries = expectShape(
    liveTasks,
    raw.filter((entry) => entry?.function?.length !== 0),
    clone,
    path,
  );
  const drops = new Drops();
  for (let left = raw.length - entries.length; left > 0; left--) drops.add("no function is offered");
  const tasks = entries.map(({ id, question, function: offered }) => ({
    id,
    query: userText(question),
    gold: [],
    irrelevant: true,
    candidates: candidatesOf(offered),
  }));
  return { name: "bfcl_irrelevance", servers: poolFunctions(entries), tasks, dropped: drops.counts };
}

/** Conversations over simulated classes; a class is a server, a user turn is a step. */
async function convertConversations(clone: Clone): Promise<ImportedSet> {
  const path = `${folder}/BFCL_v4_multi_turn_base.json`;
  const answersPath = `${folder}/possible_answer/BFCL_v4_multi_turn_base.json`;
  const servers = await readClasses(clone);
  const entries = expectShape(conversations, await clone.jsonLines(path), clone, path);
  const answers = expectShape(callPaths, await clone.jsonLines(answersPath), clone, answersPath);
  const paths = new Map(answers.map(({ id, ground_truth }) => [id, ground_truth]));
  const drops = new Drops();
  const tasks = entries.flatMap(({ id, question, involved_classes: classes }): TaskLine[] => {
    const involved = servers.filter(({ name }) => classes.some((one) => one === name || one === `${name}API`));
    const turns = paths.get(id)?.map((calls) => calls.map((call) => ownerOf(call, involved)));
    if (turns === undefined) drops.add("there is no answer");
    else if (turns.length !== question.length) drops.add("turns and answers differ in number");
    else if (turns.flat().some((pair) => pair === undefined)) drops.add("a called function is in no involved class");
    else {
      const golds = turns.map((pairs) => distinctPairs(pairs as Pair[]));
      const gold = distinctPairs(golds.flat());
      if (gold.length > 0) {
        const steps = question.map((turn, index) => ({ query: userText([turn]), gold: golds[index]! }));
        return [{ id, query: userText(question), gold, steps }];
      }
      drops.add("no function is called");
    }
    return [];
  });
  return { name: "bfcl_multiturn", servers, tasks, dropped: drops.counts };
}

async function readClasses(clone: Clone): Promise<ImportedServer[]> {
  const servers: ImportedServer[] = [];
  for (const [file, name] of Object.entries(documentedClasses)) {
    const path = `${docsFolder}/${file}.json`;
    const docs = expectShape(z.array(functionDoc).min(1), await clone.jsonLines(path), clone, path);
    const texts = docs.map(({ description }) => splitDescription(description));
    const tools = docs.map((doc, index) => toTool({ ...doc, description: texts[index]!.ofTool }));
    servers.push({ name, description: texts[0]!.ofClass, tools });
  }
  return servers;
}

/** `This tool belongs to CLASS. Tool description: TOOL.` */
function splitDescription(text: string): { ofClass: string; ofTool: string } {
  const [ofClass = "", ofTool] = text.split(/\s*Tool description:\s*/);
  return ofTool === undefined ? { ofClass: "", ofTool: ofClass } : { ofClass, ofTool };
}

/** Every offered function once, under the server that its name says; of several descriptions the first stays. */
function poolFunctions(entries: readonly { function: FunctionDoc[] }[]): ImportedServer[] {
  const distinct = new Map<string, FunctionDoc>();
  for (const doc of entries.flatMap((entry) => entry.function))
    if (!distinct.has(doc.name)) distinct.set(doc.name, doc);
  const byServer = [...groupBy(distinct.values(), (doc) => pairOf(doc.name)[0])].sort(([a], [b]) => (a < b ? -1 : 1));
  return byServer.map(([name, docs]) => ({ name, description: "", tools: docs.map(toTool) }));
}

function toTool({ name, description, parameters }: FunctionDoc) {
  return { name, description, inputSchema: toJsonSchema(parameters) };
}

/** `Server.function`; a function without a dot is a server of its own. */
function pairOf(name: string): Pair {
  return [name.split(".")[0] || name, name];
}

function candidatesOf(offered: readonly FunctionDoc[]): Pair[] {
  return distinctPairs(offered.map(({ name }) => pairOf(name)));
}

/** The class whose function is called by `name(arguments)`. */
function ownerOf(call: string, servers: readonly ImportedServer[]): Pair | undefined {
  const name = call.slice(0, call.indexOf("(")).split(".").at(-1)?.trim() ?? "";
  const owner = servers.find(({ tools }) => tools.some((tool) => tool.name === name));
  return owner && [owner.name, name];
}

function userText(question: z.output<typeof messages>): string {
  const said = question.flat().filter(({ role }) => role === "user");
  return said.map(({ content }) => content.trim()).join("\n");
}

function distinctPairs(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}
