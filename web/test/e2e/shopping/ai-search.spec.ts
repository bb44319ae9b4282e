import { setTimeout as pause } from 'node:timers/promises';
import type { FileChooser, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { at, device, press } from '../support/shopper';
import { shop } from '../support/browser';

/**
 * How long a shop that has just started may take to look at all its pictures. Its worker steps back while the browsers of the other
 * files take the processor, and needs a minute or two once they have ended.
 */
const TIMEOUT_MS = 900_000;

/** More than a picture may have. */
const TOO_MANY_BYTES = 5_242_881;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tìm kiếm bằng AI' });
const box = (page: Page) => dialog(page).getByRole('textbox');
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name });
const cards = (page: Page) => dialog(page).getByRole('article');
const preview = (page: Page) => dialog(page).getByRole('img', { name: 'Hình ảnh đã chọn' });
const camera = (page: Page) =>
  page.getByRole('button', { name: 'Tìm bằng hình ảnh hoặc mô tả' }).and(page.locator(':visible'));

interface Known {
  id: number;
  name: string;
  image: string;
}

let known: Known;

/** A picture is found by once the shop has looked at its own. */
beforeAll(async () => {
  const list = await fetch(`${shop()}/api/products/?keyword=${encodeURIComponent('đầm quấn')}&page=1`);
  known = ((await list.json()) as { results: [Known] }).results[0];
  const picture = await photo(300);
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'ao.jpg');
    const answer = await fetch(`${shop()}/api/ai-search/image/`, { method: 'POST', body: form });
    const { products } = (await answer.json()) as { products?: Known[] };
    if (products?.[0]?.id === known.id) return;
    if (Date.now() > deadline) throw new Error(`The shop does not find ${known.name} by its picture`);
    await pause(1_000);
  }
}, TIMEOUT_MS + 30_000);

/** A photograph of the known product, as a phone held upright keeps it: lying, with a note that it is to be turned. */
async function photo(width = 2_400): Promise<Buffer> {
  const answer = await fetch(shop() + known.image);
  const upright = sharp(Buffer.from(await answer.arrayBuffer())).resize({ width, height: (width * 4) / 3 });
  return sharp(await upright.png().toBuffer())
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Opens the dialog on the home page. */
async function open(page: Page) {
  await page.goto(shop());
  await at(page, '/');
  await camera(page).click();
  await dialog(page).waitFor();
}

async function ask(page: Page, text: string) {
  await box(page).fill(text);
  await press(page, 'Tìm kiếm AI');
  await counted(page);
}

/** Waits for products. A search that takes too long on a busy machine finds none by its picture, or only by its words, and is made again. */
async function counted(page: Page) {
  const found = dialog(page).getByText(/^Tìm thấy \d+ sản phẩm phù hợp$/);
  // Both sentences stand when a picture alone found nothing in time.
  const isLate = dialog(page)
    .getByText(/^(Chưa tìm được bằng hình ảnh lúc này|Đang sử dụng tìm kiếm cơ bản)/)
    .first();
  for (;;) {
    await found.or(isLate).first().waitFor();
    if (!(await isLate.isVisible())) return;
    await press(page, 'Tìm kiếm AI');
    await isLate.waitFor({ state: 'hidden' });
  }
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  dialog(page).getByLabel('Hình ảnh để tìm kiếm').setInputFiles({ name, mimeType, buffer });

const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);

/** The picture of the search that `act` starts, as it was sent. */
async function sentBy(page: Page, act: () => Promise<void>) {
  // Without a route the browser does not tell what a form's file holds.
  const body = await new Promise<Buffer>((resolve, reject) => {
    const read = (route: Route) => {
      resolve(route.request().postDataBuffer() ?? Buffer.alloc(0));
      return route.continue();
    };
    page.route('**/api/ai-search/**', read, { times: 1 }).then(act).catch(reject);
  });
  const picture = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  return { bytes: body.length, ...(await sharp(picture, { failOn: 'none' }).metadata()) };
}

test('in a search by words chips can be removed, and going back from a product restores the search', async () => {
  const page = await device();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(shop());
  await at(page, '/');
  expect(scripts.filter((url) => url.includes('ai-search'))).toEqual([]);

  await camera(page).click();
  await press(page, 'Tìm kiếm AI');
  await dialog(page).getByText('Vui lòng nhập mô tả hoặc chọn hình ảnh').waitFor();
  await ask(page, 'áo khoác đen dưới 1 triệu');
  expect(await cards(page).count()).toBe(6);
  const percents = await dialog(page)
    .getByRole('progressbar')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.ariaValueNow)));
  expect(percents).toEqual([...percents].sort((one, other) => other - one));
  await press(page, 'Bỏ đen và tìm lại');
  await dialog(page).getByRole('button', { name: 'Bỏ đen và tìm lại' }).waitFor({ state: 'detached' });
  await counted(page);
  expect(await box(page).inputValue()).toBe('áo khoác dưới 1 triệu');

  const name = await cards(page).nth(1).getByRole('link').innerText();
  await cards(page).nth(1).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await dialog(page).count()).toBe(0);
  await page.goBack();
  await at(page, '/');
  await dialog(page).waitFor();
  expect(await box(page).inputValue()).toBe('áo khoác dưới 1 triệu');
  expect(await hasFocus(cards(page).nth(1).getByRole('link'))).toBe(true);

  await cards(page).first().click();
  await page.waitForURL(/#\/products\//);
  await camera(page).click();
  await cards(page).nth(5).waitFor();
  expect(await cards(page).count()).toBe(6);
  await press(page, 'Làm mới');
  expect(await box(page).inputValue()).toBe('');
  await ask(page, 'váy');
  await press(page, 'Đóng');
  await camera(page).click();
  expect(await box(page).inputValue()).toBe('');
});

