import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { barsOf } from '~/features/order-admin/slips/code-39';
import * as orderPage from '~/routes/admin/order/route';
import * as slipPage from '~/routes/admin/order-slip/route';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi, pageOf } from '../../support/api';
import { adminOrder, order, parcel, signedIn } from '../../support/given';
import { dialog, openShop, press, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/orders/';
const ONE = 'GET /api/admin/orders/31/';
const DELIVER = 'PATCH /api/orders/31/';
const CANCEL = 'POST /api/orders/31/cancel/';
const UNDO = 'DELETE /api/admin/orders/31/delivery/';
const CODE = 'GHN GAX4KD7B (mở trang của GHN)';
const REASON = /^Lý do \(khách sẽ nhận được qua email\)/;
const PAID_AT = '2026-01-31T10:00:00.000Z';
const paid = { status: 'paid', isPaid: true, paidAt: PAID_AT } as const;
const REQUEST = {
  id: 4,
  reason: 'Áo bị chật',
  isApproved: null,
  createdAt: PAID_AT,
  decidedAt: null,
  decision_reason: null,
};
const refusal = (detail: string, status = 409) => ({ status, body: { detail, error: detail } });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([order(paid)]),
    [ONE]: { body: adminOrder(paid) },
    'GET /api/settings/': {
      body: { shop_name: 'MAY Huế', address: '2 Hùng Vương', phone: '1900 1234', email: 'hue@example.com' },
    },
  });
});

const open = (address = '/admin/orders') =>
  openShop({ 'admin/orders': ordersPage, 'admin/orders/:id': orderPage, 'admin/orders/:id/slip': slipPage }, address);

