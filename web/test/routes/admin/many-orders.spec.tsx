import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Order } from 'contract/orders/orders';
import { lastCarrier } from '~/features/order-admin/bulk/sending/last-carrier';
import { pastedCodes } from '~/features/order-admin/bulk/sending/pasted-codes';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi, pageOf } from '../../support/api';
import { order, parcel, signedIn } from '../../support/given';
import { dialog, openShop, press } from '../../support/shop-pages';

const LIST = 'GET /api/orders/';
const PAID_AT = '2026-01-31T10:00:00.000Z';
const paid = { status: 'paid', isPaid: true, paidAt: PAID_AT } as const;
const delivered = { isDelivered: true, deliveredAt: PAID_AT } as const;
const inCash = { paymentMethod: 'COD' } as const;
const refusal = (detail: string, status = 409) => ({ status, body: { detail, error: detail } });
const PUT = (id: number) => `PUT /api/admin/orders/${id}/parcel/`;
const PATCH = (id: number) => `PATCH /api/orders/${id}/`;
const CASH = (id: number) => `POST /api/admin/orders/${id}/cash/`;

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  lastCarrier.clear();
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([order({ id: 32, ...paid }), order({ id: 31, ...paid })]),
  });
});

const open = (address = '/admin/orders') => openShop({ 'admin/orders': ordersPage }, address);
const pressInDialog = (name: string | RegExp) => userEvent.click(dialog().getByRole('button', { name }));
const selectAll = async () => userEvent.click(await screen.findByRole('checkbox', { name: /^Chọn tất cả/ }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const changes = () =>
  api.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/')).map(({ path }) => path);

describe('delivering several orders', () => {
  test('a retry sends only those that are left, and the selection loses those that are done', async () => {
    api.answer({ [PATCH(32)]: refusal('Đơn hàng đang bận.'), [PATCH(31)]: { body: order() } });
    open();
    await selectAll();
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã giao 1 đơn hàng.Không thể giao:#32: Đơn hàng đang bận.',
    );
    expect(screen.getByRole('dialog', { name: 'Đơn hàng #32 đã được giao?' })).toBeVisible();
    expect(screen.getByText('Đã chọn 1 đơn hàng')).toBeVisible();
    api.answer({ [PATCH(32)]: { body: order() } });
    await pressInDialog('Đã giao');
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/31/', '/api/orders/32/']);
    expect(screen.queryByText(/^Đã chọn/)).toBeNull();
  });

  test('one whose first answer was lost is done, and the rest is sent after it', async () => {
    api.answer({ [PATCH(32)]: 'unreachable', [PATCH(31)]: { body: order() } });
    open();
    await selectAll();
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^Chưa xong #32, #31\. Không thể đánh dấu đã giao/);
    api.answer({
      [PATCH(32)]: refusal('Đơn hàng đã được giao.'),
      'GET /api/orders/32/': { body: order({ id: 32, ...paid, ...delivered }) },
    });
    await pressInDialog('Đã giao');
    expect(await screen.findByText('Đã giao 2 đơn hàng, trong đó #32 đã xong từ trước.')).toBeVisible();
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/32/', '/api/orders/31/']);
  });
});

describe('the pages of the list', () => {
  const PAGES: Record<string, Order[]> = { 1: [order({ id: 32, ...paid })], 2: [order({ id: 31, ...paid })] };
  beforeEach(() =>
    api.answer({ [LIST]: ({ query }) => pageOf(PAGES[new URLSearchParams(query).get('page') ?? ''] ?? [], 140) }),
  );

  test('have as many orders as page_size in the address', async () => {
    open('/admin/orders?todo=deliver&page=2');
    expect(await screen.findByText('21-21 trong 140')).toBeVisible();
    expect(screen.getByRole('link', { name: 'In phiếu giao 1 đơn ở trang này' })).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Số đơn mỗi trang'), '100');
    expect(await screen.findByText('/admin/orders?todo=deliver&page_size=100', { selector: 'output' })).toBeVisible();
    expect(await screen.findByText('1-1 trong 140')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Phân trang' })).toHaveTextContent('Trang 1 / 2');
    expect(new URLSearchParams(api.to(LIST).at(-1)?.query).get('page_size')).toBe('100');
  });

  test.each(['7', '1000', 'x'])('have 20 orders for the size %s, which is none', async (size) => {
    open(`/admin/orders?page_size=${size}`);
    await screen.findByText('1-1 trong 140');
    expect(new URLSearchParams(api.to(LIST)[0]?.query).get('page_size')).toBe('20');
  });

  test('keep what is selected on others, and actions are for all of it', async () => {
    api.answer({ [PATCH(31)]: { body: order() }, [PATCH(32)]: { body: order() } });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn đơn hàng #32' }));
    await userEvent.click(screen.getByRole('link', { name: 'Trang sau' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn đơn hàng #31' }));
    expect(screen.getByText(/^Đã chọn 2/)).toHaveTextContent('Đã chọn 2 đơn hàng (+1 ở trang khác)');
    expect(screen.getByRole('link', { name: 'In phiếu giao' })).toHaveAttribute('href', '/admin/slips?orders=32,31');
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/31/']);
    expect(screen.queryByText(/^Đã chọn/)).toBeNull();
  });
});

describe('recording the cash of several orders', () => {
  const due = (id: number, totalPrice: number) => order({ id, ...inCash, ...delivered, totalPrice });

  test('asks with their sum, sends each amount, and reports a refusal by order', async () => {
    api.answer({
      [LIST]: pageOf([due(34, 100_000), due(33, 250_000), order({ id: 32, ...paid }), due(31, 50_000)]),
      [CASH(34)]: { body: order() },
      [CASH(33)]: refusal('Đơn hàng đã bị hủy.'),
      [CASH(31)]: { body: order() },
    });
    open();
    await selectAll();
    await press('Thu tiền (3)');
    expect(screen.getByRole('dialog', { name: 'Đã thu 400.000 VND tiền mặt của 3 đơn hàng?' })).toBeVisible();
    expect(dialog().getByText(/không thể hoàn tác/)).toBeVisible();
    await pressInDialog('Đã thu 400.000 VND');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã ghi nhận tiền mặt của 2 đơn hàng.Không thể ghi nhận:#33: Đơn hàng đã bị hủy.',
    );
    expect(screen.getByRole('dialog', { name: 'Đã thu 250.000 VND tiền mặt của đơn hàng #33?' })).toBeVisible();
    expect([34, 33, 31].map((id) => api.to(CASH(id)).map(({ body }) => body))).toEqual([
      [{ amount: 100_000 }],
      [{ amount: 250_000 }],
      [{ amount: 50_000 }],
    ]);
    expect(await screen.findByText('Đã chọn 2 đơn hàng')).toBeVisible();
  });

  test('an order whose cash is recorded already is done, one that was paid in another way is not', async () => {
    api.answer({
      [LIST]: pageOf([due(32, 100_000), due(31, 50_000)]),
      ...Object.fromEntries([31, 32].map((id) => [CASH(id), refusal('Đơn hàng đã được thanh toán.')])),
      'GET /api/orders/32/': { body: order({ id: 32, ...paid, ...inCash }) },
      'GET /api/orders/31/': { body: order({ id: 31, ...paid, paymentMethod: 'VietQR' }) },
    });
    open('/admin/orders?todo=collect');
    await press('Thu tiền 2 đơn');
    await pressInDialog('Đã thu 150.000 VND');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã ghi nhận tiền mặt của 1 đơn hàng, trong đó #32 đã xong từ trước.Không thể ghi nhận:#31: Đơn hàng đã được thanh toán.',
    );
  });

  test('is offered in the row of a delivered order, and warns before one that is not', async () => {
    api.answer({ [LIST]: pageOf([due(32, 100_000), order({ id: 31, ...inCash })]), [CASH(32)]: { body: order() } });
    open();
    await selectAll();
    await press('Thu tiền');
    expect(dialog().getByText(/^Chưa được đánh dấu đã giao: #31/)).toBeVisible();
    await pressInDialog('Không');
    expect(screen.queryByRole('button', { name: 'Thu tiền đơn hàng #31' })).toBeNull();
    await press('Thu tiền đơn hàng #32');
    await pressInDialog('Đã thu 100.000 VND');
    expect(await screen.findByText('Đã ghi nhận tiền mặt của 1 đơn hàng.')).toBeVisible();
    await closed();
  });
});

describe('sending several orders', () => {
  const orders = [33, 32, 31].map((id) => order({ id, ...paid }));
  const code = (id: number) => dialog().getByLabelText(new RegExp(`#${id} `));
  const send = async () => {
    open();
    await selectAll();
    await press(/^Gửi hàng(?! đơn)/);
  };
  beforeEach(() =>
    api.answer({
      [LIST]: pageOf(orders),
      ...Object.fromEntries(orders.map(({ id }) => [PUT(id), { body: order({ id }) }])),
    }),
  );

  test('a scanner goes from field to field, and its last Enter sends nothing', async () => {
    lastCarrier.set('spx');
    await send();
    expect(dialog().getByText(/nhận ngay email/)).toBeVisible();
    expect(code(33)).toHaveFocus();
    await userEvent.keyboard('GAX33{Enter}GAX32{Enter}');
    expect(code(31)).toHaveFocus();
    await userEvent.keyboard('GAX31{Enter}');
    expect(dialog().getByRole('button', { name: 'Gửi 3 đơn' })).toHaveFocus();
    expect(changes()).toEqual([]);
    await userEvent.selectOptions(dialog().getByLabelText(/^Đơn vị vận chuyển/), 'GHN');
    await pressInDialog('Gửi 3 đơn');
    expect(await screen.findByText('Đã gửi 3 đơn hàng.')).toBeVisible();
    await closed();
    expect([33, 32, 31].map((id) => api.to(PUT(id))[0]?.body)).toEqual(
      [33, 32, 31].map((id) => ({ carrier: 'ghn', tracking_code: `GAX${id}`, was: null })),
    );
    expect(changes()).toHaveLength(3);
    expect(localStorage.getItem('lastCarrier')).toBe('"ghn"');
    expect(screen.queryByText(/^Đã chọn/)).toBeNull();
  });

  test('a scan into a field that has a code replaces it', async () => {
    lastCarrier.set('ghn');
    await send();
    await userEvent.type(code(32), 'GAX99');
    await userEvent.click(code(33));
    await userEvent.keyboard('GAX33{Enter}GAX32{Enter}');
    expect(code(32)).toHaveValue('GAX32');
  });

  test('two columns of a sheet fill their rows, and numbers without a row are named', async () => {
    await send();
    await userEvent.click(code(33));
    await userEvent.paste('Số đơn\tMã vận đơn\n31\tGAX31\n#33\tGAX33\n99\tGAX99\n');
    expect([33, 32, 31].map((id) => (code(id) as HTMLInputElement).value)).toEqual(['GAX33', '', 'GAX31']);
    expect(dialog().getByText(/^Đã điền 2 mã\./)).toHaveTextContent(/: 99\.$/);
    await userEvent.selectOptions(dialog().getByLabelText(/^Đơn vị vận chuyển/), 'GHN');
    expect(dialog().getByText('Bỏ qua 1 đơn chưa có mã')).toBeVisible();
    await pressInDialog('Gửi 2 đơn');
    expect(await screen.findByText('Đã gửi 2 đơn hàng. Bỏ qua 1 đơn chưa có mã.')).toBeVisible();
    await closed();
    expect(changes()).toEqual(['/api/admin/orders/33/parcel/', '/api/admin/orders/31/parcel/']);
    expect(screen.getByText('Đã chọn 1 đơn hàng')).toBeVisible();
  });

  test('letters with marks, as a Vietnamese keyboard makes them of a scan, are marked at once', async () => {
    lastCarrier.set('ghn');
    await send();
    await userEvent.keyboard('GÂX33{Enter}GAX32');
    expect(code(33)).toHaveAccessibleDescription(/chữ không dấu/);
    expect(code(32)).toBeValid();
  });

  test('nothing is sent without a carrier, with a code that stands twice or one that no carrier has', async () => {
    await send();
    await userEvent.type(code(33), 'GAX1');
    await userEvent.type(code(32), 'gax1');
    await userEvent.type(code(31), 'G');
    expect(code(32)).toHaveAccessibleDescription(/^Trùng với mã của đơn #33/);
    expect(code(33)).toHaveAccessibleDescription(/^Trùng với mã của đơn #32/);
    await pressInDialog('Gửi 3 đơn');
    await waitFor(() => expect(dialog().getByLabelText(/^Đơn vị vận chuyển/)).toHaveFocus());
    expect(code(31)).toHaveAccessibleDescription(/^Mã vận đơn có từ 4 đến 40 ký tự/);
    await userEvent.selectOptions(dialog().getByLabelText(/^Đơn vị vận chuyển/), 'GHN');
    await pressInDialog('Gửi 3 đơn');
    await waitFor(() => expect(code(33)).toHaveFocus());
    expect(changes()).toEqual([]);
  });

  test('what fails keeps its code, and a retry sends it alone', async () => {
    lastCarrier.set('ghn');
    api.answer({ [PUT(32)]: 'unreachable' });
    await send();
    await userEvent.keyboard('GAX33{Enter}GAX32{Enter}GAX31{Enter}');
    await pressInDialog('Gửi 3 đơn');
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^Đã gửi 1 đơn hàng\.Chưa xong #32, #31\./);
    expect(dialog().queryByLabelText(/#33 /)).toBeNull();
    api.answer({ [PUT(32)]: refusal('Thông tin gửi hàng vừa được thay đổi ở nơi khác.') });
    await pressInDialog('Gửi 2 đơn');
    await waitFor(() => expect(code(32)).toHaveAccessibleDescription(/^Thông tin gửi hàng vừa được thay đổi/));
    expect(code(32)).toHaveValue('GAX32');
    expect(changes().map((path) => /\d+/.exec(path)?.[0])).toEqual(['33', '32', '32', '31']);
  });

  test('orders that cannot be sent have no field, and are named with the reason', async () => {
    api.answer({
      [LIST]: pageOf([
        order({ id: 35, ...paid, parcel: parcel() }),
        order({ id: 34, isCancelled: true }),
        order({ id: 33, ...paid, ...delivered }),
        order({ id: 32 }),
        order({ id: 31, ...inCash }),
      ]),
    });
    await send();
    expect(dialog().getByText(/^Không gửi/)).toHaveTextContent(
      'Không gửi #35 (đã gửi), #34 (đã bị hủy), #33 (đã giao), #32 (chưa được thanh toán).',
    );
    expect(dialog().getAllByRole('textbox')).toHaveLength(1);
  });

  test.each<[string, string, [number, string][], string[]]>([
    [
      'Windows lines',
      '31\tA111\r\n32\tB222\r\n',
      [
        [31, 'A111'],
        [32, 'B222'],
      ],
      [],
    ],
    ['more columns', '31\tA111\tHuế\n', [[31, 'A111']], []],
    ['empty codes', '31\t\n32\tB222', [[32, 'B222']], []],
    ['two codes of one order', '31\tA111\n31\tC333', [[31, 'A111']], ['31']],
    ['other words', 'DH-31\tA111\n32\tB222', [[32, 'B222']], ['DH-31']],
  ])('a sheet is read with %s', (_, text, codes, unmatched) => {
    const found = pastedCodes(text, [31, 32]);
    expect([...(found?.codes ?? [])]).toEqual(codes);
    expect(found?.unmatched).toEqual(unmatched);
  });

  test('a single code is pasted as any other text', () => {
    expect(pastedCodes('GAX4KD7B\r\n', [31])).toBeNull();
  });
});
