/** Answers by number, each asked for once: what a caller may use is a question to the caller's own code. */
const unknown = 0;
const yes = 1;
const no = 2;

export class Answers {
  #known = new Uint8Array(0);

  /** Forgets all answers. All numbers that will be asked about are below `size`. */
  begin(size: number): void {
    if (this.#known.length < size) this.#known = new Uint8Array(size);
    else this.#known.fill(unknown);
  }

  of(number: number, ask: (number: number) => boolean): boolean {
    if (this.#known[number] === unknown) this.#known[number] = ask(number) ? yes : no;
    return this.#known[number] === yes;
  }
}
