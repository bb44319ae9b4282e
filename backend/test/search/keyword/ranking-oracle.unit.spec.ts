import { findProducts } from '../../../src/search/keyword/keyword-match.js';
import { listPart } from '../../../src/search/keyword/product-list.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';
import { facts } from '../text/shop.js';

/*
 * The lists of keywords against the ranking rule of docs/decisions/019-keyword-search.md, judged product by product, without
 * postings, sets of rows or partial sorts: set and order must be the same.
 */

const SEEDS = [3, 17, 2_027];
const PRODUCTS = 90;
const QUERIES = 120;
const PAGE = 12;

const TYPES = ['Áo sơ mi', 'Quần jean', 'Chân váy', 'Áo len'] as const;
const COLORS = ['Đỏ', 'Đen', 'Trắng'] as const;
/** In no lexicon. */
const WORDS = ['kobalt', 'mirano', 'tivoli'] as const;
const OCCASION = 'yoga';

interface Made {
  id: number;
  type: string;
  color: string | null;
  /** Words of the name after the type. */
  named: string[];
  /** Words of the description. */
  described: string[];
  /** Whether its name is written without tones. */
  isPlain: boolean;
  sold: number;
}

interface Asked {
  type: string;
  color: string | null;
  word: string | null;
  isForYoga: boolean;
}

function randomOf(seed: number) {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const int = (max: number) => Math.floor(next() * max);
  const pick = <T>(from: readonly T[]): T => from[int(from.length)]!;
  return { int, pick, chance: (share: number) => next() < share };
}

type Random = ReturnType<typeof randomOf>;

const anyProduct = ({ int, pick, chance }: Random, id: number): Made => ({
  id,
  type: pick(TYPES),
  color: chance(0.75) ? pick(COLORS) : null,
  named: [...WORDS, OCCASION].filter(() => chance(0.4)),
  described: WORDS.filter(() => chance(0.2)),
  isPlain: chance(0.2),
  sold: int(4),
});

const anyQuery = ({ pick, chance }: Random): Asked => ({
  type: pick(TYPES),
  color: chance(0.6) ? pick(COLORS) : null,
  word: chance(0.5) ? pick(WORDS) : null,
  isForYoga: chance(0.4),
});

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

const factsOf = ({ type, color, named, described, isPlain, sold }: Made) =>
  facts([isPlain ? plain(type) : type, ...named].join(' '), {
    category: type,
    colors: color ? [color] : [],
    description: described.join(' '),
    total_sold: sold,
  });

const textOf = ({ type, color, word, isForYoga }: Asked) =>
  [type, color, word, isForYoga ? OCCASION : null].filter(Boolean).join(' ').toLowerCase();

/** How a product fits a query: its tier (3 right, 2 with an unknown colour, 1 of the type alone, 0 none) and its score. */
function judged(product: Made, { type, color, word, isForYoga }: Asked): { tier: number; score: number } {
  const isNamed = word !== null && product.named.includes(word);
  const isLacking = word !== null && !isNamed && !product.described.includes(word);
  const isOther = color !== null && product.color !== null && product.color !== color;
  if (product.type !== type || isLacking || isOther) return { tier: 0, score: 0 };
  const hasYoga = product.named.includes(OCCASION);
  // Weights and fits of the type, the colour (unknown: a tenth), the word (described: less than named) and the occasion.
  const parts = [
    [3, 1],
    ...(color === null ? [] : [[2.5, product.color === null ? 0.1 : 1]]),
    ...(word === null ? [] : [[1.5, isNamed ? 1 : 0.4]]),
    ...(isForYoga ? [[1.2, hasYoga ? 1 : 0]] : []),
  ];
  const sum = (of: (part: number[]) => number) => parts.reduce((all, part) => all + of(part), 0);
  const mean = sum(([weight = 0, fit = 0]) => weight * fit) / sum(([weight = 0]) => weight);
  // No name here says a colour, so only a query without one can be in a name word for word.
  const isLiteral = color === null && (word === null || isNamed) && (!isForYoga || hasYoga);
  const bonus = !isLiteral ? 0 : product.isPlain ? 0.25 : 0.5;
  const tier = isForYoga && !hasYoga ? 1 : color !== null && product.color === null ? 2 : 3;
  return { tier, score: Math.round((mean + bonus) / 0.025) };
}

/** The list of a query: the right products; if they fill no page, those of an unknown colour; then the best others up to a page. */
function oracle(products: readonly Made[], query: Asked): number[] {
  const ranked = products
    .map((product) => ({ ...product, ...judged(product, query) }))
    .filter(({ tier }) => tier > 0)
    .sort((a, b) => b.tier - a.tier || b.score - a.score || b.sold - a.sold || b.id - a.id);
  const right = ranked.filter(({ tier }) => tier === 3);
  const known = ranked.filter(({ tier }) => tier >= 2);
  const shown = right.length >= PAGE ? right : ranked.slice(0, Math.max(known.length, Math.min(PAGE, ranked.length)));
  return shown.map(({ id }) => id);
}

test.each(SEEDS)('keywords find what the ranking rule says, in its order (seed %i)', (seed) => {
  const random = randomOf(seed);
  const products = Array.from({ length: PRODUCTS }, (_, nth) => anyProduct(random, nth + 1));
  const index = new WordIndex();
  for (const product of products) index.set(product.id, factsOf(product));
  const lengths = new Set<boolean>();
  for (let round = 0; round < QUERIES; round++) {
    // Changed products move to other rows.
    const changed = anyProduct(random, 1 + random.int(PRODUCTS));
    products[changed.id - 1] = changed;
    index.set(changed.id, factsOf(changed));
    const query = anyQuery(random);
    const text = textOf(query);
    const expected = oracle(products, query);
    const [from, count] = random.chance(0.5) ? [0, 100] : [random.int(8), 1 + random.int(8)];
    const part = listPart(index, findProducts(parseQuery(text, index), index), {}, { from, count });
    expect({ seed, round, text, count: part.count, ids: part.ids }).toEqual({
      ...{ seed, round, text },
      ...{ count: expected.length, ids: expected.slice(from, from + count) },
    });
    lengths.add(expected.length > PAGE);
  }
  // Lists of more than a page and of less were compared.
  expect(lengths.size).toBe(2);
});
