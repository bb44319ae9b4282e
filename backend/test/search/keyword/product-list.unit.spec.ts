import { PRICE_BANDS, SORTS, type Sort } from '../../../src/contract/rules.js';
import type { Facets } from '../../../src/contract/catalog/catalog.js';
import { listPart, type ListQuery } from '../../../src/search/keyword/product-list.js';
import type { ListFacts } from '../../../src/search/text/word-index.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

const random = (() => {
  let state = 11;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
})();
const int = (max: number) => Math.floor(random() * max);
const chance = (share: number) => random() < share;

interface Kept extends ListFacts {
  id: number;
  price: number;
  sold: number;
}

const FACTS = { name: 'Áo', description: '', category: '', brand: '', colors: [], sizes: [] };

/** Products beside their index, each change made to both. */
class Shop {
  readonly index = new WordIndex();
  readonly products = new Map<number, Kept>();

  put(id: number): void {
    const pairs = new Set(Array.from({ length: int(4) }, () => int(16)));
    const variants = [...pairs].map((pair) => ({
      color: 1 + (pair >> 2),
      size: 1 + (pair & 3),
      in_stock: chance(0.7),
    }));
    const product = {
      id,
      price: int(30) * 50_000,
      sold: int(6),
      category: int(4),
      brand: int(5),
      variants,
      in_stock: variants.length > 0 ? variants.some((variant) => variant.in_stock) : chance(0.7),
      rating: int(11) / 2,
      reviews: int(4),
      created: int(9) * 1_000,
    };
    this.products.set(id, product);
    this.index.set(id, { ...FACTS, min_price: product.price, total_sold: product.sold }, product);
  }

  remove(id: number): void {
    this.products.delete(id);
    this.index.delete(id);
  }

  sell(id: number): void {
    const product = this.products.get(id);
    if (product) product.sold = int(6);
    this.index.updateSales(id, { sold: product?.sold ?? 1 });
  }
}

const KEYS: Record<Sort, (product: Kept) => number[]> = {
  'price-asc': ({ price, id }) => [-price, -id],
  'price-desc': ({ price, id }) => [price, id],
  'rating-desc': ({ rating, reviews, id }) => [rating, reviews, id],
  'sold-desc': ({ sold, id }) => [sold, id],
  'reviews-desc': ({ reviews, id }) => [reviews, id],
  newest: ({ created, id }) => [created, id],
};

const bandOf = ({ price }: Kept) => PRICE_BANDS.find(({ to }) => price <= to)!.band;

/** The list as its rules say it, product by product. */
function oracle(products: Kept[], query: ListQuery) {
  const offered = products.filter(
    ({ variants, in_stock: isInStock }) =>
      (!query.in_stock || isInStock) &&
      (!(query.color?.length || query.size?.length) ||
        variants.some(
          (variant) =>
            (!query.color?.length || query.color.includes(variant.color)) &&
            (!query.size?.length || query.size.includes(variant.size)) &&
            (!query.in_stock || variant.in_stock),
        )),
  );
  const choices = { category: (one: Kept) => one.category, brand: (one: Kept) => one.brand, price: bandOf };
  const passes = (product: Kept, except?: string) =>
    Object.entries(choices).every(
      ([name, of]) => name === except || !query[name as 'price'] || of(product) === query[name as 'price'],
    );
  const facet = (name: keyof typeof choices) => {
    const counts: Record<number, number> = {};
    for (const product of offered.filter((one) => passes(one, name))) {
      const choice = choices[name](product);
      if (choice > 0) counts[choice] = (counts[choice] ?? 0) + 1;
    }
    return counts;
  };
  const key = KEYS[query.sort ?? 'sold-desc'];
  const listed = offered.filter((one) => passes(one));
  listed.sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    return first.map((value, nth) => (second[nth] ?? 0) - value).find((difference) => difference !== 0) ?? 0;
  });
  return {
    ids: listed.map(({ id }) => id),
    facets: { category: facet('category'), brand: facet('brand'), price: facet('price') },
  };
}

/** The type lists every filter, so that a new one compiles only with an entry here. */
const anyQuery = (): { [Filter in keyof Required<ListQuery>]: ListQuery[Filter] } => ({
  sort: chance(0.2) ? undefined : SORTS[int(SORTS.length)],
  category: chance(0.3) ? int(4) : undefined,
  brand: chance(0.3) ? int(5) : undefined,
  price: chance(0.3) ? int(6) : undefined,
  color: chance(0.2) ? [1 + int(4), 1 + int(4)] : undefined,
  size: chance(0.2) ? [1 + int(5)] : undefined,
  in_stock: chance(0.2) || undefined,
});

function expectSame({ index, products }: Shop): void {
  const query = anyQuery();
  const { ids, facets } = oracle([...products.values()], query);
  const count = 1 + int(12);
  const from = chance(0.5) ? 0 : int(ids.length + 5);
  const part = listPart(index, null, query, { from, count });
  expect({ ...part, facets: JSON.parse(part.facets) as Facets }).toMatchObject({
    ids: ids.slice(from, from + count),
    count: ids.length,
    facets,
  });
}

test('a list of all products is what its rules say, through changes, sales and removals', () => {
  const shop = new Shop();
  for (let round = 0; round < 1_500; round++) {
    for (let changes = int(8); changes > 0; changes--) {
      const id = 1 + int(400);
      if (chance(0.6)) shop.put(id);
      else if (chance(0.5)) shop.sell(id);
      else shop.remove(id);
    }
    expectSame(shop);
  }
});

test('rows of products that are gone are cleared away without changing a list', () => {
  const shop = new Shop();
  for (let id = 1; id <= 900; id++) shop.put(id);
  for (let round = 0; round < 40; round++) {
    for (let changes = 0; changes < 100; changes++) shop.put(1 + int(900));
    expectSame(shop);
  }
  expect(shop.index.columns.length).toBeLessThan(2 * shop.products.size);
});
