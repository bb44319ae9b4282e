import type { BrowserContext, Page } from 'playwright-core';
import { newContext, shop } from '../support/browser';
import { chooseVariant } from '../support/shopper';

/** What a page may never write to the console: mismatches of hydration, exceptions, refused scripts. */
const TROUBLE = /hydrat|did not match|uncaught|content security policy|minified react error/i;

let context: BrowserContext;
let page: Page;
let troubles: string[];

async function visit(width: number) {
  context = await newContext({ viewport: { width, height: 800 } });
  page = await context.newPage();
  troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (TROUBLE.test(message.text())) troubles.push(message.text());
  });
  await page.goto(shop());
  await at('/');
}

/** Waits until the address after the hash is this path; the query does not count. */
const at = (path: string | RegExp) =>
  page.waitForURL((url) => {
    const [pathname = ''] = url.hash.slice(1).split('?');
    return typeof path === 'string' ? pathname === path : path.test(pathname);
  });

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
const fill = (label: string, text: string) => page.getByLabel(new RegExp(`^${label}`)).fill(text);
const read = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** The first number of a text, `Đặt hàng · 1.250.000 VND` as 1250000. */
const amountIn = (text: string | null) => Number(/[\d.]+(?= VND)/.exec(text ?? '')?.[0].replaceAll('.', ''));

/** From the header of any page to a product that is in stock, found by its kind. */
async function findProduct(kind = 'áo') {
  const search = page.getByLabel('Tìm sản phẩm').and(page.locator(':visible'));
  await search.fill(kind);
  await page.getByRole('listbox', { name: 'Gợi ý tìm kiếm' }).getByRole('option').first().waitFor();
  await search.press('Enter');
  await at('/search');
  await read(`Kết quả tìm kiếm cho "${kind}"`);
  await page.locator('article').filter({ hasNotText: 'Hết hàng' }).first().getByRole('link').click();
  await at(/^\/products\/\d+$/);
}

async function register() {
  const username = `khach.${Date.now()}.${Math.round(Math.random() * 1e6)}`;
  await fill('Tên đăng nhập', username);
  await fill('Email', `${username}@example.com`);
  await fill('Mật khẩu', 'mat-khau-1');
  await press('Tạo tài khoản');
}

/** A coupon of 20.000 that lasts an hour and holds once, made as an administrator would. */
async function givenCoupon(): Promise<string> {
  const signIn = { username: 'admin', password: 'admin123' };
  const { access } = await post<{ access: string }>('/auth/jwt/create/', signIn);
  const code = `E2E${Date.now()}`;
  const coupon = { code, discount_amount: 20_000, usage_limit: 1, ...hoursAround(Date.now()) };
  await post('/api/coupons/', coupon, { Authorization: `JWT ${access}` });
  return code;
}

const hoursAround = (now: number) => ({
  valid_from: new Date(now - 3_600_000).toISOString(),
  valid_to: new Date(now + 3_600_000).toISOString(),
});

