import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BankTransfer } from 'contract/money/bank-transfers';
import * as transfersPage from '~/routes/admin/bank-transfers/route';
import * as orderPage from '~/routes/admin/order/route';
import { BROKEN, fakeApi, pageOf } from '../../support/api';
import { adminOrder, signedIn } from '../../support/given';
import { dialog, openShop, press, redirectsShoppers } from '../../support/shop-pages';

const LIST = 'GET /api/admin/bank-transfers/';
const RECORD = 'POST /api/admin/bank-transfers/';
const ASSIGN = 'POST /api/admin/bank-transfers/5/assign/';
const RETURN = 'POST /api/admin/bank-transfers/5/return/';
const ONE = 'GET /api/admin/orders/31/';
const CASH = 'POST /api/admin/orders/31/cash/';
const TRANSFER = 'POST /api/admin/orders/31/transfer/';

const waiting: BankTransfer = {
  id: 5,
  reference: 'FT25329',
  amount: 157_500,
  description: 'chuyen tien mua ao',
  state: 'unmatched',
  problem: 'unknown_code',
  order: null,
  note: null,
  decided_by: null,
  is_reported: true,
  created_at: '2026-01-31T09:30:00.000Z',
};
const ofOrder = { id: 31, totalPrice: 157_500, status: 'paid', isPaid: true, username: 'lan' } as const;

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([waiting]),
    [ONE]: { body: adminOrder({ paymentMethod: 'COD' }) },
  });
});

const open = (address: string) =>
  openShop({ 'admin/bank-transfers': transfersPage, 'admin/orders/:id': orderPage }, address);

redirectsShoppers(
  () => open('/admin/bank-transfers'),
  () => api.to(LIST),
);

