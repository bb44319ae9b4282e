import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as orderPage from '~/routes/admin/order/route';
import * as slipPage from '~/routes/admin/order-slip/route';
import * as slipsPage from '~/routes/admin/order-slips/route';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi, pageOf } from '../../support/api';
import { adminOrder, order, signedIn } from '../../support/given';
import { dialog, openShop } from '../../support/shop-pages';

const LIST = 'GET /api/orders/';
const ONE = 'GET /api/admin/orders/31/';
const NOTE = 'PUT /api/admin/orders/31/note/';
const paid = { status: 'paid', isPaid: true, paidAt: '2026-01-31T10:00:00.000Z' } as const;
const staff_note = 'Khách hẹn giao sau 17 giờ.';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([order({ id: 31, ...paid, staff_note }), order({ id: 32, ...paid })]),
    [ONE]: { body: adminOrder(paid) },
    'GET /api/settings/': { body: { shop_name: 'MAY Huế', address: '', phone: '', email: '' } },
  });
});

const open = (address: string) =>
  openShop(
    {
      'admin/orders': ordersPage,
      'admin/orders/:id': orderPage,
      'admin/orders/:id/slip': slipPage,
      'admin/slips': slipsPage,
    },
    address,
  );
const part = () => within(screen.getByRole('heading', { name: 'Ghi chú nội bộ' }).closest('section')!);

test('a note is added to an order on its page', async () => {
  api.answer({
    [NOTE]: () => {
      const body = adminOrder({ ...paid, staff_note });
      api.answer({ [ONE]: { body } });
      return { body };
    },
  });
  open('/admin/orders/31');
  await userEvent.click(await screen.findByRole('button', { name: 'Thêm ghi chú' }));
  expect(dialog().getByRole('textbox')).toHaveFocus();
  expect(dialog().getByRole('textbox')).toHaveAccessibleDescription(/bản sao dữ liệu cá nhân/);
  await userEvent.type(dialog().getByRole('textbox'), staff_note);
  await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(part().getByText(staff_note)).toBeVisible();
  expect(part().getByRole('button', { name: 'Sửa ghi chú' })).toBeVisible();
  expect(api.to(NOTE).map(({ body }) => body)).toEqual([{ note: staff_note, was: '' }]);
});

test('a note that somebody else has changed is not overwritten, and what was typed stays', async () => {
  const detail = 'Ghi chú nội bộ vừa được thay đổi ở nơi khác.';
  api.answer({
    [ONE]: { body: adminOrder({ ...paid, staff_note }) },
    [NOTE]: () => {
      api.answer({ [ONE]: { body: adminOrder({ ...paid, staff_note: 'Của người khác' }) } });
      return { status: 409, body: { detail, error: detail } };
    },
  });
  open('/admin/orders/31');
  await userEvent.click(await screen.findByRole('button', { name: 'Sửa ghi chú' }));
  expect(dialog().getByRole('textbox')).toHaveValue(staff_note);
  await userEvent.type(dialog().getByRole('textbox'), ' Gọi trước.');
  await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
  expect(await dialog().findByText(detail)).toBeVisible();
  await api.answered();
  expect(dialog().getByRole('textbox')).toHaveValue(`${staff_note} Gọi trước.`);
  await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(api.to(NOTE)).toHaveLength(2));
  expect(api.to(NOTE)[1]?.body).toMatchObject({ was: staff_note });
});

test('the list of orders shows the note of each', async () => {
  open('/admin/orders');
  await screen.findByText('1-2 trong 2');
  const [noted, other] = screen.getAllByRole('row').slice(1);
  expect(noted).toHaveTextContent(`Ghi chú nội bộ: ${staff_note}`);
  expect(other).not.toHaveTextContent('Ghi chú nội bộ');
});

test('notes are printed on the pick list and on no slip', async () => {
  open('/admin/slips?orders=31,32');
  const [list, ...slips] = await screen.findAllByRole('article');
  expect(within(list!).getByRole('listitem')).toHaveTextContent(`#31${staff_note}`);
  expect(slips).toHaveLength(2);
  for (const slip of slips) expect(slip).not.toHaveTextContent('17 giờ');
});

test('the slip of one order is printed without its note', async () => {
  api.answer({
    [ONE]: { body: adminOrder({ ...paid, staff_note }) },
    'GET /api/orders/31/': { body: order({ ...paid, staff_note }) },
  });
  open('/admin/orders/31/slip');
  expect(await screen.findByRole('article')).not.toHaveTextContent('17 giờ');
});
