import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as logout from '~/routes/account/logout/route';
import * as cartPage from '~/routes/checkout/cart/route';
import * as payment from '~/routes/checkout/payment/route';
import * as placeOrder from '~/routes/checkout/place-order/route';
import * as shipping from '~/routes/checkout/shipping/route';
import { cartItems } from '~/features/cart/cart';
import { BROKEN, fakeApi, type Reply } from '../../support/api';
import { product, shopSettings, signedIn, wallet } from '../../support/given';
import { doublePress, isAt, openShop } from '../../support/shop-pages';

const pages = { shipping, payment, placeorder: placeOrder };
const address = { address: '1 Tràng Tiền', city: 'Hà Nội', postalCode: '10000', country: 'Việt Nam' };
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn();
  const line = { id: 5, qty: 1, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
  localStorage.setItem('cartItems', JSON.stringify([line]));
  localStorage.setItem('shippingAddress', JSON.stringify(address));
  api = fakeApi({
    'GET /api/products/5/': { body: product() },
    'GET /auth/users/me/addresses/': { body: [] },
    'GET /api/paybox/wallet/': { body: wallet() },
    'POST /api/placeorder/': { status: 201, body: { id: 31 } },
    'POST /auth/jwt/logout/': { status: 204 },
  });
});

const goOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Tiếp tục' }));

test.each(['/shipping', '/payment', '/placeorder'])('%s redirects guests and administrators', async (path) => {
  signedIn({ isAdmin: true });
  openShop(pages, path);
  await isAt('/admin');
  localStorage.clear();
  openShop(pages, path);
  await isAt(`/login?redirect=${path}`);
});

describe('the payment', () => {
  const byWallet = () => screen.findByRole('radio', { name: 'Ví Paybox' });

  test('the payment page requires an address first', async () => {
    localStorage.removeItem('shippingAddress');
    openShop(pages, '/payment');
    await isAt('/shipping');
  });

  test('card is chosen at first, and the wallet can be chosen when it covers the total', async () => {
    openShop(pages, '/payment');
    expect(await screen.findByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' })).toBeChecked();
    await userEvent.click(await byWallet());
    await goOn();
    await isAt('/placeorder');
    expect(localStorage.getItem('paymentMethod')).toBe('"Paybox"');
  });

  test('a wallet with too low a balance is disabled, and shows the missing amount', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 7_500 }) } });
    openShop(pages, '/payment');
    expect(await byWallet()).toBeDisabled();
    expect(screen.getByText('Còn thiếu 150.000 VND.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nạp tiền vào ví' })).toHaveAttribute(
      'href',
      '/paybox?tab=deposit&amount=150000',
    );
  });

  test('a total that no card can pay disables the card, and another way is chosen', async () => {
    const line = { id: 5, qty: 1, name: 'Áo thun', price: 99_000_000, countInStock: 4, variant_id: null };
    localStorage.setItem('cartItems', JSON.stringify([line]));
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 200_000_000 }) } });
    openShop(pages, '/payment');
    expect(await byWallet()).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' })).toBeDisabled();
    expect(screen.getByText('Mỗi lần thanh toán bằng thẻ tối đa 99.999.999 VND.')).toBeVisible();
  });

  test('a total that nothing can pay goes no further', async () => {
    const line = { id: 5, qty: 1, name: 'Áo thun', price: 99_000_000, countInStock: 4, variant_id: null };
    localStorage.setItem('cartItems', JSON.stringify([line]));
    openShop(pages, '/payment');
    expect(await byWallet()).toBeDisabled();
    await goOn();
    await isAt('/payment');
    expect(localStorage.getItem('paymentMethod')).toBeNull();
  });

  test("a wallet's debt counts as missing too", async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 7_500, owed: 35_000 }) } });
    openShop(pages, '/payment');
    expect(await byWallet()).toBeDisabled();
    expect(screen.getByText('Còn thiếu 185.000 VND.')).toBeVisible();
    expect(screen.getByText(/Bạn còn nợ 35.000 VND.*trả về thẻ.*trả khoản này trước/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nạp tiền vào ví' })).toHaveAttribute(
      'href',
      '/paybox?tab=deposit&amount=185000',
    );
  });

  test('a wallet that is locked or cannot be loaded is disabled', async () => {
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ is_active: false }) } });
    openShop(pages, '/payment').unmount();
    api.answer({ 'GET /api/paybox/wallet/': { status: 403, body: { detail: 'x' } } });
    openShop(pages, '/payment');
    expect(await byWallet()).toBeDisabled();
    expect(screen.getByText(/Không có quyền truy cập/)).toBeVisible();
  });
});

