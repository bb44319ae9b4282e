import { useNavigate } from '@remix-run/react';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminProduct } from 'contract/catalog/products';
import * as product from '~/routes/admin/product/route';
import * as products from '~/routes/admin/products/route';
import { fakeApi } from '../../../support/api';
import { fakeUploads } from '../../../support/fake-upload';
import { product as shopProduct, signedIn, variant } from '../../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../../support/shop-pages';

type Picture = AdminProduct['pictures'][number];
const picture = (name: string, changed: Partial<Picture> = {}): Picture => ({
  image: `/media/${name}/640.webp`,
  color: null,
  color_source: null,
  ...changed,
});
const shirt = (changed: Partial<AdminProduct> = {}): AdminProduct => ({
  ...shopProduct({
    description: 'Vải mềm',
    brand: 1,
    category: 2,
    images: ['/media/aa/640.webp', '/media/bb/640.webp'],
  }),
  pictures: [picture('aa'), picture('bb')],
  handle: 'ao-thun',
  stock_alerts: [],
  version: 3,
  archived_at: null,
  ...changed,
});
const black = { id: 1, name: 'Đen', hex_code: '#222222' };
const red = { id: 2, name: 'Đỏ', hex_code: '#cc2222' };
const [medium, large] = [
  { id: 1, name: 'M' },
  { id: 2, name: 'L' },
];
const dress = (changed: Partial<AdminProduct> = {}) =>
  shirt({
    has_variants: true,
    variants: [
      variant({ color: black, size: medium, price: 200_000, stock_quantity: 3 }),
      variant({ id: 13, color: red, size: medium, price: 210_000, stock_quantity: 0 }),
    ],
    ...changed,
  });
const refused = (status: number, detail: string, rest: object = {}) => ({
  status,
  body: { detail, error: detail, ...rest },
});

const GET = 'GET /api/admin/products/5/';
const PUT = 'PUT /api/products/5/';

let api: ReturnType<typeof fakeApi>;
let uploads: ReturnType<typeof fakeUploads>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  const group = { description: '', image: null, product_count: 1 };
  api = fakeApi({
    [GET]: { body: shirt() },
    'GET /api/brands/': { body: [{ id: 1, title: 'Mây', ...group }] },
    'GET /api/category/': { body: [{ id: 2, title: 'Áo', ...group }] },
    'GET /api/colors/': { body: [black, red] },
    'GET /api/sizes/': { body: [medium, large] },
  });
  uploads = fakeUploads({ [PUT]: { body: shirt({ version: 4 }) } });
  URL.createObjectURL = () => `blob:${Math.random()}`;
  URL.revokeObjectURL = () => undefined;
});

const open = (at = '/admin/products/5') => openShop({ 'admin/products/:id': product }, at);
const type = async (label: string | RegExp, text: string) => {
  const box = await screen.findByLabelText(label);
  await userEvent.clear(box);
  if (text) await userEvent.type(box, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: /^(Lưu|Thêm) sản phẩm$/ }));
const sent = () => Object.fromEntries(uploads.uploads.at(-1)!.body);
const sentVariants = () => JSON.parse(sent().variants as string) as unknown;

redirectsShoppers(open, () => api.to(GET));

