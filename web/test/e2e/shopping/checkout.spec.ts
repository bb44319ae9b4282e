import type { Locator, Page } from 'playwright-core';
import { shop } from '../support/browser';
import { tabTo } from '../support/keyboard';
import { accessOf, adminAccess, call } from '../support/shop-api';
import { at, chooseVariant, device, fill, fillCart, press, read, register, visit } from '../support/shopper';

// A purchase is a dozen pages, on a machine that may be building beside it.
jest.setTimeout(240_000);
const PATIENCE = 90_000;

async function switchCashOn() {
  await call('/api/settings/', { cod: { is_on: true } }, await adminAccess(), 'PUT');
}

/** A shopper whose wallet holds 20 million đồng, charged to the sandbox's card. @returns the user name */
async function richShopper(page: Page): Promise<string> {
  const username = await register(page, '/');
  const access = await accessOf(username, 'mat-khau-1');
  const { clientSecret, paymentIntentId } = await call<{ clientSecret: string; paymentIntentId: string }>(
    '/api/paybox/deposit/',
    { amount: 20_000_000 },
    access,
  );
  const charged = await fetch(`${shop()}/sandbox/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  expect(charged.status).toBe(200);
  await call('/api/paybox/deposit/confirm/', { payment_intent_id: paymentIntentId }, access);
  return username;
}

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const isOrder = (url: URL) => /^#\/orders\/\d+/.test(url.hash);

const ADDRESS = [
  [/^Người nhận/, 'Nguyễn Thị Lan'],
  [/^Địa chỉ/, '12 Ngõ Huế'],
  [/^Tỉnh/, 'Hà Nội'],
  [/^Mã bưu/, '100000'],
] as const;

async function fillAddress(page: Page) {
  await at(page, '/shipping');
  for (const [label, text] of ADDRESS) await fill(page, label, text);
}

/** What a step of the checkout leaves out. */
async function isSlim(page: Page) {
  for (const gone of [page.getByLabel('Tìm sản phẩm'), page.getByLabel('Mở menu'), page.getByRole('contentinfo')]) {
    expect(await gone.and(page.locator(':visible')).count()).toBe(0);
  }
}

/** The bar with the total is in view, and its button says what it does. */
async function hasTotal(page: Page, name: RegExp): Promise<Locator> {
  const [bar, action] = [page.locator('[data-bottom-bar], [data-buy-bar]'), button(page, name)];
  await action.waitFor({ timeout: PATIENCE });
  expect(await bar.getByText('Tổng cộng, gồm thuế').isVisible()).toBe(true);
  const { y, height } = (await action.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  return action;
}

test('an order is paid from the wallet and confirmed on a phone, with the total in view at each step', async () => {
  const page = await device(360);
  await richShopper(page);
  await fillCart(page);
  await visit(page, '/shipping');
  await fillAddress(page);
  await isSlim(page);
  await (await hasTotal(page, /^Tiếp tục$/)).click();
  await at(page, '/payment');
  await page.getByRole('radio', { name: 'Ví Paybox' }).check();
  await isSlim(page);
  await (await hasTotal(page, /^Tiếp tục$/)).click();
  await at(page, '/placeorder');
  await read(page, /^Đặt và trả tiền bây giờ, dự kiến nhận/);
  await page.getByText('Gửi kèm lời nhắn quà tặng').click();
  await fill(page, /^Lời nhắn/, 'Chúc mừng sinh nhật!');
  await (await hasTotal(page, /^Đặt hàng · [\d.]+ VND bằng ví Paybox$/)).click();
  await page.waitForURL(isOrder);
  await isSlim(page);
  await (await hasTotal(page, /^Thanh toán [\d.]+ VND bằng ví Paybox$/)).click();
  await read(page, 'Đã thanh toán lúc');
  await page.getByRole('contentinfo').waitFor();
  await page.getByRole('link', { name: 'Xác nhận và hóa đơn' }).click();
  await at(page, '/confirmation');
  await page.getByRole('heading', { level: 1, name: 'Thanh toán thành công!' }).waitFor();
  await read(page, /^Cửa hàng đã nhận [\d.]+ VND bằng ví Paybox lúc/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Thanh toán thành công!' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Hóa đơn bán hàng' }).waitFor();
  const paper = await page.locator('body').innerText();
  for (const text of ['Mã số thuế: ', 'Thuế (5%)', 'Chúc mừng sinh nhật!']) expect(paper).toContain(text);
  expect(paper).not.toContain('Tiếp theo');
  const other = await device();
  await register(other, '/');
  await other.goto(page.url());
  await other.getByRole('heading', { level: 1, name: 'Không tìm thấy đơn hàng.' }).waitFor();
});

test('the whole purchase, with cash on delivery, is made by keyboard alone', async () => {
  await switchCashOn();
  const page = await device();
  const username = await register(page, '/');
  await page.goto(`${shop()}/logout`);
  await at(page, '/login');
  await visit(page, '/search');
  const go = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await go(page.locator('article').filter({ hasNotText: 'Hết hàng' }).first().getByRole('link').first());
  await page.locator('h1:focus').waitFor({ timeout: PATIENCE });
  await chooseVariant(page, go);
  await go(button(page, 'Thêm vào giỏ').and(page.locator(':visible')));
  await read(page, 'Đã thêm vào giỏ hàng!');
  await go(page.getByRole('link', { name: /^Giỏ hàng, / }));
  await at(page, '/cart');
  await go(page.getByRole('link', { name: /^Thanh toán · / }));
  await at(page, '/login');
  await tabTo(page, page.getByLabel(/^Tên đăng nhập/));
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel(/^Mật khẩu/));
  await page.keyboard.type('mat-khau-1');
  await page.keyboard.press('Enter');
  await at(page, '/shipping');
  for (const [label, text] of ADDRESS) {
    await tabTo(page, page.getByLabel(label).and(page.locator(':visible')));
    await page.keyboard.type(text);
  }
  await go(button(page, 'Tiếp tục'));
  await at(page, '/payment');
  const cash = page.getByLabel(/^Thanh toán khi nhận hàng/);
  await tabTo(page, page.locator('input[name="paymentMethod"]:checked'));
  for (let presses = 0; presses < 4 && !(await cash.isChecked()); presses++) await page.keyboard.press('ArrowDown');
  expect(await cash.isChecked()).toBe(true);
  await go(button(page, 'Tiếp tục'));
  await at(page, '/placeorder');
  await go(button(page, /^Đặt hàng · [\d.]+ VND bằng tiền mặt$/));
  await page.waitForURL(isOrder);
  await go(page.getByRole('link', { name: 'Xác nhận và hóa đơn' }));
  await at(page, '/confirmation');
  await page.getByRole('heading', { level: 1, name: 'Đặt hàng thành công!' }).waitFor();
  await read(page, /^Trả [\d.]+ VND tiền mặt cho người giao hàng\.$/);
});

test('a network lost while an order is placed and paid loses nothing, and pressing again does nothing twice', async () => {
  const page = await device(360);
  const username = await richShopper(page);
  await fillCart(page);
  await visit(page, '/shipping');
  await fillAddress(page);
  await press(page, 'Tiếp tục');
  await at(page, '/payment');
  await page.getByRole('radio', { name: 'Ví Paybox' }).check();
  await press(page, 'Tiếp tục');
  await at(page, '/placeorder');
  await page.getByText('Gửi kèm lời nhắn quà tặng').click();
  await fill(page, /^Lời nhắn/, 'Tặng mẹ');

  // The server acts, and its answers are lost.
  const loseAnswers = (path: string) =>
    page.route(`**${path}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
  await loseAnswers('/api/placeorder/');
  await button(page, /^Đặt hàng · /).click();
  await read(page, 'đơn hàng không bị đặt hai lần');
  expect(await page.getByLabel(/^Lời nhắn/).inputValue()).toBe('Tặng mẹ');
  await page.unroute('**/api/placeorder/');
  await button(page, /^Gửi lại đơn hàng · /).click();
  await page.waitForURL(isOrder);

  await loseAnswers('/api/paybox/payment/');
  await button(page, /^Thanh toán [\d.]+ VND bằng ví Paybox$/).click();
  await read(page, 'ví không bị trừ tiền hai lần');
  await page.unroute('**/api/paybox/payment/');
  await button(page, /^Thanh toán lại [\d.]+ VND bằng ví Paybox$/).click();
  await page.getByText('Đã thanh toán lúc').or(page.getByText('Đơn hàng đã được thanh toán.')).first().waitFor();

  const orders = await fetch(`${shop()}/api/orders/`, {
    headers: { Authorization: `JWT ${await accessOf(username, 'mat-khau-1')}` },
  });
  const placed = (await orders.json()) as { id: number; isPaid: boolean; gift_note: string; totalPrice: number }[];
  expect(placed).toMatchObject([{ isPaid: true, gift_note: 'Tặng mẹ' }]);
  await visit(page, '/paybox');
  await read(page, `${new Intl.NumberFormat('vi-VN').format(20_000_000 - placed[0]!.totalPrice)} VND`);

  // The confirmation says that it could not be loaded, and loads when asked again.
  await page.route('**/api/orders/*/', (route) => route.abort());
  await page.goto(`${shop()}/confirmation?id=${placed[0]!.id}`);
  await page
    .getByText(/^Không tải được/)
    .first()
    .waitFor();
  await page.unroute('**/api/orders/*/');
  await button(page, 'Thử lại').last().click();
  await read(page, 'Tiếp theo');
});
