import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { at, device, fill, press, read, register, signIn, visit } from '../support/shopper';
import { shop } from '../support/browser';

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** A picture of one colour, as a camera's file would be. */
const photo = () =>
  sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#0e5a4a' } })
    .jpeg()
    .toBuffer();

test('an account is created, completed, given a picture and a new password, which signs out the other devices', async () => {
  const page = await device();
  const username = await register(page);

  // There is nothing to look at yet, so the form is open.
  await fill(page, /^Họ$/, 'Nguyễn Thị');
  await fill(page, /^Tên$/, 'Lan');
  await fill(page, /^Số điện thoại/, '0912 345 678');
  await fill(page, /^Ngày sinh/, '2001-02-03');
  await press(page, 'Lưu thay đổi');
  await read(page, 'Cập nhật thông tin thành công!');
  await read(page, '03/02/2001');
  await read(page, '0912345678');

  await page.getByLabel('Ảnh đại diện', { exact: true }).setInputFiles({
    name: 'lan.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(),
  });
  await read(page, 'Cập nhật ảnh đại diện thành công!');
  const inMenu = page.locator('header summary img[src*="/media/"]');
  await inMenu.waitFor();
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('header summary img[src*="/media/"]');
    return image?.complete && image.naturalWidth > 0;
  });

  const phone = await device(360);
  await phone.goto(`${shop()}/login?redirect=/profile`);
  await signIn(phone, username, 'mat-khau-1');
  await read(phone, 'Nguyễn Thị Lan');

  await tab(page, 'Đổi mật khẩu');
  await fill(page, /^Mật khẩu hiện tại/, 'khong-phai');
  await fill(page, /^Mật khẩu mới/, 'mat-khau-2');
  await fill(page, /^Xác nhận mật khẩu mới/, 'mat-khau-2');
  await press(page, 'Đổi mật khẩu');
  await read(page, 'Đổi mật khẩu thất bại. Vui lòng kiểm tra mật khẩu hiện tại!');
  await fill(page, /^Mật khẩu hiện tại/, 'mat-khau-1');
  await press(page, 'Đổi mật khẩu');
  await read(page, 'Đổi mật khẩu thành công!');

  // The phone is not asked to reload: the next thing it wants of the server ends its session.
  await phone.waitForTimeout(1_100);
  await tab(phone, 'Đơn hàng của tôi');
  await at(phone, '/login');

  await tab(page, 'Đơn hàng của tôi');
  await read(page, 'Bạn chưa có đơn hàng nào');

  // Another tab of the same browser is signed out with this one.
  const other = await page.context().newPage();
  await other.goto(`${shop()}/profile`);
  await read(other, 'Nguyễn Thị Lan');
  await page.getByRole('main').getByRole('link', { name: 'Đăng xuất' }).click();
  await at(page, '/login');
  await at(other, '/');

  await signIn(page, username, 'mat-khau-1');
  await read(page, 'Tên đăng nhập hoặc mật khẩu không đúng');
  await signIn(page, username, 'mat-khau-2');
  await at(page, '/');
});

test("an account's data is exported as a file, and the account is deleted", async () => {
  const page = await device();
  const username = await register(page);
  const download = page.waitForEvent('download');
  await press(page, 'Tải dữ liệu của tôi');
  expect((await download).suggestedFilename()).toBe('may-du-lieu-cua-toi.json');

  await press(page, 'Đóng tài khoản');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Mật khẩu hiện tại/).fill('khong-phai');
  await dialog.getByRole('button', { name: 'Đóng tài khoản' }).click();
  await dialog.getByText('Mật khẩu hiện tại không đúng').waitFor();
  await dialog.getByLabel(/^Mật khẩu hiện tại/).fill('mat-khau-1');
  await dialog.getByRole('button', { name: 'Đóng tài khoản' }).click();
  await at(page, '/');
  await read(page, 'Tài khoản của bạn đã được đóng.');

  await page.goto(`${shop()}/login`);
  await signIn(page, username, 'mat-khau-1');
  await read(page, 'Tên đăng nhập hoặc mật khẩu không đúng');
});

test('a lost network signs nobody out: the page stays, says so, and goes on when the network is back', async () => {
  const page = await device();
  await register(page);
  await page.context().setOffline(true);
  await read(page, /^Bạn đang ngoại tuyến/);
  await tab(page, 'Đơn hàng của tôi');
  await read(page, /^Không tải được/);
  await page.getByRole('tabpanel', { name: 'Thông tin cá nhân' }).waitFor();
  await page.context().setOffline(false);
  await press(page, 'Thử lại');
  await read(page, 'Bạn chưa có đơn hàng nào');
  expect(await page.getByText(/^Bạn đang ngoại tuyến/).count()).toBe(0);
});

test('the menu of the account is a script that guests do not load, and without it the account stays within reach', async () => {
  const page = await device();
  let menus = 0;
  let isLost = false;
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const isMenu = (await answer.text()).includes('"/admin/paybox"');
    if (isMenu) menus += 1;
    await (isMenu && isLost ? route.abort() : route.fulfill({ response: answer }));
  });
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(menus).toBe(0);

  const username = await register(page, '/cart');
  const menu = page.getByLabel(`Tài khoản của ${username}`);
  const opened = page.locator('details[open]').getByRole('link', { name: 'Tư vấn' });
  await page.locator('summary').and(menu).click();
  expect(menus).toBe(1);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await menu.click();
  await opened.click();
  await at(page, '/user/chat');
  await opened.waitFor({ state: 'hidden' });

  isLost = true;
  await visit(page, '/cart');
  await page.getByRole('link', { name: `Tài khoản của ${username}` }).click();
  await at(page, '/profile');
  // What the page still asks for is not this test's any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