describe('the list of transfers', () => {
  test('says of one that waits what to do, and gives it to an order', async () => {
    open('/admin/bank-transfers');
    expect(await screen.findByText(/Nội dung không có mã của đơn nào/)).toBeVisible();
    await press('Gán FT25329 cho đơn hàng');
    await userEvent.type(dialog().getByLabelText(/^Số đơn hàng/), '#99');
    const detail = 'Không tìm thấy đơn hàng.';
    api.answer({ [ASSIGN]: { status: 400, body: { detail, error: detail, order_id: [detail] } } });
    await userEvent.click(dialog().getByRole('button', { name: 'Gán cho đơn' }));
    // Beside its field, and nowhere else.
    expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
    expect(dialog().getByLabelText(/^Số đơn hàng/)).toHaveAccessibleDescription(detail);
    expect(dialog().getByLabelText(/^Số đơn hàng/)).toHaveValue('#99');
    await userEvent.clear(dialog().getByLabelText(/^Số đơn hàng/));
    await userEvent.type(dialog().getByLabelText(/^Số đơn hàng/), '31');
    api.answer({ [ASSIGN]: { body: { ...waiting, state: 'paid', order: ofOrder } } });
    await userEvent.click(dialog().getByRole('button', { name: 'Gán cho đơn' }));
    expect(await screen.findByText('Đơn hàng #31 đã được thanh toán.')).toBeVisible();
    expect(api.to(ASSIGN).map(({ body }) => body)).toEqual([
      { order_id: 99, seen_problem: 'unknown_code' },
      { order_id: 31, seen_problem: 'unknown_code' },
    ]);
  });

  test('takes one out of the books with a note', async () => {
    api.answer({ [RETURN]: { body: { ...waiting, state: 'returned', note: 'Trả lại' } } });
    open('/admin/bank-transfers');
    await press('Ghi FT25329 là không thuộc đơn nào');
    await userEvent.type(dialog().getByLabelText(/^Khoản tiền đã đi đâu/), 'Trả lại');
    await userEvent.click(dialog().getByRole('button', { name: 'Ghi lại' }));
    expect(await screen.findByText('Giao dịch đã được ghi là chuyển trả.')).toBeVisible();
    expect(api.to(RETURN)).toMatchObject([{ body: { note: 'Trả lại' } }]);
  });

  test.each([
    ['Gán FT25329 cho đơn hàng', 'Số đơn hàng', '31', 'Gán cho đơn', ASSIGN],
    ['Ghi FT25329 là không thuộc đơn nào', 'Khoản tiền đã đi đâu', 'Đã chuyển trả', 'Ghi lại', RETURN],
  ])(
    '%s: a refusal stays with what was typed when the transfer waits no more',
    async (opens, label, text, confirm, call) => {
      const detail = 'Giao dịch này đã được ghi cho đơn hàng #12.';
      api.answer({
        [call]: () => {
          api.answer({ [LIST]: pageOf([{ ...waiting, state: 'paid', problem: null, order: { ...ofOrder, id: 12 } }]) });
          return { status: 409, body: { detail, error: detail, reference: [detail] } };
        },
      });
      open('/admin/bank-transfers');
      await press(opens);
      await userEvent.type(dialog().getByLabelText(new RegExp(`^${label}`)), text);
      await userEvent.click(dialog().getByRole('button', { name: confirm }));
      expect(await screen.findByRole('link', { name: '#12' })).toBeInTheDocument();
      expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
      expect(dialog().getByLabelText(new RegExp(`^${label}`))).toHaveValue(text);
      expect(screen.queryByRole('button', { name: opens })).toBeNull();
    },
  );

  test('asks to look again when the reason has changed, and is then decided as it is now', async () => {
    const detail = 'Giao dịch này vừa được người khác gán hoặc ngân hàng vừa báo lại. Hãy xem lại rồi quyết định.';
    api.answer({
      [ASSIGN]: () => {
        api.answer({ [LIST]: pageOf([{ ...waiting, problem: 'already_recorded', order: ofOrder }]) });
        return { status: 409, body: { detail, error: detail } };
      },
    });
    open('/admin/bank-transfers');
    await press(/FT25329 cho đơn hàng$/);
    await userEvent.type(dialog().getByLabelText(/^Số đơn hàng/), '31');
    await userEvent.click(dialog().getByRole('button', { name: 'Gán cho đơn' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
    api.answer({ [ASSIGN]: { body: { ...waiting, state: 'paid', order: ofOrder } } });
    await userEvent.click(dialog().getByRole('button', { name: 'Gán cho đơn' }));
    expect(await screen.findByText('Đơn hàng #31 đã được thanh toán.')).toBeVisible();
    expect(api.to(ASSIGN)[1]?.body).toEqual({ order_id: 31, seen_problem: 'already_recorded', seen_order_id: 31 });
  });

  test('says that one may be the same money as another transfer of the order', async () => {
    api.answer({ [LIST]: pageOf([{ ...waiting, is_reported: false, decided_by: 'chu' }]) });
    open('/admin/bank-transfers');
    expect(await screen.findByText(/^Ghi bằng tay\. Nếu ngân hàng cũng báo khoản này/)).toBeVisible();
    await press(/FT25329 cho đơn hàng$/);
    await userEvent.type(dialog().getByLabelText(/^Số đơn hàng/), '31');
    api.answer({ [ASSIGN]: { body: { ...waiting, problem: 'already_recorded', order: ofOrder } } });
    await userEvent.click(dialog().getByRole('button', { name: /cho đơn$/ }));
    expect(await screen.findByText('Đơn hàng #31 đã có một khoản cùng số tiền. Hãy xem lại.')).toBeVisible();
  });

  test('is given to another order by a call that says which reason and order its dialog showed', async () => {
    api.answer({ [LIST]: pageOf([{ ...waiting, problem: 'already_recorded', order: ofOrder }]) });
    open('/admin/bank-transfers');
    await press(/FT25329 cho đơn hàng$/);
    await userEvent.clear(dialog().getByLabelText(/^Số đơn hàng/));
    await userEvent.type(dialog().getByLabelText(/^Số đơn hàng/), '32');
    api.answer({ [ASSIGN]: { body: { ...waiting, state: 'paid', order: { ...ofOrder, id: 32 } } } });
    await userEvent.click(dialog().getByRole('button', { name: /cho đơn$/ }));
    expect(await screen.findByText('Đơn hàng #32 đã được thanh toán.')).toBeVisible();
    expect(api.to(ASSIGN)[0]?.body).toEqual({ order_id: 32, seen_problem: 'already_recorded', seen_order_id: 31 });
  });

  test('sends its search and its days to the server', async () => {
    open('/admin/bank-transfers?search=157.500&state=unmatched&to=2026-01-31');
    const label = 'Mã giao dịch, số tiền, nội dung, số đơn';
    expect(await screen.findByRole('searchbox', { name: label })).toHaveValue('157.500');
    await screen.findByText('chuyen tien mua ao');
    expect(api.to(LIST)[0]?.query).toBe('search=157.500&state=unmatched&to=2026-01-31&page=1&page_size=20');
  });

  test('shows an empty state and a failure', async () => {
    api.answer({ [LIST]: pageOf([]) });
    open('/admin/bank-transfers');
    expect(await screen.findByText('Chưa có khoản chuyển khoản nào')).toBeVisible();
    api.answer({ [LIST]: BROKEN });
    open('/admin/bank-transfers?state=paid');
    expect(await screen.findByText('Không thể tải danh sách chuyển khoản.')).toBeVisible();
  });
});

describe('a transfer that an administrator records', () => {
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await userEvent.clear(dialog().getByLabelText(new RegExp(`^${label}`)));
      await userEvent.type(dialog().getByLabelText(new RegExp(`^${label}`)), text);
    }
  };
  const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Ghi khoản tiền' }));

  test('is typed as the account shows it, and a refusal stands beside its field', async () => {
    open('/admin/bank-transfers');
    await press('Ghi khoản tiền đến');
    expect(dialog().getByText(/Khác mã, khoản đến sau chờ bạn đối chiếu/)).toBeVisible();
    await fill({
      'Số tiền trên tài khoản': '157.500',
      'Mã giao dịch': 'FT1',
      'Nội dung': 'mua ao',
      'Số đơn hàng': '#31',
    });
    const detail = 'Giao dịch này đã được ghi cho đơn hàng #12.';
    api.answer({ [RECORD]: { status: 409, body: { detail, error: detail, reference: [detail] } } });
    await submit();
    const reference = dialog().getByLabelText(/^Mã giao dịch/);
    await waitFor(() => expect(reference).toHaveAccessibleDescription(expect.stringContaining(detail)));
    await fill({ 'Mã giao dịch': 'FT2' });
    api.answer({ [RECORD]: { status: 201, body: { ...waiting, state: 'paid', problem: null, order: ofOrder } } });
    await submit();
    expect(await screen.findByText('Đơn hàng #31 đã được thanh toán.')).toBeVisible();
    const body = { amount: 157_500, order_id: 31, description: 'mua ao' };
    expect(api.to(RECORD).map((call) => call.body)).toEqual([
      { ...body, reference: 'FT1' },
      { ...body, reference: 'FT2' },
    ]);
  });

  test('waits when its order is not known', async () => {
    open('/admin/bank-transfers');
    await press('Ghi khoản tiền đến');
    await fill({ 'Số tiền trên tài khoản': '157500', 'Mã giao dịch': 'FT1' });
    api.answer({ [RECORD]: { status: 201, body: waiting } });
    await submit();
    expect(await screen.findByText('Đã ghi khoản tiền. Nó chờ bạn đối chiếu.')).toBeVisible();
    expect(api.to(RECORD)[0]?.body).toEqual({ amount: 157_500, reference: 'FT1', order_id: null, description: '' });
  });

  test('goes to the wallet from the page of a cancelled order', async () => {
    const cancelled = adminOrder({ paymentMethod: 'VietQR', isCancelled: true, status: 'cancelled' });
    api.answer({
      [ONE]: { body: cancelled },
      [RECORD]: { status: 201, body: { ...waiting, state: 'credited', problem: null, order: ofOrder } },
    });
    open('/admin/orders/31');
    await press('Ghi tiền đến muộn');
    expect(dialog().getByText(/Đơn đã bị hủy, nên số tiền vào ví/)).toBeVisible();
    await fill({ 'Số tiền trên tài khoản': '157500', 'Mã giao dịch': 'FT1' });
    await submit();
    expect(await screen.findByText(/^157\.500.* đã vào ví của lan\.$/)).toBeVisible();
    expect(api.to(RECORD)[0]?.body).toMatchObject({ amount: 157_500, order_id: 31 });
  });
});

describe('the money of an order', () => {
  test('can come by transfer whatever its payment method, while it is unpaid', async () => {
    api.answer({ [ONE]: { body: adminOrder({ paymentMethod: 'Stripe' }) } });
    open('/admin/orders/31');
    expect(await screen.findByRole('button', { name: 'Xác nhận chuyển khoản' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ghi tiền đến muộn' })).toBeNull();
  });

  test('in cash is what the order costs, unless another sum is typed', async () => {
    api.answer({ [CASH]: { body: adminOrder({ paymentMethod: 'COD', isPaid: true, status: 'paid' }) } });
    open('/admin/orders/31');
    await press('Đã thu tiền mặt');
    await userEvent.click(dialog().getByRole('button', { name: 'Đã thu tiền mặt' }));
    expect(await screen.findByText('Đã ghi nhận tiền của đơn hàng #31.')).toBeVisible();
    expect(api.to(CASH).map(({ body }) => body)).toEqual([{ amount: 157_500 }]);
  });

  test('in cash is recorded by its sum, and a wrong sum is shown beside the field', async () => {
    open('/admin/orders/31');
    await press('Đã thu tiền mặt');
    expect(dialog().getByText('lan')).toBeVisible();
    const amount = dialog().getByLabelText(/^Số tiền đã thu/);
    await userEvent.clear(amount);
    await userEvent.type(amount, '157.000');
    const detail = 'Số tiền phải đúng bằng tổng đơn hàng: 157.500 VND.';
    api.answer({ [CASH]: { status: 400, body: { detail, error: detail, amount: [detail] } } });
    await userEvent.click(dialog().getByRole('button', { name: 'Đã thu tiền mặt' }));
    expect(await dialog().findByText(detail)).toBeVisible();
    await userEvent.clear(amount);
    await userEvent.type(amount, '157.500');
    api.answer({ [CASH]: { body: adminOrder({ paymentMethod: 'COD', isPaid: true, status: 'paid' }) } });
    await userEvent.click(dialog().getByRole('button', { name: 'Đã thu tiền mặt' }));
    expect(await screen.findByText('Đã ghi nhận tiền của đơn hàng #31.')).toBeVisible();
    expect(api.to(CASH).map(({ body }) => body)).toEqual([{ amount: 157_000 }, { amount: 157_500 }]);
  });

  test('by transfer is confirmed with the number of the bank', async () => {
    api.answer({
      [ONE]: { body: adminOrder({ paymentMethod: 'VietQR', transfer_code: 'DH7K3QD0XW9RVM' }) },
      [TRANSFER]: { body: adminOrder({ paymentMethod: 'VietQR', isPaid: true, status: 'paid' }) },
    });
    open('/admin/orders/31');
    await press('Xác nhận chuyển khoản');
    expect(screen.queryByRole('button', { name: 'Đã thu tiền mặt' })).toBeNull();
    expect(dialog().getByText('DH7K3QD0XW9RVM')).toBeVisible();
    await userEvent.type(dialog().getByLabelText(/^Số tiền trên tài khoản/), '157500');
    await userEvent.type(dialog().getByLabelText(/^Mã giao dịch/), 'FT1');
    await userEvent.click(dialog().getByRole('button', { name: 'Xác nhận chuyển khoản' }));
    expect(await screen.findByText('Đã ghi nhận tiền của đơn hàng #31.')).toBeVisible();
    expect(api.to(TRANSFER)).toMatchObject([{ body: { amount: 157_500, reference: 'FT1' } }]);
  });

  test('that is delivered and unpaid is marked so, and offers no delivery', async () => {
    api.answer({ [ONE]: { body: adminOrder({ paymentMethod: 'COD', isDelivered: true, status: 'delivered' }) } });
    open('/admin/orders/31');
    expect(await screen.findByText('Chưa thu tiền')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Đã thu tiền mặt' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Đánh dấu đã giao' })).toBeNull();
  });
});
