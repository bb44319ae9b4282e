/** A part of a text, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

/** Whether a word, if there is one, is in a part of its text. */
export const overlapsSpan = (token: Span | undefined, { start, end }: Span): boolean =>
  token !== undefined && token.start < end && token.end > start;
