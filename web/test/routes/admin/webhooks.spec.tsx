import { act as inOneRender, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WEBHOOK_TYPES } from 'contract/administration/integration-rules';
import type { WebhookDelivery, WebhookEndpoint } from 'contract/administration/webhooks';
import * as webhooks from '~/routes/admin/webhooks/route';
import { WEBHOOK_LABELS } from '~/routes/admin/webhooks/webhook-labels';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/admin/webhooks/';
const LOG = 'GET /api/admin/webhooks/3/deliveries/';
const endpoint = (changed: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 3,
  url: 'https://kho.example/hooks',
  description: 'Phần mềm kho',
  events: ['order.paid', 'stock.low'],
  is_active: true,
  created_at: '2026-01-31T09:30:00.000Z',
  failing_since: null,
  disabled_at: null,
  previous_secret_until: null,
  ...changed,
});
const delivery = (changed: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 8,
  event_id: 'evt_order_41',
  type: 'order.paid',
  subject_id: 31,
  state: 'failed',
  attempts: 10,
  created_at: '2026-01-31T09:30:00.000Z',
  next_attempt_at: null,
  sent_at: null,
  log: [
    {
      attempted_at: '2026-02-03T09:30:00.000Z',
      status: 500,
      duration_ms: 120,
      answer: 'Kho bận',
      error: 'Trả lời mã 500',
    },
    {
      attempted_at: '2026-02-02T09:30:00.000Z',
      status: null,
      duration_ms: 10_000,
      answer: '',
      error: 'Không phản hồi trong 10 giây',
    },
  ],
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: { body: [endpoint()] },
    [LOG]: pageOf([delivery()]),
  });
});

const open = (address = '/admin/webhooks') => openShop({ 'admin/webhooks': webhooks }, address);

redirectsShoppers(open, () => api.to(LIST));

test('the list shows the state of each endpoint', async () => {
  api.answer({
    [LIST]: {
      body: [
        endpoint({ id: 1 }),
        endpoint({ id: 2, failing_since: '2026-01-31T09:30:00.000Z' }),
        endpoint({ id: 4, is_active: false }),
        endpoint({ id: 5, is_active: false, disabled_at: '2026-01-31T09:30:00.000Z' }),
      ],
    },
  });
  open();
  const [, works, fails, off, disabled] = await screen.findAllByRole('row');
  expect(works).toHaveTextContent(/kho\.example.*Phần mềm kho.*Đơn đã thanh toán, Sắp hết hàng.*Hoạt động/);
  expect(fails).toHaveTextContent('Đang lỗitừ 31/01/2026 16:30');
  expect(off).toHaveTextContent('Đang tắt');
  expect(disabled).toHaveTextContent(/Bị tắt.*ngừng gửi lúc 31\/01\/2026 16:30/);
});

test('a new address shows its secret once', async () => {
  const made = endpoint({ id: 9, url: 'https://moi.example/' });
  api.answer({
    [LIST]: { body: [] },
    'POST /api/admin/webhooks/': () => {
      api.answer({ [LIST]: { body: [made] } });
      return { status: 201, body: { ...made, secret: 'whsec_abc' } };
    },
  });
  open();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Thêm địa chỉ nhận' }))[0]!);
  const panel = within(screen.getByRole('dialog', { name: 'Thêm địa chỉ nhận' }));
  for (const type of WEBHOOK_TYPES) expect(panel.getByText(WEBHOOK_LABELS[type][0])).toBeVisible();
  await userEvent.type(panel.getByLabelText(/^Địa chỉ nhận/), 'https://moi.example/');
  await userEvent.click(panel.getByRole('checkbox', { name: /^Đơn hàng mới/ }));
  await userEvent.click(panel.getByRole('checkbox', { name: /^Sắp hết hàng/ }));
  await userEvent.type(panel.getByLabelText(/^Mật khẩu của bạn/), 'bí mật');
  await userEvent.click(panel.getByRole('button', { name: 'Thêm' }));
  expect(await screen.findByText('whsec_abc')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to('POST /api/admin/webhooks/').map(({ body }) => body)).toEqual([
    {
      url: 'https://moi.example/',
      description: '',
      events: ['order.placed', 'stock.low'],
      current_password: 'bí mật',
    },
  ]);
});

test('a new secret is shown once, and until when the old one signs too', async () => {
  const rotated = endpoint({ previous_secret_until: '2026-02-01T09:30:00.000Z' });
  const ROTATE = 'POST /api/admin/webhooks/3/secret/';
  const wrong = ['Mật khẩu hiện tại không đúng'];
  api.answer({ [ROTATE]: { status: 400, body: { detail: wrong[0], error: wrong[0], current_password: wrong } } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Đổi khóa ký của https/ }));
  const panel = within(screen.getByRole('dialog', { name: 'Đổi khóa ký' }));
  expect(panel.getByText(/trong 24 giờ/)).toBeVisible();
  await userEvent.type(panel.getByLabelText(/^Mật khẩu của bạn/), 'bí mật');
  await userEvent.click(panel.getByRole('button', { name: 'Đổi khóa' }));
  expect(await panel.findByText(wrong[0]!, { selector: '[id]' })).toBeVisible();
  // It is busy until the list is loaded again.
  await waitFor(() => expect(panel.getByRole('button', { name: 'Đổi khóa' })).toBeEnabled());
  api.answer({
    [ROTATE]: () => {
      api.answer({ [LIST]: { body: [rotated] } });
      return { body: { ...rotated, secret: 'whsec_new' } };
    },
  });
  await userEvent.click(panel.getByRole('button', { name: 'Đổi khóa' }));
  expect(await screen.findByText('whsec_new')).toBeVisible();
  expect(await screen.findByText('Khóa cũ còn ký cùng đến 01/02/2026 16:30')).toBeVisible();
  expect(api.to(ROTATE).at(-1)?.body).toEqual({ current_password: 'bí mật' });
});

