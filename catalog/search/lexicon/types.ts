/** What the lexicon answers. All stems are as `words` makes them (Porter2, no stop words). */

/** A stem that stands for another word. */
export interface RelatedStem {
  stem: string;
  /** 0..1: 1 means the same, less is wider, narrower, or one of several senses. */
  weight: number;
}

/** A meaning of a phrase, with the word before its ending was cut, to show to people. */
export interface Meaning extends RelatedStem {
  word: string;
}

/** A word or phrase of a text that the lexicon knows. */
export interface FoundPhrase {
  /** As it stands in the text: `text.slice(start, end)`. */
  source: string;
  start: number;
  end: number;
  /** What it means, best first; never empty. */
  meanings: readonly Meaning[];
}

/** Which words mean the same, or nearly: tables made by hand, with no model behind them. */
export interface Lexicon {
  /** Other stems for a stem, best first, without itself; empty for an unknown one. The list is shared: do not change it. */
  synonymsOf(stem: string): readonly RelatedStem[];
  /**
   * English phrases of several words that mean more than their words ("how much" -> price, "pull request" -> pr), in the
   * order of the text. They do not overlap. Meanings weigh as synonyms do; the words of the phrase stay words of the request.
   */
  phrasesIn(text: string): FoundPhrase[];
  /**
   * The Chinese words of a text in English ("发送" -> send), longest match in each run of Han characters, simplified or
   * traditional, in the order of the text. Meanings are words of the request, weight 1 where the translation is plain, and
   * may be widened by `synonymsOf` like any other. Words without content (的, 帮我, 一下) and unknown ones are left out.
   */
  translate(text: string): FoundPhrase[];
}
