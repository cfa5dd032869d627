/** English phrases that mean more than their words. `phrase / phrase > meaning meaning`. */
const table = `
  how much / how expensive > price cost
  pull request / merge request > pr
  look up / look for > search find
`;

export function phraseLines(): string[] {
  return table.trim().split("\n");
}
