/** Embedding models for tests: the same text always has the same vector, and texts that share meanings are near. */
import type { Embedder } from "../../catalog/search/embeddings/index.js";

/** Words that mean the same count as one; the rest counts as it is. */
const meanings = [
  ["email", "emails", "mail", "inbox", "messages"],
  ["weather", "forecast", "rain", "umbrella"],
  ["picture", "image", "photo", "draw"],
  ["delete", "remove", "erase"],
];

const dimension = 96;

export function vectorOf(text: string, size = dimension): number[] {
  const vector = new Array<number>(size).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const group = meanings.findIndex((words) => words.includes(word));
    const place = group === -1 ? meanings.length + (hash(word) % (size - meanings.length)) : group;
    // What means something counts more than what only has a place.
    vector[place]! += group === -1 ? 0.2 : 1;
  }
  return vector;
}

function hash(word: string): number {
  let value = 7;
  for (const character of word) value = (value * 31 + character.charCodeAt(0)) >>> 0;
  return value;
}

/** Counts what it is asked; each of the two methods can be replaced. */
export class FakeEmbedder implements Embedder {
  readonly batches: string[][] = [];
  readonly requests: string[] = [];
  documents: (texts: string[]) => Promise<number[][]> = async (texts) => texts.map((text) => vectorOf(text));
  request: (text: string) => Promise<number[]> = async (text) => vectorOf(text);

  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.batches.push(texts);
    return this.documents(texts);
  }

  async embedQuery(text: string): Promise<number[]> {
    this.requests.push(text);
    return this.request(text);
  }

  /** How many texts of tools were embedded. */
  get embedded(): number {
    return this.batches.flat().length;
  }
}
