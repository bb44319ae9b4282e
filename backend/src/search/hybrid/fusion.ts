import type { Described } from '../engines/engine.js';
import type { PictureMatch } from '../image/picture-index.js';
import type { PictureOptions } from '../image/picture-query.js';
import type { Hit } from '../jobs/search-job.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import type { WordIndex, WordMatch } from '../text/word-index.js';

/** The searchable pictures of products: in memory, or in a vector store. */
export interface Pictures {
  /** Prepares a query picture. It costs more than a comparison, so a search does it once. */
  prepare(described: Described, options: PictureOptions): PreparedPicture;
}

/** A query picture, ready for comparisons. */
export interface PreparedPicture {
  /** Returns the `count` most similar products, best first, with non-increasing percentages. */
  search(count: number): PictureMatch[] | Promise<PictureMatch[]>;
  /** Returns the match of a product's best picture; null when it has none, or none that is near. */
  match(productId: number): PictureMatch | null | Promise<PictureMatch | null>;
}

/** The text and the picture of a search. */
export interface FusionQuery {
  /** The readings of the text, see `readQueries`; a product needs to fit one of them. None without text. */
  readings: readonly ParsedQuery[];
  index: WordIndex;
  /** The described picture, and the index to search. */
  seen: { index: Pictures; described: Described } | null;
  /** Parts of the picture to ignore. */
  ignore: ('type' | 'color')[];
  limit: number;
}

/** The number of candidates from each list: comparing pictures costs more than matching text. */
const CANDIDATES = 60;
const SAID = 200;
const MAX_REASONS = 4;

/** Finds products for a text, a picture or both, best first. The same question has the same result. */
export async function fuse({ readings, index, seen, ignore, limit }: FusionQuery): Promise<Hit[]> {
  const nonEmpty = readings.filter((words) => !isEmpty(words));
  if (!seen) return hitsOf(textMatches(nonEmpty, index, limit));
  if (nonEmpty.length === 0) return hitsOf(await seen.index.prepare(seen.described, { ignore }).search(limit));
  return both(nonEmpty, index, seen, ignore, limit);
}

/** The best matches of any reading, each product once. Equal ones keep the order of the readings. */
function textMatches(readings: readonly ParsedQuery[], index: WordIndex, limit: number): WordMatch[] {
  const wordMatches = readings.flatMap((words) => index.search(words, limit));
  if (readings.length < 2) return wordMatches;
  const best = new Map<number, WordMatch>();
  for (const match of wordMatches.sort(byFit)) if (!best.has(match.id)) best.set(match.id, match);
  return [...best.values()].slice(0, limit);
}

/** The match of a product with the reading that it fits best; null when it is in no index. */
function bestMatch(readings: readonly ParsedQuery[], index: WordIndex, id: number): WordMatch | null {
  return readings.flatMap((words) => index.match(words, id) ?? []).sort(byFit)[0] ?? null;
}

const byFit = (a: WordMatch, b: WordMatch) =>
  a.disagrees.length - b.disagrees.length || b.percent - a.percent || b.score - a.score;

/**
 * The text takes precedence over the picture: a property that it names is ignored in the picture ("giống thế này nhưng màu
 * đỏ"), and a product that clearly contradicts it ranks below all others.
 */
async function both(
  readings: readonly ParsedQuery[],
  index: WordIndex,
  seen: NonNullable<FusionQuery['seen']>,
  ignore: FusionQuery['ignore'],
  limit: number,
): Promise<Hit[]> {
  const chips = readings.flatMap((words) => words.chips);
  const spokenOf = (['type', 'color'] as const).filter((kind) => chips.some((chip) => chip.kind === kind));
  const picture = seen.index.prepare(seen.described, { ignore: [...new Set([...ignore, ...spokenOf])] });
  const likeness = new Map<number, PictureMatch | null>();
  for (const match of await picture.search(CANDIDATES)) likeness.set(match.id, match);
  for (const { id } of textMatches(readings, index, SAID)) {
    if (!likeness.has(id)) likeness.set(id, await picture.match(id));
  }
  const ranked = [...likeness].map(([id, alike]) => rank(id, bestMatch(readings, index, id), alike));
  ranked.sort((a, b) => b.score - a.score || a.id - b.id);
  return hitsOf(ranked.slice(0, limit));
}

interface Ranked extends FusedMatch {
  score: number;
}

/**
 * Both halves count equally; their finer scores decide between equal results. Each property in which a product clearly
 * contradicts the text costs more than any similarity is worth.
 */
function rank(id: number, words: WordMatch | null, picture: PictureMatch | null): Ranked {
  const fits = ((words?.percent ?? 0) + (picture?.percent ?? 0)) / 2;
  const finer = ((words?.score ?? 0) + (picture?.score ?? 0)) / 10;
  const wrong = words ? words.disagrees.length : 1;
  return {
    id,
    score: fits + finer - 200 * wrong,
    percent: Math.max(1, Math.round(fits / (1 + wrong))),
    reasons: [...(words?.reasons ?? []), ...(picture?.reasons ?? [])],
    disagrees: words?.disagrees,
  };
}

export type FusedMatch = Hit & Partial<Pick<WordMatch, 'disagrees'>>;

/** Labels of products that only come near the request. */
const UNLIKE: Partial<Record<WordMatch['disagrees'][number], string>> = {
  type: 'khác loại',
  color: 'khác màu',
  size: 'không có cỡ này',
  price: 'ngoài khoảng giá',
  brand: 'khác thương hiệu',
  material: 'khác chất liệu',
};

/** Converts matches to hits, with the reasons for each and its differences from the request. */
export function hitsOf(matches: FusedMatch[]): Hit[] {
  let least = 100;
  return matches.map(({ id, percent, reasons, disagrees = [] }) => ({
    id,
    percent: (least = Math.min(least, percent)),
    reasons: [...new Set(reasons)].slice(0, MAX_REASONS).concat(disagrees.flatMap((kind) => UNLIKE[kind] ?? [])),
  }));
}

/** A text like "giống thế này", which adds nothing to the picture. */
const isEmpty = (words: ParsedQuery): boolean => words.chips.length === 0 && words.words.length === 0;
