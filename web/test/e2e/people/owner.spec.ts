import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { at, device, fill, press, read, register, signIn, visit } from '../support/shopper';
import { shop } from '../support/browser';

const PRICE = 250_000;
const TOTAL = PRICE + (PRICE * 5) / 100;

/** A word that nothing else in the shop has. */
const unique = (word: string) => `${word} ${Date.now().toString(36)}`;

async function owner(width = 1280): Promise<Page> {
  const page = await device(width);
  await visit(page, '/login');
  await signIn(page, 'admin', 'admin123');
  await at(page, '/admin');
  return page;
}

const toasted = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a panel, fills it and sends it; it closes when it was saved. */
async function add(page: Page, button: string, fields: [label: RegExp, text: string][], submit = 'Thêm') {
  // An empty list offers it a second time.
  await page.getByRole('button', { name: button, exact: true }).first().click();
  for (const [label, text] of fields) await dialog(page).getByLabel(label).fill(text);
  await dialog(page).getByRole('button', { name: submit, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Presses a button that asks first, and says yes. */
async function confirmed(page: Page, button: string | RegExp, yes: string) {
  await page.getByRole('button', { name: button }).first().click();
  await dialog(page).getByRole('button', { name: yes, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** Fetches the list beside a button as a file. @returns what is in it */
async function exported(page: Page, button = 'Xuất CSV'): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return readFile(await download.path(), 'utf8');
}

test('an owner creates a product, sells, delivers and refunds it, and finds each step in the records', async () => {
  const page = await owner();
  const [category, brand, color, size, name, code] = ['Kệ', 'Nhãn', 'Màu', 'Cỡ', 'Áo lụa', 'MA'].map(unique) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];

  // What a product stands on.
  await visit(page, '/admin/categories');
  await add(page, 'Thêm danh mục', [[/^Tên/, category]]);
  await read(page, category);
  await visit(page, '/admin/brands');
  await add(page, 'Thêm thương hiệu', [[/^Tên/, brand]]);
  await read(page, brand);
  await visit(page, '/admin/colors');
  await add(page, 'Thêm màu', [
    [/^Tên/, color],
    [/^Mã màu/, '#0e5a4a'],
  ]);
  await page.getByRole('link', { name: 'Kích cỡ', exact: true }).click();
  await add(page, 'Thêm kích cỡ', [[/^Tên/, size]]);

  // The product: a picture, and one of its two variants left without a stock.
  await visit(page, '/admin/products/new');
  await fill(page, /^Tên sản phẩm/, name);
  await page.getByLabel(/^Thương hiệu/).selectOption({ label: brand });
  await page.getByLabel(/^Danh mục/).selectOption({ label: category });
  await fill(page, /^Giá \(VND\)/, String(PRICE));
  const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#0e5a4a' } })
    .webp()
    .toBuffer();
  await page.getByLabel('Ảnh sản phẩm').setInputFiles({ name: 'ao.webp', mimeType: 'image/webp', buffer: picture });
  await page.getByLabel('Sản phẩm có nhiều màu và kích cỡ').check();
  await page.getByLabel('Thêm màu').selectOption({ label: color });
  await page.getByLabel('Thêm kích cỡ').selectOption({ label: size });
  await page.getByLabel('Thêm kích cỡ').selectOption({ label: 'M' });
  await page.getByLabel(`Giá ${color}, ${size}`).fill(String(PRICE));
  await page.getByLabel(`Tồn kho ${color}, ${size}`).fill('3');
  await page.getByLabel(`Giá ${color}, M`).fill(String(PRICE));
  await press(page, 'Thêm sản phẩm');
  await page.waitForURL((url) => /\/admin\/products\/\d+$/.test(url.hash));
  await read(page, `Chưa thêm, vì phân loại mới cần giá và tồn kho lớn hơn 0: ${color}, M.`);
  const product = Number(/\d+$/.exec(page.url())?.[0]);

  await visit(page, '/admin/coupons');
  await add(page, 'Thêm mã giảm giá', [
    [/^Mã/, code.replace(' ', '')],
    [/^Giảm/, '20000'],
  ]);
  await read(page, code.replace(' ', '').toUpperCase());

  // Somebody buys it with a card, and nothing is left of the one size but two.
  const shopper = await device(360);
  const username = await register(shopper, `/products/${product}`);
  await shopper.getByRole('heading', { level: 1, name }).waitFor();
  await shopper.getByRole('group', { name: 'Màu sắc' }).getByRole('button').first().click();
  await shopper.getByRole('group', { name: 'Kích cỡ' }).getByRole('button').first().click();
  await shopper
    .getByRole('button', { name: /^Mua ngay/ })
    .locator('visible=true')
    .first()
    .click();
  await at(shopper, '/shipping');
  await fill(shopper, /^Người nhận/, 'Trần Minh Châu');
  await fill(shopper, /^Địa chỉ/, '5 Bạch Đằng');
  await fill(shopper, /^Tỉnh\/Thành phố/, 'quang nam');
  await shopper.getByRole('option', { name: /^Đà Nẵng/ }).click();
  await fill(shopper, /^Phường\/Xã/, 'hoi an');
  await shopper
    .getByRole('option', { name: /^Phường Hội An/ })
    .first()
    .click();
  expect(await shopper.getByLabel(/^Mã bưu chính/).inputValue()).toBe('51000');
  await press(shopper, 'Tiếp tục');
  await at(shopper, '/payment');
  await press(shopper, 'Tiếp tục');
  await at(shopper, '/placeorder');
  await shopper.getByRole('button', { name: /^Đặt hàng · 262\.500 VND/ }).click();
  await shopper.waitForURL((url) => /^#\/orders\/\d+$/.test(url.hash));
  const order = Number(/\d+$/.exec(shopper.url())?.[0]);
  await shopper.getByText('Thẻ tín dụng/ghi nợ', { exact: true }).locator('visible=true').first().click();
  await shopper.getByRole('button', { name: /^Nhập thẻ · / }).click();
  await shopper.getByRole('button', { name: /^Thành công · 4242/ }).click();
  await shopper.getByRole('button', { name: /^Thanh toán .* bằng thẻ$/ }).click();
  await at(shopper, '/confirmation');

  // The owner finds it, packs it and says that it has arrived.
  await visit(page, '/admin/orders');
  await page.getByRole('searchbox').fill(username);
  await page
    .getByRole('row')
    .filter({ hasText: `#${order}` })
    .filter({ hasText: '262.500' })
    .waitFor();
  await visit(page, `/admin/orders/${order}`);
  await confirmed(page, 'Đánh dấu đã giao', 'Đã giao');
  await visit(page, `/admin/orders/${order}/slip`);
  await read(page, 'Trần Minh Châu');
  await read(page, name);

  // The buyer wants the money back, and gets it into the wallet.
  await visit(shopper, `/orders/${order}`);
  await press(shopper, 'Yêu cầu hoàn tiền');
  await fill(shopper, /^Lý do hoàn tiền/, 'Áo rộng quá');
  await press(shopper, 'Gửi yêu cầu');
  await read(shopper, 'Yêu cầu hoàn tiền đã được gửi!');
  await visit(page, '/admin/refunds?status=pending');
  await read(page, 'Áo rộng quá');
  await confirmed(page, `Duyệt hoàn tiền đơn hàng #${order}`, 'Hoàn tiền');
  await visit(shopper, '/paybox');
  await read(shopper, '262.500');

  // The books: a file of the orders, the wallet's line, and who did what.
  await visit(page, `/admin/orders?search=${username}`);
  await page
    .getByRole('row')
    .filter({ hasText: `#${order}` })
    .waitFor();
  const orders = await exported(page);
  expect(orders.split('\r\n').filter((line) => line.includes(username))).toHaveLength(1);
  expect(orders).toContain(String(TOTAL));
  await visit(page, `/admin/paybox?tab=transactions&search=${username}`);
  await page.getByRole('row').filter({ hasText: '262.500' }).first().waitFor();
  await visit(page, '/admin/audit');
  for (const deed of ['Duyệt hoàn tiền', 'Xác nhận giao đơn hàng', 'Tạo mã giảm giá', 'Tạo sản phẩm'])
    await read(page, deed);

  // A customer who is locked is signed out.
  await visit(page, `/admin/users?search=${username}`);
  await page.getByRole('row').filter({ hasText: username }).waitFor();
  await confirmed(page, `Khóa ${username}`, 'Khóa');
  await toasted(page, `Đã khóa tài khoản ${username}.`);
  await shopper.goto(`${shop()}/profile?tab=orders`);
  await at(shopper, '/');

  // What was sold is not deleted: it leaves the shop, and stays in the order.
  await visit(page, `/admin/products?search=${encodeURIComponent(name)}`);
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  await confirmed(page, `Lưu trữ ${name}`, 'Lưu trữ');
  expect((await fetch(`${shop()}/api/products/${product}/`)).status).toBe(404);
  await visit(page, `/admin/orders/${order}`);
  await read(page, name);
});

test('an owner imports a catalogue, edits its prices in bulk and exports it', async () => {
  const page = await owner();
  const name = unique('Khăn lụa');
  const handle = `khan-${Date.now()}`;
  const csv = (price: string) =>
    [
      'Handle,Title,Vendor,Type,Published,Variant Inventory Qty,Variant Price',
      `${handle},${name},Mây,Khăn,true,4,${price}`,
    ]
      .join('\n')
      .concat('\n');
  const upload = (price: string) =>
    page
      .getByLabel('Tệp CSV', { exact: true })
      .setInputFiles({ name: 'khan.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(price)) });

  // A file that is wrong is refused with its line, and nothing happens.
  await visit(page, '/admin/import');
  await upload('-1');
  await page.getByRole('row').filter({ hasText: 'khan.csv' }).filter({ hasText: 'Có lỗi' }).first().waitFor();
  // One that is right is shown first, and imported by the worker.
  await upload('120000');
  await page.getByRole('button', { name: 'Nhập 1 sản phẩm' }).click();
  await dialog(page).getByRole('button', { name: 'Nhập 1 sản phẩm' }).click();
  await page.getByRole('row').filter({ hasText: 'khan.csv' }).filter({ hasText: 'Đã nhập' }).first().waitFor();

  await visit(page, `/admin/products?search=${encodeURIComponent(name)}`);
  await page.getByRole('row').filter({ hasText: name }).filter({ hasText: '120.000' }).waitFor();
  await page.getByRole('button', { name: /^Sửa hàng loạt/ }).click();
  await dialog(page).getByLabel('Giá', { exact: true }).selectOption({ index: 1 });
  await dialog(page).getByLabel('Giá: bao nhiêu').fill('99000');
  await dialog(page).getByRole('button', { name: 'Xem trước' }).click();
  await dialog(page).getByText('99.000').first().waitFor();
  await dialog(page).getByRole('button', { name: 'Thay đổi 1 mục' }).click();
  await page.getByRole('row').filter({ hasText: name }).filter({ hasText: '99.000' }).waitFor();

  await visit(page, '/admin/import');
  const file = await exported(page, 'Xuất sản phẩm (CSV)');
  expect(file.split('\n').find((line) => line.includes(handle))).toContain('99000');
});

test('an owner edits a review and locks a wallet, and both are in the audit log', async () => {
  const page = await owner();
  await visit(page, '/admin/reviews');
  await page
    .getByRole('button', { name: /^Sửa đánh giá/ })
    .first()
    .click();
  const comment = unique('Đã sửa lời');
  await dialog(page)
    .getByLabel(/^Nhận xét/)
    .fill(comment);
  await dialog(page).getByRole('button', { name: 'Lưu', exact: true }).click();
  await read(page, comment);

  await visit(page, '/admin/paybox?search=khach@example.com');
  await confirmed(page, 'Tạm khóa ví của khach', 'Tạm khóa');
  await page.getByRole('row').filter({ hasText: 'Tạm khóa' }).first().waitFor();
  await confirmed(page, 'Mở khóa ví của khach', 'Mở khóa');

  await visit(page, '/admin/audit');
  for (const deed of ['Mở khóa ví', 'Khóa ví', 'Sửa đánh giá']) await read(page, deed);
});

test('when two owners edit the same product, the second sees the conflict and loses no input', async () => {
  const [first, second] = [await owner(), await owner(768)];
  await visit(first, '/admin/products');
  const link = first.getByRole('row').nth(1).getByRole('link').first();
  const path = new URL((await link.getAttribute('href'))!.replace(/^.*#/, ''), shop()).pathname;
  await visit(first, path);
  await visit(second, path);
  const described = unique('Vải lụa tơ tằm');
  await fill(first, /^Mô tả/, described);
  await press(first, 'Lưu sản phẩm');
  await first.getByText('Có thay đổi chưa lưu.').waitFor({ state: 'detached' });
  const renamed = unique('Áo đổi tên');
  await fill(second, /^Tên sản phẩm/, renamed);
  await press(second, 'Lưu sản phẩm');
  await read(second, described);
  expect(await second.getByLabel(/^Tên sản phẩm/).inputValue()).toBe(renamed);
});
