import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Token, Tokens, tokenBefore } from "../../../catalog/search/clause-tokens.js";

function forwards(text: string): Token[] {
  const tokens = new Tokens(text);
  const read: Token[] = [];
  for (let token = tokens.at(0); token !== undefined; token = tokens.at(read.length)) read.push(token);
  return read;
}

function backwards(text: string): Token[] {
  const read: Token[] = [];
  for (let token = tokenBefore(text, text.length); token !== undefined; token = tokenBefore(text, token.start)) {
    read.unshift(token);
  }
  return read;
}

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(..." \t\n\u00a0\u2028\u3000aB'’.,;:!?\"”)]-é"), fc.string()),
});

describe("tokens of a clause", () => {
  test("are what stands between white space, in both directions", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const raw = text.split(/\s+/).filter(Boolean);
        expect(forwards(text).map((token) => token.raw)).toEqual(raw);
        expect(backwards(text)).toEqual(forwards(text));
      }),
    );
  });

  test("stand where they say", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { raw, start, end } of forwards(text)) expect(text.slice(start, end)).toBe(raw);
      }),
    );
  });

  test("of ASCII are read as the rules of Unicode read them", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aBz09'\".,(-"), minLength: 1 }), (raw) => {
        const word = raw.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
        expect(new Tokens(raw).at(0)).toMatchObject({ word, pause: /[,;:.!?]["'”’)\]]*$/.test(raw) });
      }),
    );
  });

  test("after as many as are asked for are left out", () => {
    const tokens = new Tokens("open the door", 2);
    expect([tokens.at(1)?.word, tokens.at(2)]).toEqual(["the", undefined]);
  });
});
