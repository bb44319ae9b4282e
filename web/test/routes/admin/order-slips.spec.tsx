import { useNavigate } from '@remix-run/react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Order } from 'contract/orders/orders';
import * as slips from '~/routes/admin/order-slips/route';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi, type Call, type Reply } from '../../support/api';
import { order, signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const paid = { status: 'paid', isPaid: true, paidAt: '2026-01-31T10:00:00.000Z' } as const;
type Item = Order['orderItems'][number];
let lastItem = 0;
const item = (qty: number, sold: Partial<Item> = {}): Item => ({
  ...order().orderItems[0]!,
  id: ++lastItem,
  qty,
  ...sold,
});
const dress = (variant: number, size: string): Partial<Item> => ({
  product: 6,
  productName: 'Váy lụa',
  variant_info: { id: variant, color: 'Đỏ', size },
});
const orders = [
  order({ id: 31, ...paid, orderItems: [item(1, dress(12, 'M')), item(2)] }),
  order({ id: 32, ...paid, orderItems: [item(3), item(1, dress(13, 'L'))] }),
  order({ id: 33, paymentMethod: 'COD', orderItems: [item(1)] }),
  order({ id: 34 }),
  order({ id: 35, ...paid, isRefunded: true }),
  order({ id: 36, isCancelled: true }),
  order({ id: 38, ...paid, orderItems: [item(4, { product: 7 }), item(1, { ...dress(21, 'M'), product: 8 })] }),
  order({ id: 39, ...paid, orderItems: [item(2, { ...dress(12, 'M'), productName: 'Váy lụa tơ tằm' })] }),
  order({
    id: 37,
    ...paid,
    refund_request: {
      id: 4,
      reason: 'Chật',
      isApproved: null,
      createdAt: paid.paidAt,
      decidedAt: null,
      decision_reason: null,
    },
  }),
];

const LIST = 'GET /api/orders/';

/** All orders, or those of the query's `ids`, newest first. */
function listed({ query }: Call): Reply {
  const ids = new URLSearchParams(query).get('ids')?.split(',').map(Number);
  const results = orders.filter(({ id }) => ids?.includes(id) ?? true).sort((a, b) => b.id - a.id);
  return { body: { count: results.length, page: 1, page_size: 100, results } };
}

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: listed,
    'GET /api/settings/': { body: { shop_name: 'MAY Huế', address: '', phone: '', email: '' } },
  });
});

/** The page of the slips, under the browser's Back button. */
function SlipsWithBack() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <slips.default />
    </>
  );
}

const open = (address: string) =>
  openShop({ 'admin/orders': ordersPage, 'admin/slips': { ...slips, default: SlipsWithBack } }, address);
