/** Characters by their code: what the readers of texts ask of every character, without the cost of a pattern. */

/** Codes below this are ASCII. */
export const asciiEnd = 0x80;

/** What `\s` matches. */
export function isSpace(code: number): boolean {
  if (code < asciiEnd) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

export function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

export function isLetter(code: number): boolean {
  return isLower(code) || isUpper(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The straight one and the typographic one. */
export function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

/** The block of general punctuation: typographic quotes, dashes, spaces and dots, none of which is part of a word. */
export function isPunctuation(code: number): boolean {
  return code >= 0x2000 && code <= 0x206f;
}

/** A table of all UTF-16 codes: 1 for those of `characters`, 0 for the others. */
export function flagCodes(characters: string): Uint8Array {
  const flags = new Uint8Array(0x1_0000);
  for (let at = 0; at < characters.length; at++) flags[characters.charCodeAt(at)] = 1;
  return flags;
}
