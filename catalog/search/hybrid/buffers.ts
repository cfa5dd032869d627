/** Buffers that are used again for each request. */

/** The buffer, or a new one with room to grow when it is too small. What it holds is not kept. */
export function reserved(buffer: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  return buffer.length >= capacity ? buffer : new Float64Array(Math.ceil(capacity * 1.25));
}
