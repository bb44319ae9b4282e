import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as orderPage from '~/routes/admin/order/route';
import { fakeApi } from '../../support/api';
import { adminOrder, order, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const ONE = 'GET /api/admin/orders/31/';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({ [ONE]: { body: adminOrder() } });
});

const open = (address: string) => openShop({ 'admin/orders/:id': orderPage }, address);
const shippingAddress = { ...order().shippingAddress, receiver: 'Chị Hoa', phone: '0909 333-777' };

test('the page of an order calls the receiver, and copies the phone, the whole address and the transfer code', async () => {
  userEvent.setup();
  api.answer({ [ONE]: { body: adminOrder({ shippingAddress, transfer_code: 'DH7K3QD0XW9RVM' }) } });
  open('/admin/orders/31');
  expect(await screen.findByRole('link', { name: '0909 333-777' })).toHaveAttribute('href', 'tel:0909333777');
  for (const [label, text] of [
    ['số điện thoại', '0909 333-777'],
    ['toàn bộ địa chỉ giao hàng', 'Chị Hoa\n0909 333-777\n1 Tràng Tiền, Hà Nội, 10000, Việt Nam'],
    ['nội dung chuyển khoản', 'DH7K3QD0XW9RVM'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: `Sao chép ${label}` }));
    expect(await navigator.clipboard.readText()).toBe(text);
  }
});

test('the page of an order copies the name of the account where no receiver was given, and no phone', async () => {
  userEvent.setup();
  open('/admin/orders/31');
  await userEvent.click(await screen.findByRole('button', { name: 'Sao chép toàn bộ địa chỉ giao hàng' }));
  expect(await navigator.clipboard.readText()).toBe('lan\n1 Tràng Tiền, Hà Nội, 10000, Việt Nam');
  expect(screen.queryByRole('button', { name: 'Sao chép số điện thoại' })).toBeNull();
});

test('the page of an order of a closed account has nothing to copy', async () => {
  const forgotten = { address: '', city: '', postalCode: '', country: '', receiver: '', phone: '' };
  api.answer({ [ONE]: { body: adminOrder({ shippingAddress: forgotten }) } });
  open('/admin/orders/31');
  expect(await screen.findByText(/^Địa chỉ đã được xóa/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Sao chép/ })).toBeNull();
});
