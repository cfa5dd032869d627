/**
 * A process that runs the agent, or resumes it, and is killed where it is told to. What it gives back stands on its last
 * line: only plain data, since the test has other copies of every class.
 */
import { Command } from "@langchain/langgraph";
import type { ApprovalRequest } from "../../graphs/index.js";
import { type Boundary, createAgent, type Pass, type Scenario, task, thread } from "./agent.js";
import { openStorage, type StorageAddress } from "./storage.js";

/** What the test tells the process. */
export interface ChildOrder extends Scenario {
  storage: StorageAddress;
  killAt?: Boundary;
}

/** What the process tells the test. */
export interface ChildReport {
  /** Kind and text of each message. */
  messages: [kind: string, text: string][];
  bound: string[];
  calls: { name: string; ok: boolean; journal?: string | undefined }[];
  stoppedBy?: string | undefined;
  /** Questions that were asked in this process. */
  asked: number;
}

const { storage: address, killAt, ...scenario } = JSON.parse(process.argv[2]!) as ChildOrder;

const pass: Pass = async (boundary) => {
  if (boundary !== killAt) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
};

const storage = await openStorage(address);
const graph = createAgent(storage, pass, scenario, killAt === undefined);
const { config } = await graph.getState(thread);
const isStarted = config.configurable?.checkpoint_id !== undefined;
let state = await graph.invoke(isStarted ? null : task, thread);
let asked = 0;
for (;;) {
  const { tasks } = await graph.getState(thread);
  const questions = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
  if (questions.length === 0) break;
  asked += questions.length;
  const answers = questions.map(({ id, value: { callId, argumentsHash } }) => [
    id,
    { callId, argumentsHash, decision: "approve" },
  ]);
  state = await graph.invoke(new Command({ resume: Object.fromEntries(answers) }), thread);
}
await pass("after the end");
await storage.close();

const report: ChildReport = {
  messages: state.messages.map((message) => [message.getType(), message.text]),
  bound: state.boundTools.map(({ callName }) => callName),
  calls: state.metrics.flatMap((metric) =>
    metric.kind === "tool" ? [{ name: metric.calledName, ok: metric.ok, journal: metric.journal }] : [],
  ),
  stoppedBy: state.stoppedBy,
  asked,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
