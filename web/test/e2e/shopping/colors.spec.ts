import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { mailOf, shop } from '../support/browser';
import { call } from '../support/shop-api';
import { at, device, emailOf, fill, press, read, register, visit } from '../support/shopper';

interface Shown {
  id: number;
  name: string;
  swatches: { id: number; name: string; image: string | null }[];
  variants: { color: { id: number }; size: { name: string }; stock_quantity: number }[];
}

/** A product of two colours, each in stock and with a picture of its own. */
async function twoColors() {
  const { results } = await call<{ results: Shown[] }>('/api/products/?page=1&page_size=50');
  for (const { id } of results) {
    const product = await call<Shown>(`/api/products/${id}/`);
    const inStock = product.swatches.filter(
      ({ id: color, image }) =>
        image && product.variants.some((each) => each.color.id === color && each.stock_quantity > 0),
    );
    const [one, other] = inStock;
    if (one && other && one.image !== other.image) return { product, one, other };
  }
  throw new Error('No product has two colours with pictures');
}

const hashOf = (image: string | null | undefined) => /\/media\/([0-9a-f]{32})\//.exec(image ?? '')?.[1];
const choose = (page: Page, group: string, name: RegExp | string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name }).first().click();
const inStock = 'button:not([aria-label*="hết hàng"])';

/** The hash of the picture that an image shows, once it is loaded. */
async function shownBy(picture: Locator): Promise<string | undefined> {
  await picture.scrollIntoViewIfNeeded();
  const source = await picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    if (!image.complete || !image.currentSrc) {
      await new Promise((resolve) => image.addEventListener('load', resolve, { once: true }));
    }
    return image.currentSrc;
  });
  return hashOf(source);
}

/** How much the colours of two pictures differ, from 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const pixels = (bytes: Buffer) => sharp(bytes).resize(24, 32, { fit: 'cover' }).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
}

const stored = async (image: string) =>
  Buffer.from(await (await fetch(shop() + image.replace(/\d+\.webp$/, '320.webp'))).arrayBuffer());

test('a change of colour goes from the product’s page over cart and order into the mail’s picture', async () => {
  const { product, one, other } = await twoColors();
  const page = await device(360);
  const username = await register(page, '/');
  await visit(page, `/products/${product.id}?color=${one.id}`);
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor();
  await choose(page, 'Màu sắc', new RegExp(`^${other.name}`));
  await page.waitForURL((url) => url.hash.includes(`color=${other.id}`));
  await page.getByRole('group', { name: 'Kích cỡ' }).locator(inStock).first().click();
  await page.waitForURL((url) => url.hash.includes('size='));
  await press(page, 'Thêm vào giỏ');
  await read(page, 'Đã thêm vào giỏ hàng!');

  await visit(page, '/cart');
  const line = page.getByRole('listitem').filter({ hasText: product.name });
  await line.getByText(new RegExp(`^${other.name} · Cỡ`)).waitFor();
  expect(await shownBy(line.locator('img').first())).toBe(hashOf(other.image));
  await line.getByRole('link', { name: product.name }).click();
  await page.waitForURL((url) => new RegExp(`products/${product.id}\\?color=${other.id}&size=\\d+$`).test(url.hash));
  expect(
    await page
      .getByRole('group', { name: 'Màu sắc' })
      .getByRole('button', { pressed: true })
      .getAttribute('aria-label'),
  ).toContain(other.name);

  await visit(page, '/shipping');
  await fill(page, /^Người nhận/, 'Nguyễn Thị Lan');
  await fill(page, /^Địa chỉ/, '12 Hàng Bông');
  await fill(page, /^Tỉnh/, 'Hà Nội');
  await fill(page, /^Mã bưu/, '100000');
  await press(page, 'Tiếp tục');
  await at(page, '/payment');
  await press(page, 'Tiếp tục');
  await at(page, '/placeorder');
  await page.getByRole('button', { name: /^Đặt hàng · / }).click();
  await page.waitForURL((url) => /^#\/orders\/\d+/.test(url.hash));

  const mail = await mailOf(emailOf(username), /Cảm ơn bạn đã đặt hàng/);
  expect(mail.text).toContain(`${other.name}, `);
  expect(mail.html.match(/src\s*=\s*"(?!cid:)|url\(/g)).toBeNull();
  const [picture, ...others] = mail.pictures;
  expect(others).toEqual([]);
  expect(mail.html).toContain(`<img src="cid:${picture!.contentId}"`);
  expect(picture!.contentId.split('@')[0]).toBe(hashOf(other.image));
  expect(picture!.bytes.length).toBeLessThanOrEqual(8_192);
  expect(await difference(picture!.bytes, await stored(other.image!))).toBeLessThan(12);
});

test('a favourite and a message keep the colour of their product', async () => {
  const { product, other } = await twoColors();
  const page = await device();
  await register(page, '/');
  await visit(page, `/products/${product.id}?color=${other.id}`);
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor();
  await page
    .getByRole('button', { name: `Yêu thích ${product.name}` })
    .first()
    .click();
  await page.getByRole('link', { name: 'Yêu thích, 1 sản phẩm' }).click();
  await at(page, '/favorites');
  const card = page.locator('main article');
  await card.getByRole('link', { name: product.name }).waitFor();
  expect(await card.getByRole('link', { name: product.name }).getAttribute('href')).toContain(`color=${other.id}`);
  expect(await shownBy(card.locator('img').first())).toBe(hashOf(other.image));

  await visit(page, '/user/chat');
  await read(page, 'Bắt đầu cuộc trò chuyện…');
  const link = `${new URL(page.url()).origin}/products/${product.id}?color=${other.id}`;
  await page.getByLabel('Tin nhắn của bạn').fill(`Mẫu này còn không? ${link}`);
  await page.getByLabel('Tin nhắn của bạn').press('Enter');
  const sharedLink = page
    .getByRole('region', { name: 'Tin nhắn' })
    .getByRole('link', { name: new RegExp(product.name) });
  await sharedLink.waitFor();
  expect(await sharedLink.innerText()).toContain(other.name);
  expect(await shownBy(sharedLink.locator('img'))).toBe(hashOf(other.image));
  await sharedLink.click();
  await page.waitForURL((url) => url.hash.includes(`products/${product.id}?color=${other.id}`));
});
