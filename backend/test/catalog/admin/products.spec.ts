import { existsSync } from 'node:fs';
import sharp from 'sharp';
import request from 'supertest';
import { ListProduct, Product } from '../../../src/contract/catalog/catalog.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { AdminProduct } from '../../../src/contract/catalog/products.js';
import { MAX_PICTURE_BYTES, MAX_PRODUCT_PICTURES } from '../../../src/contract/rules.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { fieldsOf, made, picture, send, type Fields } from '../product.js';
import { changeCatalogue, named } from '../stocked.js';
import { mediaFolder } from '../../support/media-folder.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const shown = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product);
const inAdmin = async (id: number) => answer(await admin.get(`/api/admin/products/${id}/`), AdminProduct);
const put = async (id: number, fields: Fields, files?: [string, Buffer][]) =>
  send(admin, 'put', `/api/products/${id}/`, { fields: await fieldsOf(fields), files });
const logOf = (id: number) => admin.audit(`subject=product&subject_id=${id}`);
const buy = async (id: number, price: number, qty = 1) =>
  answer(
    await (await given.shopper()).post('/api/placeorder/', cartOf([{ id, qty }], price * qty * 1.05)),
    Placed,
    201,
  );

describe('a new product', () => {
  test('is in the shop at once, with its pictures in their order', async () => {
    await visitor().get('/api/products/');
    const [red, green, blue] = await Promise.all(['#c02020', '#20c020', '#2020c0'].map(picture));
    const product = await made(admin, { name: '  Áo đầm Hội An ', oldPrice: 200_000 }, [
      ['images', green!],
      ['images', blue!],
      ['image', red!],
    ]);
    expect(product).toMatchObject({
      name: 'Áo đầm Hội An',
      handle: 'ao-dam-hoi-an',
      price: 150_000,
      oldPrice: 200_000,
      discount: 25,
      countInStock: 12,
      version: expect.any(Number) as number,
      archived_at: null,
    });
    expect(product.images).toHaveLength(3);
    const colors: { color: string }[] = await shop().db.query(
      'SELECT m.color FROM product_images i JOIN media m ON m.hash = i.media_hash WHERE product_id = $1 ORDER BY position',
      [product.id],
    );
    expect(colors.map(({ color }) => color)).toEqual([
      expect.stringMatching(/^#[bc]..../),
      expect.stringMatching(/^#..[bc]../),
      expect.stringMatching(/^#....[bc]/),
    ]);
    expect(await shown(product.id)).toMatchObject({ name: 'Áo đầm Hội An', image: product.images[0] });
    const [first] = answer(await visitor().get('/api/products/?sort=newest'), ListProduct.array());
    expect(first?.id).toBe(product.id);
    const [entry] = await logOf(product.id);
    expect(entry).toMatchObject({ action: 'create', subject_name: 'Áo đầm Hội An', after: { price: 150_000 } });
  });

  test('has a unique handle, also with equal names in concurrent calls', async () => {
    const products = await times(5, () => made(admin, { name: 'Váy Xòe' }));
    expect(products.map(({ handle }) => handle).toSorted()).toEqual(
      ['vay-xoe', 'vay-xoe-2', 'vay-xoe-3', 'vay-xoe-4', 'vay-xoe-5'].toSorted(),
    );
    expect((await made(admin, { name: '★' })).handle).toBe('san-pham');
  });

  test('may come as JSON, where a number is a number', async () => {
    const fields = await fieldsOf();
    answer(await admin.post('/api/products/', fields), AdminProduct, 201);
    for (const wrong of [{ price: '150000' }, { has_variants: 'false' }, { brand: String(fields.brand) }]) {
      const reply = await admin.post('/api/products/', { ...fields, ...wrong });
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([
        400,
        ['detail', 'error', ...Object.keys(wrong)],
      ]);
    }
  });

  test.each<[Fields, string]>([
    [{ name: undefined }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ description: 'x'.repeat(20_001) }, 'description'],
    [{ price: '' }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: '1.5' }, 'price'],
    [{ price: '1e3' }, 'price'],
    [{ price: '9007199254740992' }, 'price'],
    [{ price: 'abc' }, 'price'],
    [{ oldPrice: 150_000 }, 'oldPrice'],
    [{ oldPrice: 0 }, 'oldPrice'],
    [{ countInStock: undefined }, 'countInStock'],
    [{ countInStock: -1 }, 'countInStock'],
    [{ countInStock: 1_000_001 }, 'countInStock'],
    [{ brand: undefined }, 'brand'],
    [{ brand: 999_999 }, 'brand'],
    [{ brand: 0 }, 'brand'],
    [{ category: 999_999 }, 'category'],
    [{ category: '2147483648' }, 'category'],
    [{ has_variants: 'maybe' }, 'has_variants'],
    [{ pictures: '../../etc/passwd' }, 'pictures'],
    [{ pictures: `/media/${'0'.repeat(32)}/640.webp` }, 'pictures'],
    [{ pictures: 'new' }, 'pictures'],
  ])('with a field that is wrong is refused, which says so (%#)', async (fields, field) => {
    const reply = await expectUnchanged(async () =>
      send(admin, 'post', '/api/products/', { fields: await fieldsOf(fields) }),
    );
    expect(reply.status).toBe(400);
    expect(reply.body[field]).toContain(reply.body.error);
  });

  test('takes texts up to their bounds', async () => {
    const product = await made(admin, { name: 'ă'.repeat(255), description: 'ễ'.repeat(20_000), price: 0 });
    expect([product.name.length, product.description.length]).toEqual([255, 20_000]);
  });
});

describe('pictures of a product', () => {
  const size = (width: number, height: number) => async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };

  test.each<[string, () => Promise<Buffer>, number]>([
    ['text', async () => Buffer.from('no picture'), 415],
    ['half a picture', async () => (await picture()).subarray(0, 60), 415],
    ['over 10 MB', async () => Buffer.concat([await picture(), Buffer.alloc(MAX_PICTURE_BYTES)]), 413],
    ['over 50 megapixels', size(8_000, 6_300), 413],
  ])('%s are refused, and nothing is changed', async (_what, bytes, status) => {
    const product = await made(admin, {}, [['image', await picture()]]);
    const file = await bytes();
    for (const name of ['image', 'images']) {
      const reply = await expectUnchanged(() => put(product.id, { name: 'Khác' }, [[name, file]]));
      expect(reply.status).toBe(status);
      expect(reply.body).toMatchObject({ [name]: [reply.body.detail] });
    }
    const both = await put(product.id, {}, [
      ['image', await picture()],
      ['images', file],
    ]);
    expect(Object.keys(both.body)).toEqual(['detail', 'error', 'images']);
    expect(await inAdmin(product.id)).toEqual(product);
  });

  test('may be ten megabytes, and nine in one upload', async () => {
    const one = await picture('#101010');
    const large = Buffer.concat([one, Buffer.alloc(MAX_PICTURE_BYTES - one.length)]);
    const others = await times(8, (nth) => picture(`#${nth}0${nth}0${nth}0`));
    const files = others.map((bytes): [string, Buffer] => ['images', bytes]);
    const product = await made(admin, {}, [['image', large], ...files]);
    expect(product.images).toHaveLength(9);
    const tooMany = await put(product.id, {}, [['image', one], ...files, ['images', one]]);
    expect([tooMany.status, tooMany.body]).toMatchObject([400, { images: ['Tối đa 8 ảnh'] }]);
    const order = [...product.images, ...Array.from({ length: MAX_PRODUCT_PICTURES - 8 }, () => 'new')].join();
    expect((await put(product.id, { pictures: order })).body).toMatchObject({ pictures: ['Tối đa 40 ảnh'] });
  });

  test('are kept, reordered, removed and added as the request says', async () => {
    const [a, b, c, d] = await Promise.all(['#111111', '#555555', '#999999', '#dddddd'].map(picture));
    const before = await made(admin, {}, [
      ['image', a!],
      ['images', b!],
      ['images', c!],
    ]);
    const [first = '', second = '', third = ''] = before.images;
    const order = [third, 'new', first.replace('640.webp', '160.avif')].join();
    const after = answer(await put(before.id, { pictures: order }, [['images', d!]]), AdminProduct);
    expect(after.images).toEqual([third, expect.stringMatching(/^\/media\//), first]);
    expect((await visitor().get(second)).status).toBe(404);
    expect([existsSync(mediaFolder(second)), existsSync(mediaFolder(first))]).toEqual([false, true]);
    expect((await shown(before.id)).images).toEqual(after.images);
    expect((await logOf(before.id))[0]).toMatchObject({
      before: { images: before.images },
      after: { images: after.images },
    });
    // One that it has no more cannot be kept.
    expect((await put(before.id, { pictures: second })).status).toBe(400);
    expect(answer(await put(before.id, { pictures: '' }), AdminProduct).images).toEqual([]);
  });

  test('without an order: the main one is replaced by the main one, the others by the others', async () => {
    const [a, b, c, d] = await Promise.all(['#121212', '#525252', '#929292', '#d2d2d2'].map(picture));
    const before = await made(admin, {}, [
      ['image', a!],
      ['images', b!],
    ]);
    expect(answer(await put(before.id, {}), AdminProduct).images).toEqual(before.images);
    const other = answer(await put(before.id, {}, [['image', c!]]), AdminProduct);
    expect(other.images).toEqual([expect.not.stringMatching(before.images[0]!), before.images[1]]);
    const last = answer(await put(before.id, {}, [['images', d!]]), AdminProduct);
    expect(last.images).toEqual([other.images[0], expect.not.stringMatching(before.images[1]!)]);
  });

  test('that two products show stay with the other', async () => {
    const same = await picture('#abcdef');
    const [one, two] = [await made(admin, {}, [['image', same]]), await made(admin, {}, [['image', same]])];
    expect(one.images).toEqual(two.images);
    await admin.delete(`/api/products/${one.id}/`);
    expect((await visitor().get(two.images[0]!)).status).toBe(200);
    await admin.delete(`/api/products/${two.id}/`);
    expect(existsSync(mediaFolder(two.images[0]))).toBe(false);
  });

  test('that come and go at once are there where they are shown', async () => {
    const same = await picture('#fedcba');
    for (let round = 0; round < 3; round++) {
      const old = await made(admin, {}, [['image', same]]);
      const [, product] = await Promise.all([
        admin.delete(`/api/products/${old.id}/`),
        made(admin, {}, [['image', same]]),
      ]);
      expect((await visitor().get(product.images[0]!)).status).toBe(200);
      expect(existsSync(mediaFolder(product.images[0]))).toBe(true);
      await admin.delete(`/api/products/${product.id}/`);
    }
  });
});

describe('an edit', () => {
  test('shows in the shop at once and is audited', async () => {
    const product = await made(admin, { oldPrice: 300_000 });
    await shown(product.id);
    const after = answer(await put(product.id, { name: 'Áo lụa', price: 199_000 }), AdminProduct);
    expect(after).toMatchObject({ handle: product.handle, oldPrice: 300_000 });
    expect(await shown(product.id)).toMatchObject({ name: 'Áo lụa', price: 199_000, oldPrice: 300_000 });
    expect((await logOf(product.id))[0]).toMatchObject({
      actor: { id: admin.id },
      action: 'update',
      before: { name: 'Áo thun', price: 150_000 },
      after: { name: 'Áo lụa', price: 199_000 },
    });
    expect(answer(await put(product.id, { oldPrice: '' }), AdminProduct).oldPrice).toBeNull();
  });

  test('of brand and category is audited with their titles', async () => {
    const product = await made(admin);
    const titleOf = async (table: 'brands' | 'categories', id: number | null) => {
      const [row]: { title: string }[] = await shop().db.query(`SELECT title FROM ${table} WHERE id = $1`, [id]);
      return row!.title;
    };
    const before = {
      brand: await titleOf('brands', product.brand),
      category: await titleOf('categories', product.category),
    };
    const [brand, category] = [
      await named('brands', 'title', 'Hiệu mới'),
      await named('categories', 'title', 'Loại mới'),
    ];
    answer(await put(product.id, { brand, category }), AdminProduct);
    const [edit] = await logOf(product.id);
    expect(edit).toMatchObject({ action: 'update', before, after: { brand: 'Hiệu mới', category: 'Loại mới' } });
  });

  test('of an outdated version answers 409 and loses nothing of the first edit', async () => {
    const { id, version } = await made(admin);
    const first = answer(await put(id, { name: 'Của Mai', version }), AdminProduct);
    expect(first.version).toBeGreaterThan(version);
    const second = await put(id, { name: 'Của Lan', version });
    expect([second.status, second.body]).toMatchObject([409, { version: first.version }]);
    expect((await shown(id)).name).toBe('Của Mai');
    answer(await put(id, { name: 'Của Lan', version: first.version }), AdminProduct);
    // A call that does not know of versions overwrites, as it always did.
    answer(await put(id, { name: 'Của ai đó' }), AdminProduct);
  });

  test('of one version, sent six times at once, is saved once', async () => {
    const { id, version } = await made(admin);
    const replies = await times(6, (nth) => put(id, { name: `Áo ${nth}`, version }));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('raises the version, whatever it changes; an order does not', async () => {
    const { id, version } = await made(admin);
    await buy(id, 150_000);
    expect((await inAdmin(id)).version).toBe(version);
    await changeCatalogue('UPDATE products SET price = 1000 WHERE id = $1', [id]);
    expect((await inAdmin(id)).version).toBe(version + 1);
    answer(await put(id, {}, [['image', await picture()]]), AdminProduct);
    expect((await inAdmin(id)).version).toBeGreaterThan(version + 1);
    const { version: now } = await inAdmin(id);
    answer(await put(id, {}), AdminProduct);
    expect((await inAdmin(id)).version).toBe(now);
  });

  test('does not put back what was sold meanwhile', async () => {
    const { id, version } = await made(admin, { countInStock: 12 });
    await buy(id, 150_000, 5);
    // The form still shows 12; nobody touched it.
    const same = answer(await put(id, { name: 'Áo mới', countInStock: 12, stock_was: 12, version }), AdminProduct);
    expect(same.countInStock).toBe(7);
    const more = answer(await put(id, { countInStock: 22, stock_was: 12 }), AdminProduct);
    expect(more.countInStock).toBe(17);
    const tooMuch = await expectUnchanged(() => put(id, { countInStock: 0, stock_was: 18 }));
    expect([tooMuch.status, tooMuch.body.error]).toEqual([409, '“Áo thun” chỉ còn 17 chiếc, không thể bớt 18']);
    // Without what it is based on it is absolute.
    expect(answer(await put(id, { countInStock: 3 }), AdminProduct).countInStock).toBe(3);
  });

  test('of a product that there is not: 404', async () => {
    expect((await put(999_999, {})).status).toBe(404);
    expect((await admin.get('/api/admin/products/999999/')).status).toBe(404);
  });
});

describe('taking a product out of the shop', () => {
  test('deletes a product without orders', async () => {
    const { id } = await made(admin);
    await (await given.shopper()).post('/api/favorites/', { product_id: id });
    expect((await admin.delete(`/api/products/${id}/`)).status).toBe(204);
    expect((await visitor().get(`/api/products/${id}/`)).status).toBe(404);
    expect((await admin.get(`/api/admin/products/${id}/`)).status).toBe(404);
    expect((await logOf(id))[0]).toMatchObject({ action: 'delete', before: { price: 150_000 }, after: null });
    expect((await admin.delete(`/api/products/${id}/`)).status).toBe(404);
  });

  test('archives one that was ever ordered, and brings it back', async () => {
    const { id } = await made(admin);
    await buy(id, 150_000);
    expect((await admin.delete(`/api/products/${id}/`)).status).toBe(204);
    expect((await visitor().get(`/api/products/${id}/`)).status).toBe(404);
    expect((await inAdmin(id)).archived_at).not.toBeNull();
    expect((await logOf(id))[0]?.action).toBe('archive');
    expect((await admin.delete(`/api/products/${id}/`)).status).toBe(404);
    answer(await admin.post(`/api/admin/products/${id}/restore/`), AdminProduct);
    expect((await shown(id)).name).toBe('Áo thun');
    expect((await logOf(id))[0]?.action).toBe('restore');
    expect((await admin.post(`/api/admin/products/${id}/restore/`)).status).toBe(409);
  });

  test('answers 404 for an unknown product', async () => {
    expect((await admin.delete('/api/products/999999/')).status).toBe(404);
  });
});

test('too many texts, or a body that is broken off: 400', async () => {
  const call = () => request(shop().url).post('/api/products/').set('Authorization', `JWT ${admin.access}`);
  const broken = await call().set('Content-Type', 'multipart/form-data; boundary=y').send('x');
  expect(broken.status).toBe(400);
  const many = call();
  for (let nth = 0; nth < 40; nth++) void many.field(`f${nth}`, 'x');
  expect((await many).status).toBe(400);
});
