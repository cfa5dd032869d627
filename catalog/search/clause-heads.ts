/** Whether a piece of text begins like something to do or to ask: the judgement behind `splitClauses`. */
import { type Token, Tokens, tokenBefore } from "./clause-tokens.js";
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

const conditions = toSet("after although as because before if once prior since unless until upon when whenever while");
const prepositions = toSet(`
  according at based besides by concerning despite during for from given in inside on regarding through to under using via
  with within without`);

/** After these an object is complete, so the next word begins something new. */
const completeObjects = toSet("him it me them these this those us");
/** Words that "and" only continues: "go ahead and send", "try and find". */
const openBeforeAnd = toSet("ahead come go sure try");
const particles = toSet("back down off on out over up");

/** Two pieces of a text and what is between them. */
export interface Joint {
  /** What stands before, from the beginning of its clause. */
  left: string;
  /** The end of `left`, from its last comma or the like. */
  lastPart: string;
  /** What follows, joining words included. */
  right: string;
  /** How the two sides are held together: by a comma or the like, or by a joining word. */
  kind: "pause" | "word";
}

/** True when what follows a comma or a joining word begins like a clause of its own. */
export function beginsClause({ left, right, kind }: Joint): boolean {
  const tokens = new Tokens(right.slice(0, 200), 14);
  const { joined, start } = skipJoining(tokens);
  const first = tokens.at(start);
  if (first === undefined) return false;
  if (joined.includes("please")) return true;
  const second = tokens.at(start + 1);
  if (second === undefined || first.pause) return false;
  const third = tokens.at(start + 2);
  const isFresh = joined.some((word) => sequencing.has(word)) || endsWithObject(left);
  if (isImperative(first, second, third, isFresh)) return true;
  if (third === undefined) return false;
  if (subjects.has(first.word)) return true;
  if (!questions.has(first.word)) return false;
  const isRelative = kind === "pause" && joined.length === 0 && relatives.has(first.word);
  return !isRelative || /^[^.!\n]{0,200}\?/.test(right);
}

