import { sidewaysScroll } from '../support/accessibility';
import { at, chooseVariant, device, fill, press, register, visit } from '../support/shopper';

test('a low window, as of 400 % zoom, is not covered by the bar with the buttons, and neither is paper', async () => {
  const page = await device(320);
  await visit(page, '/products/5');
  const position = () => page.locator('[data-buy-bar]').evaluate((bar) => getComputedStyle(bar).position);
  expect(await position()).toBe('fixed');
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await position()).toBe('static');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ media: 'print' });
  expect(await position()).toBe('static');
});

test('forced colours keep the stars, the colours to choose from, and the edges of buttons', async () => {
  const page = await device();
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/products/5');
  const look = await page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(`main ${selector}`)!);
    return {
      stars: styleOf('.stars').backgroundImage,
      color: styleOf('[role="group"] button span').backgroundColor,
      edges: [...document.querySelectorAll('[data-buy-bar] button')].map(
        (button) => getComputedStyle(button).borderTopWidth,
      ),
    };
  });
  expect(look.stars).toContain('gradient');
  expect(look.color).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  expect(look.edges).toEqual(['1px', '1px']);
});

test('names and addresses without a space stay in a window of 320 px', async () => {
  const page = await device(320);
  await register(page, '/');
  await visit(page, '/products/5');
  await chooseVariant(page);
  await press(page, 'Mua ngay');
  await at(page, '/shipping');
  const word = 'khôngkhoảngtrắng'.repeat(6);
  await fill(page, /^Người nhận/, `👩‍👧${word}`);
  await fill(page, /^Địa chỉ/, word);
  await fill(page, /^Tỉnh/, 'Hà Nội');
  await fill(page, /^Mã bưu/, '100000');
  await press(page, 'Tiếp tục');
  await at(page, '/payment');
  await press(page, 'Tiếp tục');
  await at(page, '/placeorder');
  await page.getByText(word).first().waitFor();
  expect(await sidewaysScroll(page)).toEqual([]);
});
