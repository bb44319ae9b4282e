import { ListProduct, Product } from '../../../src/contract/catalog/catalog.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { AdminProduct } from '../../../src/contract/catalog/products.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { cartOf, given, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { named } from '../stocked.js';
import { fieldsOf, made, picture, send, type Fields } from '../product.js';

openShop();
expectSoundLedger();

let admin: Shopper;
let [white, yellow, size] = [0, 0, 0];
beforeAll(async () => {
  admin = await given.admin();
  [white, yellow] = [await named('colors', 'name', 'Trắng'), await named('colors', 'name', 'Vàng bơ')];
  size = await named('sizes', 'name', 'M');
});

const shown = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product);
const put = async (id: number, fields: Fields) =>
  send(admin, 'put', `/api/products/${id}/`, { fields: await fieldsOf({ has_variants: true, ...fields }) });
const variants = () =>
  JSON.stringify([white, yellow].map((color_id) => ({ color_id, size_id: size, price: 100_000, stock_quantity: 5 })));

/** A shirt in two colours with three pictures: white, of no colour in particular, yellow. */
async function shirt(colors = [white, 0, yellow].join()): Promise<AdminProduct> {
  const files = await Promise.all(['#f5f2ea', '#336699', '#ecd9a0'].map(picture));
  return made(
    admin,
    { has_variants: true, variants: variants(), pictures: 'new,new,new', picture_colors: colors },
    files.map((bytes, nth): [string, Buffer] => [nth === 0 ? 'image' : 'images', bytes]),
  );
}

describe('the colours of pictures', () => {
  test('are the owner’s, shown with the product and on its card', async () => {
    const product = await shirt();
    expect(product.pictures.map(({ color, color_source }) => [color, color_source])).toEqual([
      [white, 'owner'],
      [null, 'owner'],
      [yellow, 'owner'],
    ]);
    const [first, , last] = product.images;
    expect((await shown(product.id)).pictures.map(({ color }) => color)).toEqual([white, null, yellow]);
    const [listed] = answer(await visitor().get('/api/products/?sort=newest'), ListProduct.array());
    expect(listed).toMatchObject({
      id: product.id,
      swatches: [
        { id: white, name: 'Trắng', image: first },
        { id: yellow, name: 'Vàng bơ', image: last },
      ],
    });
  });

  test('stay where an edit leaves them open, move with their pictures, and are recorded', async () => {
    const { id, images } = await shirt([white, '-', '-'].join());
    const order = [images[2], images[0], images[1]].join();
    const edited = answer(await put(id, { pictures: order, picture_colors: `${yellow},-,-` }), AdminProduct);
    expect(edited.pictures).toEqual([
      { image: images[2], color: yellow, color_source: 'owner' },
      { image: images[0], color: white, color_source: 'owner' },
      { image: images[1], color: null, color_source: null },
    ]);
    expect(answer(await put(id, { name: 'Khác' }), AdminProduct).pictures).toEqual(edited.pictures);
    const results = await admin.audit(`subject=product&subject_id=${id}`);
    expect(results.map(({ before }) => before?.picture_colors)).toContainEqual([white, null, null]);
  });

  test('are a change like any other: an edit that is based on an older version is refused', async () => {
    const { id, version, images } = await shirt();
    const pictures = images.join();
    expect((await put(id, { pictures, picture_colors: `${yellow},-,-`, version })).status).toBe(200);
    expect((await put(id, { pictures, picture_colors: `${white},-,-`, version })).status).toBe(409);
  });

  test.each<[string, (images: string[]) => Fields]>([
    ['a colour that there is not', (images) => ({ pictures: images.join(), picture_colors: '999999,-,-' })],
    ['another number of colours than of pictures', (images) => ({ pictures: images.join(), picture_colors: '-' })],
    ['colours without pictures', () => ({ picture_colors: '0' })],
    ['no number', (images) => ({ pictures: images.join(), picture_colors: 'x,-,-' })],
    ['a fraction', (images) => ({ pictures: images.join(), picture_colors: '1.5,-,-' })],
  ])('cannot be %s', async (_what, fields) => {
    const { id, images } = await shirt();
    const reply = await expectUnchanged(() => put(id, fields(images)));
    expect([reply.status, reply.body.picture_colors]).toEqual([400, [expect.any(String)]]);
  });

  test('are gone with a colour that nothing comes in any more', async () => {
    const orange = await named('colors', 'name', 'Cam đất');
    const product = await shirt([white, 0, orange].join());
    expect((await shown(product.id)).pictures.map(({ color }) => color)).toEqual([white, null, orange]);
    expect((await admin.delete(`/api/colors/${orange}/`)).status).toBe(204);
    expect((await shown(product.id)).pictures.map(({ color }) => color)).toEqual([white, null, null]);
  });
});

test('an order keeps the picture of the ordered colour, whatever becomes of the product', async () => {
  const product = await shirt();
  const [, neutral, last] = product.images;
  const lines = product.variants.map(({ id: variant_id }) => ({ id: product.id, qty: 1, variant_id }));
  const order = async () => {
    const shopper = await given.shopper();
    const placed = answer(await shopper.post('/api/placeorder/', cartOf(lines, 210_000)), Placed, 201);
    return async () => (await shopper.order(placed.id)).orderItems.map(({ image }) => image);
  };
  const hash = (url = '') => url.split('/')[2];
  const before = await order();
  expect((await before()).map((url) => hash(url ?? ''))).toEqual([product.images[0], last].map(hash));
  // A colour without a picture takes one of no colour rather than another colour's.
  await put(product.id, { pictures: product.images.join(), picture_colors: `${white},0,${white}` });
  const after = await order();
  expect((await after()).map((url) => hash(url ?? ''))).toEqual([product.images[0], neutral].map(hash));
  expect((await before()).map((url) => hash(url ?? ''))).toEqual([product.images[0], last].map(hash));
});