describe('the list of orders', () => {
  redirectsShoppers(open, () => api.to(LIST));

  test('shows the state and the payment of each order', async () => {
    const request = {
      id: 4,
      reason: 'Chật',
      isApproved: null,
      createdAt: PAID_AT,
      decidedAt: null,
      decision_reason: null,
    };
    const [cancelled, delivered] = [{ isCancelled: true }, { ...paid, isDelivered: true, deliveredAt: PAID_AT }];
    const inCash = { paymentMethod: 'COD' } as const;
    api.answer({
      [LIST]: pageOf([
        order({ id: 1 }),
        order({ id: 2, ...paid }),
        order({ id: 3, ...delivered }),
        order({ id: 4, ...paid, refund_request: request }),
        order({ id: 5, ...delivered, refund_request: request }),
        order({ id: 6, ...delivered, isRefunded: true }),
        order({ id: 7, ...paid, isRefunded: true }),
        order({ id: 8, ...cancelled }),
        order({ id: 9, ...inCash }),
        order({ id: 10, ...inCash, isDelivered: true }),
        order({ id: 11, ...inCash, ...cancelled }),
        order({ id: 12, ...paid, parcel: parcel() }),
        order({ id: 13, ...delivered, parcel: parcel() }),
        order({ id: 14, ...paid, parcel: parcel(), refund_request: request }),
      ]),
    });
    open();
    await screen.findByText('1-14 trong 14');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell').at(-2)?.textContent)).toEqual([
      'Chờ thanh toán',
      'Cần giao',
      'Đã giao',
      'Đang xử lýYêu cầu hoàn tiền',
      'Đã giaoYêu cầu hoàn tiền',
      'Đã giaoĐã hoàn tiền',
      'Đã hoàn tiền',
      'Đã hủy',
      'Cần giao',
      'Đã giaoChưa thu tiền',
      'Đã hủy',
      `Đã gửi${CODE}`,
      `Đã giao${CODE}`,
      `Đã gửiYêu cầu hoàn tiền${CODE}`,
    ]);
    expect(rows[0]).toHaveTextContent(/#131\/01\/2026 16:30.*lan.*1 × Áo thun.*157\.500 VND/);
    // What may be sent is sent; what is sent, and not delivered yet, is delivered.
    const buttons = screen.getAllByRole('button', { name: /^(Gửi hàng|Đánh dấu) đơn hàng/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Gửi hàng đơn hàng #2',
      'Gửi hàng đơn hàng #9',
      'Đánh dấu đơn hàng #12 đã giao',
      'Đánh dấu đơn hàng #14 đã giao',
    ]);
  });

  test('sends its filters to the server', async () => {
    open('/admin/orders?status=paid&user=7&from=2026-01-01&sort=total-desc&page=2');
    expect(await screen.findByText('Chỉ đơn của lan')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(api.to(LIST)[0]?.query))).toEqual({
      status: 'paid',
      user: '7',
      from: '2026-01-01',
      sort: 'total-desc',
      page: '2',
      page_size: '20',
    });
    await userEvent.click(screen.getByRole('link', { name: 'Xem mọi khách hàng' }));
    expect(
      await screen.findByText('/admin/orders?status=paid&from=2026-01-01&sort=total-desc', { selector: 'output' }),
    ).toBeInTheDocument();
  });

  test('has a tab for what is to be sent, with the slips of its page, and one for cash that is to be collected', async () => {
    api.answer({ [LIST]: pageOf([order({ id: 31, ...paid }), order({ id: 32, paymentMethod: 'COD' })]) });
    open('/admin/orders?status=unpaid&user=7');
    expect(await screen.findByText('1-2 trong 2')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^In phiếu giao \d/ })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Cần giao' }));
    expect(await screen.findByText('/admin/orders?user=7&todo=deliver', { selector: 'output' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'In phiếu giao 2 đơn' })).toHaveAttribute(
      'href',
      '/admin/slips?orders=31,32',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Đã gửi, chưa giao' }));
    expect(await screen.findByText('/admin/orders?user=7&todo=in_transit', { selector: 'output' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Đã giao, chưa thu tiền' }));
    expect(await screen.findByText('/admin/orders?user=7&todo=collect', { selector: 'output' })).toBeInTheDocument();
    expect(api.to(LIST).map(({ query }) => new URLSearchParams(query).get('todo'))).toEqual([
      null,
      'deliver',
      'in_transit',
      'collect',
    ]);
  });

  test('shows an empty state and a failure', async () => {
    await retryFailedLoad(open, api, { [LIST]: pageOf([]) });
    expect(await screen.findByText('Chưa có đơn hàng nào')).toBeVisible();
  });

  test('an order that is to be sent is sent from its row', async () => {
    const SEND = 'PUT /api/admin/orders/31/parcel/';
    api.answer({
      [LIST]: pageOf([order({ id: 31, ...paid }), order({ id: 32, ...paid })]),
      [SEND]: { body: adminOrder() },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Gửi hàng đơn hàng #31' }));
    await userEvent.selectOptions(dialog().getByRole('combobox'), 'GHN');
    await userEvent.type(dialog().getByRole('textbox', { name: /31/ }), 'GAX4KD7B');
    await userEvent.click(dialog().getByRole('button', { name: /^Gửi/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(SEND).map(({ body }) => body)).toMatchObject([{ carrier: 'ghn', tracking_code: 'GAX4KD7B' }]);
  });

  test('marks an order as delivered after a confirmation', async () => {
    api.answer({
      [LIST]: pageOf([order({ ...paid, parcel: parcel() })]),
      [DELIVER]: () => {
        api.answer({ [LIST]: pageOf([order({ ...paid, isDelivered: true })]) });
        return { body: order() };
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Đánh dấu đơn hàng #31 đã giao' }));
    expect(dialog().getByText(/lan sẽ nhận được email/)).toBeVisible();
    expect(dialog().getByText(/có thể rút lại/)).toBeVisible();
    expect(dialog().queryByText(/Không thể hoàn tác/)).toBeNull();
    await userEvent.click(dialog().getByRole('button', { name: 'Đã giao' }));
    expect(await screen.findByText('Đơn hàng #31 đã được giao.')).toBeVisible();
    expect(api.to(DELIVER)[0]?.body).toEqual({ isDelivered: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Đánh dấu đơn/ })).toBeNull();
  });

  test('warns before an order is delivered whose refund request nobody has decided', async () => {
    const refund_request = {
      id: 4,
      reason: 'Chật',
      isApproved: null,
      createdAt: PAID_AT,
      decidedAt: null,
      decision_reason: null,
    };
    api.answer({
      [LIST]: pageOf([
        order({ id: 31, ...paid, parcel: parcel() }),
        order({ id: 32, ...paid, parcel: parcel(), refund_request }),
      ]),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Đánh dấu đơn hàng #31 đã giao' }));
    expect(dialog().queryByText(/hoàn tiền/)).toBeNull();
    await userEvent.click(dialog().getByRole('button', { name: 'Không' }));
    await userEvent.click(screen.getByRole('button', { name: 'Đánh dấu đơn hàng #32 đã giao' }));
    expect(dialog().getByText(/^Đơn này đang có yêu cầu hoàn tiền chờ duyệt/)).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Không' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Chọn tất cả/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Đánh dấu đã giao' }));
    expect(dialog().getByText(/^Đơn #32 đang có yêu cầu hoàn tiền chờ duyệt/)).toBeVisible();
  });

  test('keeps the selection of who does not confirm', async () => {
    api.answer({
      [LIST]: pageOf([order({ id: 31, ...paid }), order({ id: 32, ...paid })]),
      [DELIVER]: { body: order() },
    });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Chọn tất cả/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Đánh dấu đã giao' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Không' }));
    expect(screen.getByText(/Đã chọn 2 đơn hàng/)).toBeVisible();
  });

  test('marks several orders at once and lists those that failed', async () => {
    api.answer({
      [LIST]: pageOf([order({ id: 30 }), order({ id: 31, ...paid }), order({ id: 32, ...paid })]),
      [DELIVER]: { body: order() },
      'PATCH /api/orders/32/': refusal('Đơn hàng đã được hoàn tiền.'),
    });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Chọn tất cả/ }));
    expect(screen.getByText('Đã chọn 3 đơn hàng')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Đánh dấu đã giao (2)' }));
    expect(dialog().getByText(/#32, #31/)).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Đã giao' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã giao 1 đơn hàng.Không thể giao:#32: Đơn hàng đã được hoàn tiền.',
    );
    expect(api.calls.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([
      '/api/orders/32/',
      '/api/orders/31/',
    ]);
  });

  test('is exported as a file with the same filters', async () => {
    const [made, revoked] = [jest.fn(() => 'blob:file'), jest.fn()];
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: revoked });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    api.answer({ 'GET /api/admin/orders/export/': { body: 'Mã đơn' } });
    open('/admin/orders?status=paid');
    await userEvent.click(await screen.findByRole('button', { name: 'Xuất CSV' }));
    await waitFor(() => expect(made).toHaveBeenCalled());
    expect(api.to('GET /api/admin/orders/export/')[0]?.query).toContain('status=paid');
  });
});

describe('an order', () => {
  test('shows the events, their actors and the money moved', async () => {
    api.answer({
      [ONE]: {
        body: adminOrder({
          ...paid,
          notice: 'Khoản thanh toán thẻ đã được chuyển vào ví.',
          events: [
            ...adminOrder().events,
            {
              id: 2,
              transition: 'pay',
              statusBefore: 'unpaid',
              statusAfter: 'paid',
              actor: { is: 'provider', username: null },
              paidWith: 'Stripe',
              reason: null,
              createdAt: PAID_AT,
            },
          ],
          transfers: [
            {
              id: 9,
              kind: 'CARD_PAYMENT',
              amount: 157_500,
              description: 'Thanh toán đơn hàng #31 bằng thẻ',
              intent: 'pi_1',
              createdAt: PAID_AT,
            },
          ],
          intents: [{ id: 'pi_1', amount: 157_500, state: 'settled', createdAt: PAID_AT }],
        }),
      },
    });
    open('/admin/orders/31');
    expect(await screen.findByRole('heading', { name: 'Đơn hàng #31' })).toBeVisible();
    expect(screen.getByText('Khoản thanh toán thẻ đã được chuyển vào ví.')).toBeVisible();
    const [placed, paidBy] = within(
      screen.getByRole('heading', { name: 'Tiến trình' }).closest('section')!,
    ).getAllByRole('listitem');
    expect(placed).toHaveTextContent('31/01/2026 16:30Đặt hàng · lan (khách hàng)');
    expect(paidBy).toHaveTextContent('31/01/2026 17:00Thanh toán bằng thẻ · cổng thanh toán');
    expect(screen.getByText('pi_1')).toBeVisible();
    expect(screen.getByText('Đã thu')).toBeVisible();
    expect(screen.getByText('Thanh toán đơn hàng #31 bằng thẻ')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Đơn hàng' })).toHaveAttribute('href', '/admin/orders?user=7');
  });

  test("a refund request is decided on the order's page", async () => {
    const otherRefunds = [{ order: 12, totalPrice: 90_000, isApproved: false, createdAt: PAID_AT }];
    api.answer({
      [ONE]: { body: adminOrder({ ...paid, refund_request: REQUEST, otherRefunds }) },
      'POST /api/admin/paybox/refund/31/approve/': () => {
        const approved = { refund_request: { ...REQUEST, isApproved: true }, isRefunded: true };
        api.answer({ [ONE]: { body: adminOrder({ ...paid, ...approved, otherRefunds }) } });
        return { body: {} };
      },
    });
    open('/admin/orders/31');
    expect(await screen.findByText('Áo bị chật')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Đơn #12' })).toHaveAttribute('href', '/admin/orders/12');
    await userEvent.click(screen.getByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #31' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Hoàn tiền' }));
    expect(await screen.findByText('Đã hoàn tiền đơn hàng #31.')).toBeVisible();
    expect(await screen.findByText('Đã duyệt')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Đánh dấu đã giao' })).toBeNull();
  });

  test('a refused decision says so when the refund request is removed meanwhile', async () => {
    const detail = 'Không tìm thấy yêu cầu hoàn tiền.';
    api.answer({
      [ONE]: { body: adminOrder({ ...paid, refund_request: REQUEST }) },
      'POST /api/admin/paybox/refund/31/approve/': () => {
        api.answer({ [ONE]: { body: adminOrder(paid) } });
        return { status: 404, body: { detail, error: detail } };
      },
    });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Duyệt hoàn tiền đơn hàng #31' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Hoàn tiền' }));
    await waitFor(() => expect(screen.queryByText('Áo bị chật')).toBeNull());
    expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
  });

  test('an unpaid order is cancelled with a reason, which its timeline then shows', async () => {
    const reason = 'Hết vải đỏ';
    api.answer({
      [ONE]: { body: adminOrder({ coupon_code: 'TET' }) },
      [CANCEL]: () => {
        const cancelled = {
          id: 2,
          transition: 'cancel',
          statusBefore: 'unpaid',
          statusAfter: 'cancelled',
          actor: { is: 'admin', username: 'mai' },
          paidWith: null,
          reason,
          createdAt: PAID_AT,
        } as const;
        const events = [...adminOrder().events, cancelled];
        api.answer({
          [ONE]: { body: adminOrder({ status: 'cancelled', isCancelled: true, cancel_reason: reason, events }) },
        });
        return { body: order() };
      },
    });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Hủy đơn hàng' }));
    expect(dialog().getByText(/lượt dùng mã giảm giá TET được trả lại/)).toBeVisible();
    await userEvent.type(dialog().getByRole('textbox', { name: REASON }), `  ${reason} `);
    await userEvent.click(dialog().getByRole('button', { name: 'Hủy đơn hàng' }));
    expect(await screen.findByText('Đơn hàng #31 đã được hủy.')).toBeVisible();
    expect(api.to(CANCEL).map(({ body }) => body)).toEqual([{ reason }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Lý do: Hết vải đỏ').closest('li')).toHaveTextContent(/Hủy đơn · mai \(quản trị viên\)/);
    expect(screen.queryByRole('button', { name: 'Hủy đơn hàng' })).toBeNull();
  });

  test('a missing or rejected reason is shown beside its field, a payment meanwhile in the dialog', async () => {
    api.answer({ [ONE]: { body: adminOrder() } });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Hủy đơn hàng' }));
    const reason = () => dialog().getByRole('textbox', { name: REASON });
    // The button is busy until the order is loaded again, after a refusal too.
    const confirm = async () => {
      await waitFor(() => expect(dialog().getByRole('button', { name: 'Hủy đơn hàng' })).toBeEnabled());
      await userEvent.click(dialog().getByRole('button', { name: 'Hủy đơn hàng' }));
    };
    await userEvent.type(reason(), '   ');
    await confirm();
    await waitFor(() => expect(reason()).toHaveFocus());
    expect(reason()).toHaveAccessibleDescription('Vui lòng nhập lý do hủy đơn hàng!');
    expect(api.to(CANCEL)).toEqual([]);

    const tooLong = 'Tối đa 1000 ký tự';
    api.answer({ [CANCEL]: { status: 400, body: { detail: tooLong, error: tooLong, reason: [tooLong] } } });
    await userEvent.type(reason(), 'Hết vải');
    await confirm();
    await waitFor(() => expect(reason()).toHaveAccessibleDescription(tooLong));

    api.answer({ [CANCEL]: refusal('Đơn hàng đã được thanh toán.'), [ONE]: { body: adminOrder(paid) } });
    await confirm();
    expect(await dialog().findByText('Đơn hàng đã được thanh toán.')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Cần giao')).toBeInTheDocument());
  });

  test.each([paid, { status: 'cancelled', isCancelled: true } as const])('cannot be cancelled as %j', async (state) => {
    api.answer({ [ONE]: { body: adminOrder(state) } });
    open('/admin/orders/31');
    await screen.findByRole('heading', { name: 'Đơn hàng #31' });
    expect(screen.queryByRole('button', { name: 'Hủy đơn hàng' })).toBeNull();
  });

  test('a delivery is taken back after a confirmation that says what becomes of the order', async () => {
    const delivered = { ...paid, status: 'delivered', isDelivered: true, deliveredAt: PAID_AT } as const;
    api.answer({
      [ONE]: { body: adminOrder(delivered) },
      [UNDO]: () => {
        api.answer({ [ONE]: { body: adminOrder(paid) } });
        return { body: adminOrder(paid) };
      },
    });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Rút lại xác nhận giao' }));
    expect(dialog().getByText('Đơn trở lại trạng thái đã thanh toán, chưa giao.')).toBeVisible();
    expect(api.to(UNDO)).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Rút lại' }));
    expect(await screen.findByText('Đơn hàng #31 đã trở lại trạng thái chưa giao.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Đánh dấu đã giao' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('taking back the delivery of an unpaid order warns that it expires, and a refusal stays in the dialog', async () => {
    const delivered = { status: 'delivered', paymentMethod: 'COD', isDelivered: true, deliveredAt: PAID_AT } as const;
    api.answer({ [ONE]: { body: adminOrder(delivered) }, [UNDO]: refusal('Đơn hàng đã được hoàn tiền.') });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Rút lại xác nhận giao' }));
    expect(dialog().getByText(/tự hủy khi quá hạn thanh toán/)).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Rút lại' }));
    expect(await dialog().findByText('Đơn hàng đã được hoàn tiền.')).toBeVisible();
  });

  test('taking back the delivery of a refunded order says that it is on its way again', async () => {
    const delivered = {
      ...paid,
      status: 'refunded',
      isRefunded: true,
      isDelivered: true,
      deliveredAt: PAID_AT,
    } as const;
    api.answer({ [ONE]: { body: adminOrder({ ...delivered, parcel: parcel() }) } });
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Rút lại xác nhận giao' }));
    expect(dialog().getByText(/^Đơn vẫn là đã hoàn tiền, và lại là đang trên đường\./)).toBeVisible();
    expect(dialog().queryByText(/trở lại trạng thái/)).toBeNull();
  });

  test.each([paid, { ...paid, status: 'refunded', isDelivered: true, isRefunded: true } as const])(
    'has no delivery to take back as %j',
    async (state) => {
      api.answer({ [ONE]: { body: adminOrder(state) } });
      open('/admin/orders/31');
      await screen.findByRole('heading', { name: 'Đơn hàng #31' });
      expect(screen.queryByRole('button', { name: 'Rút lại xác nhận giao' })).toBeNull();
    },
  );

  test('that does not exist shows a not-found message', async () => {
    api.answer({ [ONE]: refusal('Không tìm thấy đơn hàng.', 404) });
    open('/admin/orders/31');
    expect(await screen.findByRole('alert')).toHaveTextContent('Không tìm thấy đơn hàng.');
    expect(screen.getByRole('link', { name: 'Mọi đơn hàng' })).toBeVisible();
  });
});

test('an order leads to its customer, and its goods to the forms of their products', async () => {
  open('/admin/orders/31');
  const hrefs = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(await screen.findByRole('link', { name: 'lan' })).toHaveAttribute('href', '/admin/customers/7');
  expect(hrefs('Ví')).toEqual(['/admin/paybox?user=7']);
  expect(hrefs('Tài khoản')).toEqual(['/admin/users?user=7']);
  expect(hrefs('Áo thun')).toEqual(['/admin/products/5']);
});

test('an order leads to its audit log and to its mails', async () => {
  open('/admin/orders/31');
  const link = (name: string) => screen.findByRole('link', { name });
  expect(await link('Nhật ký')).toHaveAttribute('href', '/admin/audit?subject=order&subject_id=31');
  expect(await link('Email')).toHaveAttribute('href', '/admin/mails?search=%2331');
});

describe('the way back from an order', () => {
  const back = () => screen.findByRole('link', { name: 'Mọi đơn hàng' });

  test('leads to the list as it was, also after a look at the slip', async () => {
    api.answer({ [LIST]: pageOf([order(paid)], 45) });
    open('/admin/orders?search=lan&status=paid&sort=total-desc&page=2');
    await userEvent.click(await screen.findByRole('link', { name: '#31' }));
    await userEvent.click(await screen.findByRole('link', { name: 'In phiếu giao' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Đơn hàng #31' }));
    await userEvent.click(await back());
    const list = '/admin/orders?search=lan&status=paid&sort=total-desc&page=2';
    expect(await screen.findByText(list, { selector: 'output' })).toBeInTheDocument();
  });

  test('is the whole list for whoever came from elsewhere', async () => {
    open('/admin/orders/31');
    expect(await back()).toHaveAttribute('href', '/admin/orders');
  });
});

describe('the address of an order', () => {
  const ADDRESS = 'PUT /api/admin/orders/31/address/';
  const change = async () => {
    open('/admin/orders/31');
    await userEvent.click(await screen.findByRole('button', { name: 'Sửa địa chỉ giao hàng' }));
  };

  test('is corrected in a form that holds what was ordered', async () => {
    const moved = { ...order().shippingAddress, receiver: 'Chị Hoa', address: '9 Tràng Tiền' };
    api.answer({
      [ADDRESS]: () => {
        api.answer({ [ONE]: { body: adminOrder({ ...paid, shippingAddress: moved }) } });
        return { body: adminOrder({ ...paid, shippingAddress: moved }) };
      },
    });
    await change();
    expect(dialog().getByLabelText(/^Địa chỉ/)).toHaveValue('1 Tràng Tiền');
    await userEvent.type(dialog().getByLabelText('Người nhận'), 'Chị Hoa');
    await userEvent.clear(dialog().getByLabelText(/^Địa chỉ/));
    await userEvent.type(dialog().getByLabelText(/^Địa chỉ/), '9 Tràng Tiền');
    await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
    expect(await screen.findByText('Chị Hoa')).toBeVisible();
    expect(api.to(ADDRESS).map(({ body }) => body)).toEqual([
      {
        ...{ address: '9 Tràng Tiền', city: 'Hà Nội', postalCode: '10000', country: 'Việt Nam', receiver: 'Chị Hoa' },
        was: order().shippingAddress,
      },
    ]);
  });

  test.each([
    ['ghn', 'GHN (mã vận đơn GAX4KD7B)'],
    ['other', 'đơn vị vận chuyển (mã vận đơn GAX4KD7B)'],
  ] as const)('of a parcel on its way (%s) must be told to the carrier, too', async (carrier, told) => {
    const sent = adminOrder({ ...paid, parcel: { ...parcel(), carrier, tracking_code: 'GAX4KD7B' } });
    api.answer({ [ONE]: { body: sent } });
    await change();
    expect(dialog().getByText(/^Kiện hàng đã gửi đi theo địa chỉ cũ\./)).toHaveTextContent(
      `Hãy tự báo địa chỉ giao hàng mới cho ${told}`,
    );
  });

  test('of an order that is not sent needs nobody to be told', async () => {
    await change();
    expect(dialog().queryByText(/Kiện hàng đã gửi đi/)).toBeNull();
  });

  test('that somebody else has moved is not moved back, and what was typed stays', async () => {
    const moved = { ...order().shippingAddress, city: 'Đà Nẵng' };
    api.answer({
      [ADDRESS]: () => {
        api.answer({ [ONE]: { body: adminOrder({ ...paid, shippingAddress: moved }) } });
        return refusal('Địa chỉ giao hàng vừa được thay đổi ở nơi khác.', 409);
      },
    });
    await change();
    await userEvent.type(dialog().getByLabelText('Người nhận'), 'Chị Hoa');
    await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
    expect(await dialog().findByText('Địa chỉ giao hàng vừa được thay đổi ở nơi khác.')).toBeVisible();
    expect(dialog().getByLabelText('Người nhận')).toHaveValue('Chị Hoa');
    await api.answered();
    await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(api.to(ADDRESS)).toHaveLength(2));
    expect(api.to(ADDRESS)[1]?.body).toMatchObject({ was: { city: 'Hà Nội' } });
  });

  test('that is refused stays in the form, and the field is marked', async () => {
    const sentence = 'Vui lòng nhập địa chỉ';
    api.answer({ [ADDRESS]: { status: 400, body: { detail: sentence, error: sentence, address: [sentence] } } });
    await change();
    await userEvent.type(dialog().getByLabelText('Người nhận'), 'Chị Hoa');
    await userEvent.clear(dialog().getByLabelText(/^Địa chỉ/));
    await userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(dialog().getByLabelText(/^Địa chỉ/)).toHaveAccessibleDescription(sentence));
    expect(dialog().getByLabelText('Người nhận')).toHaveValue('Chị Hoa');
  });

  test.each([
    ['delivered', { ...paid, isDelivered: true, deliveredAt: PAID_AT, status: 'delivered' }],
    ['refunded', { ...paid, isRefunded: true, status: 'refunded' }],
    ['cancelled', { isCancelled: true, status: 'cancelled' }],
  ] as const)('cannot be changed once it is %s', async (_, state) => {
    api.answer({ [ONE]: { body: adminOrder(state) } });
    open('/admin/orders/31');
    await screen.findByText('1 Tràng Tiền');
    expect(screen.queryByRole('button', { name: 'Sửa địa chỉ giao hàng' })).toBeNull();
  });
});

describe('the parcel of an order', () => {
  const PARCEL = '/api/admin/orders/31/parcel/';
  const SENT = `PUT ${PARCEL}`;
  const UNSENT = `DELETE ${PARCEL}`;
  const GHN = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
  const sent = adminOrder({ ...paid, parcel: parcel() });
  const part = () => within(screen.getByRole('heading', { name: 'Kiện hàng' }).closest('section')!);
  const save = () => userEvent.click(dialog().getByRole('button', { name: 'Lưu' }));
  const code = () => dialog().getByLabelText(/^Mã vận đơn/);

  test('is recorded in a form, and then shown with its link', async () => {
    api.answer({
      [SENT]: () => {
        api.answer({ [ONE]: { body: sent } });
        return { body: sent };
      },
    });
    open('/admin/orders/31');
    await press('Gửi hàng');
    expect(dialog().getByText(/lan sẽ nhận được email có mã vận đơn/)).toBeVisible();
    await userEvent.selectOptions(dialog().getByLabelText(/^Đơn vị vận chuyển/), 'GHN');
    await userEvent.type(code(), GHN.tracking_code);
    await save();
    expect(await screen.findByText('Đã lưu thông tin gửi hàng của đơn #31.')).toBeVisible();
    expect(api.to(SENT).map(({ body }) => body)).toEqual([{ ...GHN, was: null }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(part().getByText(/^Gửi bởi GHN, mã vận đơn/)).toHaveTextContent('Gửi bởi GHN, mã vận đơn GAX4KD7B');
    expect(part().getByRole('link', { name: /^Theo dõi kiện hàng/ })).toHaveAttribute('href', parcel().tracking_url);
    expect(screen.getByText('Đã gửi')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Gửi hàng' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Đánh dấu đã giao' })).toBeVisible();
  });

  test('that is refused stays in the form, and its fields are marked', async () => {
    const [carrier, tracking_code] = [['Vui lòng chọn đơn vị vận chuyển'], ['Mã vận đơn có từ 4 đến 40 ký tự']];
    const detail = carrier[0];
    api.answer({ [SENT]: { status: 400, body: { detail, error: detail, carrier, tracking_code } } });
    open('/admin/orders/31');
    await press('Gửi hàng');
    await userEvent.type(code(), 'GAX');
    await save();
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/^Mã vận đơn có từ 4 đến 40 ký tự/));
    expect(dialog().getByLabelText(/^Đơn vị vận chuyển/)).toHaveAccessibleDescription(carrier[0]);
    expect(code()).toHaveValue('GAX');
    expect(api.to(SENT)[0]?.body).toEqual({ carrier: '', tracking_code: 'GAX', was: null });
  });

  test('is corrected, unless somebody else has changed it meanwhile', async () => {
    const other = parcel({ carrier: 'spx', tracking_code: 'SPXVN0692' });
    api.answer({
      [ONE]: { body: sent },
      [SENT]: () => {
        api.answer({ [ONE]: { body: adminOrder({ ...paid, parcel: other }) } });
        return refusal('Thông tin gửi hàng vừa được thay đổi ở nơi khác.');
      },
    });
    open('/admin/orders/31');
    await press('Sửa');
    expect(dialog().getByText(/không nhận thêm email/)).toBeVisible();
    expect(code()).toHaveValue('GAX4KD7B');
    await userEvent.clear(code());
    await userEvent.type(code(), 'GAX4KD70');
    await save();
    expect(await dialog().findByText('Thông tin gửi hàng vừa được thay đổi ở nơi khác.')).toBeVisible();
    expect(code()).toHaveValue('GAX4KD70');
    await api.answered();
    await save();
    await waitFor(() => expect(api.to(SENT)).toHaveLength(2));
    expect(api.to(SENT)[1]?.body).toEqual({ carrier: 'ghn', tracking_code: 'GAX4KD70', was: GHN });
    await api.answered();
  });

  test('is taken back after a confirmation that says what becomes of an unpaid order', async () => {
    const inCash = { paymentMethod: 'COD' } as const;
    api.answer({
      [ONE]: { body: adminOrder({ ...inCash, parcel: parcel() }) },
      [UNSENT]: () => {
        api.answer({ [ONE]: { body: adminOrder(inCash) } });
        return { body: adminOrder(inCash) };
      },
    });
    open('/admin/orders/31');
    await screen.findByRole('heading', { name: 'Kiện hàng' });
    // Its goods are not in the shop.
    expect(screen.queryByRole('button', { name: 'Hủy đơn hàng' })).toBeNull();
    await press('Xóa');
    expect(dialog().getByText(/tự hủy khi quá hạn thanh toán/)).toBeVisible();
    expect(api.to(UNSENT)).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Xóa' }));
    expect(await screen.findByText('Đơn hàng #31 trở lại trạng thái chưa gửi.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Kiện hàng' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Gửi hàng' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hủy đơn hàng' })).toBeVisible();
  });

  test('of a refunded order comes back to stock or arrives, and changes no more', async () => {
    const refunded = { ...paid, isRefunded: true, status: 'refunded' } as const;
    api.answer({ [ONE]: { body: adminOrder({ ...refunded, parcel: parcel() }) } });
    open('/admin/orders/31');
    await screen.findByRole('heading', { name: 'Kiện hàng' });
    expect(screen.queryByRole('button', { name: 'Sửa' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Đánh dấu đã giao' })).toBeVisible();
    await press('Xóa');
    expect(dialog().getByText(/hàng trở lại kho và được bán tiếp ngay/)).toBeVisible();
  });

  test('stays with a delivered order, and changes no more', async () => {
    const delivered = { ...paid, status: 'delivered', isDelivered: true, deliveredAt: PAID_AT } as const;
    api.answer({ [ONE]: { body: adminOrder({ ...delivered, parcel: parcel() }) } });
    open('/admin/orders/31');
    await screen.findByRole('heading', { name: 'Kiện hàng' });
    for (const name of ['Sửa', 'Xóa', 'Gửi hàng']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    ['unpaid', {}],
    ['cancelled', { isCancelled: true, status: 'cancelled' }],
    ['refunded', { ...paid, isRefunded: true, status: 'refunded' }],
    [
      'asked to be refunded',
      {
        ...paid,
        refund_request: {
          id: 4,
          reason: 'Chật',
          isApproved: null,
          createdAt: PAID_AT,
          decidedAt: null,
          decision_reason: null,
        },
      },
    ],
  ] as const)('is not recorded for an order that is %s', async (_, state) => {
    api.answer({ [ONE]: { body: adminOrder(state) } });
    open('/admin/orders/31');
    await screen.findByText('1 Tràng Tiền');
    expect(screen.queryByRole('button', { name: 'Gửi hàng' })).toBeNull();
  });
});

describe('a packing slip', () => {
  const shippingAddress = { ...order().shippingAddress, receiver: 'Chị Lan', phone: '0909 333 777' };

  test('has shop, receiver, goods and a barcode, and prices only on request', async () => {
    const print = jest.fn();
    window.print = print;
    api.answer({ [ONE]: { body: adminOrder({ ...paid, shippingAddress }) } });
    open('/admin/orders/31/slip');
    const slip = within(await screen.findByRole('article'));
    expect(slip.getByText('MAY Huế')).toBeVisible();
    expect(slip.getByText('1900 1234 · hue@example.com')).toBeVisible();
    expect(slip.getByRole('group')).toHaveTextContent('Chị Lan · 0909 333 7771 Tràng TiềnHà Nội, 10000, Việt Nam');
    expect(slip.getByRole('img', { name: 'Mã vạch của số 31' })).toBeVisible();
    expect(slip.getByRole('row', { name: /Áo thun.*1/ })).toBeVisible();
    expect(slip.queryByText(/VND/)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'In cả giá' }));
    expect(slip.getByText('157.500 VND')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'In' }));
    expect(print).toHaveBeenCalled();
    expect(screen.queryByText(/Đừng gửi hàng đi/)).toBeNull();
  });

  test('of an unpaid order shows a warning', async () => {
    api.answer({ [ONE]: { body: adminOrder() } });
    open('/admin/orders/31/slip');
    expect(await screen.findByText(/chưa được thanh toán\. Đừng gửi hàng đi/)).toBeVisible();
  });

  test('of an order whose refund request nobody has decided is marked on screen and on paper', async () => {
    const refund_request = {
      id: 4,
      reason: 'Chật',
      isApproved: null,
      createdAt: PAID_AT,
      decidedAt: null,
      decision_reason: null,
    };
    api.answer({ [ONE]: { body: adminOrder({ ...paid, refund_request }) } });
    open('/admin/orders/31/slip');
    expect(await screen.findByText(/đang có yêu cầu hoàn tiền chờ duyệt\. Đừng gửi hàng đi/)).toBeVisible();
    expect(within(screen.getByRole('article')).getByText(/^Đang có yêu cầu hoàn tiền chờ duyệt/)).toBeVisible();
  });

  test('its barcode follows ISO/IEC 16388', () => {
    const { bars, width } = barsOf(7);
    // *7*: narrow is 1, wide 3, gaps between signs 1, light of 10 on both sides.
    const drawn = Array.from({ length: width }, (_, x) =>
      bars.some((bar) => x >= bar.x && x < bar.x + bar.width) ? '█' : ' ',
    ).join('');
    const star = '█   █ ███ ███ █';
    expect(drawn).toBe(`${' '.repeat(10)}${star} █ █   █ ███ ███ ${star}${' '.repeat(10)}`);
  });
});
