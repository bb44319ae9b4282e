/** A vector as the database keeps it: a view of the same memory. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** In memory of its own: what comes from the database lies in a larger piece, wherever it came to lie. */
export const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
