/** What the loops over all tools share. */

/** The buffer, or a new one with room to grow when it is too small: buffers are used again for each request. */
export function reserved(buffer: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  return buffer.length >= capacity ? buffer : new Float64Array(Math.ceil(capacity * 1.25));
}

/** 0 for 0: where nothing was found there is nothing to relate to. */
export function inverse(value: number): number {
  return value === 0 ? 0 : 1 / value;
}