test('a phone’s photo is shrunk and rotated and finds its product; added words find another colour', async () => {
  const page = await device(360);
  await open(page);
  await tab(page, 'Hình ảnh').click();
  await choose(page, 'IMG_1.jpg', 'image/jpeg', await photo());
  await preview(page).waitFor();
  const sent = await sentBy(page, () => press(page, 'Tìm kiếm AI'));
  await counted(page);
  expect([sent.format, sent.width, sent.height, sent.orientation]).toEqual(['jpeg', 1_200, 1_600, undefined]);
  expect(await cards(page).first().getByRole('link').innerText()).toBe(known.name);

  // The colour seen in the picture is taken back; what is like it in another colour may come first now.
  await dialog(page)
    .getByRole('button', { name: /^Bỏ .+ trong ảnh và tìm lại$/ })
    .first()
    .click();
  await dialog(page)
    .getByRole('button', { name: /^Bỏ qua .+ trong ảnh: xét lại$/ })
    .waitFor();
  await counted(page);

  await tab(page, 'Kết hợp').click();
  await preview(page).waitFor();
  const both = page.waitForResponse('**/api/ai-search/combined/');
  await ask(page, 'màu trắng');
  expect((await both).status()).toBe(200);
  await dialog(page).getByRole('button', { name: 'Bỏ trắng và tìm lại' }).waitFor();
});

test('a part of a photo is chosen by dragging and by the keyboard, and only that part is sent', async () => {
  const page = await device(360);
  await open(page);
  await tab(page, 'Hình ảnh').click();
  await choose(page, 'IMG_3.jpg', 'image/jpeg', await photo());
  await preview(page).waitFor();
  const picture = (await preview(page).boundingBox())!;
  const part = (name: string) => dialog(page).getByRole('button', { name, exact: true });
  const drag = async (name: string, dx: number, dy: number) => {
    await part(name).scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await part(name).boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + (dx * picture.width) / 2, y + height / 2, { steps: 3 });
    await page.mouse.move(x + width / 2 + dx * picture.width, y + height / 2 + dy * picture.height, { steps: 3 });
    await page.mouse.up();
  };
  await drag('Góc dưới bên phải', -0.5, -0.25);
  await dialog(page).getByText('Vùng tìm kiếm: rộng 50%, cao 75%, cách trái 0%, cách trên 0%').waitFor();
  await drag('Vùng tìm kiếm', 0.25, 0.125);
  await dialog(page).getByText('Vùng tìm kiếm: rộng 50%, cao 75%, cách trái 25%, cách trên 13%').waitFor();
  const dragged = await sentBy(page, () => press(page, 'Tìm kiếm AI'));
  await counted(page);
  expect(dragged.format).toBe('jpeg');
  // A pixel of the screen is several of the picture.
  expect(Math.abs(dragged.width - 600)).toBeLessThan(20);
  expect(Math.abs(dragged.height - 1_200)).toBeLessThan(20);

  await press(page, 'Lấy cả ảnh');
  expect(await hasFocus(part('Vùng tìm kiếm'))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(part('Góc trên bên trái'))).toBe(true);
  expect(
    await part('Góc trên bên trái').evaluate((it) => it.matches(':focus-visible') && getComputedStyle(it).outlineStyle),
  ).toBe('solid');
  for (let presses = 0; presses < 25; presses++) await page.keyboard.press('ArrowRight');
  await dialog(page).getByText('Vùng tìm kiếm: rộng 50%, cao 100%, cách trái 50%, cách trên 0%').waitFor();
  const typed = await sentBy(page, () => press(page, 'Tìm kiếm AI'));
  await counted(page);
  expect([typed.width, typed.height]).toEqual([600, 1_600]);
});

test('a finger moves the box and its corners, and scrolls the dialog over the whole picture', async () => {
  const page = await device(360);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await open(page);
  await tab(page, 'Hình ảnh').click();
  await choose(page, 'IMG_4.jpg', 'image/jpeg', await photo(300));
  await preview(page).waitFor();
  const part = (name: string) => dialog(page).getByRole('button', { name, exact: true });
  const touchAction = (name: string) => part(name).evaluate((it) => getComputedStyle(it).touchAction);
  expect([await touchAction('Vùng tìm kiếm'), await touchAction('Góc trên bên trái')]).toEqual(['pan-y', 'none']);
  const picture = (await preview(page).boundingBox())!;
  const { x, y, width, height } = (await part('Góc trên bên trái').boundingBox())!;
  const from = { x: x + width / 2, y: y + height / 2 };
  const to = { x: from.x + picture.width / 2, y: from.y + picture.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x + 20, y: from.y + 20 }]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
  await dialog(page).getByText('Vùng tìm kiếm: rộng 50%, cao 50%, cách trái 50%, cách trên 50%').waitFor();
  expect(await touchAction('Vùng tìm kiếm')).toBe('none');
});

