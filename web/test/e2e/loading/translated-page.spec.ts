import type { Locator, Page } from 'playwright-core';
import { device, visit } from '../support/shopper';

/** Translates the page as Chrome does: an element takes the place of each text node, also of those that come later. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translated = new WeakSet<Node>();
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (
          text.data.trim() === '' ||
          translated.has(text.parentNode!) ||
          text.parentElement!.closest('script, style, svg')
        )
          continue;
        const translation = document.createElement('font');
        translation.textContent = text.data;
        translated.add(translation);
        text.before(translation);
        text.remove();
      }
    };
    translateAll();
    new MutationObserver(translateAll).observe(document.body, { childList: true, characterData: true, subtree: true });
  });

test('a page that the browser translates shows what is chosen and typed', async () => {
  const page = await device();
  await visit(page, '/products/5');
  const colors = page.getByRole('group', { name: 'Màu sắc' });
  const choose = async (color: Locator) => {
    const name = (await color.innerText()).trim();
    await color.click();
    await colors.filter({ hasText: `Màu sắc: ${name}` }).waitFor();
  };
  const [first, second] = await colors.getByRole('button').all();
  await choose(first!); // the page is hydrated then
  await translate(page);
  await choose(second!);
  await choose(first!);
  const searchBox = page.getByLabel('Tìm sản phẩm').and(page.locator(':visible'));
  for (const keyword of ['áo sơ mi', 'váy']) {
    await searchBox.fill(keyword);
    await page.getByRole('group', { name: 'Sản phẩm' }).waitFor();
    await searchBox.fill('');
    await page.getByRole('group', { name: 'Sản phẩm' }).waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { level: 1, name: 'Áo' }).waitFor();
});
