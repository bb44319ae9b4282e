import { Link } from '@remix-run/react';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TEXTS } from 'contract/rules';
import { signOut } from '~/api/account/session';
import * as logout from '~/routes/account/logout/route';
import * as cart from '~/routes/checkout/cart/route';
import * as confirmation from '~/routes/checkout/confirmation/route';
import type { CardFormProps } from '~/features/checkout/card/card-field';
import * as orderPage from '~/routes/checkout/order/route';
import { reportClick } from '~/features/search-events/search-events';
import { BROKEN, fakeApi } from '../../support/api';
import { order, parcel, product, signedIn, wallet } from '../../support/given';
import { doublePress, isAt, openShop, press } from '../../support/shop-pages';

/** The provider's form has a test of its own; here it says what it would say of each error, and charges at a press. */
jest.mock('~/features/checkout/card/card-field', () => ({
  __esModule: true,
  default: ({ label, texts, afterDecline, onCharged, onCancel }: CardFormProps) => (
    <>
      <p>{afterDecline}</p>
      {['card_error', 'validation_error', 'api_error'].map((type) => (
        <p key={type}>{texts.refused({ type, message: `said of ${type}` } as Parameters<typeof texts.refused>[0])}</p>
      ))}
      <p>{texts.unsuccessful}</p>
      <button onClick={() => onCharged('pi_1')}>{label}</button>
      <button onClick={onCancel}>Hủy</button>
    </>
  ),
}));

let api: ReturnType<typeof fakeApi>;
const pages = { 'orders/:id': orderPage, confirmation };

beforeEach(() => {
  signedIn();
  api = fakeApi({
    'GET /api/orders/31/': { body: order() },
    'GET /api/paybox/wallet/': { body: wallet() },
    'POST /auth/jwt/logout/': { status: 204 },
  });
});

