import { existsSync } from 'node:fs';
import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { pageSchema } from '../../../src/contract/common.js';
import { AdminProduct } from '../../../src/contract/catalog/products.js';
import { hashOf } from '../../../src/media/picture.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, times, type Shopper } from '../../support/given.js';
import { fieldsOf, made, picture, send, type Fields } from '../product.js';
import { mediaFolder } from '../../support/media-folder.js';

openShop();

let admin: Shopper;
let red: Buffer;
let blue: Buffer;
beforeAll(async () => {
  admin = await given.admin();
  [red, blue] = await Promise.all([picture('#c02020'), picture('#2020c0')]);
});

type Files = [string, Buffer][];
interface Request {
  by?: Shopper;
  fields?: Fields;
  files?: Files;
}

/** Adds a product under an idempotency key, which is also its name. */
const add = async (key: string, { by = admin, fields, files = [['image', red]] }: Request = {}) =>
  send(by, 'post', '/api/products/', { fields: await fieldsOf({ name: key, ...fields }), files, key });
const added = async (key: string, request?: Request) => answer(await add(key, request), AdminProduct, 201);

const countOf = async (name: string) => {
  const [row]: { count: number }[] = await shop().db.query(
    'SELECT count(*)::integer AS count FROM products WHERE name = $1',
    [name],
  );
  return row?.count;
};

describe('an Idempotency-Key', () => {
  test('adds one product for a later retry, which gets the first answer', async () => {
    const first = await added('retried shirt');
    const again = await added('retried shirt');
    expect(again).toEqual(first);
    expect(await countOf('retried shirt')).toBe(1);
    const log = await admin.get(`/api/admin/audit/?page=1&subject=product&subject_id=${first.id}`);
    expect(answer(log, pageSchema(AuditEntry)).count).toBe(1);
    expect((await visitor().get(first.images[0]!)).status).toBe(200);
  });

  test('adds one product for concurrent attempts, with its variants and pictures', async () => {
    const { variant } = await given.variant();
    const [{ color_id, size_id } = { color_id: 0, size_id: 0 }]: { color_id: number; size_id: number }[] =
      await shop().db.query('SELECT color_id, size_id FROM variants WHERE id = $1', [variant]);
    const variants = JSON.stringify([{ color_id, size_id, price: 200_000, stock_quantity: 3 }]);
    const request: Request = {
      fields: { has_variants: true, countInStock: undefined, variants },
      files: [
        ['image', red],
        ['images', blue],
      ],
    };
    const products = await times(6, () => added('twice pressed shirt', request));
    expect(new Set(products.map(({ id }) => id)).size).toBe(1);
    expect(await countOf('twice pressed shirt')).toBe(1);
    const [product] = products;
    expect([product?.variants.length, product?.images.length]).toEqual([1, 2]);
    for (const image of product?.images ?? []) expect(existsSync(mediaFolder(image))).toBe(true);
  });

  test('with the fields in another order, or as JSON, answers the first answer', async () => {
    const fields = await fieldsOf({ name: 'turned shirt' });
    const first = await added('turned shirt', { files: [] });
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    for (const body of [fields, turned]) {
      const again = await admin.post('/api/products/', body, { 'Idempotency-Key': 'turned shirt' });
      expect(answer(again, AdminProduct, 201)).toEqual(first);
    }
  });

  test.each<[string, Request]>([
    ['another field', { fields: { price: 160_000 } }],
    ['another picture', { files: [['image', blue]] }],
    ['no picture', { files: [] }],
    ['the picture under another name', { files: [['images', red]] }],
    [
      'one more picture',
      {
        files: [
          ['image', red],
          ['images', red],
        ],
      },
    ],
  ])('with %s answers 409 and adds nothing', async (what, request) => {
    const key = `shirt with ${what}`;
    await added(key);
    expect((await add(key, request)).status).toBe(409);
    expect(await countOf(key)).toBe(1);
  });

  test('of another request stores none of its pictures', async () => {
    const other = await picture('#0f0f0f');
    await added('shirt of another picture');
    expect((await add('shirt of another picture', { files: [['image', other]] })).status).toBe(409);
    expect(existsSync(mediaFolder(`/media/${hashOf(other)}/640.webp`))).toBe(false);
  });

  test('of two concurrent requests adds the product of one, and the other gets 409', async () => {
    const pictures = await Promise.all(['#0a0a0a', '#0b0b0b'].map(picture));
    const replies = await Promise.all(pictures.map((each) => add('one of two shirts', { files: [['image', each]] })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await countOf('one of two shirts')).toBe(1);
    const kept = pictures.map((each) => existsSync(mediaFolder(`/media/${hashOf(each)}/640.webp`)));
    expect(kept).toEqual(replies.map(({ status }) => status === 201));
  });

  test('of another administrator adds a product of its own', async () => {
    const other = await given.admin();
    const [first, second] = [await added('shared key'), await added('shared key', { by: other })];
    expect(second.id).not.toBe(first.id);
  });

  test('of a refused call stays free for the corrected one', async () => {
    expect((await add('corrected shirt', { fields: { price: -1 } })).status).toBe(400);
    expect((await add('corrected shirt', { fields: { brand: 999_999 } })).status).toBe(400);
    expect((await add('corrected shirt', { files: [['image', Buffer.from('no picture')]] })).status).toBe(415);
    await added('corrected shirt');
    expect(await countOf('corrected shirt')).toBe(1);
  });

  test('answers the first answer of a product that was deleted since, and adds none', async () => {
    const first = await added('deleted shirt', { files: [['image', await picture('#0c0c0c')]] });
    await admin.delete(`/api/products/${first.id}/`);
    const again = await added('deleted shirt', { files: [['image', await picture('#0c0c0c')]] });
    expect(again).toEqual(first);
    expect(await countOf('deleted shirt')).toBe(0);
    expect(existsSync(mediaFolder(first.images[0]))).toBe(false);
  });

  test('that is too long: 400', async () => {
    expect((await add('k'.repeat(256))).status).toBe(400);
  });
});

test('without an Idempotency-Key each call adds a product', async () => {
  const products = await times(2, () => made(admin, { name: 'shirt without a key' }, [['image', red]]));
  expect(new Set(products.map(({ id }) => id)).size).toBe(2);
});
