import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { until } from '../../../../backend/test/support/until';
import { shop } from '../support/browser';
import { addProduct, removeProduct } from '../support/shop-api';
import { at, device, fill, press, read, register, signIn, visit } from '../support/shopper';

jest.setTimeout(240_000);

let product: number;
beforeAll(async () => {
  product = await addProduct({ name: `Mũ cói ${Date.now().toString(36)}`, countInStock: 9 });
});
afterAll(() => removeProduct(product));

test('favourites follow their owner to another device, a cart stays where it was filled, and one device signs the other out', async () => {
  const desk = await device(1280);
  const username = await register(desk, '/profile');
  await visit(desk, `/products/${product}`);
  await desk
    .getByRole('button', { name: /^Yêu thích / })
    .first()
    .click();
  await desk.getByRole('link', { name: 'Yêu thích, 1 sản phẩm' }).waitFor();
  await desk.getByRole('button', { name: 'Thêm vào giỏ' }).and(desk.locator(':visible')).click();
  await read(desk, 'Đã thêm vào giỏ hàng!');

  const phone = await device(360);
  await phone.goto(`${shop()}/login?redirect=/favorites`);
  await signIn(phone, username, 'mat-khau-1');
  await at(phone, '/favorites');
  await phone.locator(`article a[href^="/products/${product}"]`).waitFor();
  await visit(phone, '/cart');
  await read(phone, 'Giỏ hàng trống');

  // What is taken away on the phone is gone on the desk.
  await visit(phone, '/favorites');
  await phone.getByRole('button', { name: /^Yêu thích /, pressed: true }).click();
  await read(phone, 'Bạn chưa có sản phẩm yêu thích nào');
  await visit(desk, '/favorites');
  await read(desk, 'Bạn chưa có sản phẩm yêu thích nào');

  await visit(desk, '/profile?tab=devices');
  await press(desk, 'Đăng xuất các thiết bị khác');
  await read(desk, 'Bạn chỉ đăng nhập trên thiết bị này.');
  // The phone is not asked to reload: the next page that needs its owner ends its session.
  await until('the shop refuses the phone', () =>
    phone.evaluate(async () => {
      const { access } = JSON.parse(localStorage.getItem('authTokens')!) as { access: string };
      const answer = await fetch('/auth/users/me/', { headers: { Authorization: `JWT ${access}` } });
      return answer.status === 401;
    }),
  );
  await phone.goto(`${shop()}/profile`);
  await phone.waitForFunction(() => localStorage.getItem('authTokens') === null);
  // The desk is still signed in, with its cart.
  await visit(desk, '/cart');
  await desk.getByRole('link', { name: /^Thanh toán · / }).click();
  await at(desk, '/shipping');
});

test('a review’s photo is seen by its author at once, and by everybody when the owner has approved it', async () => {
  const buffer = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#7a4d00' } })
    .jpeg()
    .toBuffer();
  const comment = `Mũ nhẹ, che nắng tốt, ${randomUUID()}`;
  const page = await device(360);
  await register(page, `/products/${product}`);
  await page.getByRole('tab', { name: /^Đánh giá/ }).click();
  await page.getByRole('radio', { name: /^1 sao/ }).focus();
  await page.keyboard.press('Space');
  await fill(page, /^Nhận xét/, comment);
  await page.getByLabel('Chọn ảnh').setInputFiles({ name: 'mu.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('img', { name: 'Ảnh 1: mu.jpg' }).waitFor();
  await press(page, 'Gửi đánh giá');
  await read(page, 'Đánh giá của bạn đã được gửi thành công!');
  await read(page, 'Đang chờ duyệt');

  const visitor = await device(1280);
  const photos = visitor.getByRole('tabpanel', { name: /^Đánh giá/ }).locator('img[src*="/media/"]');
  const look = async () => {
    await visit(visitor, `/products/${product}`);
    await visitor.getByRole('tab', { name: /^Đánh giá/ }).click();
    await read(visitor, comment);
  };
  await look();
  expect(await photos.count()).toBe(0);

  const owner = await device(1280);
  await visit(owner, '/login');
  await signIn(owner, 'admin', 'admin123');
  await at(owner, '/admin');
  await visit(owner, '/admin/reviews?photos=pending');
  await owner
    .getByRole('row')
    .filter({ hasText: comment })
    .getByRole('button', { name: /^Duyệt/ })
    .click();
  await read(owner, 'Đã duyệt ảnh.');
  await look();
  await photos.first().waitFor();
});

test('the shop starts without a network, with the home page as it was last seen', async () => {
  const page = await device(360, 'allow');
  await visit(page, '/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
  await until('the home page is cached', () => page.evaluate(async () => (await caches.match('/')) !== undefined));
  const title = (await page.locator('h1').textContent())!;
  const context = page.context();
  await page.close();
  await context.setOffline(true);
  const started = await context.newPage();
  await started.goto(`${shop()}/`);
  await started.getByRole('heading', { level: 1, name: title }).waitFor();
  await read(started, /^Bạn đang xem bản đã lưu lúc/);
  await context.setOffline(false);
  await started.getByText(/^Bạn đang xem bản đã lưu/).waitFor({ state: 'detached' });
});
