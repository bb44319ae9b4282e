import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { Color, ListedSize, Product } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { AdminColor, AdminSize } from '../../../src/contract/catalog/options.js';
import { hexOf } from '../../../src/catalog/options/option-names.js';
import { changeCatalogue, clearCatalogue, stock } from '../stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { untilLockWaits } from '../../support/locks/lock-waits.js';

openShop();
beforeEach(clearCatalogue);

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const addColor = async (name: string, hex_code?: string) =>
  answer(await admin.post('/api/colors/', { name, hex_code }), AdminColor, 201);
const addSize = async (name: string, position?: number) =>
  answer(await admin.post('/api/sizes/', { name, position }), AdminSize, 201);
const colors = async () => answer(await visitor().get('/api/colors/'), Color.array());
const listed = async () => answer(await visitor().get('/api/sizes/'), ListedSize.array());
/** Their names in the order in which they are shown. */
const sizes = async () => (await listed()).toSorted((a, b) => a.position - b.position).map(({ name }) => name);
const log = async (subject: 'color' | 'size', id: number) =>
  answer(await admin.get(`/api/admin/audit/?subject=${subject}&subject_id=${id}`), AuditEntry.array());

describe('colours', () => {
  test('a new one is in the shop at once; its name gives the code that is left out', async () => {
    expect(await colors()).toEqual([]);
    const rust = await addColor(' Gạch ', '#B5523B');
    expect(rust).toEqual({ id: rust.id, name: 'Gạch', hex_code: '#b5523b', product_count: 0 });
    const navy = await addColor('Xanh navy');
    expect(await colors()).toEqual([
      { id: rust.id, name: 'Gạch', hex_code: '#b5523b' },
      { id: navy.id, name: 'Xanh navy', hex_code: '#1f2a44' },
    ]);
    expect(await log('color', rust.id)).toMatchObject([
      { action: 'create', subject_name: 'Gạch', before: null, after: { name: 'Gạch', hex_code: '#b5523b' } },
    ]);
  });

  test('a changed one is changed for everybody at once, on products too', async () => {
    const [product] = await stock({ name: 'Áo', variants: [['Đỏ', 'M', 1, 1]] });
    const readColor = async () => answer(await visitor().get(`/api/products/${product}/`), Product).available_colors[0];
    const red = await readColor();
    const at = `/api/colors/${red?.id}/`;
    answer(await admin.put(at, { name: 'Đỏ đô', hex_code: '#7b1e28' }), AdminColor);
    expect([await readColor(), await colors()]).toEqual([
      { id: red?.id, name: 'Đỏ đô', hex_code: '#7b1e28' },
      [{ id: red?.id, name: 'Đỏ đô', hex_code: '#7b1e28' }],
    ]);
    const kept = answer(await admin.put(at, { name: 'ĐỎ ĐÔ' }), AdminColor);
    expect(kept).toMatchObject({ name: 'ĐỎ ĐÔ', hex_code: '#7b1e28', product_count: 1 });
    expect(await log('color', kept.id)).toMatchObject([
      { action: 'update', before: { name: 'Đỏ đô' }, after: { name: 'ĐỎ ĐÔ' } },
      { before: { name: 'Đỏ', hex_code: '#112233' }, after: { name: 'Đỏ đô', hex_code: '#7b1e28' } },
    ]);
  });

  test('is removed unless products come in it, archived ones too', async () => {
    const [product] = await stock({
      name: 'Áo',
      variants: [
        ['Đỏ', 'M', 1, 1],
        ['Đỏ', 'L', 1, 1],
      ],
    });
    const unused = await addColor('Be');
    expect((await admin.delete(`/api/colors/${unused.id}/`)).status).toBe(204);
    expect((await admin.delete(`/api/colors/${unused.id}/`)).status).toBe(404);
    expect((await log('color', unused.id))[0]).toMatchObject({ action: 'delete', before: { name: 'Be' }, after: null });

    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [product]);
    const [red] = await colors();
    const reply = await admin.delete(`/api/colors/${red?.id}/`);
    expect([reply.status, reply.body.detail]).toEqual([409, 'Còn 1 sản phẩm có màu này, nên không thể xóa.']);
    expect(await colors()).toEqual([red]);
  });

  test('refuses an existing name, ignoring case, also in ten concurrent calls', async () => {
    const [first, second] = [await addColor('Đỏ'), await addColor('Be')];
    const twice = ['Đã có màu mang tên này.'];
    expect((await admin.post('/api/colors/', { name: ' đỏ ' })).body).toMatchObject({ name: twice });
    const renamed = await admin.put(`/api/colors/${second.id}/`, { name: 'ĐỎ' });
    expect([renamed.status, renamed.body.name]).toEqual([400, twice]);
    answer(await admin.put(`/api/colors/${first.id}/`, { name: 'ĐỎ' }), AdminColor);
    expect(statuses(await times(10, () => admin.post('/api/colors/', { name: 'Kem' })))).toEqual({ 201: 1, 400: 9 });
  });

  test.each([
    ['no name', { name: undefined }, 'name', 'Vui lòng nhập tên màu'],
    ['a blank name', { name: '  ' }, 'name', 'Vui lòng nhập tên màu'],
    ['too long a name', { name: 'x'.repeat(256) }, 'name', 'Tối đa 255 ký tự'],
    ['a code that is a word', { hex_code: 'red' }, 'hex_code', 'Mã màu có dạng #1a2b3c'],
    ['a short code', { hex_code: '#abc' }, 'hex_code', 'Mã màu có dạng #1a2b3c'],
    ['a blank code', { hex_code: ' ' }, 'hex_code', 'Mã màu có dạng #1a2b3c'],
    ['a code that is a number', { hex_code: 112_233 }, 'hex_code', 'Mã màu có dạng #1a2b3c'],
  ])('with %s is a 400', async (_what, fields, key, sentence) => {
    const { id } = await addColor('Be');
    for (const reply of [
      await admin.post('/api/colors/', { name: 'Kem', hex_code: '#fffff0', ...fields }),
      await admin.put(`/api/colors/${id}/`, { name: 'Kem', hex_code: '#fffff0', ...fields }),
    ]) {
      expect([reply.status, reply.body[key]]).toEqual([400, [sentence]]);
    }
    expect(await colors()).toHaveLength(1);
  });

  test.each([[''], [null]])('with the code %j get the one of their name, and keep it', async (hex_code) => {
    const color = answer(await admin.post('/api/colors/', { name: 'Trắng', hex_code }), AdminColor, 201);
    expect(color.hex_code).toBe(hexOf('Trắng'));
    answer(await admin.put(`/api/colors/${color.id}/`, { name: 'Trắng', hex_code: '#fffffe' }), AdminColor);
    const kept = answer(await admin.put(`/api/colors/${color.id}/`, { name: 'Trắng tinh', hex_code }), AdminColor);
    expect(kept).toMatchObject({ name: 'Trắng tinh', hex_code: '#fffffe' });
  });

  test('are listed with their counts, searched, sorted and paged', async () => {
    await stock(
      {
        name: 'Áo',
        variants: [
          ['Đỏ', 'M', 1, 1],
          ['Be', 'M', 1, 1],
        ],
      },
      {
        name: 'Quần',
        variants: [
          ['Đỏ', 'M', 1, 1],
          ['Đỏ', 'L', 1, 1],
        ],
      },
    );
    await addColor('Ánh bạc', '#c5c8cc');
    const page = async (query: string) =>
      answer(await admin.get(`/api/admin/colors/?page=1&${query}`), pageSchema(AdminColor));
    const rows = async (query: string) =>
      (await page(query)).results.map(({ name, product_count }) => [name, product_count]);
    expect(await rows('')).toEqual([
      ['Ánh bạc', 0],
      ['Be', 1],
      ['Đỏ', 2],
    ]);
    expect(await rows('sort=products-desc')).toEqual([
      ['Đỏ', 2],
      ['Be', 1],
      ['Ánh bạc', 0],
    ]);
    expect(await rows('sort=products-asc')).toEqual([
      ['Ánh bạc', 0],
      ['Be', 1],
      ['Đỏ', 2],
    ]);
    expect(await rows('search=anh%20BAC')).toEqual([['Ánh bạc', 0]]);
    expect(await rows('search=%23c5c8')).toEqual([['Ánh bạc', 0]]);
    expect(await page('page_size=2')).toMatchObject({ count: 3, page_size: 2 });
    expect((await admin.get('/api/admin/colors/')).headers['x-total-count']).toBe('3');
    expect((await admin.get('/api/admin/colors/?sort=hex')).status).toBe(400);
  });
});

