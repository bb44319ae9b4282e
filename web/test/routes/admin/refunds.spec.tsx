import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RefundRequest } from 'contract/money/refunds';
import * as refunds from '~/routes/admin/refunds/route';
import { fakeApi, pageOf } from '../../support/api';
import { adminOrder, parcel, signedIn } from '../../support/given';
import { dialog, openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/paybox/refund-requests/';
const APPROVE = 'POST /api/admin/paybox/refund/31/approve/';
const REJECT = 'DELETE /api/admin/paybox/refund/31/reject/';
const DELETE = 'DELETE /api/admin/paybox/refund/31/delete/';

const unsent = { parcel: null, isDelivered: false };
const refundRequest = (changed: Partial<RefundRequest> = {}): RefundRequest => ({
  id: 4,
  user: { username: 'lan', email: 'lan@example.com' },
  order: { id: 31, totalPrice: 187_500, refundedToCard: 0, leftToRefund: 157_500, disputes: [], ...unsent },
  reason: 'Áo bị chật\nvà phai màu',
  isApproved: null,
  createdAt: '2026-02-01T02:00:00.000Z',
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([
      refundRequest(),
      refundRequest({
        id: 3,
        order: { id: 12, totalPrice: 90_000, refundedToCard: 0, leftToRefund: 90_000, disputes: [], ...unsent },
        isApproved: false,
      }),
    ]),
    'GET /api/admin/orders/31/': {
      body: adminOrder({ isPaid: true, paidAt: '2026-01-31T10:00:00.000Z', paymentMethod: 'Paybox' }),
    },
    'GET /api/admin/orders/12/': { body: adminOrder({ id: 12, isPaid: true }) },
  });
});

const open = (address = '/admin/refunds') => openShop({ 'admin/refunds': refunds }, address);

redirectsShoppers(open, () => api.to(LIST));

