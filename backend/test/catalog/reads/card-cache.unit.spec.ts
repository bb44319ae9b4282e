import type { Pool } from 'pg';
import { CardCache } from '../../../src/catalog/reads/card-cache.js';
import { EVERYTHING, type CatalogChange } from '../../../src/platform/http-cache/catalog-change.js';
import type { CatalogChanges } from '../../../src/platform/http-cache/catalog-changes.js';

/** Products of a shop: the cards that a statement reads. */
let stored: Map<number, string>;
/** The ids that each statement asked for. */
let queries: number[][];
let isLive: boolean;
let announce: (change: CatalogChange) => void;
let cards: CardCache;
/** What happens while a statement runs. */
let meanwhile: () => void;

beforeEach(() => {
  stored = new Map([1, 2, 3].map((id) => [id, `{"id":${id}}`]));
  [queries, isLive, meanwhile] = [[], true, () => undefined];
  const query = ({ values: [ids] }: { values: [number[]] }) => {
    queries.push(ids);
    const rows = ids.flatMap((id) => (stored.has(id) ? [{ id, json: stored.get(id) }] : [])).reverse();
    meanwhile();
    return Promise.resolve({ rows });
  };
  const changes = {
    get isLive() {
      return isLive;
    },
    onChange: (listener: typeof announce) => (announce = listener),
  };
  cards = new CardCache({ query } as unknown as Pool, changes as unknown as CatalogChanges);
});

const sell = (id: number): CatalogChange => ({ kind: 'sold', sales: [{ id, from: 0, to: 1 }] });

test('cards come in the order that was asked for, without products that have left the shop', async () => {
  expect(await cards.read([3, 9, 1])).toBe('[{"id":3},{"id":1}]');
  expect(await cards.read([])).toBe('[]');
});

test('a card is read from the database once', async () => {
  await cards.read([1, 2]);
  expect(await cards.read([2, 3, 1])).toBe('[{"id":2},{"id":3},{"id":1}]');
  await cards.read([3, 2, 1]);
  expect(queries).toEqual([[1, 2], [3]]);
});

test.each<[string, CatalogChange, number[]]>([
  ['an edit of a product', { kind: 'edited', ids: [1] }, [1]],
  ['a change of its stock', { kind: 'stock', ids: [1, 2] }, [1, 2]],
  ['a review', { kind: 'reviewed', ids: [2] }, [2]],
  ['a sale', sell(3), [3]],
  ['a change of everything', EVERYTHING, [1, 2, 3]],
  ['a change of how the search is directed', { kind: 'curated' }, []],
])('%s drops the cards that show it', async (_name, change, dropped) => {
  await cards.read([1, 2, 3]);
  announce(change);
  await cards.read([1, 2, 3]);
  expect(queries.slice(1).flat()).toEqual(dropped);
});

test('a card that was read during a change is not kept', async () => {
  meanwhile = () => announce(sell(1));
  expect(await cards.read([1])).toBe('[{"id":1}]');
  meanwhile = () => undefined;
  stored.set(1, '{"id":1,"sold":1}');
  expect(await cards.read([1])).toBe('[{"id":1,"sold":1}]');
});

test('while changes are not announced, nothing is kept and nothing kept is served', async () => {
  await cards.read([1]);
  isLive = false;
  await cards.read([1, 2]);
  isLive = true;
  await cards.read([2]);
  expect(queries).toEqual([[1], [1, 2], [2]]);
});