test('a refusal is shown beside its field, and the input stays', async () => {
  const url = ['Địa chỉ nằm trong mạng nội bộ nên không được dùng'];
  api.answer({ 'POST /api/admin/webhooks/': { status: 400, body: { detail: url[0], error: url[0], url } } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Thêm địa chỉ nhận' }));
  const panel = within(screen.getByRole('dialog'));
  const field = panel.getByLabelText(/^Địa chỉ nhận/);
  await userEvent.type(field, 'https://10.0.0.1/');
  await userEvent.click(panel.getByRole('button', { name: 'Thêm' }));
  expect(await panel.findByText(url[0]!, { selector: '[role=alert]' })).toBeVisible();
  expect(field).toHaveAccessibleDescription(expect.stringContaining('mạng nội bộ'));
  expect(field).toHaveValue('https://10.0.0.1/');
});

test('a new secret that is under way is shown, whatever is pressed meanwhile', async () => {
  let reply = () => {};
  const replied = new Promise<void>((resolve) => (reply = resolve));
  api.answer({
    'POST /api/admin/webhooks/3/secret/': async () => {
      await replied;
      return { body: { ...endpoint(), secret: 'whsec_new' } };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Đổi khóa ký của https/ }));
  const panel = screen.getByRole('dialog', { name: 'Đổi khóa ký' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Đổi khóa' }));
  await userEvent.click(within(panel).getByRole('button', { name: 'Đóng' }));
  fireEvent(panel, new Event('cancel', { cancelable: true }));
  fireEvent.pointerDown(panel);
  fireEvent.click(panel);
  reply();
  expect(await screen.findByText('whsec_new')).toBeVisible();
});

test('an address is changed, switched off, and deleted after a confirmation', async () => {
  api.answer({
    'PATCH /api/admin/webhooks/3/': { body: endpoint() },
    'DELETE /api/admin/webhooks/3/': { status: 204 },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Sửa https/ }));
  expect(screen.getByRole('checkbox', { name: /^Đơn đã thanh toán/ })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Sắp hết hàng/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findByText('Đã lưu địa chỉ nhận.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Tắt https/ }));
  expect(await screen.findByText('Địa chỉ nhận đã tắt.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Xóa https/ }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Xóa' }));
  expect(await screen.findByText('Đã xóa địa chỉ nhận.')).toBeVisible();
  expect(api.to('PATCH /api/admin/webhooks/3/').map(({ body }) => body)).toEqual([
    { description: 'Phần mềm kho', events: ['order.paid'], was: endpoint() },
    { is_active: false },
  ]);
  expect(api.to('DELETE /api/admin/webhooks/3/')).toHaveLength(1);
});

test('the log shows each attempt, and sends a webhook again', async () => {
  api.answer({
    'POST /api/admin/webhook-deliveries/8/send/': () => {
      api.answer({
        [LOG]: pageOf([delivery({ state: 'pending', attempts: 0, next_attempt_at: '2026-02-04T00:00:00.000Z' })]),
      });
      return { body: delivery({ state: 'pending' }) };
    },
  });
  open('/admin/webhooks?endpoint=3');
  const log = within(await screen.findByRole('table', { name: /^Webhook đã gửi/ }));
  expect(await log.findByText('Không gửi được')).toBeVisible();
  expect(log.getByRole('link', { name: 'Đơn hàng #31' })).toHaveAttribute('href', '/admin/orders/31');
  expect(log.getByText('Kho bận')).toBeVisible();
  expect(log.getByText('1 lần trước')).toBeVisible();
  await userEvent.click(log.getByRole('button', { name: 'Gửi lại evt_order_41' }));
  expect(await screen.findByText('Webhook sẽ được gửi lại ngay.')).toBeVisible();
  expect(await screen.findByText('Chờ gửi', { selector: 'span' })).toBeVisible();
});

test('a double press sends a webhook again once', async () => {
  const again = 'POST /api/admin/webhook-deliveries/8/send/';
  api.answer({ [again]: { body: delivery({ state: 'pending' }) } });
  open('/admin/webhooks?endpoint=3');
  const button = await screen.findByRole('button', { name: 'Gửi lại evt_order_41' });
  inOneRender(() => [1, 2].forEach(() => fireEvent.click(button)));
  expect(await screen.findByText('Webhook sẽ được gửi lại ngay.')).toBeVisible();
  expect(api.to(again)).toHaveLength(1);
});

test('deliveries are not repeated while the endpoint is off', async () => {
  api.answer({ [LIST]: { body: [endpoint({ is_active: false })] } });
  open('/admin/webhooks?endpoint=3');
  expect(await screen.findByText('Kho bận')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Gửi lại/ })).toBeNull();
});

test('an empty list explains webhooks, and a failed load can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: { body: [] } });
  expect(await screen.findByText('Chưa có địa chỉ nhận nào')).toBeVisible();
});

test('a log without entries explains itself; a failed one keeps the addresses', async () => {
  api.answer({ [LOG]: pageOf([]) });
  const { unmount } = open('/admin/webhooks?endpoint=3');
  expect(await screen.findByText('Chưa gửi gì đến đây')).toBeVisible();
  unmount();
  api.answer({ [LOG]: { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
  open('/admin/webhooks?endpoint=3');
  expect(await screen.findByRole('alert')).toHaveTextContent('Bận');
  expect(screen.getByRole('link', { name: 'https://kho.example/hooks' })).toBeVisible();
});
