/** Whether a piece of text begins like something to do or to ask: the judgement behind `splitClauses`. */
import { imperativeVerbs, nounLikeVerbs } from "./imperative-verbs.js";

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words that only join or number steps. */
const joining = toSet(`
  additionally after afterward afterwards also and before finally first firstly just kindly lastly next now once plus
  please second secondly step subsequently that then third thirdly this`);

/** Joining words after which something to do follows. */
const sequencing = toSet(
  "additionally afterward afterwards also finally lastly next secondly subsequently then thirdly",
);

const objects = toSet("a all an each every her him his it its me my our the their them these this those us your");

/** What may follow a verb and does not follow the noun of the same spelling in a list of things. */
const afterVerbs = toSet(`
  about another any as at back both by down everything for from how if in into more new no off on only out over some
  through to two up what when where whether which who with`);

/** Words that stand before an object and are no verbs. */
const closedClass = toSet(`
  about above across after against all along also although among and any anyone anything are around as at because before
  behind below beneath beside between beyond but both can could did does during each either enough even every everyone
  everything except few for from had has have her here his how however inside into its less like many may might more
  most much must near neither never nor not off often once one only onto other our out outside over past per perhaps
  plus rather same several shall should since some someone something still such than that the their then there these they
  this those though through throughout till too toward towards two under unless until upon very via was were what whatever
  when where whereas whether which while who whoever whom whose why will with within without would yet you your`);

const subjects = toSet("i i'd i'll i'm i've let let's he she they we we'd we'll we're you");
const questions = toSet(`
  are can could did do does has have how is should was were what what's when where which who who's whose why will would`);
/** Questions after "and"; after a comma they go on about the thing before it. */
const relatives = toSet("when where which who whose");
const auxiliaries = toSet("are can could did do does has have is should was were will would");

const conditions = toSet("after although as because before if once since unless until when whenever while");
const prepositions = toSet(
  "according at based by during for from given in inside on through to under using via with within",
);

interface Token {
  /** Lower case, without the punctuation around it. */
  word: string;
  raw: string;
  /** True when punctuation ends it. */
  pause: boolean;
}

function toTokens(text: string): Token[] {
  return (text.match(/\S+/g) ?? []).map((raw) => ({
    raw,
    word: raw
      .toLowerCase()
      .replace("’", "'")
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""),
    pause: /[,;:.!?]["'”’)\]]*$/.test(raw),
  }));
}

/** How the two sides are held together: by a comma or the like, or by a joining word. */
export type JointKind = "pause" | "word";

/** True when `right`, what follows a comma or a joining word, begins like a clause of its own. */
export function beginsClause(right: string, kind: JointKind): boolean {
  const { rest, skipped } = skipJoining(toTokens(right.slice(0, 200)).slice(0, 14));
  const [first, second, third] = rest;
  if (first === undefined) return false;
  if (skipped.includes("please")) return true;
  if (second === undefined || first.pause) return false;
  if (
    isImperative(
      first,
      second,
      skipped.some((word) => sequencing.has(word)),
    )
  )
    return true;
  if (third === undefined) return false;
  if (subjects.has(first.word)) return true;
  if (!questions.has(first.word)) return false;
  const isRelative = kind === "pause" && skipped.length === 0 && relatives.has(first.word);
  return !isRelative || /^[^.!\n]{0,200}\?/.test(right);
}

function skipJoining(tokens: readonly Token[]): { rest: Token[]; skipped: string[] } {
  let index = 0;
  while (index < tokens.length && isJoining(tokens, index)) index++;
  const skipped = tokens.slice(0, index).map((token) => token.word);
  const isInfinitive = tokens[index]?.word === "to" && index > 0;
  return { rest: tokens.slice(isInfinitive ? index + 1 : index), skipped };
}

function isJoining(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]!.word;
  if (word === "") return true;
  const before = tokens[index - 1]?.word;
  if (word === "that" || word === "this") return before === "after" || before === "before";
  if (/^\d{1,2}$/.test(word)) return before === "step";
  return joining.has(word) || (index > 0 && /^[a-z]{3,}ly$/.test(word) && !imperativeVerbs.has(word));
}

function isImperative(first: Token, second: Token, isSequenced: boolean): boolean {
  const hasObject = objects.has(second.word);
  if (!imperativeVerbs.has(first.word)) {
    // "chart them", "email the report": whatever stands before an object and is no other kind of word is a verb.
    return (
      hasObject && /^[a-z-]{3,}$/.test(first.raw) && !/(?:ing|ed|ly|[^s]s)$/.test(first.raw) && !isClosed(first.word)
    );
  }
  if (!nounLikeVerbs.has(first.word) || isSequenced || hasObject || afterVerbs.has(second.word)) return true;
  return /^["'“‘`«「./~@#$\d\p{Lu}]|[./_@]\S/u.test(second.raw);
}

function isClosed(word: string): boolean {
  return (
    closedClass.has(word) || subjects.has(word) || questions.has(word) || conditions.has(word) || prepositions.has(word)
  );
}

/**
 * True when `left`, what stands before a joint, can be left alone: it says more than a verb ("find and delete old files"
 * is one thing to do) and is no condition or circumstance of what follows ("if it fails, ...", "in ./docs, ...").
 *
 * @param pauses commas and the like that `left` already holds.
 */
export function standsAlone(left: string, right: string, kind: JointKind, pauses: number): boolean {
  const tokens = toTokens(left.slice(0, 200));
  const { rest } = skipJoining(tokens);
  const [first, second] = rest;
  if (first === undefined || rest.length < 2) return false;
  if (rest.every((token) => imperativeVerbs.has(token.word) || joining.has(token.word))) return false;
  if (endsInPairedVerb(left, right)) return false;
  if (pauses > 0) return true;
  const start = tokens[0]!.word === "after" || tokens[0]!.word === "before" ? tokens[0]! : first;
  if (conditions.has(start.word)) return start.word === "when" && auxiliaries.has(second!.word);
  return kind === "word" || !prepositions.has(start.word);
}

/** "... read and write permissions", "I want to find and delete ...": two verbs that share what follows. */
function endsInPairedVerb(left: string, right: string): boolean {
  const [beforeLast, last] = toTokens(left.slice(-60)).slice(-2);
  if (last === undefined || last.pause || !imperativeVerbs.has(last.word)) return false;
  if (beforeLast !== undefined && (beforeLast.word === "to" || joining.has(beforeLast.word))) return true;
  const [first, second] = skipJoining(toTokens(right.slice(0, 200)).slice(0, 8)).rest;
  return first !== undefined && imperativeVerbs.has(first.word) && !objects.has(second?.word ?? "");
}

const chineseVerbs =
  "请|帮|把|将|查|找|搜|发|创建|新建|删|读|写|列|生成|下载|上传|更新|修改|翻译|打开|关闭|保存|计算|总结|分析|获取|提取|绘|画|制作|预订|预定|通知|告诉|转换|导出|添加|整理|比较|推荐";
const chineseHead = new RegExp(`^(?:然后|接着|随后|最后|并且|同时|另外|还要|并|再)?(?:${chineseVerbs})`, "u");
const joiningHead = /^(?:然后|接着|随后|最后|并且|同时|另外|それから|そして|次に|最後に)/u;

/** The same for Chinese, and for Japanese after a joining word. */
export function beginsCjkClause(right: string): boolean {
  const head = right.trimStart().slice(0, 40);
  return joiningHead.test(head) || chineseHead.test(head);
}