describe('a coupon', () => {
  const CHECK = 'POST /api/coupons/check/';
  const offer = (discount_amount: number) => ({ body: { message: 'Áp dụng mã thành công', discount_amount } });
  const couponField = () => screen.findByLabelText('Mã giảm giá');
  const apply = () => screen.getByRole('button', { name: 'Áp dụng' });
  const kept = () => localStorage.getItem('couponCode');

  test('a coupon is checked against items, shipping and tax, applied and stored, and can be removed', async () => {
    let answer = (_: Reply) => {};
    const reply = new Promise<Reply>((resolve) => (answer = resolve));
    api.answer({ [CHECK]: () => reply });
    openShop(pages, '/payment');
    expect(await couponField()).toHaveValue('');
    expect(apply()).toBeDisabled();
    await userEvent.type(await couponField(), '   ');
    expect(apply()).toBeDisabled();
    await userEvent.type(await couponField(), 'tet {Enter}');
    expect(await screen.findByRole('button', { name: 'Đang kiểm tra' })).toBeDisabled();
    answer(offer(50_000));
    expect(await screen.findByText('Áp dụng mã thành công')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bỏ mã' })).toHaveFocus());
    expect(api.to(CHECK).map(({ body }) => body)).toEqual([{ code: 'tet', total_price: 157_500 }]);
    expect(screen.getAllByText('Giảm giá (tet)')[0]).toBeInTheDocument();
    expect(screen.getAllByText('107.500 VND')[0]).toBeInTheDocument();
    expect(kept()).toBe('"tet"');

    await userEvent.click(screen.getByRole('button', { name: 'Bỏ mã' }));
    expect(screen.getAllByText('157.500 VND')[0]).toBeInTheDocument();
    expect(kept()).toBe('""');
    expect(await couponField()).toHaveValue('');
    expect(await couponField()).toHaveFocus();
    expect(api.to('GET /api/paybox/wallet/')).toHaveLength(1);
  });

  test.each([
    ['with a reason', { detail: 'Mã giảm giá đã hết lượt sử dụng.' }, 'Mã giảm giá đã hết lượt sử dụng.'],
    ['without a reason', undefined, 'Mã giảm giá không hợp lệ hoặc đã hết hạn.'],
  ])('a coupon rejected %s is not applied, and its code stays typed', async (_, body, sentence) => {
    api.answer({ [CHECK]: { status: 400, body } });
    openShop(pages, '/payment');
    await userEvent.type(await couponField(), 'CU');
    await userEvent.click(apply());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await couponField()).toHaveValue('CU');
    expect(await couponField()).toBeInvalid();
    await waitFor(async () => expect(await couponField()).toHaveFocus());
    expect(kept()).toBe('""');
    await userEvent.type(await couponField(), '2');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  test('a coupon that is no longer valid on reload is removed, but its code stays in the field', async () => {
    localStorage.setItem('couponCode', '"TET"');
    api.answer({ [CHECK]: { status: 400, body: { error: 'Mã giảm giá đã hết hạn.' } } });
    openShop(pages, '/payment');
    expect(await screen.findByText('Mã giảm giá đã hết hạn.')).toBeVisible();
    expect(await couponField()).toHaveValue('TET');
    expect(await couponField()).not.toHaveFocus();
    expect(kept()).toBe('""');
    expect(screen.getAllByText('157.500 VND')[0]).toBeInTheDocument();
  });

  test('a coupon that cannot be checked is kept and can be retried', async () => {
    localStorage.setItem('couponCode', '"TET"');
    api.answer({ [CHECK]: 'unreachable' });
    openShop(pages, '/payment');
    expect(await screen.findByText(/^Dịch vụ tạm thời gián đoạn/)).toBeVisible();
    expect(kept()).toBe('"TET"');
    expect(api.to(CHECK)).toHaveLength(1);
    api.answer({ [CHECK]: offer(50_000) });
    await userEvent.click(apply());
    expect(await screen.findByText('Áp dụng mã thành công')).toBeVisible();
  });

  test('a coupon is checked again when the cart changes', async () => {
    localStorage.setItem('couponCode', '"TET"');
    api.answer({ [CHECK]: offer(50_000) });
    openShop(pages, '/payment');
    expect(await screen.findByText('Áp dụng mã thành công')).toBeVisible();
    api.answer({ [CHECK]: offer(60_000) });
    const line = { id: 5, qty: 2, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
    localStorage.setItem('cartItems', JSON.stringify([line]));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' })));
    expect((await screen.findAllByText('255.000 VND'))[0]).toBeInTheDocument();
    expect(api.to(CHECK)[1]?.body).toEqual({ code: 'TET', total_price: 315_000 });
  });

  test('a coupon that is removed while it is checked stays removed', async () => {
    localStorage.setItem('couponCode', '"TET"');
    let answer = (_: Reply) => {};
    const reply = new Promise<Reply>((resolve) => (answer = resolve));
    api.answer({ [CHECK]: () => reply });
    openShop(pages, '/payment');
    await waitFor(() => expect(api.to(CHECK)).toHaveLength(1));
    localStorage.setItem('couponCode', '""');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'couponCode' })));
    answer(offer(50_000));
    await api.answered();
    expect(kept()).toBe('""');
  });

  test('the wallet is compared with the total after the coupon', async () => {
    localStorage.setItem('couponCode', '"TET"');
    api.answer({ 'GET /api/paybox/wallet/': { body: wallet({ balance: 107_500 }) }, [CHECK]: offer(50_000) });
    openShop(pages, '/payment');
    expect(await screen.findByText('Áp dụng mã thành công')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Bỏ mã' }));
    expect(screen.getByRole('radio', { name: 'Ví Paybox' })).toBeDisabled();
    expect(screen.getByText('Còn thiếu 50.000 VND.')).toBeVisible();
  });

  describe('that is typed but not applied', () => {
    const typeAndGoOn = async (code: string) => {
      openShop(pages, '/payment');
      await userEvent.type(await couponField(), code);
      await goOn();
    };

    test('is checked before the shopper goes on, and counts for the order', async () => {
      let answer = (_: Reply) => {};
      const reply = new Promise<Reply>((resolve) => (answer = resolve));
      api.answer({ [CHECK]: () => reply });
      await typeAndGoOn(' TET ');
      await isAt('/payment');
      expect(screen.getByRole('button', { name: 'Tiếp tục' })).toBeDisabled();
      api.answer({ [CHECK]: offer(50_000) });
      answer(offer(50_000));
      await isAt('/placeorder');
      expect(kept()).toBe('"TET"');
      expect(api.to(CHECK).map(({ body }) => body)[0]).toEqual({ code: 'TET', total_price: 157_500 });
    });

    test('is checked once by a double press', async () => {
      api.answer({ [CHECK]: offer(50_000) });
      openShop({ payment, placeorder: { default: () => null } }, '/payment');
      await userEvent.type(await couponField(), 'TET');
      const button = screen.getByRole('button', { name: 'Tiếp tục' });
      doublePress(button);
      await isAt('/placeorder');
      expect(api.to(CHECK)).toHaveLength(1);
    });

    test.each<[string, Reply | 'unreachable', RegExp]>([
      ['refused', { status: 400, body: { error: 'Mã giảm giá đã hết hạn.' } }, /^Mã giảm giá đã hết hạn/],
      ['not checked', 'unreachable', /^Dịch vụ tạm thời gián đoạn/],
    ])('keeps the page with the reason when it is %s, however often it is pressed', async (_, reply, reason) => {
      api.answer({ [CHECK]: reply });
      await typeAndGoOn('CU');
      expect(await screen.findByText(reason)).toBeVisible();
      await waitFor(async () => expect(await couponField()).toHaveFocus());
      await goOn();
      await waitFor(() => expect(api.to(CHECK)).toHaveLength(2));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Tiếp tục' })).toBeEnabled());
      await isAt('/payment');
      expect(kept()).not.toBe('"CU"');
      await userEvent.clear(await couponField());
      await goOn();
      await isAt('/placeorder');
    });

    test('does not go on by itself once another code is typed', async () => {
      let answer = (_: Reply) => {};
      const reply = new Promise<Reply>((resolve) => (answer = resolve));
      api.answer({ [CHECK]: () => reply });
      await typeAndGoOn('TET');
      await userEvent.type(await couponField(), '2');
      answer(offer(50_000));
      expect(await screen.findByText('Áp dụng mã thành công')).toBeVisible();
      await waitFor(() => expect(screen.getByRole('button', { name: 'Tiếp tục' })).toBeEnabled());
      await isAt('/payment');
    });
  });

  test('a coupon checked with an expired session leads to the sign-in page', async () => {
    api.answer({ [CHECK]: { status: 401 }, 'POST /auth/jwt/refresh/': { status: 401 } });
    openShop(pages, '/payment');
    await userEvent.type(await couponField(), 'TET{Enter}');
    await isAt('/login?redirect=/payment');
  });

  describe('on the place-order page', () => {
    const place = (name: string) => screen.findByRole('button', { name: `${name} bằng thẻ` });
    beforeEach(() => {
      localStorage.setItem('couponCode', '"TET"');
      api.answer({ [CHECK]: offer(50_000) });
    });

    test('the terms of the order can be read before it is placed, in a tab of their own', async () => {
      openShop(pages, '/placeorder');
      const terms = await screen.findByRole('link', { name: /^Điều khoản dịch vụ/ });
      expect(terms).toHaveAttribute('href', '/terms');
      expect(terms).toHaveAttribute('target', '_blank');
    });

    test('a coupon is shown and sent with the order', async () => {
      openShop(pages, '/placeorder');
      await userEvent.click(await place('Đặt hàng · 107.500 VND'));
      await isAt('/orders/31');
      expect(api.to('POST /api/placeorder/')[0]?.body).toMatchObject({
        itemsPrice: 150_000,
        taxPrice: 7_500,
        shippingPrice: 0,
        totalPrice: 107_500,
        coupon_code: 'TET',
      });
      expect(kept()).toBe('""');
    });

    test('a coupon may cover the whole order', async () => {
      api.answer({ [CHECK]: offer(157_500) });
      openShop(pages, '/placeorder');
      expect(await place('Đặt hàng · 0 VND')).toBeEnabled();
      expect(screen.getByText('Mã giảm giá TET: −157.500 VND')).toBeVisible();
    });

    test('a coupon that is no longer valid is removed with a notice before ordering', async () => {
      api.answer({ [CHECK]: { status: 400, body: { error: 'Mã giảm giá đã hết hạn.' } } });
      openShop(pages, '/placeorder');
      expect(await screen.findByText('Mã giảm giá đã hết hạn. Đã bỏ mã TET khỏi đơn hàng.')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Dùng mã khác' })).toHaveAttribute('href', '/payment');
      expect(await place('Đặt hàng · 157.500 VND')).toBeEnabled();
    });

    test('a coupon that cannot be checked blocks ordering until it is checked or removed', async () => {
      api.answer({ [CHECK]: { status: 503 } });
      openShop(pages, '/placeorder');
      expect(await screen.findByText(/^Chưa kiểm tra được mã giảm giá TET/)).toBeVisible();
      expect(await place('Đặt hàng · 157.500 VND')).toBeDisabled();
      await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
      expect(api.to(CHECK)).toHaveLength(2);
      await userEvent.click(await screen.findByRole('button', { name: 'Bỏ mã' }));
      expect(await place('Đặt hàng · 157.500 VND')).toBeEnabled();
      expect(kept()).toBe('""');
    });

    test('a coupon that runs out meanwhile is removed: the new total is shown, and a second press orders', async () => {
      const sentence = 'Mã giảm giá đã hết lượt sử dụng.';
      openShop(pages, '/placeorder');
      const refused = { detail: sentence, error: sentence, coupon_code: [sentence] };
      api.answer({ 'POST /api/placeorder/': { status: 400, body: refused } });
      await userEvent.click(await place('Đặt hàng · 107.500 VND'));
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(`${sentence}Đã bỏ mã TET khỏi đơn hàng.Tổng cộng mới là 157.500 VND.`);
      api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 32 } } });
      await userEvent.click(await place('Đặt hàng · 157.500 VND'));
      await isAt('/orders/32');
      const [first, second] = api.to('POST /api/placeorder/');
      expect(second?.body).not.toHaveProperty('coupon_code');
      expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
    });

    test('a changed discount asks for confirmation again', async () => {
      const expected = {
        itemsPrice: 150_000,
        shippingPrice: 0,
        taxPrice: 7_500,
        discount: 20_000,
        totalPrice: 137_500,
      };
      openShop(pages, '/placeorder');
      api.answer({ 'POST /api/placeorder/': { status: 409, body: { detail: 'Giá đã thay đổi.', expected } } });
      await userEvent.click(await place('Đặt hàng · 107.500 VND'));
      expect(await screen.findByText('Giá đã thay đổi.')).toBeVisible();
      await userEvent.click(await place('Đặt hàng · 137.500 VND'));
      expect(api.to('POST /api/placeorder/')[1]?.body).toMatchObject({ totalPrice: 137_500, coupon_code: 'TET' });
    });
  });
});

