import { MAX_SUGGESTED, Suggestions } from '../../../src/contract/search/suggestions.js';
import { KeywordSearchService } from '../../../src/search/keyword/keyword-search.service.js';
import { changeCatalogue, clearCatalogue, stock } from '../../catalog/stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { passTime } from '../../support/clock.js';
import { until } from '../../support/until.js';

openShop({ RATE_LIMIT: 'off' });

const get = (typed: string) => visitor().get(`/api/search/suggest/?q=${encodeURIComponent(typed)}`);
const suggest = async (typed: string) => answer(await get(typed), Suggestions);
const products = async (typed: string) => (await suggest(typed)).products.map(({ name }) => name);
const titles = (suggestions: { title: string }[]) => suggestions.map(({ title }) => title);

/** Until the index has read everything that was put on sale. */
const loaded = () => until('the index answers', async () => (await products(`áo${' '.repeat(++tries)}`)).length > 0);
let tries = 0;

const search = (query: string, searches: number, empty = 0, daysAgo = 0) =>
  shop().db.query(
    `INSERT INTO search_query_stats (day, query, searches, empty) VALUES (current_date - $4::integer, $1, $2, $3)`,
    [query, searches, empty, daysAgo],
  );

/** Has the popular keywords read again, and waits for them. */
async function popularRead(known: string): Promise<void> {
  passTime(10 * 60_000);
  await until('they are known', async () => (await suggest(' '.repeat(++tries))).queries.includes(known));
}

beforeAll(async () => {
  await clearCatalogue();
  await changeCatalogue(`INSERT INTO categories (title) VALUES ('Áo thun trẻ em')`);
  await stock(
    { name: 'Áo thun nam cổ tròn', category: 'Áo thun', sold: 50, price: 149_000 },
    { name: 'Áo thun nữ', category: 'Áo thun', brand: 'Mây', sold: 80 },
    { name: 'Áo thu đông dày', category: 'Áo khoác', brand: 'Mây', sold: 3 },
    { name: 'Áo thụng lam', category: 'Đồ lam', sold: 500 },
    { name: 'Váy đỏ dự tiệc', category: 'Váy', sold: 9, variants: [['Đỏ', 'M', 300_000, 4]] },
    { name: 'Mũ rơm', brand: 'Thu Hà' },
    { name: 'Váy đầm hoa', category: 'Đầm', sold: 7 },
    { name: 'Quần jean ống rộng', category: 'Quần jean', brand: 'Denim Việt', sold: 20 },
    ...Array.from({ length: 8 }, (_, nth) => ({ name: `Khăn len số ${nth}`, category: 'Khăn', sold: nth })),
  );
  await loaded();
});

describe('suggestions', () => {
  test('show a product as far as the box needs it', async () => {
    const { products: found } = await suggest('ao thun nam');
    expect(found).toEqual([
      { id: expect.any(Number) as number, name: 'Áo thun nam cổ tròn', image: null, min_price: 149_000 },
    ]);
  });

  test('find products by the beginning of the last word, the best sellers first', async () =>
    expect(await products('ao thu')).toEqual(['Áo thụng lam', 'Áo thun nữ', 'Áo thun nam cổ tròn', 'Áo thu đông dày']));

  test('put the typed tones before others', async () => {
    expect((await products('áo thủ'))[0]).toBe('Áo thụng lam');
    await stock({ name: 'Áo thủ công', sold: 1 });
    expect((await products('áo thủ'))[0]).toBe('Áo thủ công');
    expect((await products('váy đ'))[0]).toBe('Váy đỏ dự tiệc');
  });

  test.each([
    ['aos thun', 'Áo thun nữ'],
    ['ao1 thun', 'Áo thun nữ'],
    ['vays ddor', 'Váy đỏ dự tiệc'],
    ['ddaamf', 'Váy đầm hoa'],
    ['quaanf jea', 'Quần jean ống rộng'],
    ['quanjea', 'Quần jean ống rộng'],
    ['vayd', 'Váy đỏ dự tiệc'],
    ['quaán jaen', 'Quần jean ống rộng'],
  ])('read "%s" as it is meant', async (typed, name) => expect(await products(typed)).toContain(name));

  test('complete what the shop sells, by kinds and colours', async () => {
    expect((await suggest('áo th')).queries[0]).toBe('áo thun');
    expect((await suggest('vay d')).queries).toEqual(expect.arrayContaining(['váy đầm', 'váy đỏ']));
    expect((await suggest('áo thun')).queries).toEqual(expect.arrayContaining(['áo thun nam', 'áo thun nữ']));
    expect((await suggest('giày')).queries).toEqual([]);
    expect((await suggest('váy n')).queries).not.toContain('váy nữ');
  });

  test('name categories and brands that have products', async () => {
    const { categories, brands } = await suggest('thu');
    expect(titles(brands)).toEqual(['Thu Hà']);
    expect(titles(categories)).toEqual(['Áo thun']);
    expect(titles((await suggest('viet')).brands)).toEqual(['Denim Việt']);
  });

  test('put words that stand together and in their order before words that do not', async () => {
    await stock({ name: 'Áo polo nữ thể thao', category: 'Đồ thể thao', sold: 900 });
    expect((await products('áo th')).slice(0, 2)).toEqual(['Áo thụng lam', 'Áo thun nữ']);
    expect(titles((await suggest('áo trẻ')).categories)).toEqual([]);
    await stock({ name: 'Áo thun bé yêu', category: 'Áo thun trẻ em' });
    expect(titles((await suggest('áo trẻ')).categories)).toEqual(['Áo thun trẻ em']);
    await changeCatalogue(`UPDATE products SET archived_at = now() WHERE name = 'Áo thun bé yêu'`);
  });

  test('that nothing has offer what is nearest, or else what is bought most', async () => {
    const near = await suggest('váy xyzzyxq');
    expect([near.offer, near.products[0]?.name]).toEqual(['nearest', 'Váy đỏ dự tiệc']);
    const popular = await suggest('xyzzyxq');
    expect(popular).toMatchObject({ queries: [], categories: [], brands: [], offer: 'popular' });
    expect(popular.products[0]?.name).toBe('Áo polo nữ thể thao');
    expect(await suggest('áo thun')).not.toHaveProperty('offer');
  });

  test.each(['', '   ', '!!'])('of "%s" are empty', async (typed) =>
    expect(await suggest(typed)).toEqual({ queries: [], categories: [], brands: [], products: [] }),
  );

  test('are at most as many as the box shows', async () => {
    const { products: found, queries } = await suggest('k');
    expect(found).toHaveLength(MAX_SUGGESTED.products);
    expect(queries.length).toBeLessThanOrEqual(MAX_SUGGESTED.queries);
  });

  test('read only the beginning of a long text', async () =>
    expect(await products(`ao thun nam ${' '.repeat(300)} xyzzy`)).toHaveLength(1));

  test('refuse what is no text', async () => {
    expect((await visitor().get('/api/search/suggest/?q=a&q=b')).status).toBe(400);
    expect((await visitor().get('/api/search/suggest/')).status).toBe(200);
  });

  test('are cached until what they show changes', async () => {
    await suggest('khan len');
    expect((await get('khan len')).headers['cache-status']).toContain('hit');
    expect(await products('khan len')).toContain('Khăn len số 7');
    await changeCatalogue(`UPDATE products SET name = 'Khăn lụa' WHERE name = 'Khăn len số 7'`);
    expect(await products('khan len')).not.toContain('Khăn len số 7');
    expect(await products('khan lu')).toEqual(['Khăn lụa']);
    await changeCatalogue(`UPDATE products SET archived_at = now() WHERE name = 'Khăn lụa'`);
    expect(await products('khan lua')).not.toContain('Khăn lụa');
  });
});

