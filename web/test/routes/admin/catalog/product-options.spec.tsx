import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as brands from '~/routes/admin/brands/route';
import * as categories from '~/routes/admin/categories/route';
import * as options from '~/routes/admin/options/route';
import * as product from '~/routes/admin/product/route';
import { fakeApi } from '../../../support/api';
import { fakeUploads } from '../../../support/fake-upload';
import { signedIn } from '../../../support/given';
import { openShop } from '../../../support/shop-pages';

/* The form of a product in a shop that has no brand, category, colour or size yet. */

let api: ReturnType<typeof fakeApi>;
let uploads: ReturnType<typeof fakeUploads>;

const group = { description: '', image: null, product_count: 0, archived_count: 0 };

beforeEach(async () => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    'GET /api/brands/': { body: [] },
    'GET /api/category/': { body: [] },
    'GET /api/colors/': { body: [] },
    'GET /api/sizes/': { body: [] },
    'POST /api/brands/': { status: 201, body: { id: 7, title: 'Mây', ...group } },
    'POST /api/category/': { status: 201, body: { id: 8, title: 'Áo', ...group } },
    'POST /api/colors/': { status: 201, body: { id: 3, name: 'Gạch', hex_code: '#b5523c', product_count: 0 } },
    'POST /api/sizes/': { status: 201, body: { id: 4, name: 'XL', position: 1, product_count: 0 } },
  });
  uploads = fakeUploads({ 'POST /api/products/': { status: 503, body: { detail: 'Bận' } } });
  const pages = {
    'admin/products/:id': product,
    'admin/brands': brands,
    'admin/categories': categories,
    'admin/colors': options,
  };
  openShop(pages, '/admin/products/new');
  await userEvent.type(await screen.findByLabelText(/^Tên sản phẩm/), 'Áo thun');
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Opens the form of a new option, types its name and sends it. */
async function add(button: string, name: string) {
  await press(button);
  const panel = within(screen.getByRole('dialog'));
  await userEvent.type(panel.getByLabelText(/^Tên/), name);
  await userEvent.click(panel.getByRole('button', { name: 'Thêm' }));
}

test('what a new product needs is added beside its form, chosen, and nothing that was typed is lost', async () => {
  expect(screen.getByLabelText(/^Thương hiệu/)).toHaveTextContent('Chưa có thương hiệu nào');
  expect(screen.getByLabelText(/^Danh mục/)).toHaveTextContent('Chưa có danh mục nào');
  await add('Thêm thương hiệu', 'Mây');
  expect(await screen.findByRole('option', { name: 'Mây', selected: true })).toBeInTheDocument();
  await add('Thêm danh mục', 'Áo');
  expect(await screen.findByRole('option', { name: 'Áo', selected: true })).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Sản phẩm có nhiều màu và kích cỡ'));
  expect(screen.getByLabelText('Thêm màu')).toHaveTextContent('Chưa có màu nào');
  expect(screen.getByLabelText('Thêm kích cỡ')).toHaveTextContent('Chưa có kích cỡ nào');
  await add('Thêm màu mới', 'Gạch');
  expect(await screen.findByText('Đã thêm màu Gạch.')).toBeVisible();
  await add('Thêm kích cỡ mới', 'XL');
  await userEvent.type(await screen.findByLabelText('Giá Gạch, XL'), '1000');
  await userEvent.type(screen.getByLabelText('Tồn kho Gạch, XL'), '2');

  await press('Thêm sản phẩm');
  expect(await screen.findByText('Bận')).toBeVisible();
  const sent = Object.fromEntries(uploads.uploads[0]!.body);
  expect(sent).toMatchObject({ name: 'Áo thun', brand: '7', category: '8', has_variants: 'true' });
  expect(JSON.parse(sent.variants as string)).toEqual([{ color_id: 3, size_id: 4, price: 1_000, stock_quantity: 2 }]);
});

test('a new option that is refused is shown in its own form, and the product keeps what was typed', async () => {
  const taken = 'Tên này đã có.';
  api.answer({ 'POST /api/brands/': { status: 400, body: { detail: taken, error: taken, title: [taken] } } });
  await add('Thêm thương hiệu', 'Mây');
  const panel = screen.getByRole('dialog');
  expect(await within(panel).findAllByText(taken)).not.toHaveLength(0);
  await userEvent.click(within(panel).getByRole('button', { name: 'Hủy' }));
  expect(screen.getByLabelText(/^Tên sản phẩm/)).toHaveValue('Áo thun');
  expect(screen.getByLabelText(/^Thương hiệu/)).toHaveTextContent('Chưa có thương hiệu nào');
});
