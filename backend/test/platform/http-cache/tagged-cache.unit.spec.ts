import { API_POLICY } from '../../../src/platform/http-cache/cache-tags.js';
import { EVERYTHING, type CatalogChange } from '../../../src/platform/http-cache/catalog-change.js';
import { ComputationAbandoned, TaggedCache, type Tagged } from '../../../src/platform/http-cache/tagged-cache.js';

let now: number;
let cache: TaggedCache<string>;
beforeEach(() => {
  now = 0;
  cache = new TaggedCache({ maxBytes: 100_000, sizeOf: ({ length }) => length, policy: API_POLICY, now: () => now });
});

const put = (key: string, tags: string[], value = key) => cache.compute(key, async () => ({ value, tags }));
/** What a reader gets without computing. */
const served = (key: string) => cache.lookup(key, -Infinity);
const sold = (id: number, from: number, to: number): CatalogChange => ({ kind: 'sold', sales: [{ id, from, to }] });

/** Starts a computation that the caller ends. */
function begin(key: string) {
  let end!: (computed: Tagged<string> | undefined) => void;
  const result = cache.compute(key, () => new Promise((resolve) => (end = resolve)));
  return { result, end };
}

describe('a change', () => {
  const keys = ['product 1', 'list', 'in stock', 'by rating', 'by sales', 'by words', 'brands', 'colors', 'unknown'];
  beforeEach(async () => {
    await put('product 1', ['product-1']);
    await put('list', ['list', 'card-1', 'card-2', 'counts']);
    await put('in stock', ['list', 'in-stock']);
    await put('by rating', ['list', 'ratings']);
    await put('by sales', ['list', 'sales-10-20']);
    await put('by words', ['keywords', 'card-7']);
    await put('brands', ['counts']);
    await put('colors', ['shop']);
    await put('unknown', ['any']);
  });

  test.each<[string, CatalogChange, string[]]>([
    ['of everything', EVERYTHING, keys],
    [
      'of what is in the shop',
      { kind: 'listed', ids: [3] },
      ['list', 'in stock', 'by rating', 'by sales', 'brands', 'unknown'],
    ],
    [
      'of a product',
      { kind: 'edited', ids: [1] },
      ['product 1', 'list', 'in stock', 'by rating', 'by sales', 'brands', 'unknown'],
    ],
    ['of how the search is directed', { kind: 'curated' }, ['by words', 'unknown']],
    ['of what is in stock', { kind: 'availability', ids: [1] }, ['product 1', 'list', 'in stock', 'unknown']],
    ['of a stock', { kind: 'stock', ids: [1] }, ['product 1', 'list', 'unknown']],
    ['of another product’s stock', { kind: 'stock', ids: [9] }, ['unknown']],
    ['of reviews', { kind: 'reviewed', ids: [1] }, ['product 1', 'list', 'by rating', 'unknown']],
    ['of sales below a list', sold(9, 8, 9), ['unknown']],
    ['of sales that reach a list', sold(9, 9, 10), ['by sales', 'unknown']],
    ['of sales that pass a list', sold(9, 5, 90), ['by sales', 'unknown']],
    ['of sales within a list', sold(2, 12, 11), ['list', 'by sales', 'unknown']],
    ['of sales above a list', sold(1, 21, 22), ['product 1', 'list', 'unknown']],
  ])('%s drops what it touches', (_name, change, gone) => {
    cache.change(change);
    expect(keys.filter((key) => served(key) === undefined)).toEqual(gone);
  });
});

test('concurrent callers share one computation', async () => {
  const compute = jest.fn(async () => ({ value: 'a', tags: ['list'] }));
  expect(await Promise.all(Array.from({ length: 500 }, () => cache.compute('a', compute)))).toEqual(
    Array.from({ length: 500 }, () => 'a'),
  );
  expect(compute).toHaveBeenCalledTimes(1);
});

describe('a change while a value is computed', () => {
  test('that touches it keeps it out of the cache', async () => {
    const { result, end } = begin('a');
    cache.change({ kind: 'edited', ids: [1] });
    end({ value: 'old', tags: ['product-1'] });
    expect(await result).toBe('old');
    expect(served('a')).toBeUndefined();
  });

  test('that does not touch it lets it be cached', async () => {
    const { result, end } = begin('a');
    cache.change({ kind: 'edited', ids: [2] });
    cache.change(sold(2, 30, 31));
    end({ value: 'right', tags: ['product-1', 'sales-10-20'] });
    await result;
    expect(served('a')).toBe('right');
  });

  test('is visible to every later request', async () => {
    const { result: before, end } = begin('a');
    cache.change({ kind: 'edited', ids: [1] });
    const after = put('a', ['product-1'], 'new');
    end({ value: 'old', tags: ['product-1'] });
    expect([await before, await after]).toEqual(['old', 'new']);
    expect(served('a')).toBe('new');
  });

  test('makes no second computation if it does not touch it', async () => {
    const { result: before, end } = begin('a');
    cache.change({ kind: 'edited', ids: [2] });
    const again = jest.fn();
    const after = cache.compute('a', again);
    end({ value: 'right', tags: ['product-1'] });
    expect([await before, await after]).toEqual(['right', 'right']);
    expect(again).not.toHaveBeenCalled();
  });

  test('that touches hundreds of products keeps every value out of the cache', async () => {
    const { result, end } = begin('a');
    cache.change({ kind: 'stock', ids: Array.from({ length: 500 }, (_, nth) => nth + 10) });
    end({ value: 'right', tags: ['product-1'] });
    await result;
    expect(served('a')).toBeUndefined();
  });

  test('among more changes than are remembered keeps it out of the cache', async () => {
    const { result, end } = begin('a');
    for (let id = 1; id <= 1_001; id += 1) cache.change({ kind: 'stock', ids: [id + 10] });
    end({ value: 'old', tags: ['product-1'] });
    await result;
    expect(served('a')).toBeUndefined();
  });
});

