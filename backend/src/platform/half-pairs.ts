/**
 * Replaces unpaired surrogates in a text of JSON, as `JSON.parse` and `JSON.stringify` call it. JSON can contain them, and a cut through an
 * emoji leaves one; PostgreSQL's JSON rejects them.
 */
export const replaceHalfPairs = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