test('a picture over 5 MB is shrunk before upload; an unreadable one shows an error', async () => {
  const page = await device();
  await open(page);
  await tab(page, 'Hình ảnh').click();
  const noise = await sharp({
    create: {
      width: 1_500,
      height: 1_500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(TOO_MANY_BYTES);
  await choose(page, 'lon.png', 'image/png', noise);
  await preview(page).waitFor();
  const sent = await sentBy(page, () => press(page, 'Tìm kiếm AI'));
  expect([sent.format, sent.width]).toEqual(['jpeg', 1_500]);
  expect(sent.bytes).toBeLessThan(TOO_MANY_BYTES);
  await choose(page, 'IMG_2.heic', 'image/heic', Buffer.from('ftypheic'));
  await dialog(page)
    .getByText(/^Trình duyệt không đọc được hình ảnh này/)
    .waitFor();
});

test('a picture is pasted with Ctrl+V and dropped from another window', async () => {
  const page = await device();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 400 });
    canvas.getContext('2d')?.fillRect(50, 50, 200, 300);
    const blob = new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  await page.keyboard.press('Control+V');
  await preview(page).waitFor();
  expect(await tab(page, 'Hình ảnh').getAttribute('aria-selected')).toBe('true');
  await press(page, 'Xóa hình ảnh');
  await preview(page).waitFor({ state: 'detached' });

  const drag = (event: 'dragover' | 'drop', bytes: number[]) =>
    page.evaluate(
      ([name, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], 'ao.jpg', { type: 'image/jpeg' }));
        const dialog = document.querySelector('dialog');
        dialog?.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [event, bytes] as const,
    );
  const bytes = [...(await photo(300))];
  await drag('dragover', bytes);
  await dialog(page).getByText('Thả hình ảnh vào đây').waitFor();
  await drag('drop', bytes);
  await preview(page).waitFor();
  await press(page, 'Tìm kiếm AI');
  await counted(page);
  expect(await cards(page).first().getByRole('link').innerText()).toBe(known.name);
});

test('the keyboard alone opens the dialog, searches, removes a chip and closes it, and the focus returns', async () => {
  const page = await device();
  // Asked for early: the browser has to be told that nobody sits before it who could choose.
  const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await page.goto(shop());
  await at(page, '/');
  await camera(page).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.type('sơ mi trắng');
  await page.keyboard.press('Enter');
  await counted(page);

  // Tab never leaves the dialog: it comes round to the box again, past a chip on the way.
  let isPastChip = false;
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const [isInside, label] = await page.evaluate(() => {
      const { activeElement } = document;
      // Between the last and the first the focus may be the browser's own.
      return [activeElement === document.body || activeElement?.closest('dialog') !== null, activeElement?.ariaLabel];
    });
    expect(isInside).toBe(true);
    isPastChip ||= label === 'Bỏ trắng và tìm lại';
    if (isPastChip && (await hasFocus(box(page)))) break;
  }
  expect([isPastChip, await hasFocus(box(page))]).toEqual([true, true]);

  const chip = dialog(page).getByRole('button', { name: 'Bỏ trắng và tìm lại' });
  await chip.focus();
  await page.keyboard.press('Enter');
  await chip.waitFor({ state: 'detached' });
  await counted(page);
  expect(await box(page).inputValue()).toBe('sơ mi');
  await tab(page, 'Mô tả bằng chữ').focus();
  await page.keyboard.press('ArrowRight');
  const zone = dialog(page).getByRole('button', { name: /^Chọn hình ảnh/ });
  await zone.focus();
  await page.keyboard.press('Enter');
  expect((await chooser).isMultiple()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await hasFocus(camera(page))).toBe(true);
});

test('without a network, or without its script, the search shows an error with a retry', async () => {
  const page = await device();
  await page.goto(shop());
  await at(page, '/');
  await page.route('**/assets/*.js', (route) => route.abort());
  await camera(page).click();
  await page.getByText('Không thể mở tìm kiếm AI. Vui lòng kiểm tra kết nối mạng.').waitFor();
  await page.unroute('**/assets/*.js');
  await page.reload();
  await at(page, '/');
  await camera(page).click();
  await dialog(page).waitFor();
  await page.context().setOffline(true);
  await box(page).fill('áo len');
  await press(page, 'Tìm kiếm AI');
  await dialog(page)
    .getByText('Có lỗi xảy ra khi tìm kiếm: Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.')
    .waitFor();
  await page.context().setOffline(false);
  await dialog(page).getByRole('button', { name: 'Thử lại' }).click();
  await counted(page);
});