test('a saved product is sent with the version it was based on', async () => {
  open();
  expect(await screen.findByLabelText(/^Tên sản phẩm/)).toHaveValue('Áo thun');
  expect(screen.getByLabelText(/^Thương hiệu/)).toHaveValue('1');
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Ảnh 1', 'Ảnh 2']);
  expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
  await type(/^Tên sản phẩm/, 'Áo lụa');
  await type(/^Giá \(/, '1.250.000');
  expect(screen.getByText('Có thay đổi chưa lưu.')).toBeVisible();
  await save();
  expect(await screen.findByText('Đã lưu sản phẩm.')).toBeVisible();
  expect(sent()).toMatchObject({
    name: 'Áo lụa',
    price: '1250000',
    countInStock: '4',
    stock_was: '4',
    version: '3',
    pictures: '/media/aa/640.webp,/media/bb/640.webp',
  });
  expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
});

test('errors are shown beside their fields, the first field has the focus, and the input stays', async () => {
  uploads.answer({
    [PUT]: refused(400, 'Giá quá lớn', { price: ['Giá quá lớn'], brand: ['Vui lòng chọn thương hiệu'] }),
  });
  open();
  await type(/^Giá \(/, '99');
  await save();
  expect(await screen.findByText('Vui lòng chọn thương hiệu')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(/^Thương hiệu/)).toHaveFocus());
  expect(screen.getByLabelText(/^Giá \(/)).toHaveValue('99');
  expect(screen.getByLabelText(/^Giá \(/)).toBeInvalid();
});

test('a network failure keeps the input and allows a retry', async () => {
  uploads.answer({ [PUT]: { status: 0 } });
  open();
  await type('Mô tả', 'Lụa Hà Đông');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể lưu sản phẩm.');
  expect(screen.getByLabelText('Mô tả')).toHaveValue('Lụa Hà Đông');
  uploads.answer({ [PUT]: { body: shirt({ version: 4, description: 'Lụa Hà Đông' }) } });
  await save();
  expect(await screen.findByText('Đã lưu sản phẩm.')).toBeVisible();
});

describe('pictures', () => {
  const file = (name: string, options: { type?: string; size?: number } = {}) => {
    const made = new File(['x'], name, { type: options.type ?? 'image/png' });
    if (options.size) Object.defineProperty(made, 'size', { value: options.size });
    return made;
  };

  test('are added, moved, removed and sent in their order', async () => {
    open();
    await userEvent.upload(await screen.findByLabelText('Ảnh sản phẩm'), [file('c.png'), file('d.png')]);
    expect(screen.getAllByText('Chưa lưu')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Đưa ảnh 3 lên trước' }));
    await userEvent.click(screen.getByRole('button', { name: 'Đưa ảnh 2 lên trước' }));
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ ảnh 2' }));
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    const { body } = uploads.uploads[0]!;
    expect(body.get('pictures')).toBe('new,/media/bb/640.webp,new');
    expect((body.get('image') as File).name).toBe('c.png');
    expect(body.getAll('images').map((each) => (each as File).name)).toEqual(['d.png']);
  });

  test('hand the focus on when one is removed', async () => {
    open();
    const button = (name: string) => screen.getByRole('button', { name });
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ ảnh 1' }));
    expect(button('Bỏ ảnh 1')).toHaveFocus();
    await userEvent.click(button('Bỏ ảnh 1'));
    await userEvent.tab();
    expect(button('Thêm ảnh')).toHaveFocus();
    await userEvent.click(button('Bỏ thay đổi'));
    expect(button('Lưu sản phẩm')).toHaveFocus();
  });

  test('are given a colour, added straight to one, and a guess is marked as one', async () => {
    const pictures = [
      picture('aa', { color: 1, color_source: 'owner' }),
      picture('bb', { color: 2, color_source: 'engine' }),
      picture('cc'),
    ];
    api.answer({ [GET]: { body: dress({ pictures, images: pictures.map(({ image }) => image) }) } });
    uploads.answer({ [PUT]: { body: dress({ version: 4 }) } });
    open();
    const [first, second, third] = await screen.findAllByRole('combobox', { name: /^Màu của ảnh/ });
    expect(first).toHaveDisplayValue('Đen');
    expect(second).toHaveDisplayValue('Đỏ (đoán)');
    expect(screen.getByText('Máy đoán, hãy chọn lại nếu sai.')).toBeVisible();
    await userEvent.selectOptions(first!, 'Không theo màu');
    await userEvent.selectOptions(third!, 'Đen');
    await userEvent.click(screen.getByRole('button', { name: 'Thêm ảnh màu Đỏ' }));
    await userEvent.upload(screen.getByLabelText('Ảnh sản phẩm'), file('d.png'));
    expect(screen.getByRole('combobox', { name: 'Màu của ảnh 4' })).toHaveDisplayValue('Đỏ');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(uploads.uploads[0]!.body.get('picture_colors')).toBe('0,-,1,2');
  });

  test('that the shop refuses are named beside the pictures, whichever they are', async () => {
    open();
    for (const field of ['image', 'images']) {
      const sentence = `Ảnh không đọc được (${field})`;
      uploads.answer({ [PUT]: { status: 415, body: { detail: sentence, error: sentence, [field]: [sentence] } } });
      await userEvent.upload(await screen.findByLabelText('Ảnh sản phẩm'), file(`${field}.png`));
      await save();
      const pictures = screen.getByRole('heading', { name: 'Ảnh' }).parentElement!;
      expect(await within(pictures).findByText(sentence)).toBeVisible();
    }
  });

  test('that are no pictures, too large or too many are rejected before upload', async () => {
    open();
    const input = await screen.findByLabelText('Ảnh sản phẩm');
    await userEvent.upload(input, [file('to.png', { size: 11 * 1024 * 1024 })]);
    expect(screen.getByText('to.png: lớn hơn 10 MB')).toBeVisible();
    await userEvent.setup({ applyAccept: false }).upload(input, [file('a.txt', { type: 'text/plain' })]);
    expect(screen.getByText('a.txt: không phải là hình ảnh')).toBeVisible();
    await userEvent.upload(
      input,
      Array.from({ length: 10 }, (_, nth) => file(`${nth}.png`)),
    );
    expect(screen.getByText('9.png: mỗi lần lưu thêm được tối đa 9 ảnh')).toBeVisible();
  });
});

describe('the table of colours and sizes', () => {
  beforeEach(() => {
    api.answer({ [GET]: { body: dress() } });
    uploads.answer({ [PUT]: { body: dress({ version: 4 }) } });
  });

  test('sends each cell with the stock it was based on; an untouched sold-out cell stays', async () => {
    open();
    await type('Giá Đen, M', '220.000');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sentVariants()).toEqual([
      { color_id: 1, size_id: 1, price: 220_000, stock_quantity: 3, stock_was: 3 },
      { color_id: 2, size_id: 1, price: 210_000, stock_quantity: 0, stock_was: 0 },
    ]);
    expect(sent()).toMatchObject({ version: '3' });
    expect(sent()).not.toHaveProperty('countInStock');
    expect(screen.queryByText(/được bỏ qua khi lưu/)).toBeNull();
  });

  test('an old price that no variant undercuts is told beside its field, and one above the lowest price is not', async () => {
    api.answer({ [GET]: { body: dress({ oldPrice: 200_000 }) } });
    open();
    const box = await screen.findByLabelText(/^Giá cũ/);
    const hint = 'Giá cũ chỉ hiện khi cao hơn giá thấp nhất của các phân loại (200.000 VND).';
    expect(box).toHaveAccessibleDescription(hint);
    await type(/^Giá cũ/, '200.001');
    expect(box).not.toHaveAccessibleDescription();
    await type(/^Giá cũ/, '');
    expect(box).not.toHaveAccessibleDescription();
  });

  test('an existing variant can be set to a stock of 0', async () => {
    open();
    await type('Tồn kho Đen, M', '0');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sentVariants()).toMatchObject([
      { color_id: 1, size_id: 1, stock_quantity: 0, stock_was: 3 },
      { color_id: 2, size_id: 1, stock_quantity: 0 },
    ]);
    expect(screen.queryByText(/được bỏ qua khi lưu/)).toBeNull();
  });

  test('a price or stock that is no whole number is marked on its cell, and nothing is saved', async () => {
    open();
    await type('Giá Đen, M', '220.000,50');
    await type('Tồn kho Đỏ, M', '12,5');
    await save();
    expect(await screen.findByText('Bảng màu và kích cỡ có ô chưa đúng. Chưa lưu gì cả.')).toBeVisible();
    const price = screen.getByLabelText('Giá Đen, M');
    expect(price).toBeInvalid();
    expect(price).toHaveAccessibleDescription('Chỉ nhận số nguyên, như 199000');
    expect(price).toHaveFocus();
    expect(price).toHaveValue('220.000,50');
    expect(screen.getByLabelText('Tồn kho Đen, M')).toBeValid();
    expect(screen.getByLabelText('Tồn kho Đỏ, M')).toHaveAccessibleDescription('Chỉ nhận số nguyên, như 12');
    expect(uploads.uploads).toHaveLength(0);
    await type('Giá Đen, M', '220.000');
    await type('Tồn kho Đỏ, M', '12');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sentVariants()).toMatchObject([{ price: 220_000 }, { stock_quantity: 12 }]);
  });

  test('a wrong cell that is removed does not keep the others from being saved', async () => {
    open();
    await type('Giá Đỏ, M', 'abc');
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ Đỏ, M' }));
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sentVariants()).toMatchObject([{ color_id: 1 }]);
  });

  test('incomplete or zero new cells are skipped and listed; existing variants stay', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await type('Giá Đen, L', '230000');
    await type('Tồn kho Đen, L', '0');
    await type('Giá Đỏ, L', '230000');
    await type('Tồn kho Đỏ, L', '6');
    await userEvent.clear(screen.getByLabelText('Tồn kho Đen, M'));
    await save();
    const added = 'Chưa thêm, vì phân loại mới cần giá và tồn kho lớn hơn 0: Đen, L.';
    expect(await screen.findByText(added)).toBeVisible();
    const kept = screen.getByText(
      /^Giữ nguyên như cũ, vì phân loại đang bán cần giá lớn hơn 0 và tồn kho từ 0: Đen, M\./,
    );
    expect(kept).toHaveTextContent('hết hàng thì nhập tồn kho 0');
    expect(sentVariants()).toMatchObject([
      { color_id: 1, size_id: 1, stock_quantity: 3, stock_was: 3 },
      { color_id: 2, size_id: 1 },
      { color_id: 2, size_id: 2, price: 230_000, stock_quantity: 6 },
    ]);
    // What was typed is still there.
    expect(screen.getByLabelText('Giá Đen, L')).toHaveValue('230000');
  });

  test('a skipped cell is an unsaved change until it is completed and saved; the note is of the last save', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await type('Giá Đen, L', '230000');
    await save();
    expect(await screen.findByText(/^Chưa thêm.*: Đen, L\.$/)).toBeVisible();
    expect(screen.getByText('Có thay đổi chưa lưu.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Về danh sách' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rời trang khi chưa lưu?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ở lại' }));
    await type('Tồn kho Đen, L', '6');
    const added = variant({ id: 14, color: black, size: large, price: 230_000, stock_quantity: 6 });
    uploads.answer({ [PUT]: { body: dress({ version: 5, variants: [...dress().variants, added] }) } });
    await save();
    await waitFor(() => expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull());
    expect(screen.queryByText(/^Chưa thêm/)).toBeNull();
  });

  test('discarding a skipped cell leads back to what is saved', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await type('Giá Đen, L', '230000');
    await save();
    await screen.findByText(/^Chưa thêm/);
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ thay đổi' }));
    expect(screen.queryByLabelText('Giá Đen, L')).toBeNull();
    expect(screen.getByLabelText('Giá Đen, M')).toHaveValue('200000');
    expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
  });

  test('a colour or size without a variant is no unsaved change after a save', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await save();
    await waitFor(() => expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull());
    expect(screen.getByLabelText('Giá Đen, L')).toHaveValue('');
  });

  test('is filled down and across by keyboard and buttons', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await type('Giá Đen, M', '300000');
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowRight}{/Alt}');
    expect(screen.getByLabelText('Giá Đỏ, M')).toHaveValue('300000');
    expect(screen.getByLabelText('Giá Đen, L')).toHaveValue('300000');
    expect(screen.getByLabelText('Giá Đỏ, L')).toHaveValue('');
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByLabelText('Giá Đỏ, M')).toHaveFocus();
    await type('Tồn kho Đen, M', '8');
    await userEvent.click(screen.getByRole('button', { name: /Điền tất cả/ }));
    expect(screen.getAllByLabelText(/^Tồn kho/).map((box) => (box as HTMLInputElement).value)).toEqual([
      '8',
      '8',
      '8',
      '8',
    ]);
  });

  test('a removed cell or colour is not sent and can be restored', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ Đen, M' }));
    await userEvent.click(screen.getByRole('button', { name: 'Giữ lại Đen, M' }));
    expect(screen.getByLabelText('Giá Đen, M')).toHaveValue('200000');
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ Đen, M' }));
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ màu Đỏ' }));
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sentVariants()).toEqual([]);
  });

  test('hands the focus on when a cell, a row or a column is removed', async () => {
    open();
    const button = (name: string) => screen.getByRole('button', { name });
    await userEvent.selectOptions(await screen.findByLabelText('Thêm kích cỡ'), 'L');
    await userEvent.click(button('Bỏ Đen, M'));
    expect(button('Giữ lại Đen, M')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(button('Bỏ Đen, M')).toHaveFocus();
    await userEvent.click(button('Bỏ kích cỡ L'));
    expect(button('Bỏ kích cỡ M')).toHaveFocus();
    await userEvent.click(button('Bỏ màu Đen'));
    expect(button('Bỏ màu Đỏ')).toHaveFocus();
    await userEvent.click(button('Bỏ màu Đỏ'));
    await userEvent.tab();
    expect(screen.getByLabelText('Thêm màu')).toHaveFocus();
  });

  test('a rejected cell shows its error, and nothing is saved until it is corrected', async () => {
    uploads.answer({ [PUT]: refused(400, 'Số tiền quá lớn', { 'variants.1.price': ['Số tiền quá lớn'] }) });
    open();
    await type('Tồn kho Đỏ, M', '5');
    await save();
    expect(await screen.findByLabelText('Giá Đỏ, M')).toBeInvalid();
    expect(screen.getByLabelText('Tồn kho Đỏ, M')).toBeValid();
    uploads.answer({ [PUT]: { body: dress({ version: 4 }) } });
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sent()).toMatchObject({ version: '3' });
  });
});

