import { findProducts } from '../../../src/search/matching/keyword-match.js';
import { listPart } from '../../../src/search/keyword/product-list.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';
import { facts } from '../text/shop.js';

/*
 * The lists of keywords against the ranking rule of docs/decisions/019-keyword-search.md, judged product by product, without
 * postings, sets of rows or partial sorts: set and order must be the same.
 */

/** Seeds, each with the number of products: in the larger shops many miss the same criteria. */
const SHOPS: [seed: number, products: number][] = [
  [3, 90],
  [17, 90],
  [2_027, 90],
  [41, 400],
  [101, 400],
];
const QUERIES = 120;
const PAGE = 12;

const TYPES = ['Áo sơ mi', 'Quần jean', 'Áo polo', 'Áo len'] as const;
/** Is of no type. */
const THING = 'Món';
const COLORS = ['Đỏ', 'Đen', 'Trắng'] as const;
/** In no lexicon. */
const WORDS = ['kobalt', 'mirano', 'tivoli'] as const;
const OCCASION = 'yoga';
const STYLE = 'vintage';

interface Made {
  id: number;
  /** null for a name that says none. */
  type: string | null;
  color: string | null;
  /** Whom the name says that it is for. */
  whom: 'nam' | 'nữ' | null;
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
  isForMen: boolean;
  isForYoga: boolean;
  isVintage: boolean;
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
  type: chance(0.95) ? pick(TYPES) : null,
  color: chance(0.75) ? pick(COLORS) : null,
  whom: chance(0.5) ? 'nam' : chance(0.3) ? 'nữ' : null,
  named: [...WORDS, OCCASION, STYLE].filter(() => chance(0.4)),
  described: WORDS.filter(() => chance(0.2)),
  isPlain: chance(0.2),
  sold: int(4),
});

const anyQuery = ({ pick, chance }: Random): Asked => ({
  type: pick(TYPES),
  color: chance(0.6) ? pick(COLORS) : null,
  word: chance(0.5) ? pick(WORDS) : null,
  isForMen: chance(0.4),
  isForYoga: chance(0.4),
  isVintage: chance(0.3),
});

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

const factsOf = ({ type, color, whom, named, described, isPlain, sold }: Made) =>
  facts([isPlain ? plain(type ?? THING) : (type ?? THING), ...(whom ? [whom] : []), ...named].join(' '), {
    category: type ?? '',
    colors: color ? [color] : [],
    description: described.join(' '),
    total_sold: sold,
  });

const textOf = ({ type, color, isForMen, word, isForYoga, isVintage }: Asked) =>
  [type, isForMen ? 'nam' : null, color, word, isForYoga ? OCCASION : null, isVintage ? STYLE : null]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();

/** How a product fits a query: its tier (3 right, 2 with an unknown colour or gender, 1 of the type alone, 0 none) and its score. */
function judged(
  product: Made,
  { type, color, isForMen, word, isForYoga, isVintage }: Asked,
): { tier: number; score: number } {
  const isNamed = word !== null && product.named.includes(word);
  const isLacking = word !== null && !isNamed && !product.described.includes(word);
  const isForOthers = isForMen && product.whom === 'nữ';
  const isOther = color !== null && product.color !== null && product.color !== color;
  if (product.type !== type || isLacking || isOther || isForOthers) return { tier: 0, score: 0 };
  const attributes = [...(isForYoga ? [OCCASION] : []), ...(isVintage ? [STYLE] : [])];
  const isLackingSome = attributes.some((attribute) => !product.named.includes(attribute));
  // Weights and fits of the type, the colour (unknown: a tenth), the gender, the word (described: less than named), the rest.
  const parts = [
    [3, 1],
    ...(color === null ? [] : [[2.5, product.color === null ? 0.1 : 1]]),
    ...(isForMen ? [[2, product.whom === 'nam' ? 1 : 0.35]] : []),
    ...(word === null ? [] : [[1.5, isNamed ? 1 : 0.4]]),
    ...attributes.map((attribute) => [1.2, product.named.includes(attribute) ? 1 : 0]),
  ];
  const sum = (of: (part: number[]) => number) => parts.reduce((all, part) => all + of(part), 0);
  const mean = sum(([weight = 0, fit = 0]) => weight * fit) / sum(([weight = 0]) => weight);
  // No name here says a colour, so only a query without one can be in a name word for word.
  const isLiteral =
    color === null && (!isForMen || product.whom === 'nam') && (word === null || isNamed) && !isLackingSome;
  const bonus = !isLiteral ? 0 : product.isPlain ? 0.25 : 0.5;
  const isUnknown = (color !== null && product.color === null) || (isForMen && product.whom === null);
  const tier = isLackingSome ? 1 : isUnknown ? 2 : 3;
  return { tier, score: Math.round((mean + bonus) / 0.025) };
}

/** The list of a query: the right products; if they fill no page, the unknown ones; then the best others up to a page. */
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

test.each(SHOPS)('keywords find what the ranking rule says, in its order (seed %i, %i products)', (seed, count) => {
  const random = randomOf(seed);
  const products = Array.from({ length: count }, (_, nth) => anyProduct(random, nth + 1));
  const index = new WordIndex();
  for (const product of products) index.set(product.id, factsOf(product));
  const lengths = new Set<boolean>();
  for (let round = 0; round < QUERIES; round++) {
    // Changed products move to other rows.
    const changed = anyProduct(random, 1 + random.int(count));
    products[changed.id - 1] = changed;
    index.set(changed.id, factsOf(changed));
    const query = anyQuery(random);
    const text = textOf(query);
    const expected = oracle(products, query);
    const [from, length] = random.chance(0.5) ? [0, 100] : [random.int(8), 1 + random.int(8)];
    const part = listPart(index, findProducts(parseQuery(text, index), index), {}, { from, count: length });
    expect({ seed, round, text, count: part.count, ids: part.ids }).toEqual({
      ...{ seed, round, text },
      ...{ count: expected.length, ids: expected.slice(from, from + length) },
    });
    lengths.add(expected.length > PAGE);
  }
  // Lists of more than a page and of less were compared.
  expect(lengths.size).toBe(2);
});
