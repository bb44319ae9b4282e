import { ProductPage } from '../../../src/contract/catalog/catalog.js';
import { MAX_SYNONYMS } from '../../../src/contract/rules.js';
import { QueryPins, QueryPinsRow, SearchQueryRow, Synonym } from '../../../src/contract/search/search.js';
import { shiftDay, shopDay } from '../../../src/contract/shop-day.js';
import { addProductCounts, addQueryCounts } from '../../../src/search/learning/search-stats.sql.js';
import { pageSchema } from '../../../src/contract/common.js';
import { changeCatalogue, clearCatalogue, stock } from '../../catalog/stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { passTime } from '../../support/clock.js';
import { given, type Shopper } from '../../support/given.js';
import { until } from '../../support/until.js';

openShop();

let admin: Shopper;
let ids: number[];
const search = async (keyword: string, more = '&page=1') => {
  const reply = await visitor().get(`/api/products/?keyword=${encodeURIComponent(keyword)}${more}`);
  return answer(reply, ProductPage);
};
const names = async (keyword: string) => (await search(keyword)).results.map(({ name }) => name);
const audit = async () => {
  const [row] = await shop().db.query<{ action: string; subject: string; subject_name: string; after: object }[]>(
    'SELECT action, subject, subject_name, after FROM audit_entries ORDER BY id DESC LIMIT 1',
  );
  return row;
};

beforeAll(async () => {
  await clearCatalogue();
  admin = await given.admin();
  ids = await stock(
    { name: 'Áo thun trơn', category: 'Áo thun', sold: 3 },
    { name: 'Áo thun sọc', category: 'Áo thun', sold: 2 },
    { name: 'Áo thun hè', category: 'Áo thun', sold: 1 },
    { name: 'Váy xòe', category: 'Váy' },
  );
});
afterEach(async () => {
  await changeCatalogue('DELETE FROM search_synonyms');
  await changeCatalogue('DELETE FROM search_pins');
});

describe('synonyms', () => {
  const add = (body: object) => admin.post('/api/admin/search/synonyms/', body);

  test('a saved word is read in the next search, a changed and a deleted one too', async () => {
    expect(await names('bánh bèo')).toEqual([]);
    const synonym = answer(await add({ word: ' Bánh  BÈO ', meanings: ['váy', 'VÁY'] }), Synonym, 201);
    expect(synonym).toMatchObject({ word: 'bánh bèo', meanings: ['váy'], is_two_way: false });
    expect(await audit()).toMatchObject({ action: 'create', subject: 'synonym', subject_name: 'bánh bèo' });
    expect(await names('bánh bèo')).toEqual(['Váy xòe']);
    const path = `/api/admin/search/synonyms/${synonym.id}/`;
    answer(await admin.put(path, { word: 'bánh bèo', meanings: ['áo thun sọc'] }), Synonym);
    expect(await audit()).toMatchObject({ action: 'update', after: { meanings: ['áo thun sọc'] } });
    expect((await names('bánh bèo'))[0]).toBe('Áo thun sọc');
    expect((await admin.delete(path)).status).toBe(204);
    expect(await audit()).toMatchObject({ action: 'delete', subject: 'synonym' });
    expect(await names('bánh bèo')).toEqual([]);
  });

  test('are listed by word, and found by word or meaning, tones aside', async () => {
    for (const word of ['yếm', 'bánh bèo']) await add({ word, meanings: [`nghĩa của ${word}`] });
    const list = async (query: string) => {
      const reply = await admin.get(`/api/admin/search/synonyms/?${query}`);
      return answer(reply, pageSchema(Synonym)).results.map(({ word }) => word);
    };
    expect(await list('page=1')).toEqual(['bánh bèo', 'yếm']);
    expect(await list('page_size=1&page=2')).toEqual(['yếm']);
    expect(await list('page=1&search=NGHIA+CUA+yem')).toEqual(['yếm']);
    expect(await list('page=1&search=100%25')).toEqual([]);
  });

  test.each([
    [{ word: '', meanings: ['váy'] }, 'word'],
    [{ word: '!!!', meanings: ['váy'] }, 'word'],
    [{ word: 'x'.repeat(81), meanings: ['váy'] }, 'word'],
    [{ word: 'yếm', meanings: [] }, 'meanings'],
    [{ word: 'yếm', meanings: ['…'] }, 'meanings'],
    [{ word: 'yếm', meanings: ['YẾM'] }, 'meanings'],
    [{ word: 'yếm', meanings: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'meanings'],
  ])('%j is a 400', async (body, field) => {
    const reply = await add(body);
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining([field])]);
  });

  test('a word is explained once, and only a limited number of words', async () => {
    await add({ word: 'yếm', meanings: ['áo'] });
    expect((await add({ word: 'Yếm', meanings: ['váy'] })).body).toHaveProperty('word');
    expect((await admin.put('/api/admin/search/synonyms/999999/', { word: 'x', meanings: ['y'] })).status).toBe(404);
    expect((await admin.delete('/api/admin/search/synonyms/999999/')).status).toBe(404);
    await changeCatalogue(
      `INSERT INTO search_synonyms (word, meanings) SELECT 'từ ' || n, '{áo}' FROM generate_series(2, $1::integer) n`,
      [MAX_SYNONYMS],
    );
    expect((await add({ word: 'một từ nữa', meanings: ['váy'] })).status).toBe(409);
  });
});