describe('an edit conflict', () => {
  beforeEach(async () => {
    uploads.answer({ [PUT]: refused(409, 'Sản phẩm vừa được thay đổi ở nơi khác.', { version: 9 }) });
    open();
    await type(/^Tên sản phẩm/, 'Của tôi');
    api.answer({
      [GET]: {
        body: shirt({
          version: 9,
          price: 175_000,
          countInStock: 9,
          images: ['/media/bb/640.webp'],
          pictures: [picture('bb')],
        }),
      },
    });
    await save();
    await screen.findByText('Sản phẩm vừa được thay đổi ở nơi khác');
  });

  test('shows the other changes and can adopt them', async () => {
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('150.000 VND → 175.000 VND');
    expect(alert).toHaveTextContent('4 → 9');
    expect(screen.getByLabelText(/^Tên sản phẩm/)).toHaveValue('Của tôi');
    await userEvent.click(screen.getByRole('button', { name: /^Dùng bản mới/ }));
    expect(screen.getByLabelText(/^Tên sản phẩm/)).toHaveValue('Áo thun');
    expect(screen.getByLabelText(/^Giá \(/)).toHaveValue('175000');
    expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
  });

  test('can overwrite the other changes', async () => {
    uploads.answer({ [PUT]: { body: shirt({ version: 10, name: 'Của tôi' }) } });
    await userEvent.click(screen.getByRole('button', { name: /^Lưu bản của tôi/ }));
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sent()).toMatchObject({
      name: 'Của tôi',
      price: '150000',
      version: '9',
      stock_was: '9',
      pictures: '/media/bb/640.webp',
    });
  });
});

