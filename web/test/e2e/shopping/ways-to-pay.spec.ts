import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { addProduct, adminAccess, call, removeProduct } from '../support/shop-api';
import { at, device, fill, press, read, register, visit } from '../support/shopper';

jest.setTimeout(240_000);

const VIETQR = { is_on: true, bank_bin: '970436', account_number: '0123456789', account_name: 'CONG TY MAY' };

let product: number;
beforeAll(async () => {
  await call(
    '/api/settings/',
    { cod: { is_on: true }, vietqr: VIETQR, current_password: 'admin123' },
    await adminAccess(),
    'PUT',
  );
  product = await addProduct({ name: `Khăn lụa ${Date.now().toString(36)}`, countInStock: 50 });
});
afterAll(() => removeProduct(product));

/** From a product to an order that is to be paid in this way, by a new shopper. @returns its number */
async function order(page: Page, method: string, button: RegExp): Promise<number> {
  await register(page, `/products/${product}`);
  await visit(page, `/products/${product}`);
  await page.getByRole('button', { name: 'Mua ngay' }).and(page.locator(':visible')).click();
  await at(page, '/shipping');
  await fill(page, /^Người nhận/, 'Nguyễn Thị Lan');
  await fill(page, /^Tỉnh/, 'Huế');
  await fill(page, /^Địa chỉ/, '12 Lê Lợi');
  await press(page, 'Tiếp tục');
  await at(page, '/payment');
  await page.getByRole('radio', { name: method }).check();
  await press(page, 'Tiếp tục');
  await at(page, '/placeorder');
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL((url) => /^#\/orders\/\d+/.test(url.hash));
  return Number(/\d+$/.exec(new URL(page.url()).hash));
}

const totalOf = async (id: number) =>
  (await call<{ totalPrice: number }>(`/api/admin/orders/${id}/`, undefined, await adminAccess())).totalPrice;

const isConfirmed = async (page: Page, heading: string) => {
  await page.getByRole('link', { name: 'Xác nhận và hóa đơn' }).click();
  await at(page, '/confirmation');
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

describe.each([360, 1280])('in a window of %i px', (width) => {
  test('an order by bank transfer shows its code, and becomes paid without a reload when the money is found', async () => {
    const page = await device(width);
    const id = await order(page, 'Chuyển khoản (VietQR)', /^Đặt hàng · [\d.]+ VND/);
    await page.getByRole('img', { name: /^Mã VietQR để chuyển [\d.]+ VND với nội dung \S+/ }).waitFor();
    for (const fact of ['0123456789', 'CONG TY MAY']) await read(page, fact);
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Lưu mã QR')]);
    const { format, width: side = 0, height } = await sharp(await saved.path()).metadata();
    expect([format, height]).toEqual(['png', side]);
    expect(side).toBeGreaterThan(500);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const transfer = { amount: await totalOf(id), reference: `FT${id}${Date.now()}` };
    await call(`/api/admin/orders/${id}/transfer/`, transfer, await adminAccess());
    await read(page, 'Đã thanh toán lúc');
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await isConfirmed(page, 'Thanh toán thành công!');
  });

  test('an order with cash on delivery is confirmed at once, and paid when its cash is recorded', async () => {
    const page = await device(width);
    const id = await order(page, 'Thanh toán khi nhận hàng', /^Đặt hàng · [\d.]+ VND bằng tiền mặt/);
    await isConfirmed(page, 'Đặt hàng thành công!');
    await read(page, /^Trả [\d.]+ VND tiền mặt cho người giao hàng\.$/);
    await call(`/api/admin/orders/${id}/cash/`, { amount: await totalOf(id) }, await adminAccess());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Thanh toán thành công!' }).waitFor();
    await visit(page, `/orders/${id}`);
    await read(page, 'Đã thanh toán lúc');
  });
});
