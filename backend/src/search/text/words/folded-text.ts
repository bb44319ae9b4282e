import { foldVi, lowerVi } from '../../../catalog/text/fold.js';

/** A text folded letter by letter, for patterns, with the positions of its letters in the typed text. */
export interface FoldedText {
  folded: string;
  /** Lowercase with tones, of the same length as `folded`. */
  written: string;
  /** For each letter of `folded`, its start in the typed text, and one more for the end. */
  offsets: number[];
}

export function foldWithOffsets(text: string): FoldedText {
  let folded = '';
  let written = '';
  const offsets: number[] = [];
  for (const letter of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = foldVi(letter[0]);
    const own = lowerVi(letter[0]);
    folded += plain;
    written += own.length === plain.length ? own : plain;
    for (let count = 0; count < plain.length; count++) offsets.push(letter.index);
  }
  offsets.push(text.length);
  return { folded, written, offsets };
}
