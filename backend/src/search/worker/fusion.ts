import type { Described } from '../engines/engine.js';
import type { PictureMatch } from '../image/picture-index.js';
import type { PictureOptions } from '../image/picture-query.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import type { WordIndex, WordMatch } from '../text/word-index.js';

/** A product that was found. */
export interface Hit {
  id: number;
  /** 1 to 100, never rising from one hit to the next. */
  percent: number;
  reasons: string[];
  /** Of its pictures the one that shows the colour that was asked for, when its first does not. */
  media?: string;
}

/** Where pictures of products are looked for: in memory, or in a store that takes its time. */
export interface Pictures {
  /** Lays out the picture that is searched by. It costs more than a comparison, so a search does it once. */
  prepare(described: Described, options: PictureOptions): PreparedPicture;
}

/** A picture that is searched by, ready to be compared with those of products. */
export interface PreparedPicture {
  /** The `count` products that are most alike, the best first, their percent never rising. */
  search(count: number): PictureMatch[] | Promise<PictureMatch[]>;
  /** How a product matches, by the best of its pictures; null when it has none, or none that is near. */
  match(productId: number): PictureMatch | null | Promise<PictureMatch | null>;
}

/** The words and the picture of a search. */
export interface Question {
  /** null when nothing was said. */
  words: ParsedQuery | null;
  index: WordIndex;
  /** The picture that was shown, and where its like are found. */
  seen: { index: Pictures; described: Described } | null;
  /** Parts of the picture to ignore. */
  ignore: ('type' | 'color')[];
  limit: number;
}

/** So many of each list are put together: comparing pictures costs more than reading words. */
const LIKE = 60;
const SAID = 200;
const MAX_REASONS = 4;

/** Finds what fits words, a picture, or both. The best comes first; the same question has the same answer. */
export async function fuse({ words, index, seen, ignore, limit }: Question): Promise<Hit[]> {
  const said = words && !isEmpty(words) ? words : null;
  if (!seen) return said ? hitsOf(index.search(said, limit)) : [];
  if (!said) return hitsOf(await seen.index.prepare(seen.described, { ignore }).search(limit));
  return both(said, index, seen, ignore, limit);
}

/**
 * Words win over the picture: what they speak of, the picture is not asked about ("giống thế này nhưng màu đỏ"), and a product
 * that is clearly not what they ask for comes after all that may be.
 */
async function both(
  words: ParsedQuery,
  index: WordIndex,
  seen: NonNullable<Question['seen']>,
  ignore: Question['ignore'],
  limit: number,
): Promise<Hit[]> {
  const spokenOf = (['type', 'color'] as const).filter((kind) => words.chips.some((chip) => chip.kind === kind));
  const picture = seen.index.prepare(seen.described, { ignore: [...new Set([...ignore, ...spokenOf])] });
  const likeness = new Map<number, PictureMatch | null>();
  for (const match of await picture.search(LIKE)) likeness.set(match.id, match);
  for (const { id } of index.search(words, SAID)) if (!likeness.has(id)) likeness.set(id, await picture.match(id));
  const ranked = [...likeness].map(([id, alike]) => rank(id, index.match(words, id), alike));
  ranked.sort((a, b) => b.score - a.score || a.id - b.id);
  return hitsOf(ranked.slice(0, limit));
}

interface Ranked extends FusedMatch {
  score: number;
}

/**
 * Both halves count the same; among equals the finer scores that they come from decide. Each thing that a product clearly is
 * not costs more than any likeness is worth.
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

/** Labels of a product that only comes near the request. */
const UNLIKE: Partial<Record<WordMatch['disagrees'][number], string>> = {
  type: 'khác loại',
  color: 'khác màu',
  size: 'không có cỡ này',
  price: 'ngoài khoảng giá',
  brand: 'khác thương hiệu',
  material: 'khác chất liệu',
};

/** As they are told: why each was found, and in what it is not what was asked for. */
export function hitsOf(matches: FusedMatch[]): Hit[] {
  let least = 100;
  return matches.map(({ id, percent, reasons, disagrees = [] }) => ({
    id,
    percent: (least = Math.min(least, percent)),
    reasons: [...new Set(reasons)].slice(0, MAX_REASONS).concat(disagrees.flatMap((kind) => UNLIKE[kind] ?? [])),
  }));
}

/** "Giống thế này": nothing to go by but the picture. */
const isEmpty = (words: ParsedQuery): boolean => words.chips.length === 0 && words.words.length === 0;
