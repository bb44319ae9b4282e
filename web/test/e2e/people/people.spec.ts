import type { Page } from 'playwright-core';
import { at, device, emailOf, fill, press, read, register, signIn, visit } from '../support/shopper';
import { mailTo, shop } from '../support/browser';

const PHONE = 360;

test('a guest who presses a heart signs in first; then the favourite is counted, listed and removed', async () => {
  const page = await device(PHONE);
  const username = await register(page);
  await page.goto(`${shop()}/logout`);
  await at(page, '/login');

  await visit(page, '/search');
  const heart = page
    .locator('article')
    .first()
    .getByRole('button', { name: /^Yêu thích / });
  await heart.click();
  await at(page, '/login');
  await signIn(page, username, 'mat-khau-1');
  await at(page, '/search');
  const name = (await heart.getAttribute('aria-label')) ?? '';
  const full = page.getByRole('button', { name, exact: true, pressed: true }).first();
  // What was pressed before the sign-in is kept.
  await full.waitFor();
  await page.getByRole('link', { name: 'Yêu thích, 1 sản phẩm' }).click();

  await at(page, '/favorites');
  await read(page, '1 sản phẩm');
  // The server knows it too.
  await visit(page, '/favorites');
  await read(page, '1 sản phẩm');
  expect(await page.locator('article').count()).toBe(1);
  await full.click();
  await read(page, 'Bạn chưa có sản phẩm yêu thích nào');
  await page.getByRole('link', { name: 'Yêu thích, 0 sản phẩm' }).waitFor();
});

test('a review written by keyboard appears at once in list and histogram, and a second one is not possible', async () => {
  const page = await device(PHONE);
  await visit(page, '/search');
  const href = await page.locator('article').first().getByRole('link').getAttribute('href');
  const path = new URL(href!.replace(/^.*#/, ''), shop()).pathname;
  await register(page, path);
  const other = await page.context().newPage();
  await visit(other, path);
  await openReviews(page);
  await openReviews(other);
  const before = await fourStars(page);

  await press(page, 'Gửi đánh giá');
  await read(page, 'Vui lòng chọn số sao');
  await read(page, 'Vui lòng nhập nhận xét');
  await writeReview(page, 'Vải mềm, đường may chắc');
  await read(page, 'Đánh giá của bạn đã được gửi thành công!');
  await page.getByRole('button', { name: 'Gửi đánh giá' }).waitFor({ state: 'detached' });
  const newest = page.getByRole('list', { name: 'Đánh giá', exact: true }).getByRole('listitem').first();
  await newest.filter({ hasText: 'Vải mềm, đường may chắc' }).waitFor();
  expect(await fourStars(page)).toBe(before + 1);
  await read(page, 'Bạn đã đánh giá sản phẩm này');

  // The other tab still offers the form.
  await writeReview(other, 'Thêm một lần nữa');
  await read(other, 'Bạn đã đánh giá sản phẩm này');
  await other.getByRole('button', { name: 'Gửi đánh giá' }).waitFor({ state: 'detached' });
  await visit(page, path);
  await openReviews(page);
  await newest.filter({ hasText: 'Vải mềm, đường may chắc' }).waitFor();
  expect(await fourStars(page)).toBe(before + 1);
});

async function openReviews(page: Page) {
  await page.getByRole('tab', { name: /^Đánh giá/ }).click();
  // The scripts of the tab come with the first look at it.
  await page
    .getByRole('tabpanel', { name: /^Đánh giá/ })
    .getByText(/^(\d+ reviews|Chưa có đánh giá)/)
    .waitFor();
}

/** How many gave four stars, as the histogram says; none while there is no histogram. */
async function fourStars(page: Page): Promise<number> {
  const row = page.getByRole('list', { name: 'Lọc theo số sao' }).getByRole('button', { name: /^4 sao/ });
  if ((await row.count()) === 0) return 0;
  return Number(/\((\d+)\)/.exec(await row.innerText())?.[1]);
}

/** Four stars, without a pointer, and a comment. */
async function writeReview(page: Page, comment: string) {
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  for (const stars of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: new RegExp(`^${stars} sao`), checked: true }).waitFor();
  }
  await fill(page, /^Nhận xét/, comment);
  await press(page, 'Gửi đánh giá');
}

