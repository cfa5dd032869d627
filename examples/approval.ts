/**
 * A person decides on calls: a run stops where a tool may destroy something, shows the calls that wait, and goes on with
 * what the person decided about each. Runs offline: `npx tsx examples/approval.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, Command, MemorySaver } from "@langchain/langgraph";
import {
  type ApprovalChoice,
  type ApprovalDecision,
  type ApprovalFormat,
  type ApprovalRequest,
  createActiveGraph,
  OfflinePlanner,
  ToolCatalog,
} from "toolgap";

/** A server with two tools; `done` collects what they did. */
function createCatalog(done: string[]): ToolCatalog {
  const inputSchema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const run = (what: string) => async (args: Record<string, unknown>) => {
    done.push(`${what} ${args.path}`);
    return { content: [{ type: "text" as const, text: `${what} ${args.path}` }], isError: false };
  };
  return new ToolCatalog([
    {
      name: "disk",
      description: "Files on the local disk",
      tools: [
        {
          name: "read_file",
          description: "Read a file",
          inputSchema,
          annotations: { readOnlyHint: true },
          execute: run("read"),
        },
        {
          name: "delete_file",
          description: "Delete a file for good",
          inputSchema,
          annotations: { destructiveHint: true },
          execute: run("deleted"),
        },
      ],
    },
  ]);
}

/** An agent that asks before a destructive call, in one of the three forms. */
export function createAgent(done: string[], approvalFormat: ApprovalFormat = "toolgap") {
  const checkpointer: BaseCheckpointSaver = new MemorySaver();
  return createActiveGraph({
    catalog: createCatalog(done),
    model: new OfflinePlanner(),
    checkpointer,
    context: { approval: "destructive", approvalFormat },
  });
}

/** The decision on a question: it names the call and the arguments that were shown. */
export function decide({ callId, argumentsHash }: ApprovalRequest, choice: ApprovalChoice): ApprovalDecision {
  return { callId, argumentsHash, ...choice };
}

/** Runs a task and decides once on everything that waits; gives what was done and what the agent said last. */
export async function runWithPerson(task: string, choose: (question: ApprovalRequest) => ApprovalChoice) {
  const done: string[] = [];
  const agent = createAgent(done);
  const config = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: [new HumanMessage(task)] }, config);

  const { tasks } = await agent.getState(config);
  const open = tasks.filter((step) => step.result === undefined);
  const waiting = open.flatMap((step) => step.interrupts) as { id: string; value: ApprovalRequest }[];
  const resume = Object.fromEntries(waiting.map(({ id, value }) => [id, decide(value, choose(value))]));

  const { messages } = await agent.invoke(new Command({ resume }), config);
  return { questions: waiting.map(({ value }) => value), done, answer: messages.at(-1)?.text ?? "" };
}

/** The same in the form of Agent Inbox: the answer to the only waiting call may be plain. */
export async function runWithAgentInbox(task: string, response: { type: string; args: unknown }) {
  const done: string[] = [];
  const agent = createAgent(done, "agent-inbox");
  const config = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: [new HumanMessage(task)] }, config);
  const { messages } = await agent.invoke(new Command({ resume: [response] }), config);
  return { done, answer: messages.at(-1)?.text ?? "" };
}

/** The same in the form of langchain's human-in-the-loop middleware. */
export async function runWithLangchain(task: string, decision: { type: string; [key: string]: unknown }) {
  const done: string[] = [];
  const agent = createAgent(done, "langchain");
  const config = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: [new HumanMessage(task)] }, config);
  const { messages } = await agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
  return { done, answer: messages.at(-1)?.text ?? "" };
}

async function main(): Promise<void> {
  const task = "Delete the file notes.txt";
  const choices: ApprovalChoice[] = [
    { decision: "approve" },
    { decision: "edit", args: { path: "draft.txt" } },
    { decision: "reject", message: "the notes are still needed" },
    { decision: "respond", message: "I have moved it to the archive." },
    { decision: "ignore" },
  ];
  for (const choice of choices) {
    const { questions, done, answer } = await runWithPerson(task, () => choice);
    for (const { tool, args } of questions) console.log(`asked: ${tool.server}/${tool.name} ${JSON.stringify(args)}`);
    console.log(`decided: ${choice.decision}\ndone: ${done.join(", ") || "nothing"}\nagent: ${answer}\n`);
  }
}

if (process.argv[1]?.endsWith("approval.ts")) await main();