describe('an order', () => {
  test('an unpaid order offers wallet and card, the wallet first, and becomes paid in place', async () => {
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Chờ thanh toán')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
    api.answer({
      'POST /api/paybox/payment/': { body: { detail: 'Thanh toán thành công!' } },
      'GET /api/orders/31/': { body: order({ status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' }) },
    });
    await press('Thanh toán 157.500 VND bằng ví Paybox');
    expect(await screen.findByText('Thanh toán thành công!')).toBeVisible();
    expect(await screen.findByText('Đã thanh toán lúc 31/01/2026 16:30')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('a search that led to what was bought is reported once the order is paid', async () => {
    reportClick('áo', 5);
    api.answer({ 'POST /api/search/events/': { status: 204 } });
    openShop(pages, '/orders/31');
    await screen.findByText('Chờ thanh toán');
    expect(api.to('POST /api/search/events/')).toEqual([]);
    api.answer({
      'POST /api/paybox/payment/': { body: { detail: 'Thanh toán thành công!' } },
      'GET /api/orders/31/': { body: order({ status: 'paid', isPaid: true }) },
    });
    await press('Thanh toán 157.500 VND bằng ví Paybox');
    await waitFor(() =>
      expect(api.to('POST /api/search/events/').map(({ body }) => body)).toEqual([
        { type: 'purchase', keyword: 'áo', product: 5 },
      ]),
    );
  });

  test.each([
    ['is not answered', 'unreachable' as const],
    ['breaks down', BROKEN],
  ])('a wallet payment that %s shows why it failed', async (_, reply) => {
    api.answer({ 'POST /api/paybox/payment/': reply });
    openShop(pages, '/orders/31');
    await press('Thanh toán 157.500 VND bằng ví Paybox');
    expect(await screen.findByText('Không thể thanh toán bằng ví Paybox')).toBeVisible();
    api.answer({ 'POST /api/paybox/payment/': { status: 400, body: { detail: 'Số dư ví không đủ!' } } });
    await press('Thanh toán lại 157.500 VND bằng ví Paybox');
    expect(await screen.findByText('Số dư ví không đủ!')).toBeVisible();
  });

  test('a wallet pays once by a double press: the second would be told that the order is paid', async () => {
    openShop(pages, '/orders/31');
    const button = await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng ví Paybox' });
    api.answer({ 'POST /api/paybox/payment/': { body: { detail: 'Thanh toán thành công!' } } });
    doublePress(button);
    expect(await screen.findByText('Thanh toán thành công!')).toBeVisible();
    expect(api.to('POST /api/paybox/payment/')).toHaveLength(1);
  });

  test('an order cannot be paid from a wallet with too low a balance', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 0 }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng ví Paybox' })).toBeDisabled();
    expect(screen.getByText(/Số dư ví không đủ! Còn thiếu 157.500 VND/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nạp tiền vào ví' })).toHaveAttribute(
      'href',
      '/paybox?tab=deposit&amount=158000&order=31',
    );
  });

  test('a debt counts as missing too: the next deposit pays it first', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 10_000, owed: 35_000 }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(/Còn thiếu 182.500 VND/)).toBeVisible();
    expect(screen.getByText(/Bạn còn nợ 35.000 VND.*trả về thẻ.*trả khoản này trước/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nạp tiền vào ví' })).toHaveAttribute(
      'href',
      '/paybox?tab=deposit&amount=183000&order=31',
    );
  });

  test('a wallet with enough balance pays an order despite a debt', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 157_500, owed: 35_000 }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng ví Paybox' })).toBeEnabled();
    expect(screen.queryByText(/Còn thiếu|còn nợ/)).toBeNull();
  });

  test('an order is paid by card in place, and the payment is confirmed', async () => {
    api.answer({
      'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } },
      'POST /api/orders/31/pay/': { body: { detail: 'Thanh toán thành công!' } },
    });
    openShop(pages, '/orders/31');
    await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press('Nhập thẻ · 157.500 VND');
    for (const text of ['said of card_error', 'said of validation_error', 'An unexpected error occurred.']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByText('Payment was not successful!')).toBeVisible();
    await press('Thanh toán 157.500 VND bằng thẻ');
    await isAt('/confirmation?id=31&success=true&payment_intent=pi_1');
    expect(api.to('POST /api/orders/31/pay/')[0]?.body).toEqual({ payment_intent: 'pi_1' });
  });

  test.each([
    [
      'the payment window',
      {},
      'Bạn có thể thử thẻ khác, trả bằng ví Paybox, hoặc trả sau: hàng được giữ cho bạn đến 01/02/2026 16:30.',
    ],
    ['the window of cash', { paymentMethod: 'COD' }, /hàng được giữ cho bạn đến 07\/02\/2026 16:30\.$/],
    ['no window once delivered', { paymentMethod: 'COD', isDelivered: true }, /hoặc trả sau\.$/],
  ] as const)('a declined card leaves other ways to pay, within %s', async (_, changed, sentence) => {
    api.answer({
      'GET /api/orders/31/': { body: order({ createdAt: '2026-01-31T09:30:00.000Z', ...changed }) },
      'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } },
    });
    openShop(pages, '/orders/31');
    await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press('Nhập thẻ · 157.500 VND');
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test('an order that was paid is bought again with one press, one to be paid is not', async () => {
    openShop({ ...pages, cart }, '/orders/31');
    expect(await screen.findByText('Chờ thanh toán')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mua lại' })).toBeNull();
    cleanup();
    api.answer({
      'GET /api/orders/31/': { body: order({ status: 'paid', isPaid: true }) },
      'GET /api/products/5/': { body: product() },
    });
    openShop({ ...pages, cart }, '/orders/31');
    await press('Mua lại');
    await isAt('/cart');
    expect(await screen.findByRole('link', { name: 'Áo thun' })).toBeVisible();
  });

  test('of an order that nothing is left of, the products are named and the page stays', async () => {
    const { orderItems } = order();
    const lines = ['Áo', 'Váy', 'Mũ', 'Khăn', 'Tất'].map((productName) => ({ ...orderItems[0]!, productName }));
    api.answer({
      'GET /api/orders/31/': { body: order({ status: 'paid', isPaid: true, orderItems: lines }) },
      'GET /api/products/5/': { status: 404, body: { detail: 'Không tìm thấy sản phẩm.' } },
    });
    openShop({ ...pages, cart }, '/orders/31');
    await press('Mua lại');
    const gone = ['Áo', 'Váy', 'Mũ'].map((name) => `${name} (không còn bán)`).join(', ');
    expect(await screen.findByText(`Chưa thêm được sản phẩm nào: ${gone}, 2 sản phẩm khác.`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mua lại' })).toBeEnabled();
  });

  test('an order that is to be paid now says until when it holds its goods', async () => {
    api.answer({ 'GET /api/orders/31/': { body: order({ createdAt: '2026-01-31T09:30:00.000Z' }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(/^Hàng được giữ cho bạn đến/)).toHaveTextContent(
      'Hàng được giữ cho bạn đến 01/02/2026 16:30. Đơn chưa thanh toán khi đó sẽ tự hủy.',
    );
  });

  test.each(['cash', 'a delivered order'])('%s is not to be paid by a time', async (kind) => {
    const changed = kind === 'cash' ? { paymentMethod: 'COD' as const } : { isDelivered: true };
    api.answer({ 'GET /api/orders/31/': { body: order(changed) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
    expect(screen.queryByText(/^Hàng được giữ cho bạn đến/)).toBeNull();
  });

  test('an order placed for card payment opens the card form with one press', async () => {
    api.answer({ 'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Bạn đã chọn thẻ')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
    await press('Nhập thẻ');
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' })).toBeChecked();
    expect(screen.queryByText('Bạn đã chọn thẻ')).toBeNull();
    expect(api.to('POST /api/stripe-payment/')).toHaveLength(1);
  });

  test.each([
    ['has too little', { body: wallet({ balance: 0 }) }],
    ['is locked', { body: wallet({ is_active: false }) }],
    ['did not load', BROKEN],
  ])('an order placed for card payment whose wallet %s leads to the card', async (_, reply) => {
    api.answer({
      'GET /api/paybox/wallet/': reply,
      'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } },
    });
    openShop(pages, '/orders/31');
    const card = await screen.findByRole('button', { name: /^Nhập thẻ/ });
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
    expect(card.closest('[data-buy-bar]')).not.toBeNull();
    expect(screen.getByRole('button', { name: /bằng ví Paybox/ }).closest('[data-buy-bar]')).toBeNull();
    await userEvent.click(card);
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' })).toBeVisible();
  });

  test('the bar of a phone has the total and the button only, not what went wrong', async () => {
    api.answer({ 'POST /api/paybox/payment/': BROKEN, 'POST /api/stripe-payment/': BROKEN });
    openShop(pages, '/orders/31');
    await press('Thanh toán 157.500 VND bằng ví Paybox');
    expect((await screen.findByRole('alert')).closest('[data-buy-bar]')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press('Nhập thẻ · 157.500 VND');
    expect((await screen.findByRole('alert')).closest('[data-buy-bar]')).toBeNull();
  });

  test('an order placed for the wallet does not say that card was chosen', async () => {
    api.answer({ 'GET /api/orders/31/': { body: order({ paymentMethod: 'Paybox' }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng ví Paybox' })).toBeVisible();
    expect(screen.queryByText('Bạn đã chọn thẻ')).toBeNull();
  });

  test.each([
    ['a provider that is down', { status: 503, body: { detail: TEXTS.unavailable } }],
    ['a breakdown', BROKEN],
  ])('a card payment that fails to start for %s shows the error and can be retried', async (_, reply) => {
    api.answer({ 'POST /api/stripe-payment/': reply });
    openShop(pages, '/orders/31');
    await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press('Nhập thẻ · 157.500 VND');
    expect(await screen.findByText('Could not initialize payment...')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nhập thẻ · 157.500 VND' })).toBeEnabled();
  });

  test.each([
    ['of the notice', 'Nhập thẻ', false],
    ['of the card', 'Nhập thẻ · 157.500 VND', true],
  ])('the focus follows the button %s into the card form, and returns to the choice', async (_, button, isChosen) => {
    api.answer({ 'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } } });
    openShop(pages, '/orders/31');
    if (isChosen) await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press(button);
    await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Thẻ tín dụng/ghi nợ' })).toHaveFocus());
    await press('Hủy');
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
  });

  test('a card payment that fails to start leaves the focus beside what went wrong', async () => {
    api.answer({ 'POST /api/stripe-payment/': BROKEN });
    openShop(pages, '/orders/31');
    await press('Nhập thẻ');
    expect(await screen.findByText('Could not initialize payment...')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Thẻ tín dụng/ghi nợ' })).toHaveFocus();
  });

  test('whoever goes through the ways to pay by arrow keys stays there, also beside an open card form', async () => {
    api.answer({ 'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } } });
    openShop(pages, '/orders/31');
    await press('Nhập thẻ');
    await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' });
    await userEvent.click(screen.getByRole('radio', { name: 'Ví Paybox' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' })).toHaveFocus();
  });

  test('an open card form is not that of the order which a link leads to', async () => {
    api.answer({
      'GET /api/orders/32/': { body: order({ id: 32, totalPrice: 99_000 }) },
      'POST /api/stripe-payment/': { body: { clientSecret: 'pi_1_secret_x' } },
    });
    const WithLink = () => (
      <>
        <Link to="/orders/32">Đơn kia</Link>
        <orderPage.default />
      </>
    );
    openShop({ 'orders/:id': { ...orderPage, default: WithLink } }, '/orders/31');
    await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press('Nhập thẻ · 157.500 VND');
    await screen.findByRole('button', { name: 'Thanh toán 157.500 VND bằng thẻ' });
    await userEvent.click(screen.getByRole('link', { name: 'Đơn kia' }));
    expect(await screen.findByText('Đơn hàng #32', { selector: 'h1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Thanh toán [\d.]+ VND bằng thẻ$/ })).toBeNull();
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeChecked();
  });

  test('a card button without its settings loads them again', async () => {
    let settings: object | null = null;
    openShop(pages, '/orders/31', () => settings);
    await userEvent.click(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    expect(screen.getByRole('button', { name: 'Nhập thẻ · 157.500 VND' })).toBeDisabled();
    settings = {};
    await press('Thử lại');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Nhập thẻ · 157.500 VND' })).toBeEnabled());
    expect(screen.queryByText('Could not initialize payment...')).toBeNull();
  });

  test('an unpaid order can be cancelled after a confirmation', async () => {
    api.answer({ 'POST /api/orders/31/cancel/': { body: order({ status: 'cancelled', isCancelled: true }) } });
    openShop(pages, '/orders/31');
    await press('Hủy đơn hàng');
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.to('POST /api/orders/31/cancel/')).toEqual([]);
    api.answer({ 'GET /api/orders/31/': { body: order({ status: 'cancelled', isCancelled: true }) } });
    await userEvent.click(dialog.getByRole('button', { name: 'Hủy đơn hàng' }));
    expect(await screen.findByText('Đã hủy')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('an order is cancelled once by a double press: the second would be refused', async () => {
    api.answer({ 'POST /api/orders/31/cancel/': { body: order({ status: 'cancelled', isCancelled: true }) } });
    openShop(pages, '/orders/31');
    await press('Hủy đơn hàng');
    const button = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hủy đơn hàng' });
    doublePress(button);
    await api.answered();
    expect(api.to('POST /api/orders/31/cancel/')).toHaveLength(1);
  });

  test('an order that is being cancelled cannot be kept any more', async () => {
    api.answer({ 'POST /api/orders/31/cancel/': () => new Promise(() => {}) });
    openShop(pages, '/orders/31');
    await press('Hủy đơn hàng');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Hủy đơn hàng' }));
    expect(dialog.getByRole('button', { name: 'Giữ lại' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Đóng' })).toBeDisabled();
  });

  test("an order shows its coupon's discount", async () => {
    api.answer({
      'GET /api/orders/31/': { body: order({ discount: 50_000, coupon_code: 'TET', totalPrice: 107_500 }) },
    });
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Giảm giá (TET)')).toBeVisible();
    expect(screen.getByText('−50.000 VND')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Thanh toán 107.500 VND bằng ví Paybox' })).toBeEnabled();
  });

  test("a cancelled order cannot be paid and shows the shop's note", async () => {
    const notice = 'Đơn hàng đã hủy nhưng thẻ vẫn bị trừ tiền: 157.500 VND đã được cộng vào ví của bạn.';
    const cancelled = order({ status: 'cancelled', isCancelled: true, coupon_code: 'TET', notice });
    api.answer({ 'GET /api/orders/31/': { body: cancelled } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(notice)).toBeVisible();
    expect(
      screen.getByText('Đơn hàng đã được hủy. Hàng giữ cho đơn đã trở về kho; lượt dùng mã giảm giá TET được trả lại.'),
    ).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeNull();
  });

  test('the timeline tells when an order was cancelled', async () => {
    const cancelledAt = '2026-02-01T02:00:00.000Z';
    api.answer({ 'GET /api/orders/31/': { body: order({ status: 'cancelled', isCancelled: true, cancelledAt }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Hủy đơn hàng')).toHaveTextContent('Hủy đơn hàng01/02/2026 09:00');
    expect(screen.queryByText(/Dự kiến giao|dự kiến nhận/)).toBeNull();
  });

  test.each([
    [
      'Stripe',
      /^Đơn hàng đã tự hủy vì chưa được thanh toán trong thời hạn\. Hàng .* bạn có thể đặt lại bất cứ lúc nào\.$/,
    ],
    ['COD', /^Đơn hàng đã tự hủy vì quá thời hạn mà chưa được gửi đi\. Hàng /],
  ] as const)('an order by %s that expired says why it ended', async (paymentMethod, sentence) => {
    const cancelledAt = '2026-02-01T02:00:00.000Z';
    const expired = order({ status: 'cancelled', isCancelled: true, isExpired: true, cancelledAt, paymentMethod });
    api.answer({ 'GET /api/orders/31/': { body: expired } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText('Tự hủy vì quá thời hạn')).toBeVisible();
  });

  test('an order that the shop cancelled shows the reason', async () => {
    const cancelled = order({ status: 'cancelled', isCancelled: true, cancel_reason: 'Hết vải đỏ' });
    api.answer({ 'GET /api/orders/31/': { body: cancelled } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(/^Cửa hàng đã hủy đơn hàng này\. Hàng giữ cho đơn đã trở về kho\./)).toBeVisible();
    expect(screen.getByText('Lý do: Hết vải đỏ')).toBeVisible();
  });

  test.each([
    [403, 'Không có quyền truy cập'],
    [204, 'Không tìm thấy thông tin ví'],
  ])('a wallet request that answers %i shows %s and a retry', async (status, sentence) => {
    api.answer({ 'GET /api/paybox/wallet/': { status } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText(sentence)).toBeVisible();
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet() } });
    await press('Thử lại');
    expect(await screen.findByText('500.000 VND')).toBeVisible();
  });

  test('with a locked wallet an order can be paid by card only', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ is_active: false }) } });
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Ví đang tạm khóa. Vui lòng liên hệ cửa hàng để mở khóa.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Thanh toán 157.500 VND bằng ví Paybox' })).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    expect(screen.getByRole('button', { name: 'Nhập thẻ · 157.500 VND' })).toBeEnabled();
  });

  test('the order of another shopper is not found', async () => {
    api.answer({ 'GET /api/orders/31/': { status: 404, body: { detail: 'Không tìm thấy đơn hàng.' } } });
    openShop(pages, '/orders/31').unmount();
    openShop(pages, '/orders/31');
    expect(await screen.findByText('Không tìm thấy đơn hàng.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Xem đơn hàng của tôi' })).toHaveAttribute('href', '/profile?tab=orders');
    expect(screen.queryByText(/ngừng bán/)).toBeNull();
  });

  test.each([
    ['has no answer', 'unreachable' as const],
    ['breaks down', BROKEN],
  ])('an order whose request %s can be loaded again', async (_, reply) => {
    api.answer({ 'GET /api/orders/31/': reply });
    openShop(pages, '/orders/31');
    const retry = await screen.findByRole('link', { name: 'Thử lại' });
    expect(screen.getByText('Đã xảy ra lỗi khi tải đơn hàng.')).toBeVisible();
    api.answer({ 'GET /api/orders/31/': { body: order() } });
    await userEvent.click(retry);
    expect(await screen.findByText('Chờ thanh toán')).toBeVisible();
  });

  test('an answer of 403 ends the session', async () => {
    api.answer({ 'GET /api/orders/31/': { status: 403, body: { detail: 'Tài khoản đã bị khóa' } } });
    openShop(pages, '/orders/31');
    await isAt('/login?redirect=/orders/31');
    expect(localStorage.getItem('authTokens')).toBeNull();
  });
});

describe('a sent order', () => {
  const paid = { status: 'paid', isPaid: true, paidAt: '2026-01-31T10:00:00.000Z' } as const;
  const show = (changed: Parameters<typeof order>[0], path = '/orders/31') => {
    api.answer({ 'GET /api/orders/31/': { body: order(changed) } });
    openShop(pages, path);
  };
  const section = async () =>
    within((await screen.findByRole('heading', { name: 'Kiện hàng' })).parentElement as HTMLElement);
  const follow = /^Theo dõi kiện hàng/;

  test.each(['/orders/31', '/confirmation?id=31'])(
    '%s names carrier and code, and leads to the parcel',
    async (path) => {
      show({ ...paid, parcel: parcel() }, path);
      const shown = await section();
      expect(shown.getByText(/^Gửi bởi/)).toHaveTextContent('Gửi bởi GHN, mã vận đơn GAX4KD7B');
      expect(shown.getByText('Gửi lúc 01/02/2026 15:40')).toBeVisible();
      const link = shown.getByRole('link', { name: 'Theo dõi kiện hàng (mở trang của GHN)' });
      expect(link).toHaveAttribute('href', 'https://donhang.ghn.vn/?order_code=GAX4KD7B');
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
      expect(shown.queryByText(/^Sao chép mã, /)).toBeNull();
    },
  );

  test('its code can be copied', async () => {
    const user = userEvent.setup();
    show({ ...paid, parcel: parcel() });
    await user.click((await section()).getByRole('button', { name: 'Sao chép mã vận đơn' }));
    expect(await navigator.clipboard.readText()).toBe('GAX4KD7B');
    expect(screen.getByText('Đã sao chép')).toBeVisible();
    expect(screen.getByText('Đã sao chép mã vận đơn')).toHaveAttribute('role', 'status');
  });

  test('says where the code is typed, if the page of the carrier does not know it', async () => {
    const tracking_url = 'https://viettelpost.com.vn/tra-cuu-hanh-trinh-don/';
    show({ ...paid, parcel: parcel({ carrier: 'viettel_post', tracking_url }) });
    const shown = await section();
    expect(shown.getByRole('link', { name: follow })).toHaveAttribute('href', tracking_url);
    expect(shown.getByText('Sao chép mã, rồi nhập ở trang của Viettel Post.')).toBeVisible();
  });

  test('has no link with another carrier', async () => {
    show({ ...paid, parcel: parcel({ carrier: 'other', tracking_url: null }) });
    const shown = await section();
    expect(shown.getByText(/^Đã gửi/)).toHaveTextContent('Đã gửi, mã vận đơn GAX4KD7B');
    expect(shown.queryByRole('link')).toBeNull();
  });

  test('is on its way, with the time in its timeline', async () => {
    show({ ...paid, parcel: parcel() });
    expect(await screen.findByText('Hàng đang trên đường đến bạn')).toBeVisible();
    const steps = within(screen.getByRole('heading', { name: 'Tiến trình' }).parentElement as HTMLElement);
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Đặt hàng31/01/2026 16:30',
      'Thanh toán31/01/2026 17:00',
      'Gửi hàng01/02/2026 15:40',
      'Giao hàng (chưa xong)',
    ]);
  });

  test('cannot be cancelled though it is unpaid', async () => {
    show({ paymentMethod: 'COD', parcel: parcel() });
    await section();
    expect(screen.queryByRole('button', { name: 'Hủy đơn hàng' })).toBeNull();
  });

  test('an order that is not sent has no parcel', async () => {
    show(paid);
    expect(await screen.findByText('Chưa giao hàng')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Kiện hàng' })).toBeNull();
  });
});

test.each([
  ['paid', order({ status: 'paid', isPaid: true, paidAt: '2026-02-01T02:00:00.000Z' })],
  ['cancelled', order({ status: 'cancelled', isCancelled: true })],
])('an order that is %s does not wait for the wallet', async (_, shown) => {
  api.answer({ 'GET /api/orders/31/': { body: shown }, 'GET /api/paybox/wallet/': () => new Promise(() => {}) });
  openShop(pages, '/orders/31');
  expect(await screen.findByRole('heading', { level: 1, name: 'Đơn hàng #31' })).toBeVisible();
  expect(api.to('GET /api/paybox/wallet/')).toEqual([]);
});

describe('a refund', () => {
  const PAID_AT = '2026-02-01T02:00:00.000Z';
  const ASKED_AT = '2026-02-03T02:00:00.000Z';
  const DECIDED_AT = '2026-02-04T02:00:00.000Z';
  const POST = 'POST /api/paybox/refund-request/';
  const paid = (changed: Parameters<typeof order>[0] = {}) =>
    order({ status: 'paid', isPaid: true, paidAt: PAID_AT, ...changed });
  const withRefundRequest = (isApproved: boolean | null, changed: Parameters<typeof order>[0] = {}) =>
    paid({
      refund_request: {
        id: 4,
        reason: 'Áo quá chật',
        isApproved,
        createdAt: ASKED_AT,
        decidedAt: isApproved === null ? null : DECIDED_AT,
        decision_reason: null,
      },
      ...changed,
    });
  const show = (body: ReturnType<typeof order>) => {
    api.answer({ 'GET /api/orders/31/': { body } });
    openShop(pages, '/orders/31');
  };
  const reason = () => screen.findByLabelText(/^Lý do hoàn tiền/);
  const steps = async () => {
    const section = (await screen.findByRole('heading', { name: 'Tiến trình' })).parentElement as HTMLElement;
    return within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };

  test('a refund is requested once with a reason and is then pending', async () => {
    show(paid());
    await press('Yêu cầu hoàn tiền');
    expect(await reason()).toHaveFocus();
    await userEvent.type(await reason(), '  Áo quá chật ');
    api.answer({ [POST]: { status: 201, body: { id: 4 } }, 'GET /api/orders/31/': { body: withRefundRequest(null) } });
    await press('Gửi yêu cầu');
    expect(await screen.findByText('Yêu cầu hoàn tiền đã được gửi!')).toBeVisible();
    expect(await screen.findByText('Yêu cầu hoàn tiền gửi lúc 03/02/2026 09:00 đang chờ duyệt.')).toBeVisible();
    expect(document.activeElement).toHaveTextContent(/^Yêu cầu hoàn tiền gửi lúc/);
    expect(screen.queryByRole('button', { name: /hoàn tiền|yêu cầu/i })).toBeNull();
    const [call] = api.to(POST);
    expect(call?.body).toEqual({ order_id: 31, reason: 'Áo quá chật' });
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^\w{32}$/);
  });

  test('a refund is requested once by a double press: the second would be told that there is a request', async () => {
    show(paid());
    await press('Yêu cầu hoàn tiền');
    await userEvent.type(await reason(), 'Áo quá chật');
    api.answer({ [POST]: { status: 201, body: { id: 4 } }, 'GET /api/orders/31/': { body: withRefundRequest(null) } });
    const button = screen.getByRole('button', { name: 'Gửi yêu cầu' });
    doublePress(button);
    expect(await screen.findByText('Yêu cầu hoàn tiền đã được gửi!')).toBeVisible();
    expect(api.to(POST)).toHaveLength(1);
  });

  test('a refund request without a reason is not sent', async () => {
    show(paid());
    await press('Yêu cầu hoàn tiền');
    await userEvent.type(await reason(), '   ');
    await press('Gửi yêu cầu');
    expect(await screen.findByText('Vui lòng nhập lý do hoàn tiền!')).toBeVisible();
    expect(await reason()).toBeInvalid();
    expect(api.to(POST)).toEqual([]);
  });

  test.each([
    ['a reason', { status: 409, body: { error: 'Đơn hàng đã có yêu cầu hoàn tiền.' } }, /^Đơn hàng đã có/],
    ['no reason', BROKEN, /^Không thể gửi yêu cầu hoàn tiền\.$/],
  ])('a refund request that fails with %s shows a message and keeps what was typed', async (_, reply, sentence) => {
    show(paid());
    await press('Yêu cầu hoàn tiền');
    await userEvent.type(await reason(), 'Áo quá chật');
    api.answer({ [POST]: reply });
    await press('Gửi yêu cầu');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await reason()).toHaveValue('Áo quá chật');
    await press('Để sau');
    expect(screen.getByRole('button', { name: 'Yêu cầu hoàn tiền' })).toHaveFocus();
    await press('Yêu cầu hoàn tiền');
    expect(await reason()).toHaveValue('Áo quá chật');
  });

  test('a refund requested while the server is unreachable keeps page and reason, and a retry sends the same request', async () => {
    show(paid());
    await press('Yêu cầu hoàn tiền');
    await userEvent.type(await reason(), 'Áo quá chật');
    api.answer({ [POST]: 'unreachable', 'GET /api/orders/31/': 'unreachable' });
    await press('Gửi yêu cầu');
    expect(await screen.findByText('Không thể gửi yêu cầu hoàn tiền.')).toBeVisible();
    expect(await reason()).toHaveValue('Áo quá chật');
    api.answer({ [POST]: { status: 201, body: { id: 4 } }, 'GET /api/orders/31/': { body: withRefundRequest(null) } });
    await press('Gửi yêu cầu');
    expect(await screen.findByText(/đang chờ duyệt\.$/)).toBeVisible();
    const [first, second] = api.to(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  describe('whose reason is typed', () => {
    const type = async () => {
      show(paid());
      await press('Yêu cầu hoàn tiền');
      await userEvent.type(await reason(), 'Áo quá chật');
      cleanup();
    };

    test('is kept until it is sent', async () => {
      await type();
      show(paid());
      expect(await reason()).toHaveValue('Áo quá chật');
      expect(await reason()).not.toHaveFocus();
      api.answer({
        [POST]: { status: 201, body: { id: 4 } },
        'GET /api/orders/31/': { body: withRefundRequest(null) },
      });
      await press('Gửi yêu cầu');
      expect(await screen.findByText(/đang chờ duyệt\.$/)).toBeVisible();
      expect(Object.keys(sessionStorage).filter((key) => key.startsWith('refundReason'))).toEqual([]);
    });

    test('is not shown to another user, nor for another order', async () => {
      await type();
      signedIn({ id: 8, username: 'mai' });
      show(paid());
      expect(await screen.findByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeVisible();
      cleanup();
      signedIn();
      api.answer({ 'GET /api/orders/32/': { body: paid({ id: 32 }) } });
      openShop(pages, '/orders/32');
      expect(await screen.findByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeVisible();
    });

    test('outlives a session that ends, and not a sign-out', async () => {
      await type();
      signOut();
      signedIn();
      show(paid());
      expect(await reason()).toHaveValue('Áo quá chật');
      cleanup();
      openShop({ ...pages, logout }, '/logout');
      await isAt('/login');
      signedIn();
      show(paid());
      expect(await screen.findByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeVisible();
    });
  });

  test('an unpaid order offers no refund', async () => {
    show(order());
    expect(await steps()).toEqual(['Đặt hàng31/01/2026 16:30', 'Thanh toán (chưa xong)', 'Giao hàng (chưa xong)']);
    expect(screen.queryByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeNull();
  });

  test('a rejected refund shows its date and cannot be requested again', async () => {
    show(withRefundRequest(false, { isDelivered: true, deliveredAt: '2026-02-02T02:00:00.000Z', status: 'delivered' }));
    expect(await screen.findByText('Yêu cầu hoàn tiền gửi lúc 03/02/2026 09:00 đã bị từ chối.')).toBeVisible();
    expect(screen.getByText('Áo quá chật', { exact: false })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeNull();
    expect(await steps()).toEqual([
      'Đặt hàng31/01/2026 16:30',
      'Thanh toán01/02/2026 09:00',
      'Giao hàng02/02/2026 09:00',
      'Yêu cầu hoàn tiền03/02/2026 09:00',
      'Yêu cầu hoàn tiền bị từ chối04/02/2026 09:00',
    ]);
  });

  test('a rejected refund shows why, if the shop says so', async () => {
    const request = withRefundRequest(false).refund_request!;
    show(paid({ refund_request: { ...request, decision_reason: 'Áo đã qua sử dụng' } }));
    expect(await screen.findByText('Lý do từ chối: Áo đã qua sử dụng')).toBeVisible();
  });

  test('a refund that the shop began shows the amount and the reason, and none can be requested', async () => {
    const refunded = { status: 'refunded', isRefunded: true, refundedAt: DECIDED_AT } as const;
    show(paid({ ...refunded, refundedToWallet: 157_500, refund_reason: 'Chiếc cuối cùng bị lỗi' }));
    expect(await screen.findByText(/^Đã hoàn 157\.500 VND vào/)).toBeVisible();
    expect(screen.getByText('Chiếc cuối cùng bị lỗi', { exact: false })).toHaveTextContent(
      'Lý do cửa hàng hoàn tiền: Chiếc cuối cùng bị lỗi',
    );
    expect(screen.queryByRole('button', { name: 'Yêu cầu hoàn tiền' })).toBeNull();
    expect((await steps()).at(-1)).toBe('Hoàn tiền04/02/2026 09:00');
  });

  test('a refund that was paid out shows the amount, even when its request was deleted', async () => {
    const refunded = {
      status: 'refunded',
      isRefunded: true,
      refundedAt: DECIDED_AT,
      refundedToWallet: 157_500,
    } as const;
    api.answer({ 'GET /api/orders/31/': { body: withRefundRequest(true, refunded) } });
    const { unmount } = openShop(pages, '/orders/31');
    expect(await screen.findByText(/^Đã hoàn 157\.500 VND vào/)).toBeVisible();
    expect((await steps()).at(-1)).toBe('Duyệt yêu cầu và hoàn tiền04/02/2026 09:00');
    unmount();
    show(paid(refunded));
    expect((await steps()).at(-1)).toBe('Hoàn tiền04/02/2026 09:00');
    expect(await screen.findByText(/^Đã hoàn 157\.500 VND vào/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'ví Paybox' })).toHaveAttribute('href', '/paybox?tab=history');
  });

  test.each([
    [100_000, 57_500, 'Đã hoàn 100.000 VND vào ví Paybox của bạn và 57.500 VND về thẻ.'],
    [0, 157_500, 'Đã hoàn 157.500 VND về thẻ.'],
    [0, 57_500, 'Đã hoàn 57.500 VND về thẻ.'],
    [57_500, 0, 'Đã hoàn 57.500 VND vào ví Paybox của bạn.'],
  ])('the amounts returned to wallet %d and card %d are shown', async (refundedToWallet, refundedToCard, sentence) => {
    show(paid({ status: 'refunded', isRefunded: true, refundedToWallet, refundedToCard }));
    const notice = await screen.findByText(/^Đã hoàn \d/);
    expect(notice).toHaveTextContent(sentence);
  });

  test('a refund that the bank returned to the shop is not shown as paid out', async () => {
    const notice = 'Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại 157.500 VND.';
    show(paid({ status: 'refunded', isRefunded: true, notice }));
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.queryByText(/Đã hoàn \d/)).toBeNull();
  });

  test('the amount of a refund is shown before it is requested', async () => {
    show(paid({ leftToRefund: 57_500 }));
    await press('Yêu cầu hoàn tiền');
    expect(await screen.findByText(/^Tiền \(57\.500 VND\) được hoàn vào ví Paybox/)).toBeVisible();
  });
});

describe('the confirmation', () => {
  const right = '/confirmation?id=31&success=true&payment_intent=pi_1';

  test('a confirmed payment is reported to the order, and its result shown', async () => {
    api.answer({ 'POST /api/orders/31/pay/': { body: { detail: 'Thanh toán thành công!' } } });
    openShop(pages, right);
    expect(await screen.findByRole('heading', { name: 'Thanh toán thành công!' })).toBeVisible();
    expect(api.to('POST /api/orders/31/pay/')[0]?.body).toEqual({ payment_intent: 'pi_1' });
    expect(screen.getByRole('link', { name: 'Xem đơn hàng #31' })).toHaveAttribute('href', '/orders/31');
  });

  test('a confirmed payment shows the order, when it arrives, what happens next, and its invoice', async () => {
    const paid = order({
      status: 'paid',
      isPaid: true,
      paidAt: '2026-01-30T03:00:00.000Z',
      gift_note: 'Chúc mừng!',
      orderItems: [
        { ...order().orderItems[0]!, variant_info: { id: 12, color: 'Đen', size: 'M' }, image: '/media/a/320.webp' },
      ],
    });
    api.answer({
      'POST /api/orders/31/pay/': { body: { detail: 'Thanh toán thành công!' } },
      'GET /api/orders/31/': { body: paid },
    });
    openShop(pages, right, { legal_name: 'Công ty MAY', tax_code: '0100000000', address: '12 Hàng Gai' });
    await screen.findByRole('heading', { name: 'Thanh toán thành công!' });
    const [page, invoice] = [screen.getByRole('main'), await screen.findByRole('article', { hidden: true })];
    for (const text of ['Áo thun', /Đen.*M/, '1 Tràng Tiền', 'Chúc mừng!', 'Đã thanh toán lúc 30/01/2026 10:00']) {
      expect(within(page).getAllByText(text)[0]).toBeInTheDocument();
    }
    expect(page.querySelector('img')).not.toBeNull();
    expect(screen.getByText('Thuế')).toBeVisible();
    // Paid on a Friday morning, two to five working days.
    expect(screen.getAllByText(/thứ Ba 03\/02 – thứ Sáu 06\/02/)[0]).toBeVisible();
    const steps = within(screen.getByRole('heading', { name: 'Tiếp theo' }).parentElement!).getAllByRole('listitem');
    expect(steps[0]).toHaveTextContent('Cửa hàng đã nhận 157.500 VND bằng thẻ lúc 30/01/2026 10:00.');
    expect(steps).toHaveLength(4);
    for (const text of ['Công ty MAY', 'Mã số thuế: 0100000000', 'Đơn hàng #31', 'Thuế (5%)7.500 VND', 'Chúc mừng!']) {
      expect(invoice).toHaveTextContent(text);
    }
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await press('In hóa đơn');
    expect(print).toHaveBeenCalledTimes(1);
  });

  test.each([
    [
      'cash on delivery',
      { paymentMethod: 'COD' },
      'Đặt hàng thành công!',
      'Trả 157.500 VND tiền mặt cho người giao hàng.',
    ],
    [
      'a bank transfer',
      { paymentMethod: 'VietQR' },
      'Đặt hàng thành công! Còn chờ chuyển khoản.',
      'Chuyển 157.500 VND bằng mã QR ở trang đơn hàng, giữ nguyên nội dung.',
    ],
    [
      'the wallet',
      { paymentMethod: 'Paybox', status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' },
      'Thanh toán thành công!',
      'Cửa hàng đã nhận 157.500 VND bằng ví Paybox lúc 31/01/2026 16:30.',
    ],
  ] as const)('an order with %s is confirmed without a payment in the address', async (_, changed, title, step) => {
    api.answer({ 'GET /api/orders/31/': { body: order(changed) } });
    openShop(pages, '/confirmation?id=31');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(step)).toBeVisible();
    expect(api.to('POST /api/orders/31/pay/')).toEqual([]);
  });

  test('the order of another shopper has no confirmation', async () => {
    const gone = { status: 404, body: { detail: 'Không tìm thấy đơn hàng.' } };
    api.answer({ 'POST /api/orders/31/pay/': gone, 'GET /api/orders/31/': gone });
    openShop(pages, right);
    expect(await screen.findByRole('heading', { name: 'Không tìm thấy đơn hàng.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Xem đơn hàng của tôi' })).toHaveAttribute('href', '/profile?tab=orders');
  });

  test('an order that failed to load can be loaded again, and the result of its payment stays', async () => {
    api.answer({
      'POST /api/orders/31/pay/': { body: { detail: 'Thanh toán thành công!' } },
      'GET /api/orders/31/': BROKEN,
    });
    openShop(pages, right);
    expect(await screen.findByRole('heading', { name: 'Thanh toán thành công!' })).toBeVisible();
    expect(screen.getByText(/^Không tải được đơn hàng\./)).toBeVisible();
    api.answer({
      'GET /api/orders/31/': { body: order({ status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' }) },
    });
    await press('Thử lại');
    expect((await screen.findAllByText('1 Tràng Tiền'))[0]).toBeVisible();
  });

  test.each([
    ['a whole order', { refundedToCard: 57_500, refundedToWallet: 100_000 }, true],
    ['a part of it', { refundedToCard: 57_500, refundedToWallet: 0 }, false],
  ])('the invoice says what was refunded of %s', async (_, refunded, isRefunded) => {
    const paid = { isPaid: true, paidAt: '2026-01-30T03:00:00.000Z', ...refunded };
    const ended = { status: 'refunded', isRefunded: true, refundedAt: '2026-02-02T03:00:00.000Z' } as const;
    api.answer({ 'GET /api/orders/31/': { body: order({ status: 'paid', ...paid, ...(isRefunded && ended) }) } });
    openShop(pages, '/confirmation?id=31');
    const invoice = await screen.findByRole('article', { hidden: true });
    expect(invoice).toHaveTextContent('Đã hoàn về thẻ−57.500 VND');
    const [text, wallet] = [invoice.textContent, 'Đã hoàn vào ví Paybox−100.000 VND'];
    expect(text?.replaceAll('\u00a0', ' ').includes(wallet)).toBe(isRefunded);
    expect(text?.includes(', đã hoàn tiền lúc 02/02/2026 10:00.')).toBe(isRefunded);
  });

  test('an order that was not paid has no invoice to print', async () => {
    openShop(pages, '/confirmation?id=31&success=false');
    expect(await screen.findByRole('heading', { name: 'Payment was not successful!' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'In hóa đơn' })).toBeNull();
    expect(screen.queryByRole('article', { hidden: true })).toBeNull();
  });

  test('its skeleton says that it loads', async () => {
    render(<confirmation.HydrateFallback />);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải…');
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  });

  test.each([
    ['/confirmation?id=31', 'Parameters not passed correctly!'],
    ['/confirmation?success=true&payment_intent=pi_1', 'Parameters not passed correctly!'],
    ['/confirmation?id=31&success=true', 'Parameters not passed correctly!'],
    ['/confirmation?id=31&success=false&payment_intent=pi_1', 'Payment was not successful!'],
    [`${right}&redirect_status=failed`, 'Payment was not successful!'],
  ])('an address with %s shows %s and sends no request', async (address, sentence) => {
    openShop(pages, address);
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
    expect(api.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/pay/'))).toEqual([]);
  });

  test('an unknown answer, or none, says so and can be retried', async () => {
    api.answer({ 'POST /api/orders/31/pay/': { body: {} } });
    openShop(pages, right);
    expect(await screen.findByText('Unexpected response format.')).toBeVisible();
    api.answer({ 'POST /api/orders/31/pay/': 'unreachable' });
    await press('Thử lại');
    expect(await screen.findByText('Something went wrong while updating payment status.')).toBeVisible();
    expect(screen.getByText('Bạn cứ bấm “Thử lại”: thẻ không bị trừ tiền hai lần.')).toBeVisible();
    api.answer({ 'POST /api/orders/31/pay/': { body: { detail: 'Thanh toán thành công!' } } });
    await press('Thử lại');
    expect(await screen.findByRole('heading', { name: 'Thanh toán thành công!' })).toBeVisible();
  });
});
