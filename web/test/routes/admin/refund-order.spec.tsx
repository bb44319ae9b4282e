import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminOrder } from 'contract/orders/orders';
import * as orderPage from '~/routes/admin/order/route';
import { fakeApi } from '../../support/api';
import { adminOrder, parcel, signedIn } from '../../support/given';
import { dialog, openShop } from '../../support/shop-pages';

const ONE = 'GET /api/admin/orders/31/';
const REFUND = 'POST /api/admin/orders/31/refund/';
const PAID_AT = '2026-01-31T10:00:00.000Z';
const paid = { status: 'paid', isPaid: true, paidAt: PAID_AT, leftToRefund: 127_500 } as const;
const request = { id: 4, reason: 'Chật', createdAt: PAID_AT, decidedAt: null, decision_reason: null };
const REASON = 'Chiếc cuối cùng bị lỗi';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({ [ONE]: { body: adminOrder(paid) } });
});

const open = () => openShop({ 'admin/orders/:id': orderPage }, '/admin/orders/31');
const shows = (changed: Partial<AdminOrder>) => api.answer({ [ONE]: { body: adminOrder(changed) } });
const button = () => screen.findByRole('button', { name: 'Hoàn tiền' });
const reason = () => dialog().getByRole('textbox', { name: 'Lý do (khách sẽ nhận được qua email)' });

test('a paid order is refunded with a reason, which its timeline then shows', async () => {
  const refunded = {
    id: 3,
    transition: 'approve_refund',
    statusBefore: 'paid',
    statusAfter: 'refunded',
    actor: { is: 'admin', username: 'mai' },
    paidWith: null,
    reason: REASON,
    createdAt: PAID_AT,
  } as const;
  api.answer({
    [REFUND]: () => {
      shows({ ...paid, status: 'refunded', isRefunded: true, events: [...adminOrder().events, refunded] });
      return { body: {} };
    },
  });
  open();
  await userEvent.click(await button());
  expect(screen.getByRole('dialog', { name: 'Hoàn tiền đơn hàng #31?' })).toHaveTextContent(
    /127\.500 VND được chuyển vào ví Paybox của lan\. ?Hàng chưa giao trở lại kho\. Nếu hàng bị hỏng hoặc thiếu/,
  );
  expect(reason()).toHaveFocus();
  await userEvent.type(reason(), REASON);
  expect(api.to(REFUND)).toEqual([]);
  await userEvent.click(dialog().getByRole('button', { name: 'Hoàn 127.500 VND' }));
  expect(await screen.findByText('Đã hoàn tiền đơn hàng #31.')).toBeVisible();
  expect(api.to(REFUND).map(({ body }) => body)).toEqual([{ reason: REASON }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(`Lý do: ${REASON}`).closest('li')).toHaveTextContent(
    /Cửa hàng hoàn tiền · mai \(quản trị viên\)/,
  );
  expect(screen.queryByRole('button', { name: 'Hoàn tiền' })).toBeNull();
});

test('a missing reason is shown beside its field, a request that came meanwhile in the dialog', async () => {
  const detail = 'Vui lòng nhập lý do hoàn tiền!';
  api.answer({ [REFUND]: { status: 400, body: { detail, error: detail, reason: [detail] } } });
  open();
  await userEvent.click(await button());
  const confirm = async () => {
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Hoàn 127.500 VND' })).toBeEnabled());
    await userEvent.click(dialog().getByRole('button', { name: 'Hoàn 127.500 VND' }));
  };
  await confirm();
  await waitFor(() => expect(reason()).toHaveAccessibleDescription(detail));
  const pending = 'Khách đang yêu cầu hoàn tiền cho đơn hàng này.';
  api.answer({ [REFUND]: { status: 409, body: { detail: pending, error: pending } } });
  await userEvent.type(reason(), REASON);
  await confirm();
  expect(await dialog().findByText(pending)).toBeVisible();
  expect(reason()).toHaveValue(REASON);
});

test.each([
  ['on its way', { parcel: parcel() }, /Hàng đang trên đường chưa trở lại kho/],
  ['delivered', { parcel: parcel(), isDelivered: true }, /Hàng đã giao không trở lại kho/],
])('the question says what becomes of goods that are %s', async (_, changed, sentence) => {
  shows({ ...paid, ...changed });
  open();
  await userEvent.click(await button());
  expect(screen.getByRole('dialog')).toHaveTextContent(sentence);
  expect(screen.getByRole('dialog')).not.toHaveTextContent('Nếu hàng bị hỏng');
});

test('an order whose request was rejected can be refunded, and shows why it was rejected', async () => {
  shows({ ...paid, refund_request: { ...request, isApproved: false, decision_reason: 'Áo đã mặc' } });
  open();
  expect(await button()).toBeEnabled();
  expect(screen.getByText('Áo đã mặc')).toHaveTextContent('Lý do từ chối: Áo đã mặc');
});

test.each([
  ['unpaid', {}],
  ['cancelled', { status: 'cancelled', isCancelled: true }],
  ['refunded', { ...paid, status: 'refunded', isRefunded: true }],
  ['with an undecided request', { ...paid, refund_request: { ...request, isApproved: null } }],
  ['unpaid in cash', { paymentMethod: 'COD', isDelivered: true, status: 'delivered' }],
] as [string, Partial<AdminOrder>][])('an order that is %s cannot be refunded', async (_, changed) => {
  shows(changed);
  open();
  await screen.findByRole('heading', { name: 'Đơn hàng #31' });
  expect(screen.queryByRole('button', { name: 'Hoàn tiền' })).toBeNull();
});

test('a disputed order waits for the bank, and says so', async () => {
  const dispute = { id: 'dp_1', amount: 157_500, isOpen: true, dueBy: null, status: 'needs_response', reason: null };
  shows({ ...paid, disputes: [dispute] });
  open();
  expect(await button()).toBeDisabled();
  expect(await button()).toHaveAttribute('title', expect.stringContaining('chờ ngân hàng kết luận'));
});
