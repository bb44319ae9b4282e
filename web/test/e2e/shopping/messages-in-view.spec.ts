import type { Locator, Page } from 'playwright-core';
import { until } from '../../../../backend/test/support/until';
import { at, chooseVariant, device, fill, press, register, visit } from '../support/shopper';

// On a phone the header sticks to the top edge, and a bar with the buttons to the bottom edge.
jest.setTimeout(120_000);

/** Waits until all of an element is between the header and the bar. */
async function isSeen(page: Page, element: Locator) {
  await element.waitFor();
  const header = page.getByRole('link', { name: 'MAY, trang chủ' });
  const bar = page.locator('[data-buy-bar], [data-bottom-bar]').last();
  let where = '';
  await until(
    () => `the message is in view: ${where}`,
    async () => {
      const [box, above, below] = await Promise.all([element, header, bar].map((part) => part.boundingBox()));
      where = JSON.stringify({ box, above, below });
      return box!.y >= above!.y + above!.height && box!.y + box!.height <= below!.y;
    },
  );
}

/** Opens a product with colours and sizes. */
async function openProduct(page: Page) {
  await visit(page, '/search?in_stock=1');
  await page
    .locator('article')
    .filter({ has: page.getByRole('radio') })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.locator('h1:focus').waitFor();
}

/** Buys a product as far as the choice of payment. */
async function goToPayment(page: Page) {
  await register(page, '/');
  await openProduct(page);
  await chooseVariant(page);
  await press(page, 'Mua ngay');
  await at(page, '/shipping');
  await fill(page, /^Tỉnh/, 'Hà Nội');
  await fill(page, /^Địa chỉ/, '12 Ngõ Huế');
  await fill(page, /^Mã bưu/, '100000');
  await press(page, 'Tiếp tục');
  await at(page, '/payment');
}

test('a phone shows what is missing when something is bought without colour and size', async () => {
  const page = await device(360);
  await openProduct(page);
  await press(page, 'Mua ngay');
  await isSeen(page, page.getByText(/^Vui lòng chọn màu sắc.* trước khi mua\.$/));
});

test.each(['Enter', 'the button'])('a phone shows why a coupon is refused that was sent by %s', async (way) => {
  const page = await device(360);
  await goToPayment(page);
  const code = page.getByLabel('Mã giảm giá');
  await code.fill('KHONG-CO');
  // Just above the bar.
  await code.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 170));
  await (way === 'Enter' ? code.press('Enter') : press(page, 'Áp dụng'));
  await isSeen(page, page.getByText('Mã giảm giá không hợp lệ hoặc đã hết hạn.'));
});

test('a phone shows why an order is not placed, and keeps the focus on the button', async () => {
  const page = await device(360);
  await goToPayment(page);
  await press(page, 'Tiếp tục');
  await at(page, '/placeorder');
  await page.route('**/api/placeorder/', (route) => route.fulfill({ status: 500, body: '' }));
  const order = page.getByRole('button', { name: /^(Đặt hàng|Gửi lại đơn hàng)/ });
  await order.click();
  await order.and(page.locator(':focus')).waitFor();
  await isSeen(page, page.getByText('Đã xảy ra lỗi khi đặt hàng'));
});
