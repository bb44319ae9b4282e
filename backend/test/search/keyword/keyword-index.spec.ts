import pg from 'pg';
import { Config } from '../../../src/platform/config/config.js';
import { KeywordIndex, type KeywordCall } from '../../../src/search/keyword/keyword-index.js';
import { changeCatalogue, clearCatalogue, stock } from '../../catalog/stocked.js';
import { openShop, shop } from '../../support/client.js';
import { until } from '../../support/until.js';

openShop();

let pool: pg.Pool;
let index: KeywordIndex;
let [shirt, dress]: number[] = [];
beforeAll(() => {
  pool = new pg.Pool({ connectionString: shop().app.get(Config).databaseUrl, max: 2 });
});
afterAll(() => pool.end());

beforeEach(async () => {
  await clearCatalogue();
  [shirt, dress] = await stock({ name: 'Áo thun', sold: 5 }, { name: 'Váy xòe', sold: 1 });
  index = new KeywordIndex(pool);
  await readAll();
});

const readAll = () => index.call({ changed: null, search: null });
const list = { keyword: undefined, filters: {}, from: 0, count: 12 };
const find = (call: Partial<KeywordCall> = {}) => index.call({ changed: [], search: list, ...call });
const suggest = () => index.call({ changed: [], search: null, suggest: 'áo' });
const archive = (id: number) => changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [id]);

/** Makes a call whose first read waits. @returns the call, and what lets the read go on or fail */
async function callOnHold(call: Partial<KeywordCall>) {
  let letGo = () => {};
  let fail = (_error: Error) => {};
  const hold = new Promise<void>((resolve, reject) => ([letGo, fail] = [resolve, reject]));
  const query = pool.query.bind(pool) as (...values: unknown[]) => unknown;
  const read = jest
    .spyOn(pool, 'query')
    .mockImplementationOnce((...values: unknown[]) => hold.then(() => query(...values)));
  const answer = find(call);
  answer.catch(() => undefined);
  await until('it reads', () => read.mock.calls.length > 0);
  return { answer, letGo, fail: () => fail(new Error('no connection')) };
}

test('a list or suggestion that comes while an earlier call reads a change shows it', async () => {
  await archive(shirt!);
  const first = await callOnHold({ changed: [shirt!] });
  const answers = [first.answer, find(), suggest()];
  first.letGo();
  const [reader, follower, suggestions] = await Promise.all(answers);
  expect(reader).toMatchObject({ ids: [dress], count: 1 });
  expect(follower).toEqual(reader);
  expect(suggestions).toMatchObject({ products: [dress], offer: 'popular' });
});

test('a keyword that comes while an earlier call reads the pins shows them', async () => {
  await changeCatalogue(`INSERT INTO search_pins (query, product_id, kind, position) VALUES ('áo', $1, 'pin', 0)`, [
    dress,
  ]);
  const first = await callOnHold({ isCurated: true });
  const follower = find({ search: { ...list, keyword: 'áo' } });
  first.letGo();
  expect(await follower).toMatchObject({ ids: [dress, shirt] });
});

test('after a change that could not be read, calls fail until all products are read again', async () => {
  await archive(shirt!);
  const first = await callOnHold({ changed: [shirt!] });
  const followers = [find(), find({ changed: [dress!] }), suggest()];
  first.fail();
  for (const call of [first.answer, ...followers]) await expect(call).rejects.toThrow('no connection');
  await expect(find()).rejects.toThrow('no connection');
  await readAll();
  expect(await find()).toMatchObject({ ids: [dress] });
});

test('numbers of sales are those of the last call, however long an earlier one reads', async () => {
  const first = await callOnHold({ changed: [shirt!], sales: [[dress!, 10]] });
  const second = find({ sales: [[dress!, 20]] });
  first.letGo();
  await Promise.all([first.answer, second]);
  expect(await find()).toMatchObject({ ids: [dress, shirt], most_sold: 20 });
});
