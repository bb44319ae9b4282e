import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as orderPage from '~/routes/admin/order/route';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi, pageOf } from '../../support/api';
import { adminOrder, order, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

/* A closed account's order forgets its parcel with its buyer when it arrives. Its goods may come back all the same. */

const ONE = 'GET /api/admin/orders/31/';
const UNSENT = 'DELETE /api/admin/orders/31/parcel/';
const AT = '2026-02-01T08:40:00.000Z';
const sent = { status: 'paid', isPaid: true, paidAt: AT, sentAt: AT, parcel: null } as const;
const refunded = { ...sent, status: 'refunded', isRefunded: true, refundedAt: AT } as const;
const delivered = { isDelivered: true, deliveredAt: AT } as const;

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  localStorage.clear();
  signedIn({ isAdmin: true });
  api = fakeApi({ 'GET /api/settings/': { body: {} } });
});

const open = (address: string) => openShop({ 'admin/orders': ordersPage, 'admin/orders/:id': orderPage }, address);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['paid', sent],
  ['refunded', refunded],
])(
  'a %s order on its way whose parcel is forgotten arrives, or comes back, and is not sent again',
  async (_, facts) => {
    api.answer({ [ONE]: { body: adminOrder(facts) }, [UNSENT]: { body: adminOrder({ ...facts, sentAt: null }) } });
    open('/admin/orders/31');
    expect(await screen.findByText('Đã gửi')).toBeVisible();
    expect(screen.getByText(/^Đã gửi lúc 01\/02\/2026 15:40\. Thông tin kiện hàng đã xóa/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Đánh dấu đã giao' })).toBeVisible();
    for (const name of ['Gửi hàng', 'Sửa']) expect(screen.queryByRole('button', { name })).toBeNull();
    await press('Xóa');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Xóa' }));
    await waitFor(() => expect(api.to(UNSENT)).toHaveLength(1));
  },
);

test('the delivery of a refunded order whose parcel is forgotten can be taken back', async () => {
  api.answer({ [ONE]: { body: adminOrder({ ...refunded, ...delivered }) } });
  open('/admin/orders/31');
  expect(await screen.findByRole('button', { name: 'Rút lại xác nhận giao' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Xóa' })).toBeNull();
});

test('the refund of an order on its way whose parcel is forgotten says that its goods come back later', async () => {
  api.answer({ [ONE]: { body: adminOrder({ ...sent, leftToRefund: 157_500 }) } });
  open('/admin/orders/31');
  await press('Hoàn tiền');
  expect(screen.getByText(/Hàng đang trên đường chưa trở lại kho/)).toBeVisible();
  expect(screen.queryByText(/hãy sửa tồn kho/)).toBeNull();
});

test('the list offers to mark it as delivered, not to send it', async () => {
  api.answer({ 'GET /api/orders/': pageOf([order({ id: 31, ...sent })]) });
  open('/admin/orders');
  expect(await screen.findByRole('button', { name: 'Đánh dấu đơn hàng #31 đã giao' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Gửi hàng/ })).toBeNull();
});