test('shopper and shop chat, and messages sent during a lost connection arrive once', async () => {
  const shopper = await device(PHONE);
  const username = await register(shopper, '/user/chat');
  await read(shopper, 'Bắt đầu cuộc trò chuyện…');
  await say(shopper, 'Áo này có cỡ M không?');

  const admin = await device(PHONE);
  await visit(admin, '/login');
  await signIn(admin, 'admin', 'admin123');
  await at(admin, '/admin');
  await visit(admin, '/admin/chat');
  const room = admin.getByRole('link').filter({ hasText: username });
  await room.filter({ hasText: '1 tin chưa đọc' }).waitFor();
  await say(shopper, 'Màu be thì càng tốt');
  await room.filter({ hasText: '2 tin chưa đọc' }).waitFor();
  await room.click();
  await messagesWith(admin, 'Màu be thì càng tốt').waitFor();
  await say(admin, 'Dạ, còn cỡ M màu be');
  await messagesWith(shopper, 'Dạ, còn cỡ M màu be').waitFor();

  await shopper.context().setOffline(true);
  await shopper.getByText('Đang kết nối lại…').locator('visible=true').first().waitFor();
  await say(admin, 'Shop giữ một chiếc nhé?');
  await write(shopper, 'Giữ giúp mình với');
  await read(shopper, 'Đang gửi…');
  expect(await messagesWith(shopper, 'Shop giữ một chiếc nhé?').count()).toBe(0);
  expect(await messagesWith(admin, 'Giữ giúp mình với').count()).toBe(0);
  await shopper.context().setOffline(false);
  await messagesWith(shopper, 'Shop giữ một chiếc nhé?').waitFor();
  await messagesWith(shopper, 'Giữ giúp mình với').filter({ hasText: 'đã gửi' }).waitFor();
  await messagesWith(admin, 'Giữ giúp mình với').waitFor();

  // A link that no line holds pushes nothing out of sight: neither in the talk nor in the list.
  await say(admin, LONG_LINK);
  await messagesWith(shopper, LONG_LINK).waitFor();
  await say(shopper, 'Mình thấy rồi');
  await messagesWith(admin, 'Mình thấy rồi').waitFor();
  for (const page of [shopper, admin]) expect(await overflowOf(page)).toEqual({ page: 0, talk: 0 });

  const talk = [
    ['shopper', 'Áo này có cỡ M không?'],
    ['shopper', 'Màu be thì càng tốt'],
    ['admin', 'Dạ, còn cỡ M màu be'],
    ['admin', 'Shop giữ một chiếc nhé?'],
    ['shopper', 'Giữ giúp mình với'],
    ['admin', LONG_LINK],
    ['shopper', 'Mình thấy rồi'],
  ];
  const asSeenBy = (who: string) => talk.map(([by, text]) => `${by === who ? 'Bạn' : 'Trả lời'}: ${text}`);
  expect(await messages(shopper).locator('p').allTextContents()).toEqual(asSeenBy('shopper'));
  expect(await messages(admin).locator('p').allTextContents()).toEqual(asSeenBy('admin'));

  await admin.getByRole('link', { name: 'Về danh sách' }).click();
  await room.filter({ hasText: 'Mình thấy rồi' }).filter({ hasNotText: 'chưa đọc' }).waitFor();
  await say(shopper, LONG_LINK);
  await room.filter({ hasText: LONG_LINK }).waitFor();
  expect((await overflowOf(admin)).page).toBe(0);
});

const LONG_LINK = `https://example.com/${'a'.repeat(140)}`;

/** By how many pixels the page, and the list of messages in it, are wider than what is seen of them. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const wider = (element: Element | null | undefined) => (element ? element.scrollWidth - element.clientWidth : 0);
    const talk = [...document.querySelectorAll('[role="region"]')].find(
      (region) => region.getAttribute('aria-label') === 'Tin nhắn',
    );
    return { page: wider(document.documentElement), talk: wider(talk) };
  });

const messages = (page: Page) => page.getByRole('region', { name: 'Tin nhắn', exact: true }).getByRole('listitem');
const messagesWith = (page: Page, text: string) => messages(page).filter({ hasText: text });

async function write(page: Page, text: string) {
  const box = page.getByLabel('Tin nhắn của bạn');
  await box.fill(text);
  await box.press('Enter');
}

/** Writes a message, and waits until the shop has it. */
async function say(page: Page, text: string) {
  await write(page, text);
  await messagesWith(page, text).filter({ hasText: 'đã gửi' }).waitFor();
}

test('a forgotten password is reset by the link of a mail, which works only once', async () => {
  const page = await device(PHONE);
  const username = await register(page);
  await page.goto(`${shop()}/logout`);
  await at(page, '/login');
  await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
  await at(page, '/forgot-password');
  await fill(page, /^Email/, emailOf(username));
  await press(page, 'Gửi liên kết');
  await read(page, 'liên kết đã được gửi đến đó');

  const link = /https?:\S+\/reset-password\?\S+/;
  const [href = ''] = link.exec(await mailTo(emailOf(username), link)) ?? [];
  await page.goto(href);
  await at(page, '/reset-password');
  await chooseNewPassword(page);
  await read(page, 'Đổi mật khẩu thành công!');
  await at(page, '/login');
  await signIn(page, username, 'mat-khau-1');
  await read(page, 'Tên đăng nhập hoặc mật khẩu không đúng');
  await signIn(page, username, 'mat-khau-2');
  await at(page, '/');
  await page.getByLabel(`Tài khoản của ${username}`).waitFor();

  const later = await device(PHONE);
  await later.goto(href);
  await at(later, '/reset-password');
  await chooseNewPassword(later);
  await later.getByRole('link', { name: 'Yêu cầu liên kết mới' }).waitFor();
});

async function chooseNewPassword(page: Page) {
  await fill(page, /^Mật khẩu mới/, 'mat-khau-2');
  await fill(page, /^Xác nhận mật khẩu mới/, 'mat-khau-2');
  await press(page, 'Đổi mật khẩu');
}