/** True when the last word of `text` can only be a whole object: a pronoun, a file name, an address, a quotation. */
function endsWithObject(text: string): boolean {
  const end = text.slice(-80);
  const last = tokenBefore(end, end.length);
  if (last === undefined) return false;
  return completeObjects.has(last.word) || /\S[./@]\S|["'”’»`」]$/.test(last.raw);
}

/** The words that join a piece to what is before it, and the number of the token that its own words start with. */
function skipJoining(tokens: Tokens): { joined: string[]; start: number } {
  const joined: string[] = [];
  let next = tokens.at(0);
  while (next !== undefined && isJoining(next.word, joined)) {
    joined.push(next.word);
    next = tokens.at(joined.length);
  }
  const isInfinitive = next?.word === "to" && joined.length > 0;
  return { joined, start: isInfinitive ? joined.length + 1 : joined.length };
}

function isJoining(word: string, joined: readonly string[]): boolean {
  if (word === "") return true;
  const before = joined.at(-1);
  if (word === "that" || word === "this") return before === "after" || before === "before";
  if (joining.has(word)) return true;
  if (before === undefined) return false;
  if (/^\d{1,2}$/.test(word)) return before === "step";
  return /^[a-z]{3,}ly$/.test(word) && !imperativeVerbs.has(word);
}

function isImperative(first: Token, second: Token, third: Token | undefined, isFresh: boolean): boolean {
  const hasObject = objects.has(second.word);
  if (!imperativeVerbs.has(first.word)) {
    // "tidy them", "jot down the date": what stands before an object and is no other kind of word is a verb.
    const isFollowed = hasObject || (particles.has(second.word) && objects.has(third?.word ?? ""));
    return isFollowed && /^[a-z-]{3,}$/.test(first.raw) && !/(?:ing|ed|ly|[^s]s)$/.test(first.raw) && !isClosed(first);
  }
  if (!nounLikeVerbs.has(first.word) || isFresh || hasObject || afterVerbs.has(second.word)) return true;
  return /^["'“‘`«「./~@#$\d\p{Lu}]|[./_@]\S/u.test(second.raw);
}

function isClosed({ word }: Token): boolean {
  return (
    closedClass.has(word) || subjects.has(word) || questions.has(word) || conditions.has(word) || prepositions.has(word)
  );
}

/**
 * True when what stands before can be left alone: it says more than a verb ("find and delete old files" is one thing to
 * do) and is no condition or circumstance of what follows ("if it fails, ...", "in ./docs, ...").
 */
export function standsAlone({ left, lastPart, right, kind }: Joint): boolean {
  const tokens = new Tokens(left.slice(0, 200));
  const { start } = skipJoining(tokens);
  if (tokens.at(start + 1) === undefined) return false;
  if (isOnlyVerbs(tokens, start) || endsOpen(left, right)) return false;
  const [first, second] = partHead(kind === "word" ? left : lastPart);
  if (first === undefined) return true;
  if (conditions.has(first.word)) {
    if (first.word === "when" && auxiliaries.has(second?.word ?? "")) return true;
    return kind === "word" && lastPart.length < left.length;
  }
  return kind === "word" || !prepositions.has(first.word) || !isFirstPart(left, lastPart);
}

function isOnlyVerbs(tokens: Tokens, start: number): boolean {
  for (let index = start; ; index++) {
    const token = tokens.at(index);
    if (token === undefined) return true;
    if (!imperativeVerbs.has(token.word) && !joining.has(token.word)) return false;
  }
}

/** True when nothing but joining words stands in `left` before its last part. */
function isFirstPart(left: string, lastPart: string): boolean {
  const tokens = new Tokens(left.slice(0, left.length - lastPart.length).slice(0, 200));
  return tokens.at(skipJoining(tokens).start) === undefined;
}

/** The first two words of a part, without what joins it to the one before; "after" and "before" stay unless they join. */
function partHead(part: string): [Token | undefined, Token | undefined] {
  const tokens = new Tokens(part.slice(0, 120));
  let index = 0;
  for (let token = tokens.at(0); token !== undefined && joinsPart(token.word); token = tokens.at(index)) index++;
  return [tokens.at(index), tokens.at(index + 1)];
}

function joinsPart(word: string): boolean {
  return word === "" || word === "so" || word === "but" || (joining.has(word) && !conditions.has(word));
}

/** True when `left` waits for more: "can you | also ...", "go ahead | and ...", "find | and delete ...". */
function endsOpen(left: string, right: string): boolean {
  const end = left.slice(-60);
  const last = tokenBefore(end, end.length);
  if (last === undefined || !/[\p{L}]$/u.test(last.raw)) return false;
  const isAnd = /^\s*and\b/i.test(right);
  if (isAnd ? openBeforeAnd.has(last.word) : subjects.has(last.word) || auxiliaries.has(last.word)) return true;
  return imperativeVerbs.has(last.word) && endsInPairedVerb(tokenBefore(end, last.start), right);
}

/** "... read and write permissions", "I want to find and delete ...": a verb at the end shares what follows with another. */
function endsInPairedVerb(beforeLast: Token | undefined, right: string): boolean {
  if (beforeLast !== undefined && (beforeLast.word === "to" || joining.has(beforeLast.word))) return true;
  const tokens = new Tokens(right.slice(0, 200), 8);
  const { start } = skipJoining(tokens);
  const first = tokens.at(start);
  return first !== undefined && imperativeVerbs.has(first.word) && !objects.has(tokens.at(start + 1)?.word ?? "");
}

const chineseVerbs =
  "请|帮|把|将|查|找|搜|发|创建|新建|删|读|写|列|生成|下载|上传|更新|修改|翻译|打开|关闭|保存|计算|总结|分析|获取|提取|绘|画|制作|预订|预定|通知|告诉|转换|导出|添加|整理|比较|推荐";
const chineseHead = new RegExp(`^(?:然后|接着|随后|最后|并且|同时|另外|还要|并|再)?(?:${chineseVerbs})`, "u");
const joiningHead = /^(?:然后|接着|随后|最后|并且|同时|另外|それから|そして|次に|最後に)/u;

/** Characters before these are of no script that the patterns hold. */
const firstCjk = 0x2e80;

/** The same for Chinese, and for Japanese after a joining word. */
export function beginsCjkClause(right: string): boolean {
  const head = right.trimStart();
  if (head === "" || head.charCodeAt(0) < firstCjk) return false;
  return joiningHead.test(head) || chineseHead.test(head);
}

/** Verbs after which a colon announces words to be written or said, not something to do. */
const tellingVerbs = toSet(`
  add announce ask comment create email file inform log mail message note notify open post publish record remind reply
  report say send submit tell text translate tweet write`);
/** What a colon with things to do behind it stands after. */
const announcesSteps = /\b(?:following|steps?|tasks?|things?|actions?|jobs?|order|plan|this|these|that|below)$/i;

/** True when a colon after `left` announces a text: "report a bug: search finds nothing", "tell the team: check it". */
export function announcesText(left: string): boolean {
  const tokens = new Tokens(left.slice(0, 200));
  const { start } = skipJoining(tokens);
  const isQuestion = questions.has(tokens.at(start)?.word ?? "");
  const first = tokens.at(isQuestion ? start + 2 : start);
  if (first === undefined || tokens.at(start + 2) === undefined) return false;
  return tellingVerbs.has(first.word) && !announcesSteps.test(left.trim());
}
