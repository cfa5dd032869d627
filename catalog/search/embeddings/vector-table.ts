/** Vectors by key in one Float32Array, each of length 1, so that a dot product is a cosine. */

/** Brings a vector to length 1; one of zeros stays and is near to nothing. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  let squares = 0;
  for (const value of unit) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let index = 0; index < unit.length; index++) unit[index]! /= length;
  return unit;
}

/** Rows of one length; a row whose key is dropped is used again. */
export class VectorTable {
  #rows = new Map<string, number>();
  #free: number[] = [];
  #numbers = new Float32Array(0);
  #dimension = 0;

  /** Numbers in each vector; 0 while the table is empty. */
  get dimension(): number {
    return this.#dimension;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  keys(): Iterable<string> {
    return this.#rows.keys();
  }

  /** The row of a key, -1 when there is none. Rows stay where they are until their key is dropped. */
  rowOf(key: string): number {
    return this.#rows.get(key) ?? -1;
  }

  /** Takes a vector of length 1. @throws RangeError when it has another number of numbers than those before. */
  set(key: string, unit: Float32Array): void {
    if (this.#dimension === 0) this.#dimension = unit.length;
    if (unit.length !== this.#dimension) {
      throw new RangeError(`a vector has ${unit.length} numbers, the others have ${this.#dimension}`);
    }
    const row = this.#rows.get(key) ?? this.#free.pop() ?? this.#rows.size;
    this.#rows.set(key, row);
    this.#makeRoom(row + 1);
    this.#numbers.set(unit, row * this.#dimension);
  }

  drop(key: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.delete(key);
    this.#free.push(row);
    if (this.#rows.size === 0) this.clear();
  }

  clear(): void {
    this.#rows.clear();
    this.#free = [];
    this.#numbers = new Float32Array(0);
    this.#dimension = 0;
  }

  get(key: string): Float32Array | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : this.#numbers.slice(row * this.#dimension, (row + 1) * this.#dimension);
  }

  /** Cosines of a vector of length 1 with these rows; NaN for the row -1. */
  cosines(unit: Float32Array, rows: ArrayLike<number>): Float32Array {
    const dimension = this.#dimension;
    const numbers = this.#numbers;
    const cosines = new Float32Array(rows.length);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!;
      if (row < 0) {
        cosines[index] = Number.NaN;
        continue;
      }
      const start = row * dimension;
      let sum = 0;
      for (let offset = 0; offset < dimension; offset++) sum += unit[offset]! * numbers[start + offset]!;
      cosines[index] = sum;
    }
    return cosines;
  }

  #makeRoom(rows: number): void {
    const needed = rows * this.#dimension;
    if (needed <= this.#numbers.length) return;
    const grown = new Float32Array(Math.max(needed, this.#numbers.length * 2, 64 * this.#dimension));
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