test('shows each request, and the order of the first one beside the list', async () => {
  open();
  const beside = within(await screen.findByRole('complementary', { name: 'Đơn hàng #31' }));
  expect(beside.getByText('Ví Paybox, 31/01/2026 17:00')).toBeVisible();
  expect(beside.getByText('Chưa giao')).toBeVisible();
  expect(beside.getByRole('link', { name: 'lan' })).toHaveAttribute('href', '/admin/customers/7');
  expect(beside.getByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/admin/products/5');
  expect(beside.getByText(/chưa từng yêu cầu hoàn tiền/)).toBeVisible();
  const [, pending, rejected] = screen.getAllByRole('row');
  expect(pending).toHaveTextContent(/Đơn #31.*lan@example\.com.*187\.500 VND.*Chờ duyệt.*Áo bị chật và phai màu/);
  expect(rejected).toHaveTextContent('Đã từ chối');
  // Only one that nobody has decided can be decided; any can be removed.
  expect(
    screen.getAllByRole('button', { name: /hoàn tiền đơn hàng/ }).map((b) => b.getAttribute('aria-label')),
  ).toEqual([
    'Duyệt hoàn tiền đơn hàng #31',
    'Từ chối hoàn tiền đơn hàng #31',
    'Xóa yêu cầu hoàn tiền đơn hàng #31',
    'Xóa yêu cầu hoàn tiền đơn hàng #12',
  ]);
});

test('shows a dispute in its row; approving is disabled while it is open', async () => {
  const dispute = { id: 'dp_1', amount: 157_500, isOpen: true, dueBy: '2026-02-08T02:00:00.000Z' };
  const open1 = { ...dispute, status: 'needs_response', reason: 'product_not_received' };
  const closed = { ...dispute, id: 'dp_2', isOpen: false, status: 'won', reason: 'fraudulent' };
  api.answer({
    [LIST]: pageOf([
      refundRequest({ order: { ...refundRequest().order, disputes: [open1] } }),
      refundRequest({ id: 3, order: { ...refundRequest().order, id: 12, disputes: [closed] } }),
    ]),
  });
  open();
  await screen.findByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #12' });
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent(
    /Khiếu nại 157\.500 VND.*Cần phản hồi · chưa nhận được hàng.*Phản hồi trước 08\/02\/2026 09:00/,
  );
  expect(second).toHaveTextContent(/Cửa hàng thắng · giao dịch gian lận/);
  expect(second).not.toHaveTextContent('Phản hồi trước');
  expect(screen.getByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #31' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #12' })).toBeEnabled();
});

test('undecided requests come first, until another order is chosen', async () => {
  open('/admin/refunds');
  await screen.findByRole('link', { name: 'Đơn #12, xem bên cạnh' });
  expect(new URLSearchParams(api.to(LIST).at(-1)?.query).get('sort')).toBe('pending-first');
  await userEvent.click(screen.getByRole('link', { name: 'Số tiền' }));
  expect(await screen.findByText('/admin/refunds?sort=total-desc', { selector: 'output' })).toBeInTheDocument();
  expect(new URLSearchParams(api.to(LIST).at(-1)?.query).get('sort')).toBe('total-desc');
});

test('selecting another request shows its order and puts it in the URL', async () => {
  open('/admin/refunds?status=pending');
  await userEvent.click(await screen.findByRole('link', { name: 'Đơn #12, xem bên cạnh' }));
  expect(await screen.findByRole('complementary', { name: 'Đơn hàng #12' })).toBeVisible();
  expect(screen.getByText('/admin/refunds?status=pending&order=12', { selector: 'output' })).toBeInTheDocument();
  expect(new URLSearchParams(api.to(LIST).at(-1)?.query).get('status')).toBe('pending');
});

test.each([
  ['Duyệt hoàn tiền', '157.500 VND', 'Hoàn tiền', APPROVE, 'Đã hoàn tiền đơn hàng #31.'],
  ['Từ chối hoàn tiền', '157.500 VND', 'Từ chối', REJECT, 'Đã từ chối hoàn tiền đơn hàng #31.'],
  ['Xóa yêu cầu hoàn tiền', '187.500 VND', 'Xóa yêu cầu', DELETE, 'Đã xóa yêu cầu hoàn tiền đơn hàng #31.'],
])('%s asks for confirmation with buyer, order and %s', async (button, amount, confirm, call, done) => {
  api.answer({
    [call]: () => {
      api.answer({ [LIST]: pageOf([]) });
      return { status: 204 };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: `${button} đơn hàng #31` }));
  const question = screen.getByRole('dialog', { name: `${button} đơn hàng #31?` });
  expect(question).toHaveTextContent('lan (lan@example.com)');
  expect(question).toHaveTextContent(amount);
  expect(api.to(call)).toEqual([]);
  await userEvent.click(dialog().getByRole('button', { name: confirm }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(api.to(call)).toHaveLength(1);
});

test.each([
  ['  Áo đã qua sử dụng ', 'Áo đã qua sử dụng'],
  ['', ''],
])('rejecting sends the reason “%s” as typed, without blanks around it', async (typed, sent) => {
  api.answer({ [REJECT]: { status: 204 } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Từ chối hoàn tiền đơn hàng #31' }));
  const reason = dialog().getByRole('textbox', { name: 'Lý do (không bắt buộc, khách đọc được)' });
  expect(reason).toHaveFocus();
  if (typed) await userEvent.type(reason, typed);
  await userEvent.click(dialog().getByRole('button', { name: 'Từ chối' }));
  expect(await screen.findByText('Đã từ chối hoàn tiền đơn hàng #31.')).toBeVisible();
  expect(api.to(REJECT).map(({ body }) => body)).toEqual([{ reason: sent }]);
});

test('the reason of a rejection stands beside the list', async () => {
  const refund_request = {
    id: 4,
    reason: 'Áo bị chật',
    isApproved: false,
    createdAt: '2026-02-01T02:00:00.000Z',
    decidedAt: '2026-02-02T02:00:00.000Z',
    decision_reason: 'Áo đã qua sử dụng',
  };
  api.answer({ 'GET /api/admin/orders/31/': { body: adminOrder({ isPaid: true, refund_request }) } });
  open();
  expect(await screen.findByText('Áo đã qua sử dụng')).toHaveTextContent('Lý do từ chối: Áo đã qua sử dụng');
});

test.each([
  ['not sent', {}, 'Hàng chưa giao trở lại kho.'],
  [
    'on its way',
    { parcel: parcel() },
    'Hàng đang trên đường chưa trở lại kho. Khi kiện hàng quay về, hãy xóa thông tin gửi hàng ở trang đơn hàng',
  ],
  [
    'delivered',
    { parcel: parcel(), isDelivered: true },
    'Hàng đã giao không trở lại kho. Nếu khách đã trả hàng, hãy chọn “Rút lại xác nhận giao” ở trang đơn hàng trước khi hoàn tiền',
  ],
])('approving says what becomes of goods that are %s', async (_, order, sentence) => {
  api.answer({ [LIST]: pageOf([refundRequest({ order: { ...refundRequest().order, ...order } })]) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #31' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(sentence);
  const others = ['Hàng chưa giao', 'đang trên đường', 'Hàng đã giao'].filter((words) => !sentence.includes(words));
  for (const words of others) expect(screen.getByRole('dialog')).not.toHaveTextContent(words);
});

test('deciding a request that is already decided shows a message and the current row', async () => {
  api.answer({
    [APPROVE]: () => {
      api.answer({ [LIST]: pageOf([refundRequest({ isApproved: false })]) });
      const detail = 'Yêu cầu hoàn tiền đã được xử lý.';
      return { status: 409, body: { detail, error: detail } };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #31' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Hoàn tiền' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('Yêu cầu hoàn tiền đã được xử lý.');
  await userEvent.click(dialog().getByRole('button', { name: 'Không' }));
  await waitFor(() => expect(screen.getByRole('row', { name: /Đơn #31/ })).toHaveTextContent('Đã từ chối'));
  expect(screen.queryByRole('button', { name: /^Duyệt/ })).toBeNull();
});

test('a refusal stays with the reason that was typed when the request leaves the list', async () => {
  const detail = 'Yêu cầu hoàn tiền đã được xử lý.';
  api.answer({
    [LIST]: pageOf([refundRequest()]),
    [REJECT]: () => {
      api.answer({ [LIST]: pageOf([]) });
      return { status: 409, body: { detail, error: detail } };
    },
  });
  open('/admin/refunds?status=pending');
  await userEvent.click(await screen.findByRole('button', { name: 'Từ chối hoàn tiền đơn hàng #31' }));
  await userEvent.type(dialog().getByRole('textbox'), 'Áo đã qua sử dụng');
  await userEvent.click(dialog().getByRole('button', { name: 'Từ chối' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Đơn #31/ })).toBeNull());
  expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
  expect(dialog().getByRole('textbox')).toHaveValue('Áo đã qua sử dụng');
});

test('an empty list says how requests arise; a failed list can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: pageOf([]) });
  expect(await screen.findByText('Chưa có yêu cầu hoàn tiền nào')).toBeVisible();
  expect(screen.queryByRole('complementary')).toBeNull();
});
