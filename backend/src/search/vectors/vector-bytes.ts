/** Converts a vector to bytes for the database, as a view of the same memory. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Copies a vector from the database, whose buffer may be unaligned and part of a larger one. */
export const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
