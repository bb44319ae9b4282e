import { existsSync } from 'node:fs';
import sharp from 'sharp';
import request from 'supertest';
import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { Brand, Category } from '../../../src/contract/catalog/catalog.js';
import { ErrorBody, pageSchema } from '../../../src/contract/common.js';
import { AdminTaxonomyItem } from '../../../src/contract/catalog/taxonomy.js';
import { changeCatalogue, clearCatalogue, named, stock } from '../stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { until } from '../../support/until.js';
import { mediaFolder } from '../../support/media-folder.js';

openShop();
beforeEach(clearCatalogue);

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const picture = (color = '#2040c0') =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: color } })
    .png()
    .toBuffer();
const archive = (product = 0) => changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [product]);

describe.each([
  { name: 'brands', subject: 'brand', Public: Brand, word: 'thương hiệu', field: 'brand' },
  { name: 'category', subject: 'category', Public: Category, word: 'danh mục', field: 'category' },
] as const)('$name', ({ name, subject, Public, word, field }) => {
  const place = `/api/${name}/`;

  /** Sends a form, with a picture if there is one. */
  function send(method: 'post' | 'put', at: string, fields: Record<string, string>, image?: Buffer) {
    const form = request(shop().url)[method](at).set('Authorization', `JWT ${admin.access}`);
    for (const [key, value] of Object.entries(fields)) void form.field(key, value);
    return image ? form.attach('image', image, { filename: 'a.png', contentType: 'image/png' }) : form;
  }
  const add = async (fields: Record<string, string>, image?: Buffer) =>
    answer(await send('post', place, fields, image), AdminTaxonomyItem, 201);
  const shown = async () => answer(await visitor().get(place), Public.array());
  const log = async (id: number) =>
    answer(await admin.get(`/api/admin/audit/?subject=${subject}&subject_id=${id}`), AuditEntry.array());
  const page = async (query: string) =>
    answer(await admin.get(`/api/admin/${name}/?page=1&${query}`), pageSchema(AdminTaxonomyItem));
  const titles = async (query: string) => (await page(query)).results.map(({ title }) => title);

  test('a new one is in the shop at once, with its picture', async () => {
    expect(await shown()).toEqual([]);
    const made = await add({ title: '  Sương ', description: 'Len từ Đà Lạt\n' }, await picture());
    const { archived_count: _, ...expected } = made;
    expect(expected).toEqual({
      id: made.id,
      title: 'Sương',
      description: 'Len từ Đà Lạt',
      image: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/640\.webp$/) as string,
      product_count: 0,
    });
    expect(await shown()).toEqual([expected]);
    expect((await visitor().get(made.image?.replace('640', '320') ?? '')).status).toBe(200);
    expect(await log(made.id)).toMatchObject([
      {
        action: 'create',
        actor: { username: admin.username },
        subject_name: 'Sương',
        before: null,
        after: { title: 'Sương', description: 'Len từ Đà Lạt', image: made.image },
      },
    ]);
  });

  test('needs a title alone, and may come as JSON', async () => {
    expect(await add({ title: 'Nếp' })).toMatchObject({ title: 'Nếp', description: '', image: null });
    answer(
      await admin.post(place, { title: 'x'.repeat(255), description: 'đ'.repeat(20_000) }),
      AdminTaxonomyItem,
      201,
    );
  });

  test('a changed one is changed for everybody at once, and found by its new name', async () => {
    const [product = 0] = await stock({ name: 'Áo len', [field]: 'Sương' });
    const [before] = await shown();
    const id = before?.id ?? 0;
    const changed = answer(
      await admin.put(`${place}${id}/`, { title: 'Mù sương', description: 'Mới' }),
      AdminTaxonomyItem,
    );
    expect(await shown()).toEqual([{ ...before, title: 'Mù sương', description: 'Mới' }]);
    expect(changed).toMatchObject({ product_count: 1, archived_count: 0 });
    const results = (await visitor().get('/api/products/?keyword=mu+suong')).body as { id: number }[];
    expect(results.map((each) => each.id)).toEqual([product]);
    const [entry] = await log(id);
    expect(entry).toMatchObject({ action: 'update', before: { title: 'Sương' }, after: { title: 'Mù sương' } });
    expect(Object.keys(entry?.after ?? {})).toEqual(['title', 'description']);
    answer(await admin.put(`${place}${id}/`, { title: 'Mù sương' }), AdminTaxonomyItem);
    expect(await log(id)).toHaveLength(1);
  });

  test('keeps picture and description until others come; a picture that nothing shows is thrown away', async () => {
    const [blue, red] = [await picture(), await picture('#c02020')];
    const made = await add({ title: 'Nếp', description: 'Cotton' }, blue);
    const at = `${place}${made.id}/`;
    expect(answer(await send('put', at, { title: 'NẾP' }), AdminTaxonomyItem)).toEqual({ ...made, title: 'NẾP' });
    expect(answer(await send('put', at, { title: 'NẾP' }, blue), AdminTaxonomyItem).image).toBe(made.image);
    expect(existsSync(mediaFolder(made.image))).toBe(true);

    const other = answer(await send('put', at, { title: 'NẾP', description: '' }, red), AdminTaxonomyItem);
    expect(other).toMatchObject({ description: '', image: expect.not.stringMatching(made.image ?? '') as string });
    expect(existsSync(mediaFolder(made.image))).toBe(false);
    expect((await log(made.id))[0]).toMatchObject({ before: { image: made.image }, after: { image: other.image } });

    const twin = await add({ title: 'Cùng ảnh' }, red);
    expect((await admin.delete(at)).status).toBe(204);
    expect(existsSync(mediaFolder(twin.image))).toBe(true);
    expect((await admin.delete(`${place}${twin.id}/`)).status).toBe(204);
    expect(existsSync(mediaFolder(twin.image))).toBe(false);
  });

  test('a repeated change with a picture is refused: the picture may be another one', async () => {
    const made = await add({ title: 'Nếp' });
    const was = JSON.stringify(made);
    const put = (image: Buffer) => send('put', `${place}${made.id}/`, { title: 'Nếp', was }, image);
    const saved = answer(await put(await picture()), AdminTaxonomyItem);
    expect((await put(await picture('#c02020'))).status).toBe(409);
    expect(await shown()).toMatchObject([{ image: saved.image }]);
    expect((await admin.delete(`${place}${made.id}/`)).status).toBe(204);
  });

  test('is removed, from the shop at once', async () => {
    const made = await add({ title: 'Nếp' });
    expect(await shown()).toHaveLength(1);
    expect((await admin.delete(`${place}${made.id}/`)).status).toBe(204);
    expect(await shown()).toEqual([]);
    expect((await log(made.id))[0]).toMatchObject({ action: 'delete', before: { title: 'Nếp' }, after: null });
    expect((await admin.delete(`${place}${made.id}/`)).status).toBe(404);
    expect((await admin.put(`${place}${made.id}/`, { title: 'Nếp' })).status).toBe(404);
    for (const id of [0, -1, 'abc', '9223372036854775808'])
      expect((await admin.delete(`${place}${id}/`)).status).toBe(404);
  });

  test('is not removed while products stand on it, archived ones too', async () => {
    const products = await stock({ name: 'Áo', [field]: 'Nếp' }, { name: 'Quần', [field]: 'Nếp' });
    const [{ id } = { id: 0 }] = await shown();
    const refused = async () => {
      const reply = await admin.delete(`${place}${id}/`);
      expect(reply.status).toBe(409);
      return ErrorBody.parse(reply.body).detail;
    };
    const rest = `thuộc ${word} này. Hãy chuyển chúng sang ${word} khác trước khi xóa.`;
    expect(await refused()).toBe(`Còn 2 sản phẩm ${rest}`);
    for (const product of products) await archive(product);
    expect(await refused()).toBe(`Còn 2 sản phẩm (2 đã lưu trữ) ${rest}`);
    expect((await page('')).results).toMatchObject([{ product_count: 0, archived_count: 2 }]);
    await asNobodys(id);
    expect((await admin.delete(`${place}${id}/`)).status).toBe(204);
  });

  const asNobodys = (id: number) =>
    changeCatalogue(`UPDATE products SET ${field}_id = NULL WHERE ${field}_id = $1`, [id]);

  test('refuses an existing title, ignoring case, also in ten concurrent calls', async () => {
    const [first, second] = [await add({ title: 'Đầm' }), await add({ title: 'Dam' })];
    const twice = [`Đã có ${word} mang tên này.`];
    const image = await picture('#20c020');
    const reply = await send('post', place, { title: ' đẦM ' }, image);
    expect([reply.status, ErrorBody.parse(reply.body).title]).toEqual([400, twice]);
    expect((await admin.put(`${place}${second.id}/`, { title: 'ĐẦM' })).body.title).toEqual(twice);
    answer(await admin.put(`${place}${first.id}/`, { title: 'ĐẦM' }), AdminTaxonomyItem);
    expect(await shop().db.query('SELECT FROM media')).toHaveLength(0);

    const replies = await times(10, (n) => admin.post(place, { title: n % 2 ? 'Áo Len' : 'áo len' }));
    expect(statuses(replies)).toEqual({ 201: 1, 400: 9 });
  });

  test.each([
    ['no title', {}, 'title', 'Vui lòng nhập tên'],
    ['a blank title', { title: ' \n' }, 'title', 'Vui lòng nhập tên'],
    ['too long a title', { title: 'x'.repeat(256) }, 'title', 'Tối đa 255 ký tự'],
    ['too long a description', { title: 'x', description: 'x'.repeat(20_001) }, 'description', 'Tối đa 20000 ký tự'],
    ['a zero byte', { title: 'a\u0000' }, 'title', 'Không được chứa ký tự rỗng'],
  ])('with %s is a 400', async (_what, fields, key, sentence) => {
    const { id } = await add({ title: 'Nếp' });
    for (const reply of [await admin.post(place, fields), await admin.put(`${place}${id}/`, fields)]) {
      expect(reply.status).toBe(400);
      if (key) expect(reply.body[key]).toEqual([sentence]);
    }
    expect((await shown()).map(({ title }) => title)).toEqual(['Nếp']);
  });

  test('a picture that is none, or too large, changes nothing', async () => {
    const made = await add({ title: 'Nếp' }, await picture());
    const text = await send('put', `${place}${made.id}/`, { title: 'Khác' }, Buffer.from('no picture'));
    const large = await send('post', place, { title: 'Khác' }, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([text.status, large.status]).toEqual([415, 413]);
    expect(ErrorBody.parse(large.body).image).toEqual(['Kích thước file không được vượt quá 10MB']);
    expect(ErrorBody.parse(text.body).image).toEqual(['Vui lòng chọn file hình ảnh JPEG, PNG, WebP, GIF hoặc AVIF']);
    expect(await shown()).toMatchObject([{ title: 'Nếp', image: made.image }]);
  });

  test('are listed with their counts, searched, sorted and paged', async () => {
    const [ao = 0] = await stock(
      { name: 'Áo', [field]: 'Nếp' },
      { name: 'Quần', [field]: 'Nếp' },
      { name: 'Váy', [field]: 'Ấm' },
    );
    await archive(ao);
    await add({ title: 'Đũi', description: '100% vải Linen' });
    expect(await titles('')).toEqual(['Ấm', 'Đũi', 'Nếp']);
    expect(await titles('sort=products-desc')).toEqual(['Ấm', 'Nếp', 'Đũi']);
    expect(await titles('sort=products-asc')).toEqual(['Đũi', 'Ấm', 'Nếp']);
    expect(await titles('sort=title-desc')).toEqual(['Nếp', 'Đũi', 'Ấm']);
    expect(await titles('search=DUI')).toEqual(['Đũi']);
    expect(await titles('search=100%25%20vai')).toEqual(['Đũi']);
    expect(await titles('search=100_')).toEqual([]);
    expect(await titles('search=&sort=')).toHaveLength(3);
    expect(await page('search=nep')).toMatchObject({ count: 1, results: [{ product_count: 1, archived_count: 1 }] });
    const second = await admin.get(`/api/admin/${name}/?page=2&page_size=2`);
    expect(answer(second, pageSchema(AdminTaxonomyItem))).toMatchObject({
      count: 3,
      page: 2,
      results: [{ title: 'Nếp' }],
    });
    const all = await admin.get(`/api/admin/${name}/`);
    expect(answer(all, AdminTaxonomyItem.array())).toHaveLength(3);
    expect(all.headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'no-store' });
    for (const query of ['page=0', 'sort=price', `search=${'x'.repeat(255)}`])
      expect((await admin.get(`/api/admin/${name}/?${query}`)).status).toBe(400);
  });

  test('one that got its first product meanwhile stays', async () => {
    const id = await named(name === 'brands' ? 'brands' : 'categories', 'title', 'Nếp');
    const removal = await shop().db.transaction(async (tx) => {
      await tx.query(`INSERT INTO products (handle, name, price, ${field}_id) VALUES ('a', 'Áo', 1, $1)`, [id]);
      const sent = admin.delete(`${place}${id}/`);
      await until('the removal waits for the product', async () => {
        const waiting = await shop().db.query<unknown[]>(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`,
        );
        return waiting.length > 0;
      });
      return { sent };
    });
    expect((await removal.sent).status).toBe(409);
  });
});
