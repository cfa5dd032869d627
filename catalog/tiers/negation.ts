/** Which words of a message are taken back: "no security checks", "skip the benchmark, the scan is not needed". */
import { imperativeVerbs, nounLikeVerbs } from "../search/imperative-verbs.js";
import { compileKeyword, type MessageIndex } from "./keyword.js";

/** They deny what follows; a saying that describes a trouble ("not fast enough") is not taken back by them. */
const soft = ["no", "not", "dont", "doesnt", "never", "without", "isnt", "arent", "nor", "kein", "keine", "keinen"];
const softOther = [
  "nicht",
  "ohne",
  "sin",
  "sans",
  "pas",
  "senza",
  "sem",
  "без",
  "не",
  "不要",
  "不用",
  "不需",
  "无需",
  "没有",
];
/** They send what follows away, whatever it is. */
const hard = [
  ...["skip", "ignore", "forget", "omit", "except", "exclude", "excluding", "cancel", "leave out", "leave aside"],
  ...["instead of", "rather than", "other than", "apart from", "nothing about", "stop", "no need", "not about", "drop"],
  ...[
    "leave",
    "spare me",
    "spare us",
    "never mind",
    "dont bother",
    "dont care",
    "dont want",
    "dont need",
    "do not want",
    "do not need",
  ],
  ...[
    "auf keinen fall",
    "not interested in",
    "already looked at",
    "already checked",
    "already did",
    "already have",
    "already done",
  ],
  ...[
    "hold off",
    "keep out of",
    "stay away from",
    "vergiss",
    "omite",
    "olvida",
    "salta",
    "ignora",
    "ignorez",
    "oublie",
  ],
  ...["uberspring", "überspringe", "lass", "跳过", "忽略", "别管", "先不", "暂不"],
];
/** They take back what stands before them in the sentence. */
const after = [
  ...["is not needed", "are not needed", "isnt needed", "arent needed", "not necessary", "not required", "unnecessary"],
  ...[
    "can wait",
    "is out of scope",
    "no need to do it",
    "not now",
    "not today",
    "not this time",
    "was done",
    "is done",
  ],
  ...[
    "was checked",
    "were checked",
    "was tested",
    "is fine",
    "are fine",
    "is okay",
    "are okay",
    "is ok",
    "are ok",
    "are done",
  ],
  ...["leave that out", "leave it out", "leave them out", "no need to dig", "already been here", "have been here"],
  ...["isnt important", "arent important", "isnt interesting", "aside", "dont matter", "is clear already"],
  ...["were done", "is fine already", "is already done", "not important", "does not matter", "doesnt matter", "later"],
  ...["brauchen wir nicht", "nicht notig", "no hace falta", "pas besoin", "不需要", "不用", "不必"],
];
/** After these a "no" states what is wanted, or asks for what lacks something. */
const turning = new Set(
  "never ensure sure verify check confirm guarantee prove find list show which where what why without".split(" "),
);
/** "Do not skip the scan" asks for it. */
const refusals = new Set("dont not never cannot cant nicht no".split(" "));
/** Words with which a new thing to do begins. */
const beginnings = new Set(
  "only just but instead please where what which how why is are do does can could i we you it they however run aber solo".split(
    " ",
  ),
);

const compiled = {
  soft: [...soft, ...softOther].map((text) => compileKeyword(text, "negation")),
  hard: hard.map((text) => compileKeyword(text, "negation")),
  after: after.map((text) => compileKeyword(text, "negation")),
};

/** How strongly each word of a message is taken back: 0 not at all, 1 by a mere "not", 2 whatever it is. */
export interface Denied {
  strength: number;
  /** The position of the word that does it. */
  by: number;
}