describe('pins', () => {
  const save = (body: object) => admin.put('/api/admin/search/pins/', body);
  const [trơn, sọc, hè, váy] = ['Áo thun trơn', 'Áo thun sọc', 'Áo thun hè', 'Váy xòe'];

  test('pinned products come first and buried ones last, on all pages, with an exact count', async () => {
    const [first = 0, , third = 0, dress = 0] = ids;
    expect(await names('áo thun')).toEqual([trơn, sọc, hè]);
    const body = { query: 'ÁO thun', pinned: [dress, third], buried: [first] };
    const pins = answer(await save(body), QueryPins);
    expect(pins).toMatchObject({ query: 'áo thun', pinned: [{ name: váy }, { name: hè }], buried: [{ name: trơn }] });
    expect(await audit()).toMatchObject({ subject: 'pins', subject_name: 'áo thun', after: { pinned: [váy, hè] } });
    expect(await names('áo thun')).toEqual([váy, hè, sọc, trơn]);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('áo thun', `&page_size=1&page=${page}`)));
    expect(pages.map(({ count, results }) => [count, results[0]?.name])).toEqual([
      ...[váy, hè, sọc, trơn].map((name) => [4, name]),
    ]);
    expect((await search('áo thun', '&page=1&sort=sold-desc')).results[0]?.name).toBe(trơn);
    answer(await admin.get(`/api/admin/search/pins/one/?query=${encodeURIComponent('áo thun')}`), QueryPins);
    answer(await save({ query: 'áo thun', pinned: [], buried: [] }), QueryPins);
    expect(await names('áo thun')).toEqual([trơn, sọc, hè]);
  });

  test('are listed by query with their numbers; a deleted product leaves them', async () => {
    const [first = 0, second = 0] = ids;
    const [gone = 0] = await stock({ name: 'Áo tạm' });
    await save({ query: 'váy', pinned: [first, gone], buried: [second] });
    await save({ query: 'áo', pinned: [gone], buried: [] });
    const list = async (query = '') =>
      answer(await admin.get(`/api/admin/search/pins/?page=1${query}`), pageSchema(QueryPinsRow)).results;
    const row = { query: 'váy', pinned: 2, buried: 1 };
    expect(await list()).toEqual([{ query: 'áo', pinned: 1, buried: 0 }, row]);
    expect(await list('&search=vay')).toEqual([row]);
    await changeCatalogue('DELETE FROM products WHERE id = $1', [gone]);
    expect(await list()).toEqual([{ ...row, pinned: 1 }]);
  });

  test('pins from an older page do not undo what somebody else has chosen', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const none = { pinned: [], buried: [] };
    const put = (pinned: number[], was: object) => save({ query: 'áo lụa', pinned, buried: [], was });
    answer(await put([first, second], none), QueryPins);
    const late = await put([third], none);
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('ở nơi khác') as string } });
    expect((await put([third], { pinned: [second, first], buried: [] })).status).toBe(409);
    answer(await put([], { pinned: [first, second], buried: [] }), QueryPins);
  });

  test('an unknown product, one chosen twice, and too many are refused', async () => {
    const [first = 0] = ids;
    const many = Array.from({ length: 41 }, (_, nth) => nth + 1);
    for (const body of [
      { query: 'áo', pinned: [2_000_000_000], buried: [] },
      { query: 'áo', pinned: [first], buried: [first] },
      { query: 'áo', pinned: many, buried: [] },
      { query: 'áo', pinned: many.slice(0, 21), buried: many.slice(21) },
      { query: '\u0000', pinned: [first], buried: [] },
      { query: '', pinned: [], buried: [] },
    ]) {
      expect((await save(body)).status).toBe(400);
    }
  });
});