test('a value that is not to be cached is computed for each caller', async () => {
  const compute = jest.fn(async () => undefined);
  expect([await cache.compute('a', compute), await cache.compute('a', compute)]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('after an abandoned computation, a waiting caller starts another', async () => {
  let abandon!: (error: Error) => void;
  const first = cache.compute('a', () => new Promise((_resolve, reject) => (abandon = reject)));
  const again = jest.fn(async () => ({ value: 'a', tags: ['list'] }));
  const waiting = Promise.all(Array.from({ length: 500 }, () => cache.compute('a', again)));
  abandon(new ComputationAbandoned());
  await expect(first).rejects.toThrow(ComputationAbandoned);
  expect(new Set(await waiting)).toEqual(new Set(['a']));
  expect(again).toHaveBeenCalledTimes(1);
});

test('a failed computation fails its callers, and the next caller computes again', async () => {
  const failing = Promise.all([1, 2].map(() => cache.compute('a', () => Promise.reject(new Error('down')))));
  await expect(failing).rejects.toThrow('down');
  expect(await put('a', ['list'])).toBe('a');
});

describe('in a busy shop', () => {
  const COST_MS = 100;
  const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const change = sold(1, 10, 11);
  const putSlowly = (key: string, value = key) =>
    cache.compute(key, async () => {
      now += COST_MS;
      return { value, tags: ['list', 'card-1'] };
    });
  const current = () => KEYS.filter((key) => served(key) === `new ${key}`);

  beforeEach(async () => {
    for (let nth = 0; nth < 50; nth += 1) await putSlowly(`other ${nth}`);
    for (const key of KEYS) await putSlowly(key, `old ${key}`);
    now += 60_000;
    cache.change(change);
  });

  /** Reads every key as a visitor does. @returns the keys that were computed for it */
  async function readAll() {
    const computed: string[] = [];
    for (const key of KEYS) {
      if (served(key) !== undefined) continue;
      computed.push(key);
      await putSlowly(key, `new ${key}`);
    }
    return computed;
  }

  test('a change drops as many answers as there is time for, and outdates the others', async () => {
    const dropped = KEYS.filter((key) => cache.peek(key, -Infinity) === undefined);
    expect(dropped.length).toBeLessThan(KEYS.length);
    expect(await readAll()).toEqual(expect.arrayContaining(dropped));
  });

  test('an outdated answer is served while another caller computes it', async () => {
    const outdated = KEYS.find((key) => cache.peek(key, -Infinity) !== undefined)!;
    const { result, end } = begin(outdated);
    expect(served(outdated)).toBe(`old ${outdated}`);
    end({ value: 'new', tags: ['list', 'card-1'] });
    await result;
    expect(served(outdated)).toBe('new');
  });

  test('a caller that takes no outdated answer gets none', () => {
    const outdated = KEYS.find((key) => cache.peek(key, -Infinity) !== undefined)!;
    expect(cache.lookup(outdated, -Infinity, true)).toBeUndefined();
  });

  test('an edit drops every answer at once', () => {
    cache.change({ kind: 'edited', ids: [1] });
    expect(KEYS.filter((key) => served(key) !== undefined)).toEqual([]);
  });

  test('refreshing takes a tenth of the time', async () => {
    let computed = 0;
    const began = now;
    while (now - began < 60_000) {
      cache.change(change);
      computed += (await readAll()).length;
      now += 50;
    }
    expect((computed * COST_MS) / (now - began)).toBeCloseTo(0.1, 1);
  });

  test('an answer that was just computed is not computed again within a second', async () => {
    await readAll();
    const [fresh = ''] = current();
    cache.change(change);
    expect(served(fresh)).toBe(`new ${fresh}`);
  });

  test('when it is quiet again, a change is visible immediately', async () => {
    await readAll();
    now += 60_000;
    await putSlowly('a', 'old a');
    for (const key of KEYS.slice(1)) await cache.compute(key, async () => ({ value: key, tags: ['shop'] }));
    now += 60_000;
    cache.change(change);
    expect(served('a')).toBeUndefined();
  });
});

test('a value with a time to live is not served after it, and the shortest of several counts', async () => {
  await put('a', ['list', 'ttl-1000', 'ttl-5000']);
  await put('b', ['list']);
  now += 999;
  expect([served('a'), served('b')]).toEqual(['a', 'b']);
  now += 1;
  expect([served('a'), served('b')]).toEqual([undefined, 'b']);
});

test('the least recently used entries are evicted, and their tags with them', async () => {
  for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key, ['product-1'], key.repeat(24_000));
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => served(key) === undefined)).toEqual(['a']);
  cache.change({ kind: 'edited', ids: [1] });
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => served(key) !== undefined)).toEqual([]);
});

test('a value larger than a quarter of the cache is not cached', async () => {
  expect(await put('a', ['list'], 'x'.repeat(25_001))).toHaveLength(25_001);
  expect(served('a')).toBeUndefined();
});
