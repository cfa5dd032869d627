/** Reads the literals that Python sources assign: strings, numbers, lists, tuples, dictionaries, True, False, None. */

/** @throws SyntaxError with what was expected and where. */
export function readPythonLiteral(source: string, start = 0): unknown {
  return new LiteralReader(source, start).value();
}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\n": "" };
const words: Record<string, unknown> = { True: true, False: false, None: null };

class LiteralReader {
  #source: string;
  #at: number;

  constructor(source: string, start: number) {
    this.#source = source;
    this.#at = start;
  }

  value(): unknown {
    this.#skip();
    const character = this.#source[this.#at];
    if (character === "{") return this.#dictionary();
    if (character === "[" || character === "(") return this.#sequence(character === "[" ? "]" : ")");
    if (this.#stringStart()) return this.#strings();
    return this.#word();
  }

  #dictionary(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    while (!this.#take("}")) {
      const key = this.value();
      if (!this.#take(":")) this.#fail("a colon");
      entries.push([String(key), this.value()]);
      if (!this.#take(",") && !this.#sees("}")) this.#fail("a comma or }");
    }
    return Object.fromEntries(entries);
  }

  /** Parentheses around one value are no tuple. */
  #sequence(end: "]" | ")"): unknown {
    const items: unknown[] = [];
    let commas = 0;
    this.#at += 1;
    while (!this.#take(end)) {
      items.push(this.value());
      if (this.#take(",")) commas += 1;
      else if (!this.#sees(end)) this.#fail(`a comma or ${end}`);
    }
    return end === ")" && items.length === 1 && commas === 0 ? items[0] : items;
  }

  /** Strings side by side are one. */
  #strings(): string {
    let text = "";
    while (this.#stringStart()) {
      text += this.#string();
      this.#skip();
    }
    return text;
  }

  #stringStart(): { raw: boolean; quote: string; length: number } | undefined {
    const match = /^([rRbBuUfF]{0,2})('''|"""|'|")/.exec(this.#source.slice(this.#at, this.#at + 5));
    if (!match) return undefined;
    const [whole, prefix = "", quote = ""] = match;
    return { raw: /r/i.test(prefix), quote, length: whole.length };
  }

  #string(): string {
    const { raw, quote, length } = this.#stringStart()!;
    this.#at += length;
    let text = "";
    while (!this.#source.startsWith(quote, this.#at)) {
      const character = this.#source[this.#at];
      if (character === undefined) this.#fail(`the end of a string, ${quote}`);
      const next = this.#source[this.#at + 1];
      if (character === "\\" && !raw && next !== undefined) {
        text += escapes[next] ?? (`'"\\`.includes(next) ? next : `\\${next}`);
        this.#at += 2;
      } else {
        text += character;
        this.#at += 1;
      }
    }
    this.#at += quote.length;
    return text;
  }

  #word(): unknown {
    const [text = ""] = /^[\w.+-]+/.exec(this.#source.slice(this.#at, this.#at + 40)) ?? [];
    if (Object.hasOwn(words, text)) {
      this.#at += text.length;
      return words[text];
    }
    if (text === "" || Number.isNaN(Number(text))) this.#fail("a string, a number, a list or a dictionary");
    this.#at += text.length;
    return Number(text);
  }

  #take(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at += 1;
    return true;
  }

  #sees(character: string): boolean {
    this.#skip();
    return this.#source[this.#at] === character;
  }

  /** Goes on to what is neither white space, a comment, nor the end of a continued line. */
  #skip(): void {
    const [blank = ""] = /^(?:\s|#[^\n]*|\\\r?\n)*/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += blank.length;
  }

  #fail(expected: string): never {
    const line = this.#source.slice(0, this.#at).split("\n").length;
    throw new SyntaxError(`expected ${expected} in line ${line}`);
  }
}
