/** Function words of English and Chinese: what a sentence is made of, whatever it is about. No word here names a tool. */
import { words as catalogWords } from "../../catalog/search/words.js";

/** Stems without stop words, as the catalog compares them; one word has two spellings that stems keep apart. */
export function words(text: string): string[] {
  return catalogWords(text.replace(/\be-(?=mail)/gi, "e"));
}

/** Words that point back at something said or found before. */
export const pronouns = new Set([
  "it",
  "its",
  "them",
  "they",
  "their",
  "that",
  "those",
  "these",
  "this",
  "one",
  "ones",
  "same",
]);

export const determiners = new Set([
  "a",
  "an",
  "the",
  "all",
  "any",
  "some",
  "every",
  "each",
  "my",
  "our",
  "your",
  "their",
  "its",
  "his",
  "her",
  "new",
]);

/** Words after which a sentence names another part than its object. */
export const prepositions = new Set([
  "to",
  "in",
  "on",
  "at",
  "from",
  "with",
  "for",
  "by",
  "into",
  "onto",
  "about",
  "as",
  "under",
  "inside",
  "within",
  "of",
  "where",
  "whose",
  "that",
  "which",
  "using",
  "via",
  "through",
  "named",
  "called",
  "titled",
  "entitled",
  "saying",
  "containing",
  "between",
  "against",
  "over",
  "since",
  "until",
  "before",
  "after",
  "including",
  "without",
  "per",
  "so",
  "because",
  "if",
]);

/** Nouns for what holds or carries anything: they name nothing. */
export const containers =
  /^(?:tables?|rows?|records?|entry|entries|items?|databases?|data|values?|files?|folders?|directory|directories)$/i;

/** Words with which questions begin, and the pronouns that are no object. */
export const questionWords =
  /^(?:(?:what|who|where|how|there)'s|what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|am|be|been|there|many|much|me|us|him|her)$/i;

/** Verbs that only carry another one. */
export const auxiliaries =
  /^(?:is|are|was|were|be|been|am|do|does|did|has|have|had|can|could|will|would|should|must|may)$/;

const politeness =
  /^(?:(?:ok(?:ay)?|so|well|now|next|first|firstly|second|secondly|third|finally|lastly|also|afterwards|afterward|and|then|but|please|pls|kindly|just|hey|hi|hello|great|perfect|good|thanks|thank you)\b[,!:]?\s*|(?:can|could|would|will) you (?:please |also |then |now |kindly )?|i(?:'d| would) (?:like|love) (?:you )?to\s+|i (?:want|need|wish) (?:you )?to\s+|i(?:'d| would) like\s+|i (?:want|need)\s+(?=the|a|an|all|my)|i(?:'m| am) (?:(?:looking|searching) (?:for|to)|trying to|in (?:need|search|the mood) (?:of|for)|interested in|going to)\s+|i feel like\s+|help me (?:to )?|let(?:'s| us)\s+|you (?:should|must|need to) |go ahead and |try to |after that,?\s*|请(?:你)?(?:帮我)?|帮我|麻烦(?:你)?|然后|接着|再|最后|首先|并且?|我想要?|我需要)/i;

/** Removes "please", "could you", "and then" and the like from the front of a clause. */
export function withoutPoliteness(clause: string): string {
  let text = clause.trim();
  for (;;) {
    const shorter = text.replace(politeness, "").trim();
    if (shorter === text || shorter === "") return shorter === "" ? "" : text;
    text = shorter;
  }
}

const social =
  /^(?:(?:hello|hi|hey|howdy|greetings|thanks|thank you|thx|cheers|bye|goodbye|see you|welcome|yes|no|ok|okay|sure|great|perfect|cool|nice|good (?:morning|afternoon|evening|night|day|job|work)|well done|how are you(?: doing)?|nice to meet you)(?: (?:there|again|all|everyone|everybody|team|friend|so much|very much|a lot|for (?:your|the|all) [\w ]+|for that|today|you|then))*|please|你好|您好|谢谢|多谢|再见|早上好|晚上好|嗨)[\s,.!?~，。！？]*$/i;

/** Greetings, thanks and other words that ask for nothing. */
export function isSocial(clause: string): boolean {
  return social.test(clause.trim());
}

const aboutTheAssistant =
  /^(?:what|who|how|why|where|when|which|tell me what)\b[^?]*\b(?:you|your|yourself)\b[^?]*\??$|^(?:are|do|did|have|were) you\b[^?]*\??$|^(?:can|could) you help(?: me)?(?: out)?\s*[?.!]*$|^help[?.!]*$|^introduce yourself|你是谁|你能做什么|你会什么|你可以做什么/i;

/** Questions to the assistant about itself, which no tool answers: "what can you do?". */
export function isAboutTheAssistant(clause: string): boolean {
  return aboutTheAssistant.test(clause.trim());
}

const statement =
  /^(?:i am|i'm|my name is|we are|we're|this is|it is|it's|here is|here's|note that|fyi|for context|the following|i have|we have|there is|there are)\b/i;

/** Sentences that tell and do not ask. Their values may still be needed by the steps around them. */
export function isStatement(clause: string): boolean {
  return statement.test(clause.trim()) && !clause.trim().endsWith("?");
}

/** True when a text is mainly written in Chinese, Japanese or Korean characters. */
export function isCjk(text: string): boolean {
  const characters = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return characters > 0 && characters >= (text.match(/[a-z]/gi)?.length ?? 0) / 4;
}

/** The singular of a regular English plural, good enough to compare and to name tables. */
export function singular(word: string): string {
  if (/[^s]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The plural of a regular English noun. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}