describe('learning', () => {
  test('what shoppers click comes first, until the owner switches it off', async () => {
    const third = ids[2] ?? 0;
    const day = shopDay(new Date());
    await shop().db.transaction(async (tx) => {
      await addProductCounts(tx, day, [{ query: 'áo thun', product: third, clicks: 30, purchases: 0 }]);
      await addQueryCounts(tx, day, [{ query: 'áo thun', searches: 50, empty: 0, clicks: 30, purchases: 0 }]);
    });
    const learns = (search_learning: boolean) => admin.put('/api/settings/', { search_learning });
    let tries = 0;
    // What is learnt is read when learning is switched on, and then every few minutes.
    const first = async () => (await names(`áo thun${' '.repeat(++tries)}`))[0];
    await learns(false);
    await until('the order is the usual', async () => (await first()) === 'Áo thun trơn');
    await learns(true);
    await until('the clicked one leads', async () => (await first()) === 'Áo thun hè');
    await learns(false);
    await until('the order is the usual again', async () => (await first()) === 'Áo thun trơn');
    expect(await audit()).toMatchObject({ subject: 'settings', after: { search_learning: false } });
  });

  test('a cached list follows what is learnt, once it is read', async () => {
    const [cached, day] = ['áo thun ', shopDay(new Date())];
    await admin.put('/api/settings/', { search_learning: true });
    await shop().db.query('DELETE FROM search_product_stats');
    passTime(600_001);
    await until('nothing is learnt', async () => (await names(`${cached} `))[0] === 'Áo thun trơn');
    expect((await names(cached))[0]).toBe('Áo thun trơn');
    await shop().db.transaction((tx) =>
      addProductCounts(tx, day, [{ query: 'áo thun', product: ids[1] ?? 0, clicks: 40, purchases: 0 }]),
    );
    expect((await names(cached))[0]).toBe('Áo thun trơn');
    passTime(600_001);
    // Any call makes the thread read what is due.
    await search('áo thun hè');
    await until('the cached list has the new order', async () => (await names(cached))[0] === 'Áo thun sọc');
  });
});

describe('the list of searches', () => {
  test('sums up the days of a period, most searched first; or those that found nothing', async () => {
    await shop().db.query('DELETE FROM search_query_stats');
    const today = shopDay(new Date());
    const count = (query: string, searches: number, empty = 0) => ({ query, searches, empty, clicks: 1, purchases: 0 });
    await shop().db.transaction(async (tx) => {
      await addQueryCounts(tx, today, [count('váy', 5), count('áo yếm', 2, 2), count('xyz', 1, 1)]);
      await addQueryCounts(tx, shiftDay(today, -6), [count('váy', 1), count('quần', 9)]);
      await addQueryCounts(tx, shiftDay(today, -7), [count('váy', 100)]);
    });
    const list = async (query: string) => {
      const reply = await admin.get(`/api/admin/search/queries/?page=1&${query}`);
      return answer(reply, pageSchema(SearchQueryRow)).results.map((row) => [row.query, row.searches, row.empty]);
    };
    expect(await list('days=7')).toEqual([
      ['quần', 9, 0],
      ['váy', 6, 0],
      ['áo yếm', 2, 2],
      ['xyz', 1, 1],
    ]);
    expect((await list(''))[0]).toEqual(['váy', 106, 0]);
    expect(await list('days=7&only=empty')).toEqual([
      ['áo yếm', 2, 2],
      ['xyz', 1, 1],
    ]);
    expect(await list('days=7&search=QUAN')).toEqual([['quần', 9, 0]]);
    expect((await admin.get('/api/admin/search/queries/?days=8')).status).toBe(400);
  });
});
