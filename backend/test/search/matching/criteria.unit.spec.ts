import { COLORS, ALL_SIZES } from '../../../src/demo/catalogue/colors-and-sizes.js';
import { randomFrom } from '../../../src/demo/support/random.js';
import { brandsOfShop, scaleProducts } from '../../../src/demo/scale/scale-products.js';
import { COLLECTIONS, DETAILS, SCALE_KINDS } from '../../../src/demo/scale/vocabulary.js';
import { candidatesOf, criteriaOf } from '../../../src/search/matching/criteria.js';
import { clausesOf } from '../../../src/search/text/clauses/clauses.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

const PRODUCTS = 600;
const QUERIES = 300;
const WISHES = [
  '',
  'nữ',
  'nam',
  'trắng',
  'màu xanh',
  'size M',
  'dưới 300k',
  'giá rẻ',
  'không đen',
  'Mây Việt',
  'trừ Mây Việt',
];

const numbered = (names: readonly string[]) => new Map(names.map((name, nth) => [name, nth + 1]));
const ids = {
  brands: numbered(brandsOfShop(PRODUCTS)),
  categories: numbered([...new Set(SCALE_KINDS.map(({ category }) => category))]),
  colors: numbered(Object.keys(COLORS)),
  sizes: numbered(ALL_SIZES),
  pictures: new Map(),
  customers: 0,
};

/** An index of generated products, and queries made of the same words. */
function makeShop() {
  const random = randomFrom('criteria');
  const names = Object.fromEntries(
    (['brands', 'categories', 'colors', 'sizes'] as const).map((kind) => [
      kind,
      new Map([...ids[kind]].map(([name, id]) => [id, name])),
    ]),
  );
  const nameOf = (kind: string, id: number | undefined) => names[kind]?.get(id ?? 0) ?? '';
  const index = new WordIndex();
  for (const product of scaleProducts(1, PRODUCTS, ids, random)) {
    index.set(product.id, {
      name: product.name,
      description: product.description,
      category: nameOf('categories', product.category_id),
      brand: nameOf('brands', product.brand_id),
      colors: product.colors.map((id) => nameOf('colors', id)),
      sizes: product.sizes.map((id) => nameOf('sizes', id)),
      min_price: product.price,
      total_sold: product.total_sold,
    });
  }
  const queries = Array.from({ length: QUERIES }, () => {
    const { name, cuts, materials } = random.pick(SCALE_KINDS);
    const words = [name, random.pick(cuts), random.pick(materials), random.pick(DETAILS), random.pick(COLLECTIONS)];
    return [...random.shuffle(words).slice(0, random.int(1, 4)), random.pick(WISHES)].join(' ').toLowerCase();
  });
  return { index, queries: queries.map((text) => parseQuery(text, index)) };
}

const { index, queries } = makeShop();
const rows = Array.from({ length: PRODUCTS }, (_, row) => row);

test('a fit is at most 1, and at most `elsewhere` outside of the rows that certainly fit', () => {
  const kinds = new Set<string>();
  for (const query of queries) {
    index.scratch.begin();
    for (const { kind, fit, candidates } of clausesOf(query, index, 'one')) {
      const own = new Set(candidates?.rows().flatMap(({ rows }) => [...rows]));
      const highest = (row: number) => (candidates && !own.has(row) ? candidates.maxFitElsewhere : 1);
      const better = rows.filter((row) => fit(row) > highest(row));
      expect({ kind, better }).toEqual({ kind, better: [] });
      if (candidates) kinds.add(kind);
    }
  }
  expect([...kinds].sort()).toEqual(['brand', 'color', 'material', 'occasion', 'style', 'type']);
});

test('the more criteria a candidate may miss, the more candidates there are, and the lower the highest score', () => {
  let compared = 0;
  for (const query of queries) {
    index.scratch.begin();
    const criteria = criteriaOf(query, index);
    if (!criteria) continue;
    const all = new Set(candidatesOf(criteria, Infinity, index));
    for (let misses = 0; misses < criteria.optional.length; misses++) {
      const found = [...candidatesOf(criteria, misses, index)];
      const more = new Set(candidatesOf(criteria, misses + 1, index));
      expect(found.filter((row) => !more.has(row) || !all.has(row))).toEqual([]);
      expect(criteria.maxScore(misses + 1)).toBeLessThan(criteria.maxScore(misses));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(QUERIES);
});