/** One entry for each word of the message. */
export function findDenied(message: MessageIndex): (Denied | undefined)[] {
  const denied = new Array<Denied | undefined>(message.words.length).fill(undefined);
  const deny = (at: number, strength: number, by: number) => {
    if ((denied[at]?.strength ?? 0) < strength) denied[at] = { strength, by };
  };
  const sent = new Set(compiled.hard.flatMap((keyword) => message.find(keyword)).map(({ positions }) => positions[0]!));
  for (const { positions } of compiled.soft.flatMap((keyword) => message.find(keyword))) {
    const by = positions[0]!;
    // "Do not skip the scan" asks for it.
    if (isTurned(message, by) || sent.has(positions.at(-1)! + 1)) continue;
    const strength = opensRequest(message, by) ? 2 : 1;
    for (let at = positions.at(-1)! + 1; at < endOfScope(message, positions.at(-1)!); at++) deny(at, strength, by);
  }
  for (const { positions } of compiled.hard.flatMap((keyword) => message.find(keyword))) {
    const by = positions[0]!;
    if (isTurned(message, by) || refusals.has(message.words[by - 1]?.written ?? "")) continue;
    for (let at = positions.at(-1)! + 1; at < endOfScope(message, positions.at(-1)!); at++) deny(at, 2, by);
  }
  for (const { positions } of compiled.after.flatMap((keyword) => message.find(keyword))) {
    const by = positions[0]!;
    const { sentence } = message.words[by]!;
    for (let at = by - 1; at >= 0 && message.words[at]!.sentence === sentence; at--) deny(at, 2, by);
  }
  return denied;
}

const questioning = new Set("isnt arent wasnt dont doesnt didnt wont cant couldnt shouldnt".split(" "));
const subjects = new Set("there we you i it they he she this that these those the our my".split(" "));

/** "Isn't there an injection?" asks for one, "don't we have gaps?" too. */
function isQuestion({ words }: MessageIndex, by: number): boolean {
  const opens = words[by - 1]?.sentence !== words[by]!.sentence;
  return opens && questioning.has(words[by]!.written) && subjects.has(words[by + 1]?.written ?? "");
}

/** "never release without a scan", "make sure that there are no holes", "which files have no coverage". */
function isTurned(message: MessageIndex, by: number): boolean {
  if (isQuestion(message, by)) return true;
  const { words } = message;
  const { sentence } = words[by]!;
  for (let at = by - 1; at >= 0 && words[at]!.sentence === sentence; at--) {
    if (turning.has(words[at]!.written)) return true;
  }
  return false;
}

/** After these words what is asked begins. */
const openers = new Set("please but and so then ok okay well bitte aber und por pero".split(" "));
/** "No page may be open to attacks" says what must be so. */
const duties = new Set(
  "may must should shall can could will would might has have is are was were let lets darf muss soll".split(" "),
);

/** "No load test, please" sends whatever follows away; "the page is not fast enough" does not. */
function opensRequest({ words }: MessageIndex, by: number): boolean {
  const { sentence, part } = words[by]!;
  const before = words[by - 1];
  const opens = before === undefined || before.part !== part || openers.has(before.written);
  return (
    opens &&
    !words.slice(by + 1).some((word) => word.sentence === sentence && word.part === part && duties.has(word.written))
  );
}

/** Words that turn to something else: "never release without a scan". */
const ends = new Set("but unless until before without aber sondern pero mais".split(" "));

/** Words after a comma that still belong to a list. */
const longestItem = 3;

/** Where a negation ends: at the sentence's end, at a new thing to do, or at a comma that no list goes on after. */
function endOfScope({ words }: MessageIndex, from: number): number {
  const { sentence } = words[from]!;
  let { part } = words[from]!;
  for (let at = from + 1; at < words.length; at++) {
    const word = words[at]!;
    if (word.sentence !== sentence) return at;
    const joins = ["and", "then", "und", "y", "et"].includes(words[at - 1]!.written);
    const begins = beginnings.has(word.written) || beginsTask(word.written, words[at + 1]?.written);
    if ((word.part !== part || joins) && begins) return at;
    if (ends.has(word.written)) return at;
    if (word.part !== part) {
      const length = words.slice(at).findIndex((next) => next.part !== word.part);
      const item = length === -1 ? words.length - at : length;
      if (item > longestItem || !goesOn(words, at)) return at;
      part = word.part;
    }
  }
  return words.length;
}

const joining = new Set("and or nor und oder noch y o ni et ou e".split(" "));

/** A list has an "and" or "or" before its last item: "no scan, benchmark or audit"; "not the scan, the audit" is none. */
function goesOn(words: MessageIndex["words"], at: number): boolean {
  const { sentence } = words[at]!;
  const rest = words.slice(at).filter((word) => word.sentence === sentence);
  const firstJoin = rest.findIndex(({ written }) => joining.has(written));
  return firstJoin !== -1 && firstJoin <= 2 * longestItem;
}

function beginsTask(word: string, next: string | undefined): boolean {
  if (!imperativeVerbs.has(word)) return false;
  return !nounLikeVerbs.has(word) || ["the", "a", "an", "all", "my", "our", "me", "it"].includes(next ?? "");
}
