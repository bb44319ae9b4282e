import { accessOf, adminAccess, call } from '../support/shop-api';
import { at, chooseVariant, device, press, read, register, visit } from '../support/shopper';

const offer = async (cart_reminders: boolean) => call('/api/settings/', { cart_reminders }, await adminAccess(), 'PUT');
afterEach(() => offer(false));

interface PersonalData {
  cart_reminders: { cart: { product: number; qty: number }[] }[];
}

test('the cart of a shopper is sent to the shop only after the consent, and forgotten when it is taken back', async () => {
  await offer(true);
  const page = await device(360);
  const username = await register(page, '/search');
  const access = await accessOf(username, 'mat-khau-1');
  const kept = async () => (await call<PersonalData>('/auth/users/me/data/', undefined, access)).cart_reminders;
  await page.locator('article').filter({ hasNotText: 'Hết hàng' }).first().getByRole('link').first().click();
  await page.waitForURL(/#\/products\/\d+/);
  const product = Number(/products\/(\d+)/.exec(page.url())?.[1]);
  await chooseVariant(page);
  await press(page, 'Thêm vào giỏ');
  await read(page, 'Đã thêm vào giỏ hàng!');
  expect(await kept()).toEqual([]);

  await visit(page, '/profile');
  const consent = page.getByRole('checkbox', { name: 'Nhắc tôi qua email về hàng còn trong giỏ' });
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/cart-reminder/cart/'));
  expect(await consent.isChecked()).toBe(false);
  await consent.check();
  expect((await sent).status()).toBe(204);
  expect(await kept()).toMatchObject([{ cart: [{ product, qty: 1 }] }]);

  await visit(page, '/cart');
  const again = page.waitForResponse(
    (response) => response.url().endsWith('/cart/') && !!response.request().postData()?.includes('"qty":2'),
  );
  await press(page, 'Tăng');
  expect((await again).status()).toBe(204);
  expect(await kept()).toMatchObject([{ cart: [{ product, qty: 2 }] }]);

  await visit(page, '/profile');
  await at(page, '/profile');
  const withdrawn = page.waitForResponse(
    (response) => response.url().endsWith('/api/cart-reminder/') && response.request().method() === 'PUT',
  );
  await consent.uncheck();
  expect((await withdrawn).status()).toBe(200);
  expect(await kept()).toEqual([]);
});
