/** Every task with what each strategy did: requests, both stages of the routing, what was cut and why, calls, losses. */
import type { RoutingTrace } from "../../../catalog/search/types.js";
import { formatToolId, type ToolId, toolKey } from "../../../catalog/types.js";
import { type EvalCase, type EvalReport, type Stage, stages } from "../types.js";
import { stageColor, stageTitle } from "./charts.js";
import { type Content, html, type Markup } from "./markup.js";

/** Cases whose traces a page shows: more make a file that browsers open slowly. Those that lost something come first. */
const mostCases = 1_500;

/** Characters of an answer or of a call's arguments. */
const shownText = 600;

interface TaskTurn {
  key: string;
  cases: EvalCase[];
}

export function tasksSection(report: EvalReport): Markup {
  const turns = groupByTurn(report.cases);
  const { shown, left } = withinLimit(turns);
  const lostAt = stages.filter((stage) => report.cases.some((one) => one.stage === stage));
  return html`<section id="tasks"><h2>Every task</h2>
<p>One line for each user turn; open it for the requests, the routing in both stages, what was cut and why, and the calls.</p>
${left > 0 && html`<p class="label">${left} more turns are not shown here; the JSON form of this report has all of them.</p>`}
<div class="filters" hidden>
<div><label for="filter-text">Words in the task, its tools or its trace</label><input id="filter-text" type="search" autocomplete="off"></div>
<div><label for="filter-strategy">Strategy</label><select id="filter-strategy"><option value="">any</option>${report.strategies.map(({ strategy }) => html`<option value="${strategy}">${strategy}</option>`)}</select></div>
<div><label for="filter-outcome">Lost at</label><select id="filter-outcome"><option value="">any</option><option value="lost">any stage</option><option value="nothing">nothing lost</option>${lostAt.map((stage) => html`<option value="${stage}">${stageTitle(stage)}</option>`)}</select></div>
</div><p id="filter-count" class="quiet" role="status"></p>
${shown.map(taskTurn)}</section>`;
}

function groupByTurn(cases: readonly EvalCase[]): TaskTurn[] {
  const turns = new Map<string, EvalCase[]>();
  for (const one of cases) {
    const key = JSON.stringify([one.suite, one.task, one.turn]);
    const group = turns.get(key);
    if (group) group.push(one);
    else turns.set(key, [one]);
  }
  return [...turns].map(([key, group]) => ({ key, cases: group }));
}

function withinLimit(turns: readonly TaskTurn[]): { shown: readonly TaskTurn[]; left: number } {
  const total = turns.reduce((sum, turn) => sum + turn.cases.length, 0);
  if (total <= mostCases) return { shown: turns, left: 0 };
  const lossy = (turn: TaskTurn) => Number(turn.cases.some((one) => one.stage !== null));
  let room = mostCases;
  const kept = new Set<TaskTurn>();
  for (const turn of turns.toSorted((a, b) => lossy(b) - lossy(a))) {
    room -= turn.cases.length;
    if (room < 0) break;
    kept.add(turn);
  }
  return { shown: turns.filter((turn) => kept.has(turn)), left: turns.length - kept.size };
}

function taskTurn({ cases }: TaskTurn): Markup {
  const [first] = cases;
  if (!first) return html``;
  const { suite, task, turn, query, slots, unmet, tags } = first;
  const repeated = cases.some((one) => one.repeat > 1);
  const outcomes = cases.map((one) => `${one.strategy}:${one.stage ?? "nothing"}`).join(" ");
  const numbered = cases.filter((one) => one.turn > 1).length > 0 ? `, turn ${turn}` : "";
  return html`<details class="task" data-outcomes="${outcomes}"><summary><span class="quiet">${suite} / ${task}${numbered}</span> <span class="query">${query}</span>
<span class="chips">${cases.map((one) => chip(one, repeated))}</span></summary><div class="body">
<p>Needed: ${slots.length === 0 ? "no tool" : slots.map((slot, index) => [index > 0 && "; ", slot.map((id, place) => [place > 0 && " or ", code(id)])])}.
${unmet.length > 0 && html` No tool fits: ${unmet.join("; ")}.`}${tags.length > 0 && html` <span class="quiet">Tags: ${tags.join(", ")}</span>`}</p>
${cases.map((one) => caseSection(one, repeated))}</div></details>
`;
}

