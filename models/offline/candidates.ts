/** Which tools may do a step, or what to ask for. */
import type { RequestAnswer, ToolRequest } from "../protocol.js";
import type { ArgumentSources } from "./arguments.js";
import { callThreshold, type Fit, lastResortThreshold, rankTools, unansweredThreshold } from "./choose-tool.js";
import type { EvidenceKind } from "./evidence.js";
import { wordRequests } from "./request-wording.js";
import { kindsIn } from "./results.js";
import type { Plan, Step } from "./steps.js";
import { type Conversation, sameRequest } from "./transcript-state.js";

/** What the first place in the router's answer is worth next to the planner's own judgement. */
const priorWeight = 0.06;

/** The tools for a step, best first, and why there are none; or what to ask for. */
export type Candidates = { kind: "fits"; fits: Fit[]; reason: string } | { kind: "request"; request: ToolRequest };

/**
 * Looks among the tools that were found for the step, then among all that are bound, then asks: once in the step's own
 * words and, where nothing came of it, once more in others.
 *
 * @param wasTried whether a tool was called for this step before.
 */
export function findCandidates(
  step: Step,
  sources: ArgumentSources,
  plan: Plan,
  conversation: Conversation,
  wasTried: boolean,
): Candidates {
  const { tools, channels, requests, turn } = conversation;
  const ranked = rankTools(step, tools, inheritedKinds(step, sources, plan));
  const possible = ranked.filter(({ isOpposed }) => !isOpposed);
  const asked = requests.filter((record) => record.turn === turn);
  const wordings = wordRequests(step, plan.steps);
  const answers = wordings.map((request) => asked.findLast((record) => sameRequest(record.request, request))?.answer);
  const found = answers.flatMap((answer) => (answer?.tools?.length ? [judge(ranked, answer)] : []));
  const fits = found.flatMap((one) => one.fits);
  if (fits.length > 0) return { kind: "fits", fits, reason: "" };

  const strong = possible.filter(({ fit, hasAction }) => fit >= callThreshold && hasAction);
  if (found.length === 0 && strong.length > 0) return { kind: "fits", fits: strong, reason: "" };
  // A tool that was already tried for this step is no reason to ask for another one.
  const tried = wasTried ? possible.filter(({ fit }) => fit >= lastResortThreshold) : [];
  if (tried.length > 0) return { kind: "fits", fits: tried, reason: "" };

  const spent = asked.some((record) => record.answer?.status === "budget_spent");
  const mayAskAgain = answers[0] === undefined || answers[0].status === "nothing_fits" || found.length > 0;
  const next = wordings[answers.indexOf(undefined)];
  if (channels.request !== "none" && !spent && mayAskAgain && next) return { kind: "request", request: next };

  const reason = found.find((one) => one.reason !== "")?.reason;
  if (reason) return { kind: "fits", fits: [], reason };
  const [answer] = answers;
  const threshold = channels.request === "none" && !answer ? lastResortThreshold : unansweredThreshold;
  const weak = possible.filter(({ fit, shared }) => fit >= threshold && shared > 0);
  return { kind: "fits", fits: weak, reason: reasonFor(answer, spent, conversation) };
}

/** What the results and the steps that this one points back to are about. */
function inheritedKinds(step: Step, { results }: ArgumentSources, plan: Plan): Set<EvidenceKind> {
  if (!step.refers) return new Set();
  const said = plan.steps.filter(({ index }) => step.dependsOn.includes(index)).flatMap(({ evidence }) => evidence);
  const kinds = said.map(({ kind }) => kind).filter((kind) => kind === "repository");
  return new Set([...kinds, ...results.filter(({ needed }) => needed).flatMap(kindsIn)]);
}

/**
 * The tools of an answer in the order of own fit and the router's ranking together: the router saw descriptions of all
 * tools. Those that do another kind of thing are left out, and those for which one stray word speaks.
 */
function judge(ranked: readonly Fit[], answer: RequestAnswer): { fits: Fit[]; reason: string } {
  const names = (answer.tools ?? []).map(({ name }) => name);
  const bound = ranked.filter(({ tool }) => names.includes(tool.function.name));
  if (bound.length === 0) return { fits: [], reason: "the tools that were loaded for it are no longer there" };
  const fits = bound
    .filter((one) => !one.isOpposed && (one.isSupported || isTrusted(one, names)))
    .map((one) => ({ ...one, fit: one.fit + priorWeight * (1 - names.indexOf(one.tool.function.name) / names.length) }))
    .sort((a, b) => b.fit - a.fit);
  const reason = fits.length > 0 ? "" : `none of the tools that were found does that (${names.join(", ")})`;
  return { fits, reason };
}

/** A router that names one tool alone, with no word in common, has found it by its meaning. */
function isTrusted({ shared }: Fit, names: readonly string[]): boolean {
  return names.length === 1 && shared === 0;
}

function reasonFor(answer: RequestAnswer | undefined, spent: boolean, { tools, channels }: Conversation): string {
  if (answer?.status === "nothing_fits") {
    const near = answer.nearestServers?.length ? ` (nearest: ${answer.nearestServers.join(", ")})` : "";
    return `no tool was found for it${near}`;
  }
  if (answer?.status === "invalid")
    return `the request for a tool was not accepted${answer.note ? `: ${answer.note}` : ""}`;
  if (spent || answer?.status === "budget_spent") return "no more tools could be requested in this turn";
  if (channels.request === "none" && tools.length === 0) return "no tool is available";
  return "none of the available tools fits it";
}