describe('a browser that several people use', () => {
  const keep = (key: string) => localStorage.getItem(key);

  beforeEach(() => {
    localStorage.setItem('giftNote', '"Chúc mừng Lan"');
    localStorage.setItem('couponCode', '"TET"');
    sessionStorage.setItem('typedAddress 7', JSON.stringify(address));
    api.answer({ 'POST /api/coupons/check/': { body: { message: 'Đã áp dụng', discount_amount: 0 } } });
  });

  test.each(['/shipping', '/payment', '/placeorder'])(
    'what one shopper entered is forgotten when another opens %s',
    async (path) => {
      const page = openShop(pages, '/placeorder');
      await screen.findByRole('button', { name: /^Đặt hàng · / });
      page.unmount();
      const ownAddress = { ...address, address: '9 Hàng Bài', ward: '', receiver: 'Hoa', phone: '0909111222' };
      api.answer({ 'GET /auth/users/me/addresses/': { body: [{ ...ownAddress, id: 3, isDefault: true }] } });
      signedIn({ id: 8 });
      openShop(pages, path);
      expect(await screen.findByRole('heading', { name: 'Địa chỉ giao hàng' })).toBeVisible();
      expect(JSON.parse(keep('shippingAddress')!)).toEqual(ownAddress);
      expect([keep('giftNote'), keep('couponCode')]).toEqual([null, null]);
      expect(sessionStorage.getItem('typedAddress 7')).toBeNull();
      expect(keep('cartItems')).toContain('Áo thun');
    },
  );

  test('what a shopper entered outlives their session when they sign in again', async () => {
    const page = openShop(pages, '/shipping');
    await screen.findByRole('heading', { name: 'Địa chỉ giao hàng' });
    page.unmount();
    localStorage.removeItem('authTokens');
    signedIn();
    openShop(pages, '/shipping');
    expect(await screen.findByDisplayValue('1 Tràng Tiền')).toBeVisible();
    expect([keep('giftNote'), keep('couponCode')]).toEqual(['"Chúc mừng Lan"', '"TET"']);
  });
});