describe('overwriting an edit keeps stock sold meanwhile sold', () => {
  const sale = { version: 9, description: 'Lụa' };
  const conflict = async (now: AdminProduct) => {
    uploads.answer({ [PUT]: refused(409, 'Sản phẩm vừa được thay đổi ở nơi khác.', { version: 9 }) });
    await type(/^Tên sản phẩm/, 'Của tôi');
    api.answer({ [GET]: { body: now } });
    await save();
    await screen.findByText('Sản phẩm vừa được thay đổi ở nơi khác');
  };
  const overwrite = async (answer: AdminProduct) => {
    uploads.answer({ [PUT]: { body: answer } });
    await userEvent.click(screen.getByRole('button', { name: /^Lưu bản của tôi/ }));
    await screen.findByText('Đã lưu sản phẩm.');
  };

  test('of a product', async () => {
    open();
    await conflict(shirt({ ...sale, countInStock: 1 }));
    await overwrite(shirt({ version: 10 }));
    expect(sent()).toMatchObject({ name: 'Của tôi', countInStock: '1', stock_was: '1' });
  });

  test('of a variant, while a typed stock is sent as typed', async () => {
    api.answer({ [GET]: { body: dress() } });
    open();
    await type('Tồn kho Đỏ, M', '5');
    const [sold, rest] = dress().variants;
    await conflict(dress({ ...sale, variants: [{ ...sold!, stock_quantity: 1 }, rest!] }));
    await overwrite(dress({ version: 10 }));
    expect(sentVariants()).toMatchObject([
      { stock_quantity: 1, stock_was: 1 },
      { stock_quantity: 5, stock_was: 0 },
    ]);
  });

  test('also when the first try fails', async () => {
    open();
    await conflict(shirt({ ...sale, countInStock: 1 }));
    uploads.answer({ [PUT]: { status: 0 } });
    await userEvent.click(screen.getByRole('button', { name: /^Lưu bản của tôi/ }));
    await screen.findByText('Không thể lưu sản phẩm.');
    expect(screen.getByLabelText(/^Tồn kho/)).toHaveValue('1');
    uploads.answer({ [PUT]: { body: shirt({ version: 10 }) } });
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sent()).toMatchObject({ countInStock: '1', stock_was: '1' });
  });

  test('and what a discard goes back to after a failure is the other edit', async () => {
    open();
    await conflict(shirt({ ...sale, countInStock: 1 }));
    uploads.answer({ [PUT]: { status: 0 } });
    await userEvent.click(screen.getByRole('button', { name: /^Lưu bản của tôi/ }));
    await screen.findByText('Không thể lưu sản phẩm.');
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ thay đổi' }));
    expect(screen.getByLabelText(/^Tồn kho/)).toHaveValue('1');
    expect(screen.getByLabelText(/^Tên sản phẩm/)).not.toHaveValue('Của tôi');
  });
});