const numbersOf = (articles: readonly HTMLElement[]) =>
  articles.map((article) => /Đơn hàng #(\d+) ·/.exec(article.textContent ?? '')?.[1] ?? 'list');

test.each<[string, () => Promise<void>]>([
  ['lead', () => userEvent.click(screen.getByRole('link', { name: 'Đơn hàng' }))],
  ['Back leads', () => userEvent.click(screen.getByRole('button', { name: 'Back' }))],
])(
  'the slips of the selected orders are opened together, and %s back to the list as it was, still selected',
  async (_how, leave) => {
    open('/admin/orders?status=paid');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn đơn hàng #32' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Chọn đơn hàng #31' }));
    await userEvent.click(screen.getByRole('link', { name: 'In phiếu giao' }));
    expect(await screen.findByText('/admin/slips?orders=32,31', { selector: 'output' })).toBeInTheDocument();
    expect(numbersOf(await screen.findAllByRole('article'))).toEqual(['list', '32', '31']);
    await leave();
    expect(await screen.findByText('/admin/orders?status=paid', { selector: 'output' })).toBeInTheDocument();
    expect(await screen.findByText(/Đã chọn 2 đơn hàng/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Chọn đơn hàng #32' })).toBeChecked();
  },
);

async function pickListRows() {
  const [list] = await screen.findAllByRole('article');
  const rows = within(list!).getAllByRole('row').slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
}

redirectsShoppers(
  () => open('/admin/slips?ids=31'),
  () => api.to(LIST),
);

test('the pick list sums the goods of all orders by product and variant', async () => {
  open('/admin/slips?orders=31,32,33,32');
  expect(await pickListRows()).toEqual([
    ['Áo thun', '', '#31, #32, #33', '6'],
    ['Váy lụa', 'Đỏ · Cỡ L', '#32', '1'],
    ['Váy lụa', 'Đỏ · Cỡ M', '#31', '1'],
    ['Cộng', '8'],
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'In danh sách lấy hàng' }));
  expect(numbersOf(screen.getAllByRole('article'))).toEqual(['31', '32', '33']);
});

test('the pick list keeps different products of one name apart, and says which is which', async () => {
  open('/admin/slips?orders=31,38');
  expect(await pickListRows()).toEqual([
    ['Áo thun (sản phẩm số 5)', '', '#31', '2'],
    ['Áo thun (sản phẩm số 7)', '', '#38', '4'],
    ['Váy lụa (sản phẩm số 6)', 'Đỏ · Cỡ M', '#31', '1'],
    ['Váy lụa (sản phẩm số 8)', 'Đỏ · Cỡ M', '#38', '1'],
    ['Cộng', '8'],
  ]);
});

test('the pick list sums a product that was renamed between the orders', async () => {
  open('/admin/slips?orders=31,39');
  expect(await pickListRows()).toEqual([
    ['Áo thun', '', '#31', '2'],
    ['Váy lụa', 'Đỏ · Cỡ M', '#31, #39', '3'],
    ['Cộng', '5'],
  ]);
});

test('prices are printed only on request', async () => {
  open('/admin/slips?orders=31');
  const slip = within(await screen.findByRole('article'));
  expect(slip.queryByText(/VND/)).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'In cả giá' }));
  expect(slip.getByText('157.500 VND')).toBeVisible();
});

test('orders whose goods must stay in the shop are named and not printed', async () => {
  open('/admin/slips?orders=33,34,35,36,37');
  expect(await screen.findByText(/^Không in/)).toHaveTextContent(
    'Không in #34 (chưa được thanh toán), #35 (đã được hoàn tiền), #36 (đã bị hủy), #37 (đang có yêu cầu hoàn tiền chờ duyệt): đừng gửi hàng đi.',
  );
  expect(numbersOf(screen.getAllByRole('article'))).toEqual(['33']);
});

test('an address without orders that can be sent leads back to the list', async () => {
  open('/admin/slips?orders=0,-1,abc');
  expect(await screen.findByText('Không có phiếu nào để in')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Chọn đơn hàng' })).toHaveAttribute('href', '/admin/orders');
});

test('the slips are read with one call, and numbers without an order are named', async () => {
  open('/admin/slips?orders=32,31,99');
  expect(await screen.findByText('Không tìm thấy đơn hàng #99.')).toBeVisible();
  expect(numbersOf(screen.getAllByRole('article'))).toEqual(['list', '32', '31']);
  expect(api.to(LIST).map(({ query }) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
    { ids: '32,31,99', page: '1', page_size: '100' },
  ]);
});

test('of more orders than one print takes the first hundred are shown, and a link leads to the others', async () => {
  const ids = Array.from({ length: 102 }, (_, nth) => nth + 1);
  open(`/admin/slips?orders=${ids.join(',')}`);
  expect(await screen.findByText('Mỗi lần in được 100 đơn. Chưa có ở đây: #101, #102.')).toBeVisible();
  expect(new URLSearchParams(api.to(LIST)[0]?.query).get('ids')?.split(',')).toHaveLength(100);
  expect(screen.getByRole('link', { name: 'Mở 2 đơn còn lại' })).toHaveAttribute('href', '/admin/slips?orders=101,102');
});

test('slips that failed to load can be retried', async () => {
  await retryFailedLoad(() => open('/admin/slips?orders=31,32'), api, { [LIST]: listed });
  expect(await screen.findAllByRole('article')).toHaveLength(3);
});
