import type { Page } from 'playwright-core';
import { walk } from '../support/keyboard';
import { at, chooseVariant, device, fill, press, read, register, visit } from '../support/shopper';

jest.setTimeout(300_000);

test.each([360, 1280])(
  'the focus is seen at each stop of product, cart and checkout in a window of %i px',
  async (width) => {
    const page = await device(width);
    await register(page, '/products/5');
    await page.getByRole('group', { name: 'Kích cỡ' }).waitFor();
    expect(await walk(page)).toEqual({ stops: expect.any(Number) as number, unseen: [] });

    await chooseVariant(page);
    await page.getByRole('button', { name: 'Thêm vào giỏ' }).and(page.locator(':visible')).first().click();
    await read(page, 'Đã thêm vào giỏ hàng!');
    for (const path of ['/cart', '/shipping']) {
      await visit(page, path);
      await page.locator('h1').waitFor();
      expect({ path, ...(await walk(page)) }).toEqual({ path, stops: expect.any(Number) as number, unseen: [] });
    }
    await fill(page, /^Người nhận/, 'Nguyễn Thị Lan');
    await fill(page, /^Địa chỉ/, '12 Hàng Bông');
    await fill(page, /^Tỉnh/, 'Hà Nội');
    await fill(page, /^Mã bưu chính/, '10000');
    await press(page, 'Tiếp tục');
    await at(page, '/payment');
    await page.locator('h1:focus').waitFor(); // the new page takes the focus, and would take it during the walk
    expect({ path: '/payment', ...(await walk(page)) }).toMatchObject({ unseen: [] });
  },
);

const isInDialog = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    // Between the last stop and the first the focus is in the browser's own bars.
    return focused === document.body || focused?.closest('dialog[open]') !== null;
  });

test.each([
  ['the filters', 360, '/search', 'Bộ lọc'],
  ['the size guide', 360, '/products/5', 'Hướng dẫn chọn cỡ'],
  ['the AI search', 1280, '/', 'Tìm bằng hình ảnh hoặc mô tả'],
])('%s keep the focus while they are open, and give it back', async (_, width, path, name) => {
  const page = await device(width);
  await visit(page, path);
  const opener = page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .and(page.locator(':visible'))
    .first();
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('dialog[open]'));
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab');
    expect(await isInDialog(page)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await opener.and(page.locator(':focus')).waitFor();
});
