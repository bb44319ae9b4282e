/** The maximum length of a catalogue keyword in UTF-16 units; longer keywords are cut. */
export const MAX_KEYWORD = 200;
/** The length to which a query is cut before it is counted and compared with the owner's, in characters. */
export const MAX_SEARCH_QUERY = 80;
/** For how many days searches are stored. */
export const SEARCH_STATS_DAYS = 400;

export const MAX_SYNONYMS = 500;
/** The maximum number of meanings of one synonym. */
export const MAX_MEANINGS = 5;
/** Queries with products that the owner pinned or buried, and how many of both one query may have. */
export const MAX_PINNED_QUERIES = 500;
export const MAX_PINS = 40;

/** The number of results of a search by text or image. */
export const DEFAULT_AI_RESULTS = 6;
export const MAX_AI_RESULTS = 24;
export const MAX_AI_TEXT = 1_000;
/** In bytes. The page scales a larger picture down before it uploads it. */
export const MAX_SEARCH_PICTURE_BYTES = 5_242_880;

/**
 * The names of the colours that a search asks for: what each was read as ("xanh lá"), and the words that say so ("xanh rêu").
 * @param text the text of the search, in which the parts have their places
 */
export const wantedColors = (
  understood: readonly { kind: string; label: string; start?: number; end?: number }[],
  text: string,
): string[] =>
  understood.flatMap(({ kind, label, start, end }) => {
    if (kind !== 'color' || label.startsWith('không ')) return [];
    return start === undefined ? [label] : [label, text.slice(start, end)];
  });
