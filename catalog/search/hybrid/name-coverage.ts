/** Which tools' names a request says, and how much of them. */
import { reserved } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import type { QueryPart } from "./query.js";

/** The share of a name that is said, to the power of 1.5: half a name said is less than half as good as the whole. */
export function fullness(share: number): number {
  return share * Math.sqrt(share);
}

export class NameCoverage {
  /** The tools of whose names the last part said something: the first `count` entries. */
  documents = new Int32Array(0);
  count = 0;
  readonly #index: CatalogIndex;
  /** By document: the idf of the terms of its name that are asked for, summed. */
  #sums = new Float64Array(0);
  /** The idf of all terms of its name; -1 where it was not asked for yet. */
  #masses = new Float64Array(0);
  #version = -1;

  constructor(index: CatalogIndex) {
    this.#index = index;
  }

  /** Replaces what is held by the tools of one part; `fullness` tells what each has. */
  fill(part: QueryPart): void {
    this.clear();
    this.#reserve();
    for (const { scores, share } of part.covering) {
      this.count = addNamed(this.#sums, scores.named, share * scores.idf, this.documents, this.count);
    }
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#sums[this.documents[i]!] = 0;
    this.count = 0;
  }

  /** `fullness` of what is said of a name; 0 when nothing is. */
  fullness(document: number): number {
    const said = this.count === 0 ? 0 : this.#sums[document]!;
    return said === 0 ? 0 : fullness(said / this.#mass(document));
  }

  #reserve(): void {
    const { capacity, version } = this.#index.tools;
    if (this.#version === version) return;
    if (this.documents.length < capacity) {
      this.#sums = reserved(this.#sums, capacity);
      this.#masses = reserved(this.#masses, capacity);
      this.documents = new Int32Array(this.#sums.length);
    }
    this.#masses.fill(-1);
    this.#version = version;
  }

  #mass(document: number): number {
    const masses = this.#masses;
    if (masses[document] === -1) {
      const { tools } = this.#index.ownerOfTool(document);
      masses[document] = this.#index.tools.nameMass(tools, document - tools.base);
    }
    return masses[document]!;
  }
}

/** Adds to the sums of these documents, and those that had none to the list. Returns how many are in it. */
function addNamed(sums: Float64Array, named: Int32Array, value: number, found: Int32Array, count: number): number {
  if (value === 0) return count;
  const { length } = named;
  let end = count;
  for (let i = 0; i < length; i++) {
    const document = named[i]!;
    if (sums[document] === 0) found[end++] = document;
    sums[document]! += value;
  }
  return end;
}
