import type { Locator } from 'playwright-core';
import { tabTo, type Stop } from '../support/keyboard';
import { at, chooseVariant, device, register, visit } from '../support/shopper';

jest.setTimeout(300_000);

const ADDRESS = [
  [/^Người nhận/, 'Nguyễn Thị Lan'],
  [/^Tỉnh/, 'Hà Nội'],
  [/^Địa chỉ/, '12 Ngõ Huế'],
] as const;

test.each([360, 1280])(
  'a declined card and then another are typed by keyboard alone, the focus in sight, in a window of %i px',
  async (width) => {
    const page = await device(width);
    await register(page, '/products/5');
    const stops: Stop[] = [];
    const button = (name: string | RegExp) => page.getByRole('button', { name }).and(page.locator(':visible'));
    const to = async (target: Locator) => {
      const way = await tabTo(page, target);
      stops.push(...way);
      return way;
    };
    const press = async (target: Locator) => {
      await to(target);
      await page.keyboard.press('Enter');
    };
    const type = async (label: string | RegExp, text: string) => {
      await to(page.getByLabel(label).and(page.locator(':visible')));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    };

    await visit(page, '/products/5');
    await chooseVariant(page, press);
    await press(button('Mua ngay'));
    await at(page, '/shipping');
    await page.locator('h1:focus').waitFor();
    for (const [label, text] of ADDRESS) await type(label, text);
    await press(button('Tiếp tục'));
    await at(page, '/payment');
    await to(page.getByRole('radio', { name: 'Thẻ tín dụng/ghi nợ' }));
    await press(button('Tiếp tục'));
    await at(page, '/placeorder');
    await press(button(/^Đặt hàng · [\d.]+ VND bằng thẻ/));
    await page.waitForURL((url) => /^#\/orders\/\d+/.test(url.hash));
    await press(button('Nhập thẻ').first());
    await page.getByRole('group', { name: 'Thẻ tín dụng/ghi nợ' }).and(page.locator(':focus')).waitFor();

    // The card form: from the number to the button in the order of reading.
    const pay = button(/^Thanh toán [\d.]+ VND bằng thẻ$/);
    await pay.waitFor();
    await type('Số thẻ', '4000000000000002');
    const names = (await to(pay)).map(({ name }) => name);
    expect(names).toEqual([
      expect.stringContaining('expiry'),
      expect.stringContaining('cvc'),
      expect.stringMatching(/^button “Thanh toán/),
    ]);
    // Not yet whole: the focus goes to what is missing, and the number stays.
    await page.keyboard.press('Enter');
    await page.getByLabel('Ngày hết hạn').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1233');
    await type('Mã bảo mật', '123');
    await press(pay);
    await page.getByRole('alert').filter({ hasText: 'từ chối' }).waitFor();
    await pay.and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Số thẻ').inputValue()).toBe('4000 0000 0000 0002');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('4242424242424242');
    await page.keyboard.press('Enter');
    await at(page, '/confirmation');
    await page.getByRole('heading', { level: 1, name: 'Thanh toán thành công!' }).and(page.locator(':focus')).waitFor();
    expect(stops.filter(({ trouble }) => trouble !== '')).toEqual([]);
  },
);