async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(shop() + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Tries a coupon that nobody made, then one that holds; what was typed stays until then. */
async function applyCoupon(code: string) {
  await fill('Mã giảm giá', 'KHONG-CO');
  await press('Áp dụng');
  await read('Mã giảm giá không hợp lệ hoặc đã hết hạn.');
  expect(await page.getByLabel('Mã giảm giá').inputValue()).toBe('KHONG-CO');
  await fill('Mã giảm giá', code.toLowerCase());
  await press('Áp dụng');
  await page.getByRole('button', { name: 'Bỏ mã' }).waitFor();
}

/** Tops the wallet up by what the open order lacks, with a card that is accepted, and comes back to the order. */
async function topUp(total: number) {
  await follow('Nạp tiền vào ví');
  await at('/paybox');
  expect(Number(await page.getByLabel(/^Số tiền/).inputValue())).toBeGreaterThanOrEqual(total);
  await press(/^Tiếp tục · /);
  await press(/^Thành công · 4242/);
  await press(/^Nạp [\d.]+ VND$/);
  await read('Nạp tiền thành công!');
  await follow(/^Thanh toán đơn hàng #\d+$/);
  await at(/^\/orders\/\d+$/);
}

/** From an empty cart to a placed order, as somebody who has no account yet. */
async function order({ kind, coupon }: { kind?: string; coupon?: string } = {}) {
  await findProduct(kind);
  await chooseVariant(page);
  await press('Thêm vào giỏ');
  await read('Đã thêm vào giỏ hàng!');
  await follow(/^Giỏ hàng/);
  await at('/cart');
  await press('Tăng');
  await follow(/^Thanh toán · /);
  await at('/login');
  await follow('Đăng ký');
  await at('/register');
  await register();

  await at('/shipping');
  await press('Tiếp tục');
  await read('Vui lòng nhập địa chỉ');
  await fill('Người nhận', 'Nguyễn Thị Lan');
  await fill('Địa chỉ', '12 Hàng Bông, phường Hoàn Kiếm');
  await fill('Tỉnh/Thành phố', 'Hà Nội');
  await fill('Mã bưu chính', '10000');
  await press('Tiếp tục');

  await at('/payment');
  await read(/^Còn thiếu/);
  if (coupon) await applyCoupon(coupon);
  await press('Tiếp tục');

  await at('/placeorder');
  if (coupon) await read(/^Mã giảm giá .*: −20\.000 VND$/);
  const place = page.getByRole('button', { name: /^Đặt hàng · / });
  const total = amountIn(await place.textContent());
  await place.dblclick();
  await at(/^\/orders\/\d+$/);
  await read('Chờ thanh toán');
  return total;
}

afterEach(async () => {
  await context.close();
  expect(troubles).toEqual([]);
});

describe.each([360, 1280])('at %i pixels', (width) => {
  beforeEach(() => visit(width));

  test('a shopper places an order, makes a deposit by card and pays from the wallet', async () => {
    const total = await order();
    expect(
      await page
        .getByRole('link', { name: /^Giỏ hàng/ })
        .first()
        .getAttribute('aria-label'),
    ).toContain(', 0 ');

    await topUp(total);
    await press(/^Thanh toán .* bằng ví Paybox$/);
    await read('Thanh toán thành công!');
    await read('Đã thanh toán lúc');
    expect(await page.getByRole('button', { name: /^Thanh toán .* bằng / }).count()).toBe(0);

    await follow('Ví Paybox');
    await at('/paybox');
    await page.getByRole('tab', { name: 'Lịch sử' }).click();
    const lines = page.getByRole('tabpanel', { name: 'Lịch sử' }).getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.count()).toBe(2);
    expect(amountIn(await lines.first().textContent())).toBe(total);
  });

  test('a coupon reduces one order, and a refund of a paid order is requested', async () => {
    const code = await givenCoupon();
    // Of another kind than the other tests order, who leave few pieces.
    const kind = 'quần';
    const total = await order({ kind, coupon: code });
    const sums = page.getByRole('complementary');
    const parts = await sums.locator('dd').allTextContents();
    expect(parts.map(amountIn).slice(-2)).toEqual([20_000, total]);
    await topUp(total);
    await press(/^Thanh toán .* bằng ví Paybox$/);
    await read('Đã thanh toán lúc');

    await press('Yêu cầu hoàn tiền');
    await press('Gửi yêu cầu');
    await read('Vui lòng nhập lý do hoàn tiền!');
    await fill('Lý do hoàn tiền', 'Áo bị lỗi đường chỉ ở vai');
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).dblclick();
    await read('Yêu cầu hoàn tiền đã được gửi!');
    await read(/^Yêu cầu hoàn tiền gửi lúc .* đang chờ duyệt\.$/);
    await read('Đã yêu cầu hoàn tiền');
    expect(await page.getByRole('button', { name: 'Yêu cầu hoàn tiền' }).count()).toBe(0);

    // The code is used up: another order does not get it.
    await findProduct(kind);
    await chooseVariant(page);
    await press('Thêm vào giỏ');
    await read('Đã thêm vào giỏ hàng!');
    await page.goto(`${shop()}/payment`);
    await at('/payment');
    await fill('Mã giảm giá', code);
    await press('Áp dụng');
    await read('Mã giảm giá đã hết lượt sử dụng.');
  });

  test('a declined card leaves the order unpaid, and another card pays it', async () => {
    await order();
    await page.getByText('Thẻ tín dụng/ghi nợ', { exact: true }).locator('visible=true').first().click();
    await press(/^Nhập thẻ · /);
    await press(/^Thanh toán .* bằng thẻ$/);
    await read('Số thẻ của bạn chưa đầy đủ.');
    expect(await page.getByText('Số thẻ của bạn chưa đầy đủ.').count()).toBe(1);
    await fill('Số thẻ', '4000000000000002');
    await fill('Ngày hết hạn', '1230');
    await fill('Mã bảo mật', '123');
    await press(/^Thanh toán .* bằng thẻ$/);
    await page.getByRole('alert').filter({ hasText: 'từ chối' }).waitFor();
    await read(/thử thẻ khác, trả bằng ví Paybox, hoặc trả sau: hàng được giữ cho bạn đến/);
    await read('Chờ thanh toán');

    await fill('Số thẻ', '4242424242424242');
    await press(/^Thanh toán .* bằng thẻ$/);
    await at('/confirmation');
    await follow(/^Xem đơn hàng #\d+$/);
    await read('Đã thanh toán lúc');
  });
});

test('a redirect during the first load shows the next page with all its data', async () => {
  await visit(1280);
  await page.goto(`${shop()}/paybox`);
  await at('/login');
  await follow('Đăng ký');
  await at('/register');
  await register();
  await at('/paybox');
  await read('Số dư');

  await page.goto(`${shop()}/admin`);
  await at('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
