import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Mail } from 'contract/administration/mail';
import * as mails from '~/routes/admin/mails/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { doublePress, openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/admin/mails/';
const SEND_FAILED = 'POST /api/admin/mails/send/';
const mail = (changed: Partial<Mail> = {}): Mail => ({
  id: 1,
  template: 'order_paid',
  user: { id: 7, username: 'lan', email: 'lan@example.com' },
  order_id: 31,
  state: 'failed',
  attempts: 5,
  last_error: '451 try again later',
  created_at: '2026-01-31T09:30:00.000Z',
  next_attempt_at: null,
  sent_at: null,
  can_send_again: true,
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([mail()]),
  });
});

const open = (address = '/admin/mails') => openShop({ 'admin/mails': mails }, address);

redirectsShoppers(open, () => api.to(LIST));

test('shows the delivery state of each mail', async () => {
  api.answer({
    [LIST]: pageOf([
      mail({
        id: 3,
        state: 'sent',
        attempts: 1,
        last_error: null,
        sent_at: '2026-01-31T09:30:02.000Z',
        can_send_again: false,
      }),
      mail({
        id: 2,
        state: 'pending',
        attempts: 2,
        next_attempt_at: '2100-01-31T09:35:00.000Z',
        can_send_again: false,
      }),
      mail({ id: 1, template: 'password_reset', order_id: null, can_send_again: false }),
    ]),
  });
  open();
  const [, sent, pending, failed] = await screen.findAllByRole('row');
  expect(sent).toHaveTextContent(/Thanh toán.*Đơn hàng #31.*lan@example\.com.*Đã gửi/);
  expect(pending).toHaveTextContent('Đã thử 2 lần, thử lại lúc 31/01/2100 16:35');
  expect(failed).toHaveTextContent(/Đặt lại mật khẩu.*Không gửi được.*451 try again later.*Khách cần gửi yêu cầu mới/);
  expect(screen.queryByRole('button', { name: /^Gửi lại email/ })).toBeNull();
});

test("an order's mails are found by its number, and each leads to it", async () => {
  open('/admin/mails?search=%2331&from=2026-01-01');
  expect(await screen.findByRole('link', { name: 'Đơn hàng #31' })).toHaveAttribute('href', '/admin/orders/31');
  expect(screen.getByRole('searchbox', { name: 'Số đơn, tên hoặc email người nhận' })).toHaveValue('#31');
  expect(screen.getByLabelText('Từ ngày')).toHaveValue('2026-01-01');
  expect(api.to(LIST)[0]?.query).toBe('search=%2331&from=2026-01-01&page=1&page_size=20');
});

test('the state filter is in the URL and sent to the server', async () => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Trạng thái'), 'Không gửi được');
  expect(await screen.findByText('/admin/mails?state=failed', { selector: 'output' })).toBeInTheDocument();
  const urls = jest.mocked(globalThis.fetch).mock.calls.map(([url]) => url as string);
  expect(urls.filter((url) => url.startsWith('/api/admin/mails/'))).toEqual([
    '/api/admin/mails/?page=1&page_size=20',
    '/api/admin/mails/?state=failed&page=1&page_size=20',
  ]);
  expect(screen.getByLabelText('Trạng thái')).toHaveValue('failed');
});

test('a failed mail is sent again, and its state is polled until it is sent', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const due = mail({
    state: 'pending',
    attempts: 0,
    next_attempt_at: '2026-01-31T10:00:00.000Z',
    can_send_again: false,
  });
  api.answer({
    'POST /api/admin/mails/1/send/': () => {
      api.answer({ [LIST]: pageOf([due]) });
      return { body: due };
    },
  });
  open();
  await api.answered();
  await user.click(await screen.findByRole('button', { name: 'Gửi lại email cho lan' }));
  await api.answered();
  expect(await screen.findByText('Email sẽ được gửi lại ngay.')).toBeVisible();
  expect(await screen.findByText('Chưa gửi lần nào')).toBeVisible();
  api.answer({ [LIST]: pageOf([mail({ state: 'sent', sent_at: '2026-01-31T10:00:02.000Z', can_send_again: false })]) });
  await act(() => jest.advanceTimersByTimeAsync(3_100));
  await api.answered();
  expect(within(await screen.findByRole('table')).getByText('Đã gửi')).toBeVisible();
  expect(screen.queryByText('Email sẽ được gửi lại ngay.')).toBeNull();
});

test('a double press sends a failed mail again once', async () => {
  const again = 'POST /api/admin/mails/1/send/';
  api.answer({ [again]: { body: mail({ state: 'pending' }) } });
  open();
  const button = await screen.findByRole('button', { name: 'Gửi lại email cho lan' });
  doublePress(button);
  expect(await screen.findByText('Email sẽ được gửi lại ngay.')).toBeVisible();
  expect(api.to(again)).toHaveLength(1);
});

/** Presses the button for all failed mails and confirms. */
async function sendAllAgain() {
  await userEvent.click(await screen.findByRole('button', { name: 'Gửi lại mọi email lỗi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gửi lại mọi email không gửi được?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Gửi lại' }));
}

test.each([
  [{ count: 12, remaining: 0 }, '12 email sẽ được gửi lại ngay.'],
  [{ count: 1000, remaining: 30 }, '1.000 email sẽ được gửi lại ngay, còn 30 email lỗi: hãy gửi lại lần nữa.'],
  [{ count: 0, remaining: 0 }, 'Không có email lỗi nào của 7 ngày qua.'],
])('all failed mails are sent again after a question: %j', async (body, sentence) => {
  api.answer({ [SEND_FAILED]: { body } });
  open();
  await sendAllAgain();
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(SEND_FAILED)).toHaveLength(1);
  expect(api.to(LIST).length).toBeGreaterThan(1);
});

test('nothing is offered to be sent again while no mail has failed', async () => {
  api.answer({ 'GET /api/admin/counts/': { body: { failed_mails: 0 } }, [LIST]: pageOf([mail({ state: 'sent' })]) });
  open();
  await screen.findByText('1-1 trong 1');
  expect(screen.queryByRole('button', { name: 'Gửi lại mọi email lỗi' })).toBeNull();
});

test('a failure to send all failed mails again is shown in the dialog', async () => {
  api.answer({ [SEND_FAILED]: { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
  open();
  await sendAllAgain();
  expect(await within(screen.getByRole('dialog')).findByText('Bận')).toBeVisible();
});

test('a refusal is shown, and the list is reloaded', async () => {
  const detail = 'Chỉ gửi lại được email đã gửi thất bại.';
  api.answer({ 'POST /api/admin/mails/1/send/': { status: 409, body: { detail, error: detail } } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Gửi lại email/ }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(api.to(LIST).length).toBeGreaterThan(1);
});

test.each([
  ['/admin/mails', 'Chưa có email nào'],
  ['/admin/mails?state=failed', 'Không tìm thấy gì'],
  ['/admin/mails?page=7', 'Không còn gì ở trang này'],
])('%s shows the empty state', async (address, sentence) => {
  api.answer({ [LIST]: pageOf([]) });
  open(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a list that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: pageOf([mail()]) });
  expect(await screen.findByText('451 try again later')).toBeVisible();
});

test('a long list of mails is paginated', async () => {
  api.answer({ [LIST]: pageOf([mail()], 45) });
  open('/admin/mails?state=failed&page=2');
  expect(await screen.findByRole('link', { name: 'Trang sau' })).toHaveAttribute(
    'href',
    '/admin/mails?state=failed&page=3',
  );
  expect(screen.getByRole('link', { name: 'Trang trước' })).toHaveAttribute('href', '/admin/mails?state=failed');
});