function chip({ strategy, repeat, stage }: EvalCase, repeated: boolean): Markup {
  const lost: Stage | "nothing" = stage ?? "nothing";
  return html`<span class="chip" style="--stage:${stageColor(lost)}">${strategy}${repeated && ` ${repeat}`}: ${stageTitle(lost)}</span>`;
}

function caseSection(one: EvalCase, repeated: boolean): Markup {
  const { strategy, repeat, stoppedBy, failed, calls, losses, requests, routing, answer, metrics } = one;
  const size = [metrics.toolsInContext, metrics.schemaTokens].map((value) => (value ?? 0).toLocaleString("en-US"));
  return html`<h4>${strategy}${repeated && `, run ${repeat}`}</h4>
<p class="quiet">${failed === undefined ? stoppedBy : `failed: ${failed}`}; ${size[0]} tools in context, ${size[1]} schema tokens</p>
${losses.length > 0 && html`<ul>${losses.map(({ slot, stage }) => html`<li>lost ${slot.map((id, place) => [place > 0 && " or ", code(id)])}: ${stageTitle(stage)}</li>`)}</ul>`}
${routing.map((trace) => traceBlock(trace, requests, strategy))}
${requests.filter(({ status }) => status !== "loaded" && status !== "nothing_fits").map(({ server, tool, status, round }) => html`<p class="quiet">Round ${round}: "${asked({ server, tool })}" was answered "${status.replaceAll("_", " ")}".</p>`)}
<h5>Called</h5>${calls.length === 0 ? html`<p>nothing</p>` : html`<ol>${calls.map((call) => html`<li>${code(call)} <code>${cutText(JSON.stringify(call.args))}</code>${!call.ok && " failed"}${call.simulated && html` <span class="quiet">simulated</span>`}</li>`)}</ol>`}
${answer !== "" && html`<details><summary class="quiet">The answer</summary><p>${cutText(answer)}</p></details>`}`;
}

function traceBlock(trace: RoutingTrace, requests: EvalCase["requests"], strategy: EvalCase["strategy"]): Markup {
  const { request, servers, tools, cut, threshold, notices = [] } = trace;
  const same = requests.filter((one) => one.server === (request.server ?? "") && one.tool === (request.tool ?? ""));
  const loaded = new Set(same.flatMap(({ matched }) => matched.map(toolKey)));
  const rounds = [...new Set(same.map(({ round }) => round))];
  const title = strategy === "active" && rounds.length > 0 ? `Round ${rounds.join(", ")}` : "Ranking for the task";
  return html`<div class="trace"><h5>${title}: "${asked(request)}"</h5>
${notices.map((notice) => html`<p class="quiet">${notice}</p>`)}
${servers.length > 0 && html`<h5>Stage 1, servers</h5><ol>${servers.map(({ name, score }) => html`<li>${name} <span class="quiet">${decimal(score)}</span></li>`)}</ol>`}
<h5>Stage 2, tools <span class="quiet">(threshold ${threshold})</span></h5>${tools.length === 0 ? html`<p>nothing fits</p>` : html`<ol>${tools.map((hit) => html`<li>${code(hit.id)} <span class="quiet">score ${decimal(hit.score)}, fit ${decimal(hit.fit)}${loaded.has(toolKey(hit.id)) && ", loaded"}</span></li>`)}</ol>`}
${cut.length > 0 && html`<details><summary>${cut.length} cut</summary><ol>${cut.map((hit) => html`<li>${code(hit.id)} <span class="quiet">${decimal(hit.score)}: ${hit.reason}</span></li>`)}</ol></details>`}</div>`;
}

function asked({ server, tool }: { server?: string | undefined; tool?: string | undefined }): string {
  return [server, tool].filter(Boolean).join(": ");
}

function code(id: ToolId): Content {
  return html`<code>${formatToolId(id)}</code>`;
}

function decimal(value: number): string {
  return value.toFixed(3);
}

function cutText(text: string): string {
  return text.length > shownText ? `${text.slice(0, shownText)}...` : text;
}
