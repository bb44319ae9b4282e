import type { Page } from 'playwright-core';
import { at, device, fill, press, read, register, visit } from './support/shopper';

jest.setTimeout(300_000);

/** More than any of the pages has. */
const MAX_STOPS = 400;

/**
 * Walks through the page by the Tab key.
 *
 * @returns how many stops there are, and a line for each whose focus is not seen: without an outline, or wholly beneath something else
 */
async function walk(page: Page) {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  const seen = new Set<string>();
  const unseen: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusedStop);
    if (!stop) return { stops, unseen };
    if (stop.trouble) unseen.push(`${stop.name}: ${stop.trouble}`);
    seen.add(stop.name);
  }
  throw new Error(`The Tab key never leaves the page: ${[...seen].slice(-5).join(', ')}`);
}

/** The element that has the focus, and what hinders that it is seen; undefined at the end of the page. Runs in the page. */
function focusedStop() {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return;
  const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}” ${element.getAttribute('name') ?? ''}`;
  const hasOutline = (it: Element | null) =>
    it !== null && getComputedStyle(it).outlineStyle !== 'none' && parseFloat(getComputedStyle(it).outlineWidth) >= 2;
  // What is drawn in the place of a hidden radio button or file input shows its focus.
  const drawn = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
  const shown = drawn.find((it) => it && it.getBoundingClientRect().width > 4) ?? element;
  const box = shown.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]),
  );
  const isOnTop = points.some(([x = 0, y = 0]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (shown.contains(top) || top.contains(shown));
  });
  const trouble = !drawn.some(hasOutline) ? 'has no outline' : isOnTop ? '' : 'is covered';
  return { name, trouble };
}

test.each([360, 1280])(
  'the focus is seen at each stop of product, cart and checkout in a window of %i px',
  async (width) => {
    const page = await device(width);
    await register(page, '/products/5');
    await page.getByRole('group', { name: 'Kích thước' }).waitFor();
    expect(await walk(page)).toEqual({ stops: expect.any(Number) as number, unseen: [] });

    for (const group of ['Màu sắc', 'Kích thước']) {
      await page.getByRole('group', { name: group }).locator('button:not([aria-label*="hết hàng"])').first().click();
    }
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
  ['the size guide', 360, '/products/5', 'Hướng dẫn chọn size'],
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