describe('placing the order', () => {
  const place = async () =>
    userEvent.click(await screen.findByRole('button', { name: /^(Đặt hàng|Gửi lại đơn hàng) · / }));
  const calls = () => api.to('POST /api/placeorder/');

  test('placing an order sends what was shown, clears cart and coupon, and opens the order', async () => {
    openShop(pages, '/placeorder');
    expect(await screen.findByRole('button', { name: 'Đặt hàng · 157.500 VND bằng thẻ' })).toBeEnabled();
    await place();
    await isAt('/orders/31');
    expect(calls()[0]?.body).toEqual({
      orderItems: [{ id: 5, qty: 1, variant_id: null, color: null, size: null }],
      shippingAddress: address,
      paymentMethod: 'Stripe',
      itemsPrice: 150_000,
      taxPrice: 7_500,
      shippingPrice: 0,
      totalPrice: 157_500,
    });
    expect(localStorage.getItem('cartItems')).toBe('[]');
  });

  test('a gift note goes with the order, and a new order begins without one', async () => {
    openShop(pages, '/placeorder');
    await userEvent.click(await screen.findByText('Gửi kèm lời nhắn quà tặng'));
    await userEvent.type(screen.getByLabelText(/^Lời nhắn/), '  Chúc mừng sinh nhật!  ');
    expect(localStorage.getItem('giftNote')).toBe('"  Chúc mừng sinh nhật!  "');
    await place();
    await isAt('/orders/31');
    expect(calls()[0]?.body).toMatchObject({ gift_note: 'Chúc mừng sinh nhật!' });
    expect(localStorage.getItem('giftNote')).toBe('""');
  });

  test('a refused gift note shows why beside its field and keeps what was typed', async () => {
    localStorage.setItem('giftNote', '"Chúc mừng"');
    const detail = 'Tối đa 300 ký tự';
    const body = { detail, error: detail, gift_note: [detail] };
    api.answer({ 'POST /api/placeorder/': { status: 400, body } });
    openShop(pages, '/placeorder');
    await place();
    const note = await screen.findByLabelText(/^Lời nhắn/);
    await waitFor(() => expect(note).toHaveFocus());
    expect(note).toBeInvalid();
    expect(note).toHaveValue('Chúc mừng');
    expect(note).toHaveAccessibleDescription(expect.stringContaining(detail));
  });

  test('a gift note cannot be changed while it is unknown whether its order was placed', async () => {
    localStorage.setItem('giftNote', '"Chúc mừng"');
    api.answer({ 'POST /api/placeorder/': 'unreachable' });
    openShop(pages, '/placeorder');
    await place();
    expect(await screen.findByText(/đơn hàng không bị đặt hai lần/)).toBeVisible();
    expect(screen.getByLabelText(/^Lời nhắn/)).toHaveAttribute('readonly');
    api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 31 } } });
    await place();
    await isAt('/orders/31');
    expect(new Set(calls().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  test('each step names the days on which an order of now is expected', async () => {
    openShop(pages, '/placeorder');
    expect(await screen.findByText(/^Đặt và trả tiền bây giờ, dự kiến nhận/)).toHaveTextContent(
      /nhận (thứ \S+|Chủ nhật) \d\d\/\d\d – (thứ \S+|Chủ nhật) \d\d\/\d\d$/,
    );
  });

  test.each([
    ['Hà Nội', /nhận \S+ \S+ \d\d\/\d\d tại Hà Nội$/],
    ['Huế', / – .+ tại Huế$/],
    ['', / – .+, tùy tỉnh thành$/],
  ])('with zones, the days are those of the province of the address ("%s")', async (city, text) => {
    const zones = [{ name: 'Nội thành', provinces: ['Hà Nội'], min_days: 0, max_days: 0 }];
    const address = { ...(JSON.parse(localStorage.getItem('shippingAddress')!) as object), city };
    localStorage.setItem('shippingAddress', JSON.stringify(address));
    openShop({ cart: cartPage, ...pages }, city === '' ? '/cart' : '/placeorder', {
      delivery: { ...shopSettings().delivery, zones },
    });
    expect(await screen.findByText(/^Đặt và trả tiền bây giờ, dự kiến nhận/)).toHaveTextContent(text);
  });

  test('an order over the limit of unpaid orders is refused with a link to them', async () => {
    const detail = 'Bạn đang có 5 đơn chưa thanh toán, tối đa là 5.';
    api.answer({ 'POST /api/placeorder/': { status: 409, body: { detail, error: detail, unpaid_orders: [8, 9] } } });
    openShop(pages, '/placeorder');
    await place();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Đơn hàng #8' })).toHaveAttribute('href', '/orders/8');
    expect(screen.getByRole('link', { name: 'Đơn hàng #9' })).toHaveAttribute('href', '/orders/9');
    expect(screen.queryByRole('link', { name: 'Xem giỏ hàng' })).not.toBeInTheDocument();
    expect(localStorage.getItem('cartItems')).toContain('Áo thun');
  });

  test('a double press sends one order', async () => {
    openShop(pages, '/placeorder');
    doublePress(await screen.findByRole('button', { name: /^Đặt hàng · / }));
    await isAt('/orders/31');
    expect(calls()).toHaveLength(1);
  });

  test('a changed total is shown and asks for confirmation again', async () => {
    const expected = { itemsPrice: 160_000, shippingPrice: 0, taxPrice: 8_000, discount: 0, totalPrice: 168_000 };
    const detail = 'Giá của đơn hàng đã thay đổi.';
    openShop(pages, '/placeorder');
    await screen.findByText('Kiểm tra và đặt hàng');
    api.answer({
      'POST /api/placeorder/': { status: 409, body: { detail, error: detail, expected } },
      'GET /api/products/5/': { body: product({ price: 160_000 }) },
    });
    await place();
    expect(await screen.findByText(detail)).toBeVisible();
    api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 32 } } });
    await userEvent.click(screen.getByRole('button', { name: 'Đặt hàng · 168.000 VND bằng thẻ' }));
    await isAt('/orders/32');
    expect(calls()[1]?.body).toMatchObject({ totalPrice: 168_000 });
    expect(calls()[1]?.headers.get('Idempotency-Key')).not.toBe(calls()[0]?.headers.get('Idempotency-Key'));
  });

  test('a changed total is not that of a cart that has changed since', async () => {
    const line = { id: 5, qty: 3, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
    localStorage.setItem('cartItems', JSON.stringify([line]));
    const expected = { itemsPrice: 480_000, shippingPrice: 0, taxPrice: 24_000, discount: 0, totalPrice: 504_000 };
    const detail = 'Giá của đơn hàng đã thay đổi.';
    openShop(pages, '/placeorder');
    await screen.findByText('Kiểm tra và đặt hàng');
    api.answer({
      'POST /api/placeorder/': { status: 409, body: { detail, error: detail, expected } },
      'GET /api/products/5/': { body: product({ price: 160_000, countInStock: 2 }) },
    });
    await place();
    const told = `${detail}Giỏ hàng cũng đã thay đổi. Tổng cộng mới là 336.000 VND. Bấm đặt hàng lần nữa`;
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(told));
    expect(screen.getByRole('button', { name: /^Đặt hàng · 336.000 VND/ })).toBeEnabled();
    act(() => cartItems.set((items) => items.map((item) => ({ ...item, qty: 3 }))));
    expect(screen.getByRole('alert')).toHaveTextContent(`${detail}Tổng cộng mới là 504.000 VND.`);
    act(() => cartItems.set((items) => items.map((item) => ({ ...item, qty: 1 }))));
    await place();
    expect(calls()[1]?.body).toMatchObject({ orderItems: [{ qty: 1 }], totalPrice: 168_000 });
  });

  test('a sold-out product is named, and the cart is kept', async () => {
    const detail = 'Áo thun chỉ còn 0 sản phẩm.';
    openShop(pages, '/placeorder');
    await screen.findByText('Kiểm tra và đặt hàng');
    api.answer({
      'POST /api/placeorder/': { status: 409, body: { detail, error: detail } },
      'GET /api/products/5/': { body: product({ countInStock: 0 }) },
    });
    await place();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Đặt hàng/ })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Xem giỏ hàng' })).toBeVisible();
    expect(localStorage.getItem('cartItems')).toContain('Áo thun');
  });

  test('an order of more than the stock says so and links to the cart', async () => {
    const detail = 'Áo thun chỉ còn 1 sản phẩm.';
    const line = { id: 5, qty: 2, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
    localStorage.setItem('cartItems', JSON.stringify([line]));
    openShop(pages, '/placeorder');
    await screen.findByText('Kiểm tra và đặt hàng');
    api.answer({
      'POST /api/placeorder/': { status: 409, body: { detail, error: detail } },
      'GET /api/products/5/': { body: product({ countInStock: 1 }) },
    });
    await place();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Xem giỏ hàng' })).toHaveAttribute('href', '/cart');
    expect(screen.getByRole('button', { name: 'Đặt hàng · 157.500 VND bằng thẻ' })).toBeEnabled();
  });

  test.each([
    ['is not answered', 'unreachable' as const],
    ['breaks down', BROKEN],
  ])('an order that %s shows an error, and a retry places the same order', async (_, reply) => {
    api.answer({ 'POST /api/placeorder/': reply });
    openShop(pages, '/placeorder');
    await place();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Đã xảy ra lỗi khi đặt hàng.*không bị đặt hai lần/);
    api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 31 } } });
    await place();
    await isAt('/orders/31');
    expect(calls()[0]?.headers.get('Idempotency-Key')).toBe(calls()[1]?.headers.get('Idempotency-Key'));
  });

  test('an order that another tab changed after a lost answer is no retry, and the lost one is asked about', async () => {
    api.answer({ 'POST /api/placeorder/': 'unreachable' });
    openShop(pages, '/placeorder');
    await place();
    await screen.findByRole('button', { name: /^Gửi lại đơn hàng · 157.500/ });
    act(() => cartItems.set((items) => items.map((item) => ({ ...item, qty: 2 }))));
    expect(screen.getByRole('button', { name: /^Đặt hàng · 315.000/ })).toBeEnabled();
    expect(screen.queryByText(/không bị đặt hai lần\.$/, { selector: 'span' })).toBeNull();
    expect(screen.getByText(/Chưa rõ đơn hàng 157.500 VND bạn vừa gửi đã được đặt hay chưa/)).toBeVisible();
    api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 31 } } });
    await userEvent.click(screen.getByRole('button', { name: 'Gửi lại đơn đó' }));
    await isAt('/orders/31');
    expect(calls()[1]?.body).toEqual(calls()[0]?.body);
    expect(JSON.parse(localStorage.getItem('cartItems')!)).toMatchObject([{ qty: 1 }]);
  });

  test('a browser that stores nothing keeps the key of a lost answer as long as the page', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    api.answer({ 'POST /api/placeorder/': 'unreachable' });
    openShop(pages, '/placeorder');
    await place();
    await screen.findByRole('button', { name: /^Gửi lại đơn hàng/ });
    jest.mocked(Storage.prototype.setItem).mockRestore();
    api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 31 } } });
    await place();
    await isAt('/orders/31');
    expect(new Set(calls().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  test('a press sends what the page shows, even when another tab has just changed the cart', async () => {
    openShop(pages, '/placeorder');
    const button = await screen.findByRole('button', { name: /^Đặt hàng · 157.500/ });
    const [line] = JSON.parse(localStorage.getItem('cartItems')!) as object[];
    localStorage.setItem('cartItems', JSON.stringify([{ ...line, qty: 2 }])); // Its event has not arrived.
    await userEvent.click(button);
    await isAt('/orders/31');
    expect(calls()[0]?.body).toMatchObject({ orderItems: [{ qty: 1 }], totalPrice: 157_500 });
  });

  test('an order may be sent again though its goods are sold out meanwhile', async () => {
    api.answer({ 'POST /api/placeorder/': 'unreachable' });
    openShop(pages, '/placeorder');
    await place();
    await screen.findByRole('button', { name: /^Gửi lại đơn hàng/ });
    act(() => cartItems.set((items) => items.map((item) => ({ ...item, countInStock: 0 }))));
    expect(screen.getByRole('button', { name: /^Gửi lại đơn hàng/ })).toBeEnabled();
  });

  test('an order whose first attempt still runs may be sent again, too', async () => {
    const running = {
      status: 409,
      headers: { 'Retry-After': '0' },
      body: { detail: 'Yêu cầu trước đang được xử lý.' },
    };
    api.answer({ 'POST /api/placeorder/': running });
    openShop(pages, '/placeorder');
    await place();
    expect(await screen.findByRole('alert')).toHaveTextContent(/không bị đặt hai lần/);
    expect(screen.getByRole('button', { name: /^Gửi lại đơn hàng/ })).toBeEnabled();
  });

  test.each([
    ['paymentMethod', 'Đổi cách thanh toán', '/payment'],
    ['shippingAddress.phone', 'Sửa địa chỉ', '/shipping'],
    ['orderItems.0.qty', 'Xem giỏ hàng', '/cart'],
  ])('an order that is refused because of %s leads to where it can be changed', async (field, name, to) => {
    const detail = 'Không nhận được đơn này.';
    api.answer({ 'POST /api/placeorder/': { status: 400, body: { detail, error: detail, [field]: [detail] } } });
    openShop(pages, '/placeorder');
    await place();
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
  });

  describe('after an order that got no answer', () => {
    const resend = async () => userEvent.click(await screen.findByRole('button', { name: 'Gửi lại đơn đó' }));
    const shop = { cart: cartPage, logout, ...pages };

    beforeEach(async () => {
      api.answer({ 'POST /api/placeorder/': 'unreachable' });
      const page = openShop(shop, '/placeorder');
      await place();
      await screen.findByRole('button', { name: /^Gửi lại đơn hàng/ });
      page.unmount();
      // The order was placed, and took the last piece.
      api.answer({
        'POST /api/placeorder/': { status: 201, body: { id: 31 } },
        'GET /api/products/5/': { body: product({ countInStock: 0 }) },
      });
    });

    test.each(['/placeorder', '/cart'])('%s sends the same order again and opens it', async (path) => {
      openShop(shop, path);
      expect(await screen.findByText(/Chưa rõ đơn hàng 157.500 VND bạn vừa gửi đã được đặt hay chưa/)).toBeVisible();
      await resend();
      await isAt('/orders/31');
      const [first, second] = calls();
      expect(second?.body).toEqual(first?.body);
      expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
      expect(localStorage.getItem('cartItems')).toBe('[]');
    });

    test('a double press sends it once, and takes its goods out of the cart once', async () => {
      const line = { id: 5, qty: 3, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
      localStorage.setItem('cartItems', JSON.stringify([line]));
      api.answer({ 'GET /api/products/5/': { body: product() } });
      openShop(shop, '/placeorder');
      doublePress(await screen.findByRole('button', { name: 'Gửi lại đơn đó' }));
      await isAt('/orders/31');
      expect(calls()).toHaveLength(2);
      expect(JSON.parse(localStorage.getItem('cartItems')!)).toMatchObject([{ qty: 2 }]);
    });

    test('another tab asks about it, too', async () => {
      const lost = localStorage.getItem('unfinishedOrders')!;
      localStorage.removeItem('unfinishedOrders');
      openShop(shop, '/placeorder');
      await screen.findByRole('heading', { name: 'Kiểm tra và đặt hàng' });
      expect(screen.queryByText(/đã được đặt hay chưa/)).toBeNull();
      localStorage.setItem('unfinishedOrders', lost);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'unfinishedOrders' })));
      expect(screen.getByText(/Chưa rõ đơn hàng 157.500 VND bạn vừa gửi đã được đặt hay chưa/)).toBeVisible();
    });

    test('a new tab sends the same order again', async () => {
      sessionStorage.clear();
      openShop(shop, '/cart');
      await resend();
      await isAt('/orders/31');
      expect(new Set(calls().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    });

    test('another order has a key of its own, and leaves the first one to be asked about', async () => {
      const line = { id: 5, qty: 2, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
      localStorage.setItem('cartItems', JSON.stringify([line]));
      api.answer({ 'POST /api/placeorder/': 'unreachable', 'GET /api/products/5/': { body: product() } });
      openShop(shop, '/placeorder');
      await place();
      await screen.findByRole('button', { name: /^Gửi lại đơn hàng · 315.000/ });
      const [first, second] = calls().map(({ headers }) => headers.get('Idempotency-Key'));
      expect(second).not.toBe(first);
      api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 31 } } });
      await resend();
      await isAt('/orders/31');
      expect(calls()[2]?.headers.get('Idempotency-Key')).toBe(first);
    });

    test('sent again, it leaves the coupon and the note of the next order', async () => {
      localStorage.setItem('couponCode', '"TET"');
      localStorage.setItem('giftNote', '"Chúc mừng"');
      openShop(shop, '/cart');
      await resend();
      await isAt('/orders/31');
      expect([localStorage.getItem('couponCode'), localStorage.getItem('giftNote')]).toEqual(['"TET"', '"Chúc mừng"']);
    });

    test('a refusal tells that it was not placed, and is not asked about again', async () => {
      const detail = 'Áo thun chỉ còn 0 sản phẩm.';
      api.answer({ 'POST /api/placeorder/': { status: 409, body: { detail, error: detail } } });
      openShop(shop, '/cart');
      await resend();
      expect(await screen.findByText(`Đơn trước: ${detail}`)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Gửi lại đơn đó' })).toBeNull());
    });

    test('a second lost answer keeps the offer', async () => {
      api.answer({ 'POST /api/placeorder/': 'unreachable' });
      openShop(shop, '/placeorder');
      await resend();
      expect(await screen.findByText(/^Đơn trước: Đã xảy ra lỗi/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Gửi lại đơn đó' })).toBeEnabled();
    });

    test('the shopper may give it up', async () => {
      openShop(shop, '/cart');
      await userEvent.click(await screen.findByRole('button', { name: 'Bỏ qua' }));
      expect(screen.queryByText(/đã được đặt hay chưa/)).toBeNull();
      expect(localStorage.getItem('unfinishedOrders')).toBe('{}');
    });

    test('another user who begins an order on the device forgets it', async () => {
      expect(localStorage.getItem('unfinishedOrders')).toContain('/api/placeorder/');
      signedIn({ id: 8 });
      openShop(shop, '/shipping');
      await waitFor(() => expect(localStorage.getItem('unfinishedOrders')).toBe('{}'));
    });

    test('nobody else hears of it, and signing out forgets it', async () => {
      signedIn({ id: 8 });
      const page = openShop(shop, '/cart');
      expect(await screen.findByText('Áo thun')).toBeVisible();
      expect(screen.queryByText(/đã được đặt hay chưa/)).toBeNull();
      page.unmount();
      openShop(shop, '/logout');
      await isAt('/login');
      expect(localStorage.getItem('unfinishedOrders')).toBeNull();
    });

    test('it is not asked about once the server has forgotten its key', async () => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
      openShop(shop, '/cart');
      expect(await screen.findByText('Áo thun')).toBeVisible();
      expect(screen.queryByText(/đã được đặt hay chưa/)).toBeNull();
    });
  });

  test('an answer of 403 ends the session', async () => {
    api.answer({ 'POST /api/placeorder/': { status: 403, body: { detail: 'Tài khoản đã bị khóa' } } });
    openShop(pages, '/placeorder');
    await place();
    await isAt('/login?redirect=/placeorder');
    expect(localStorage.getItem('authTokens')).toBeNull();
    expect(localStorage.getItem('cartItems')).toContain('Áo thun');
  });

  test('an empty cart cannot be ordered', async () => {
    localStorage.removeItem('cartItems');
    openShop(pages, '/placeorder');
    expect(await screen.findByText('Giỏ hàng trống')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Kiểm tra và đặt hàng' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Đặt hàng' })).toBeDisabled();
  });
});

test.each(['/shipping', '/payment'])('%s without goods, as after a placed order, links to the orders', async (path) => {
  localStorage.removeItem('cartItems');
  openShop(pages, path);
  expect(await screen.findByText(/^Giỏ hàng trống/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Đơn hàng của tôi' })).toHaveAttribute('href', '/profile?tab=orders');
  expect(screen.getByRole('link', { name: 'Tiếp tục mua sắm' })).toHaveAttribute('href', '/search');
  expect(screen.getByRole('button', { name: 'Tiếp tục' })).toBeDisabled();
});