test('a product whose save was not answered is saved by the next press, without a conflict', async () => {
  uploads.answer({ [PUT]: { status: 0 } });
  open();
  await type(/^Giá \(/, '175.000');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể lưu sản phẩm.');
  uploads.answer({ [PUT]: refused(409, 'Sản phẩm vừa được thay đổi ở nơi khác.', { version: 4 }) });
  api.answer({ [GET]: { body: shirt({ version: 4, price: 175_000 }) } });
  await save();
  expect(await screen.findByText('Đã lưu sản phẩm.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
});

describe('a new product', () => {
  function Back() {
    const navigate = useNavigate();
    return <button onClick={() => navigate(-1)}>Quay lại</button>;
  }
  const POST = 'POST /api/products/';
  const keys = () => uploads.uploads.map(({ headers }) => headers.get('Idempotency-Key'));
  const attempt = async (count: number) => {
    await save();
    await waitFor(() => expect(uploads.uploads).toHaveLength(count));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Thêm sản phẩm' })).toBeEnabled());
  };

  test.each<[string, { status: number; body?: object }]>([
    ['no answer', { status: 0 }],
    ['the answer of a proxy', { status: 502 }],
    ['the answer of a busy shop', { status: 503, body: { detail: 'Bận' } }],
  ])('is sent again under the same idempotency key after %s, and changed under another', async (_, lost) => {
    uploads.answer({ [POST]: lost });
    open('/admin/products/new');
    await type(/^Tên sản phẩm/, 'Áo thun');
    const photo = new File(['x'], 'a.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Ảnh sản phẩm'), photo);
    await attempt(1);
    await attempt(2);
    await type(/^Tên sản phẩm/, 'Áo lụa');
    await attempt(3);
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ ảnh 1' }));
    await userEvent.upload(screen.getByLabelText('Ảnh sản phẩm'), new File(['yy'], 'a.png', { type: 'image/png' }));
    await attempt(4);
    const [first, again, renamed, repictured] = keys();
    expect(first).toMatch(/^\w{32}$/);
    expect(again).toBe(first);
    expect(new Set([first, renamed, repictured]).size).toBe(3);
  });

  test('is sent under a new idempotency key after a refusal', async () => {
    uploads.answer({ [POST]: refused(400, 'Giá quá lớn', { price: ['Giá quá lớn'] }) });
    open('/admin/products/new');
    await type(/^Tên sản phẩm/, 'Áo thun');
    await attempt(1);
    await attempt(2);
    const [first, again] = keys();
    expect(again).not.toBe(first);
  });

  test('may have been added when its save is not answered, and the form says so', async () => {
    uploads.answer({ [POST]: { status: 0 } });
    open('/admin/products/new');
    await type(/^Tên sản phẩm/, 'Áo thun');
    await save();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('có thể sản phẩm đã được thêm');
    expect(alert).toHaveTextContent('nếu không sửa gì, sản phẩm không bị thêm hai lần');
  });

  test('is created and opens at its own URL', async () => {
    uploads.answer({ 'POST /api/products/': { status: 201, body: shirt({ version: 1 }) } });
    open('/admin/products/new');
    await type(/^Tên sản phẩm/, 'Áo thun');
    await type(/^Giá \(/, '150000');
    await type(/^Tồn kho/, '4');
    await userEvent.selectOptions(screen.getByLabelText(/^Thương hiệu/), 'Mây');
    await userEvent.selectOptions(screen.getByLabelText(/^Danh mục/), 'Áo');
    await save();
    expect(await screen.findByText('/admin/products/5', { selector: 'output' })).toBeInTheDocument();
    expect(sent()).toMatchObject({ name: 'Áo thun', brand: '1', category: '2', has_variants: 'false', pictures: '' });
    expect(sent()).not.toHaveProperty('version');
    expect(await screen.findByRole('button', { name: 'Lưu sản phẩm' })).toBeVisible();
  });

  test('is sent with its variants in one request', async () => {
    uploads.answer({ 'POST /api/products/': refused(503, 'Bận') });
    open('/admin/products/new');
    await userEvent.click(await screen.findByLabelText('Sản phẩm có nhiều màu và kích cỡ'));
    await userEvent.selectOptions(screen.getByLabelText('Thêm màu'), 'Đen');
    await userEvent.selectOptions(screen.getByLabelText('Thêm kích cỡ'), 'M');
    await type('Giá Đen, M', '1000');
    await type('Tồn kho Đen, M', '2');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Bận');
    uploads.answer({ 'POST /api/products/': { status: 201, body: dress({ version: 1 }) } });
    await save();
    expect(await screen.findByText('/admin/products/5', { selector: 'output' })).toBeInTheDocument();
    expect(uploads.uploads.map(({ call }) => call)).toEqual(['POST /api/products/', 'POST /api/products/']);
    expect(JSON.parse(sent().variants as string)).toEqual([
      { color_id: 1, size_id: 1, price: 1_000, stock_quantity: 2 },
    ]);
  });

  test('keeps its skipped cells, colours and sizes at its own URL as unsaved changes, until it is opened again', async () => {
    const made = dress({ version: 1, variants: dress().variants.slice(0, 1) });
    uploads.answer({ 'POST /api/products/': { status: 201, body: made } });
    api.answer({ [GET]: { body: made } });
    openShop({ 'admin/products': { default: Back }, 'admin/products/:id': product }, '/admin/products/new');
    await userEvent.click(await screen.findByLabelText('Sản phẩm có nhiều màu và kích cỡ'));
    for (const color of ['Đen', 'Đỏ']) await userEvent.selectOptions(screen.getByLabelText('Thêm màu'), color);
    for (const size of ['M', 'L']) await userEvent.selectOptions(screen.getByLabelText('Thêm kích cỡ'), size);
    await type('Giá Đen, M', '200000');
    await type('Tồn kho Đen, M', '3');
    await type('Giá Đen, L', '230000');
    await save();
    expect(await screen.findByText('/admin/products/5', { selector: 'output' })).toBeInTheDocument();
    expect(await screen.findByText(/^Chưa thêm.*: Đen, L\.$/)).toBeVisible();
    expect(screen.getByLabelText('Giá Đen, L')).toHaveValue('230000');
    expect(screen.getByLabelText('Giá Đỏ, L')).toHaveValue('');
    expect(screen.getByText('Có thay đổi chưa lưu.')).toBeVisible();

    await userEvent.click(screen.getByRole('link', { name: 'Về danh sách' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Rời trang, bỏ thay đổi' }));
    expect(await screen.findByText('/admin/products', { selector: 'output' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Quay lại' }));
    expect(await screen.findByText('/admin/products/5', { selector: 'output' })).toBeInTheDocument();
    expect(await screen.findByLabelText('Giá Đen, M')).toHaveValue('200000');
    expect(screen.queryByText(/^Chưa thêm/)).toBeNull();
    expect(screen.queryByText('Có thay đổi chưa lưu.')).toBeNull();
  });
});

test('a product leads to its audit log, once it exists', async () => {
  const { unmount } = open();
  const log = '/admin/audit?subject=product&subject_id=5';
  expect(await screen.findByRole('link', { name: 'Nhật ký' })).toHaveAttribute('href', log);
  unmount();
  open('/admin/products/new');
  await screen.findByLabelText(/^Tên sản phẩm/);
  expect(screen.queryByRole('link', { name: 'Nhật ký' })).toBeNull();
});

test('a product leads to its page in the shop, in a tab of its own, unless it is archived', async () => {
  const { unmount } = open();
  const link = await screen.findByRole('link', { name: /^Xem trong cửa hàng/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/products/5', '_blank']);
  unmount();
  api.answer({ [GET]: { body: shirt({ archived_at: '2026-01-31T10:00:00.000Z' }) } });
  open();
  await screen.findByText(/^Sản phẩm đã lưu trữ/);
  expect(screen.queryByRole('link', { name: /^Xem trong cửa hàng/ })).toBeNull();
});

describe('Ctrl+S in the form of a product', () => {
  const press = (keys: string) => userEvent.keyboard(keys);

  test.each(['{Control>}s{/Control}', '{Meta>}S{/Meta}'])('saves it: %s', async (keys) => {
    open();
    await type(/^Tên sản phẩm/, 'Áo linen');
    await press(keys);
    await waitFor(() => expect(uploads.uploads.map(({ call }) => call)).toEqual([PUT]));
    expect(sent()).toMatchObject({ name: 'Áo linen' });
  });

  test('is left to the browser with other keys, and does nothing while a dialog is open', async () => {
    open();
    await type(/^Tên sản phẩm/, 'Áo linen');
    await press('{Control>}{Shift>}s{/Shift}{/Control}s');
    await userEvent.click(screen.getByRole('button', { name: /Thêm thương hiệu|Thương hiệu mới/ }));
    await screen.findByRole('dialog');
    await press('{Control>}s{/Control}');
    expect(uploads.uploads).toEqual([]);
  });
});

test('the way back leads to the list as it was, also from a product that was just added', async () => {
  uploads.answer({ 'POST /api/products/': { status: 201, body: shirt({ version: 1 }) } });
  api.answer({ 'GET /api/admin/products/': { body: { count: 45, page: 2, page_size: 20, results: [] } } });
  openShop(
    { 'admin/products': products, 'admin/products/:id': product },
    '/admin/products?stock=low&sort=name-asc&page=2',
  );
  await userEvent.click(await screen.findByRole('link', { name: 'Thêm sản phẩm' }));
  await type(/^Tên sản phẩm/, 'Áo thun');
  await save();
  expect(await screen.findByText('/admin/products/5', { selector: 'output' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('link', { name: 'Về danh sách' }));
  const list = '/admin/products?stock=low&sort=name-asc&page=2';
  expect(await screen.findByText(list, { selector: 'output' })).toBeInTheDocument();
});

test('leaving with unsaved input asks for confirmation', async () => {
  open();
  await type(/^Tên sản phẩm/, 'Khác');
  await userEvent.click(screen.getByRole('link', { name: 'Về danh sách' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rời trang khi chưa lưu?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ở lại' }));
  expect(screen.getByLabelText(/^Tên sản phẩm/)).toHaveValue('Khác');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Về danh sách' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rời trang, bỏ thay đổi' }));
  expect(await screen.findByText('/admin/products', { selector: 'output' })).toBeInTheDocument();
});

test('a product that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, { [GET]: { body: shirt() } });
  await waitFor(() => expect(screen.getByLabelText(/^Tên sản phẩm/)).toHaveValue('Áo thun'));
});

test('an archived product is marked as archived', async () => {
  api.answer({ [GET]: { body: shirt({ archived_at: '2026-01-31T09:30:00.000Z' }) } });
  open();
  expect(await screen.findByText(/^Sản phẩm đã lưu trữ/)).toBeVisible();
});

describe('cloth, model and size table', () => {
  const own = {
    measures: ['chest' as const],
    rows: [{ size: medium, values: { chest: [84, 88] as [number, number] }, height: null, weight: null }],
  };
  const cell = (column: string) => screen.findByRole('textbox', { name: `${column} của cỡ M` });

  test('are shown and saved; an unchanged table is not sent', async () => {
    api.answer({ [GET]: { body: shirt({ material: 'Lụa', model_height: 168, model_size: 'S', size_table: own }) } });
    open();
    expect(await screen.findByLabelText('Chất liệu')).toHaveValue('Lụa');
    expect(await cell('Ngực (cm)')).toHaveValue('84-88');
    await type('Bảo quản', 'Giặt tay');
    await type(/^Chiều cao/, '170');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sent()).toMatchObject({ material: 'Lụa', care: 'Giặt tay', model_height: '170', model_size: 'S' });
    expect(sent()).not.toHaveProperty('size_table');
  });

  test('a changed table is sent', async () => {
    api.answer({ [GET]: { body: shirt({ size_table: own }) } });
    open();
    const box = await cell('Ngực (cm)');
    await userEvent.clear(box);
    await userEvent.type(box, '86,5-90');
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(JSON.parse(sent().size_table as string)).toEqual({
      measures: ['chest'],
      rows: [{ size_id: 1, values: { chest: [86.5, 90] }, height: null, weight: null }],
    });

    uploads.answer({ [PUT]: { body: shirt({ version: 5, size_table: own }) } });
  });

  test('a table that is switched off is removed, and comes back when it is switched on again before', async () => {
    api.answer({ [GET]: { body: shirt({ size_table: own }) } });
    open();
    const toggle = await screen.findByRole('checkbox', { name: /Bảng kích thước riêng/ });
    await userEvent.click(toggle);
    await userEvent.click(toggle);
    expect(await cell('Ngực (cm)')).toHaveValue('84-88');
    await userEvent.click(toggle);
    await save();
    await screen.findByText('Đã lưu sản phẩm.');
    expect(sent().size_table).toBe('null');
  });

  test('hands the focus on when a row or a column is removed', async () => {
    const [row] = own.rows;
    const table = {
      measures: ['chest' as const, 'waist' as const],
      rows: [row!, { ...row!, size: large }],
    };
    api.answer({ [GET]: { body: shirt({ size_table: table }) } });
    open();
    const button = (name: string) => screen.getByRole('button', { name });
    await userEvent.click(await screen.findByRole('button', { name: 'Bỏ cỡ L' }));
    expect(button('Bỏ cỡ M')).toHaveFocus();
    await userEvent.click(button('Bỏ cột Eo (cm)'));
    expect(button('Bỏ cột Ngực (cm)')).toHaveFocus();
    await userEvent.click(button('Bỏ cột Ngực (cm)'));
    await userEvent.tab();
    expect(screen.getByLabelText('Thêm cỡ')).toHaveFocus();
  });

  test('a wrong cell is pointed out as it is typed, kept, and not sent', async () => {
    api.answer({ [GET]: { body: shirt({ size_table: own }) } });
    open();
    const box = await cell('Ngực (cm)');
    await userEvent.clear(box);
    await userEvent.type(box, 'to');
    expect(box).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByText('Nhập một số như 84 hoặc một khoảng như 84-88')).toBeVisible();
    await save();
    expect(await screen.findByText('Bảng kích thước có ô chưa đúng. Chưa lưu gì cả.')).toBeVisible();
    expect(uploads.uploads).toEqual([]);
    expect(await cell('Ngực (cm)')).toHaveValue('to');
    await waitFor(async () => expect(await cell('Ngực (cm)')).toHaveFocus());
  });
});