test('suggestions made while the index loads again are cached for a second alone', async () => {
  const hits = { queries: [], categories: [], brands: [], products: [] };
  const suggesting = jest.spyOn(shop().app.get(KeywordSearchService), 'suggest');
  for (const isCurrent of [false, true]) {
    suggesting.mockResolvedValueOnce({ ...hits, isCurrent });
    const reply = await visitor().get(`/api/search/suggest/?q=mới${isCurrent}`, { 'Cache-Tags': 'send' });
    expect(answer(reply, Suggestions)).toEqual(hits);
    expect(reply.headers['cache-tags']).toBe(isCurrent ? 'list counts keywords' : 'any ttl-1000');
  }
  suggesting.mockRestore();
});

describe('popular keywords', () => {
  test('are suggested when they are searched for often and find something', async () => {
    await search('áo thun mây', 9);
    await search('áo thun mây', 4, 0, 20);
    await search('ao thun may', 30);
    await search('áo thun hà', 2);
    await search('áo thun rỗng', 40, 40);
    await search('áo thun xyzzy', 50);
    await search('áo thun nữ', 60, 0, 31);
    await search('áo thu đông', 20, 1);
    await search('mũ rơm', 5);
    await popularRead('mũ rơm');
    expect((await suggest('ao thu ')).queries.slice(0, 2)).toEqual(['áo thun mây', 'áo thu đông']);
    expect((await suggest(' '.repeat(++tries))).queries).toEqual(['áo thun mây', 'áo thu đông', 'mũ rơm']);
    expect((await suggest('áo đông')).queries).toContain('áo thu đông');
  });

  test('vanish with the last product that they find', async () => {
    await changeCatalogue(`UPDATE products SET archived_at = now() WHERE name = 'Mũ rơm'`);
    await until('nothing is found', async () => !(await suggest(' '.repeat(++tries))).queries.includes('mũ rơm'));
  });
});

describe('while the index cannot answer', () => {
  const service = () => shop().app.get(KeywordSearchService);

  test('titles are suggested, and no cache keeps that', async () => {
    const cannot = jest.spyOn(service(), 'suggest').mockResolvedValue(null);
    const reply = await get('mâ');
    cannot.mockRestore();
    expect(answer(reply, Suggestions)).toMatchObject({ queries: [], brands: [{ title: 'Mây' }], products: [] });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await get('mâ')).headers['cache-status']).toContain('miss');
  });

  test('a title with signs is only text', async () => {
    const cannot = jest.spyOn(service(), 'suggest').mockResolvedValue(null);
    expect(await suggest('%_')).toEqual({ queries: [], categories: [], brands: [], products: [] });
    cannot.mockRestore();
  });

  test('nothing is suggested when the database fails too', async () => {
    const fails = jest.spyOn(service(), 'suggest').mockRejectedValue(new Error('no connection'));
    expect(await suggest('mây đỏ')).toEqual({ queries: [], categories: [], brands: [], products: [] });
    fails.mockRestore();
  });
});
