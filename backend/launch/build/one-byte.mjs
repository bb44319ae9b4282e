// @ts-check

/**
 * Writes JavaScript with Latin letters only. Node keeps the text of what it has loaded, and one other letter makes each
 * character of the whole file take two bytes. The escapes mean the same in strings, templates, patterns and names; in
 * String.raw only where its text becomes a pattern, which is all that the shop uses it for.
 *
 * @param {string} code
 */
export const oneByte = (code) =>
  code.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