describe('sizes', () => {
  test('a new size takes its usual place, or the position that the request names', async () => {
    for (const name of ['L', 'Freesize', 'S', '38', 'M']) await addSize(name);
    expect(await sizes()).toEqual(['S', 'M', 'L', '38', 'Freesize']);
    const child = await addSize('Trẻ em', 1);
    expect(child).toEqual({ id: child.id, name: 'Trẻ em', position: 1, product_count: 0 });
    expect((await addSize('Cuối', 1_000)).position).toBe(7);
    expect((await addSize('Giữa', 3)).position).toBe(3);
    expect(await sizes()).toEqual(['Trẻ em', 'S', 'Giữa', 'M', 'L', '38', 'Freesize', 'Cuối']);
    expect(await log('size', child.id)).toMatchObject([
      { action: 'create', subject_name: 'Trẻ em', before: null, after: { name: 'Trẻ em', position: 1 } },
    ]);
  });

  test('are listed by name, with the position at which each is shown', async () => {
    for (const name of ['S', 'M', 'L', 'ấm']) await addSize(name, 1_000);
    expect((await listed()).map(({ name, position }) => [name, position])).toEqual([
      ['ấm', 4],
      ['L', 3],
      ['M', 2],
      ['S', 1],
    ]);
  });

  test('a size moves to any position, and later sizes still take their usual place', async () => {
    const [s, m, l] = [await addSize('S'), await addSize('M'), await addSize('L')];
    const move = async (id: number, name: string, position: number) =>
      answer(await admin.put(`/api/sizes/${id}/`, { name, position }), AdminSize);
    expect(await move(l.id, 'L', 1)).toMatchObject({ position: 1 });
    expect(await sizes()).toEqual(['L', 'S', 'M']);
    await move(s.id, 'S', 1);
    await move(m.id, 'M', 2);
    expect(await sizes()).toEqual(['S', 'M', 'L']);
    await addSize('XL');
    await addSize('XS');
    expect(await sizes()).toEqual(['XS', 'S', 'M', 'L', 'XL']);
    expect(await log('size', l.id)).toMatchObject([
      { action: 'update', before: { position: 3 }, after: { position: 1 } },
      { action: 'create' },
    ]);
  });

  test('sizes of equal rank have an order, and concurrent moves lose none of them', async () => {
    const ids = [await addSize('Mini'), await addSize('Midi'), await addSize('Maxi')].map(({ id }) => id);
    expect(await sizes()).toEqual(['Maxi', 'Midi', 'Mini']);
    answer(await admin.put(`/api/sizes/${ids[0]}/`, { name: 'Mini', position: 1 }), AdminSize);
    expect(await sizes()).toEqual(['Mini', 'Maxi', 'Midi']);
    const names = ['Mini', 'Midi', 'Maxi'];
    const replies = await times(12, (n) =>
      admin.put(`/api/sizes/${ids[n % 3]}/`, { name: names[n % 3], position: (n % 4) + 1 }),
    );
    expect(statuses(replies)).toEqual({ 200: 12 });
    const rows = answer(await admin.get('/api/admin/sizes/'), AdminSize.array());
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['Maxi', 'Midi', 'Mini']);
  });

  test('a new one at a place keeps a concurrent move', async () => {
    for (const name of ['S', 'M']) await addSize(name);
    const adding = await shop().db.transaction(async (tx) => {
      await tx.query('SELECT FROM sizes ORDER BY id FOR NO KEY UPDATE');
      const added = addSize('XL', 1);
      await untilLockWaits(tx, 1);
      await tx.query('UPDATE sizes SET position = (SELECT sum(position) FROM sizes) - position');
      return { added };
    });
    await adding.added;
    expect(await sizes()).toEqual(['XL', 'M', 'S']);
  });

  test('a renamed one keeps its place and is renamed for everybody at once', async () => {
    const [{ id }] = [await addSize('S'), await addSize('M')];
    expect(await sizes()).toEqual(['S', 'M']);
    expect(answer(await admin.put(`/api/sizes/${id}/`, { name: ' Nhỏ ' }), AdminSize).position).toBe(1);
    expect(await sizes()).toEqual(['Nhỏ', 'M']);
    expect((await log('size', id))[0]).toMatchObject({ before: { name: 'S' }, after: { name: 'Nhỏ' } });
  });

  test('is removed unless products come in it', async () => {
    await stock({
      name: 'Áo',
      variants: [
        ['Đỏ', 'M', 1, 1],
        ['Be', 'M', 1, 1],
      ],
    });
    const [used, unused] = [(await listed())[0], await addSize('L')];
    const reply = await admin.delete(`/api/sizes/${used?.id}/`);
    expect([reply.status, reply.body.detail]).toEqual([409, 'Còn 1 sản phẩm có kích cỡ này, nên không thể xóa.']);
    expect((await admin.delete(`/api/sizes/${unused.id}/`)).status).toBe(204);
    expect((await admin.delete(`/api/sizes/${unused.id}/`)).status).toBe(404);
    expect((await admin.put(`/api/sizes/${unused.id}/`, { name: 'L' })).status).toBe(404);
    expect(await sizes()).toEqual(['M']);
    expect((await log('size', unused.id))[0]).toMatchObject({ action: 'delete', before: { name: 'L', position: 2 } });
  });

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name that exists', { name: 's' }, 'name'],
    ['place 0', { position: 0 }, 'position'],
    ['half a place', { position: 1.5 }, 'position'],
    ['a place that is text', { position: '1' }, 'position'],
  ])('with %s is a 400', async (_what, fields, key) => {
    await addSize('S');
    const { id } = await addSize('M');
    for (const reply of [
      await admin.post('/api/sizes/', { name: 'L', position: 1, ...fields }),
      await admin.put(`/api/sizes/${id}/`, { name: 'L', position: 1, ...fields }),
    ]) {
      expect([reply.status, reply.body]).toEqual([
        400,
        expect.objectContaining({ [key]: expect.any(Array) as object }),
      ]);
    }
    expect(await sizes()).toEqual(['S', 'M']);
  });

  test('are listed with places and counts, searched, sorted and paged', async () => {
    await stock({ name: 'Áo', variants: [['Đỏ', 'M', 1, 1]] }, { name: 'Quần', variants: [['Đỏ', 'M', 1, 1]] });
    await addSize('38');
    await addSize('XS');
    const page = async (query: string) =>
      answer(await admin.get(`/api/admin/sizes/?page=1&${query}`), pageSchema(AdminSize));
    const rows = async (query: string) =>
      (await page(query)).results.map(({ name, position, product_count }) => [name, position, product_count]);
    expect(await rows('')).toEqual([
      ['M', 1, 2],
      ['XS', 2, 0],
      ['38', 3, 0],
    ]);
    expect(await rows('sort=position-desc')).toEqual([
      ['38', 3, 0],
      ['XS', 2, 0],
      ['M', 1, 2],
    ]);
    expect(await rows('sort=products-desc')).toEqual([
      ['M', 1, 2],
      ['XS', 2, 0],
      ['38', 3, 0],
    ]);
    expect(await rows('search=xs')).toEqual([['XS', 2, 0]]);
    expect(await page('page_size=2')).toMatchObject({ count: 3, page_size: 2 });
  });
});
