/** Kinds of action in general English and Chinese: what looks is not what changes, whatever else two texts share. */
import { stem } from "porter2";
import { nounLikeVerbs } from "../../catalog/search/imperative-verbs.js";
import { words } from "./language.js";

/** `look` and `compute` leave everything as it is; the others change something. */
export type ActionKind =
  | "look"
  | "compute"
  | "remove"
  | "move"
  | "make"
  | "obtain"
  | "change"
  | "send"
  | "run"
  | "stop";

const verbs: Record<ActionKind, string> = {
  look: `read get list show fetch view display describe look search find query check inspect retrieve browse return see
    know lookup examine count monitor watch extract scrape explain review recall`,
  compute: `summarize summarise analyze analyse calculate compute predict forecast compare correlate visualize visualise
    plot draw chart graph measure estimate evaluate detect classify translate convert solve determine`,
  remove: "delete remove erase drop purge destroy wipe uninstall",
  move: "move rename",
  make: "write create add insert save store append make schedule provision register put upload report submit",
  obtain: "book reserve order buy purchase rent hire",
  change: "update edit modify change set replace adjust configure enable disable toggle assign resize block unblock",
  send: "send email mail notify message post share forward reply text inform invite alert tweet",
  run: "run execute start restart launch deploy trigger play release reboot",
  stop: "stop pause kill terminate halt abort suspend",
};

const kindOfStem = new Map<string, ActionKind>(
  (Object.entries(verbs) as [ActionKind, string][]).flatMap(([kind, list]) =>
    list.split(/\s+/).map((verb) => [stem(verb), kind] as const),
  ),
);

/** Verbs of more than one word, and objects that say more than their verb: "write an email" sends. */
const openings: readonly [RegExp, ActionKind][] = [
  [/^get rid\b|^throw (?:\w+ )?(?:away|out)\b/i, "remove"],
  [
    /^(?:tell|give|show|inform|remind|notify|update) (?:me|us)\b|^let (?:me|us) (?:see|know)\b|^find out\b|^(?:look|pull) up\b|^look (?:for|at)\b/i,
    "look",
  ],
  [/^(?:tell|let)\b/i, "send"],
  [/^(?:write|compose|draft|create|make)\s+(?:\S+\s+){0,3}?(?:e-?mail|mail|message)\b/i, "send"],
  [/^roll (?:out|back)\b|^kick off\b/i, "run"],
  [/^(?:shut|take) down\b|^put (?:\w+ )?on hold\b/i, "stop"],
  [/^set up\b|^(?:spin|bring) up\b|^write down\b/i, "make"],
  [/^turn (?:on|off|up|down)\b/i, "change"],
  [
    /^(?:make|write|create|generate|prepare|build)\s+(?:an?|the)\s+(?:\w+\s+)?(?:list|overview|summary|digest|recap|chart|graph|plot|diagram)\b/i,
    "compute",
  ],
  [/^(?:请)?(?:删除|删掉|移除|清除)/u, "remove"],
  [/^(?:请)?(?:查|搜|找|列|读|看|获取|显示|打开|告诉我)/u, "look"],
  [/^(?:请)?(?:发|寄|通知|告诉)/u, "send"],
  [/^(?:请)?(?:创建|新建|添加|增加|写|保存|插入|预订|预定|上传)/u, "make"],
  [/^(?:请)?(?:更新|修改|更改|设置|替换|编辑)/u, "change"],
  [/^(?:请)?(?:运行|执行|部署|启动|播放)/u, "run"],
  [/^(?:请)?(?:停止|暂停|终止)/u, "stop"],
  [/^(?:请)?(?:翻译|计算|总结|分析|预测|画|绘|比较)/u, "compute"],
];

const chineseMiddle: readonly [RegExp, ActionKind][] = [
  [/^把.*(?:读出来|列出来|找出来|显示出来)$/u, "look"],
  [/^[把将].*(?:删除|删掉|移除)/u, "remove"],
  [/^[把将].*(?:发|寄)/u, "send"],
  [/^[把将].*(?:保存|写入|上传)/u, "make"],
  [/^[把将].*(?:改成|改为|更新|设置)/u, "change"],
];

const wishToSee = /\b(?:looking|searching|in search|interested)\b/i;

/** What kind of thing a clause asks for; undefined when its verb is of no plain kind. */
export function kindOfStep(clause: string, text: string, action: string): ActionKind | undefined {
  const opening = [...openings, ...chineseMiddle].find(([pattern]) => pattern.test(text));
  if (opening) return opening[1];
  if (action === "") return /[a-z]/i.test(text) ? "look" : undefined;
  const kind = kindOfVerb(action);
  if (kind !== undefined) return kind;
  // "I am looking for ..." is politeness, and says what is wanted; "a house to book" says more.
  const isWish = wishToSee.test(clause.slice(0, Math.max(0, clause.indexOf(text))));
  return isWish && !/\bto [a-z]+/i.test(text) ? "look" : undefined;
}

