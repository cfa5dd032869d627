/** Which language a request is in, where the tables hold nothing for it. */
export function unsupportedLanguage(_text: string): string | undefined {
  return undefined;
}