export function kindOfVerb(verb: string): ActionKind | undefined {
  return kindOfStem.get(stem(verb.toLowerCase()));
}

const readOnly = /\bread[- ]only\b|\bwithout (?:changing|modifying)\b|\b(?:does not|doesn't|never) (?:change|modif)/i;
const preamble =
  /^(?:(?:this|the|an?)\s+)?(?:tool|api|function|endpoint|method|action|operation|service)\s+(?:is used\s+|used\s+|allows?\s+(?:\w+\s+)?|can be used\s+|lets?\s+\w+\s+|will\s+|that\s+|which\s+)?(?:to\s+)?|^(?:use (?:this|it) to|used to|allows? (?:you|users?|the user) to|lets? you)\s+/i;
/** Verbs that say nothing of what is done: the rest of the sentence does. */
const general = new Set(words("manage handle control administer"));
/** Names of what a tool makes for the eye alone: "create_chart" changes nothing. */
const views = new Set(words("chart graph plot diagram summary overview"));

/** What kinds of thing a tool does: by the verbs of its name, else by the first word of its description. */
export function kindsOfTool(name: string, lead: string): Set<ActionKind> {
  if (readOnly.test(lead)) return new Set(["look"]);
  const spaced = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  const tokens: readonly string[] = spaced.match(/\p{L}+/gu) ?? [];
  const sentence = lead.replace(preamble, "").toLowerCase();
  const described = sentence.match(/[\p{L}-]+/gu) ?? [];
  const said = new Set(leadingVerbs(sentence).map((verb) => kindOfVerb(verb)!));
  const named = new Set(namedVerbs(tokens).map((verb) => kindOfVerb(verb)!));
  // "Get a ride" books it.
  const isVague = named.size === 1 && tokens.includes("get");
  // `list_create` makes and `create_list` does too: where a name holds two verbs the description says which one is meant.
  const both = new Set([...named].filter((kind) => said.has(kind)));
  const kinds = named.size === 0 || (isVague && said.size > 0) ? said : both.size > 0 ? both : named;
  if ([...tokens, described[0] ?? ""].some((token) => general.has(words(token)[0] ?? ""))) {
    for (const token of described) addKind(kinds, token);
    kinds.add("change");
  }
  if (kinds.has("make") && words(tokens.join(" ")).some((stem) => views.has(stem))) return new Set(["compute"]);
  return kinds;
}

function addKind(kinds: Set<ActionKind>, token: string): void {
  const kind = kindOfVerb(token);
  if (kind !== undefined) kinds.add(kind);
}

/** Words that are nouns as often count where no plain verb stands: `read_email` reads, `email_report` sends. */
function namedVerbs(tokens: readonly string[]): string[] {
  const known = tokens.filter((token) => kindOfVerb(token) !== undefined);
  const plain = known.filter((token) => !nounLikeVerbs.has(token));
  return plain.length > 0 ? plain : known.slice(0, 1);
}

/** The first word of a description, and what "or", "and" or a comma adds to it: "Get or create". */
function leadingVerbs(sentence: string): string[] {
  const list = /^[a-z-]+(?:(?:,\s*|\/|,?\s+(?:and|or)\s+)[a-z-]+)*/.exec(sentence)?.[0] ?? "";
  return list.split(/,\s*|\/|\s+(?:and|or)\s+|\s+/).filter((verb) => kindOfVerb(verb) !== undefined);
}

const leavesAsIs = new Set<ActionKind>(["look", "compute"]);

function isEnding(kind: ActionKind): boolean {
  return kind === "remove" || kind === "stop";
}

/** True when all that a tool is known to do changes something. */
export function onlyChanges(offered: ReadonlySet<ActionKind>): boolean {
  return offered.size > 0 && ![...offered].some((kind) => leavesAsIs.has(kind));
}

/** How far apart what is asked and what a tool does are: 0 not at all or unknown, 1 unlikely, 2 the tool cannot be meant. */
export function actionConflict(asked: ActionKind | undefined, offered: ReadonlySet<ActionKind>): 0 | 1 | 2 {
  if (offered.size === 0 || asked === undefined || offered.has(asked)) return 0;
  if (leavesAsIs.has(asked)) {
    // "Draw a map" may be made.
    return onlyChanges(offered) ? (asked === "compute" && offered.has("make") ? 1 : 2) : 0;
  }
  if (!onlyChanges(offered)) {
    // Who wants to book looks first.
    if (asked === "obtain") return 1;
    return asked === "make" && offered.has("compute") ? 0 : 2;
  }
  // What is gone is gone, and what stopped has stopped: neither stands in for another kind, nor another for it.
  if (isEnding(asked) || [...offered].every(isEnding)) return 2;
  return (asked === "change" || asked === "move") && offered.size === 1 && offered.has("send") ? 2 : 1;
}
