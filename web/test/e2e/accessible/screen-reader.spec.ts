import { plentiful } from '../support/shop-api';
import { ScreenReader } from '../support/screen-reader';
import { at, device, visit } from '../support/shopper';

// A purchase is a dozen pages, and each is read many times.
jest.setTimeout(300_000);

test.each([360, 1280])('a card buys by what a screen reader hears alone, in a window of %i px', async (width) => {
  const { product, color, size } = await plentiful();
  const page = await device(width);
  await visit(page, '/');
  const reader = await ScreenReader.of(page);

  // From the home page to a product: each new page moves the reading to its heading and says its title.
  await reader.press('link', 'Tất cả sản phẩm');
  await reader.stands('heading', 'Tất cả sản phẩm');
  expect(await reader.says(/^Tất cả sản phẩm/)).toBe('polite');
  await reader.type('Tìm sản phẩm', product, 'searchbox');
  expect(await reader.says(/gợi ý/)).toBe('polite');
  await page.keyboard.press('Enter');
  await reader.find('heading', `Kết quả tìm kiếm cho "${product}"`);
  await reader.press('link', product, { within: 'Sản phẩm' });
  await reader.stands('heading', product);

  // A choice that is missing is said, and the reading goes there.
  await reader.press('button', 'Thêm vào giỏ');
  expect(await reader.says('trước khi mua')).toBe('assertive');
  await reader.press('button', color, { within: 'Màu sắc' });
  await reader.press('button', size, { within: 'Kích cỡ' });
  await reader.press('button', 'Thêm vào giỏ');
  expect(await reader.says('Đã thêm vào giỏ hàng!')).toBe('polite');

  // The cart names its product, and says a changed quantity.
  await reader.press('link', /^Giỏ hàng, 1 /);
  await reader.stands('heading', 'Giỏ hàng (1)');
  await reader.press('button', 'Tăng', { within: `Số lượng ${product}` });
  expect(await reader.says(/^2$/)).toBe('polite');
  await reader.press('link', /^Thanh toán · [\d.]+ VND$/);

  // An account, wrong at first.
  await reader.stands('heading', 'Đăng nhập');
  await reader.press('link', 'Đăng ký');
  await reader.stands('heading', 'Đăng ký');
  await reader.press('button', 'Tạo tài khoản');
  expect(await reader.isRefused('Tên đăng nhập')).toBe('Vui lòng nhập tên đăng nhập');
  const username = `doc.${Date.now()}.${width}`;
  await reader.type('Tên đăng nhập', username);
  await reader.type('Email', `${username}@example.com`);
  await reader.type('Mật khẩu', 'ngan');
  await reader.press('button', 'Tạo tài khoản');
  expect(await reader.isRefused('Mật khẩu')).toMatch(/^Mật khẩu/);
  await reader.type('Mật khẩu', 'mat-khau-1');
  await reader.press('button', 'Tạo tài khoản');

  // The address: suggestions are counted aloud, and a choice fills in the code.
  await reader.stands('heading', 'Địa chỉ giao hàng');
  await reader.press('button', 'Tiếp tục');
  expect(await reader.isRefused('Tỉnh/Thành phố', 'combobox')).toBe('Vui lòng nhập tỉnh/thành phố');
  await reader.type('Tỉnh/Thành phố', 'ha noi', 'combobox');
  expect(await reader.says(/^1 gợi ý/)).toBe('polite');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await reader.find('combobox', 'Tỉnh/Thành phố')).value).toBe('Hà Nội');
  expect((await reader.find('textbox', 'Mã bưu chính')).value).toBe('10000');
  await reader.type('Người nhận', 'Nguyễn Thị Lan');
  await reader.type('Số điện thoại', '0912345678');
  await reader.type('Địa chỉ', '12 Hàng Bông');
  await reader.press('button', 'Tiếp tục');

  // How to pay, with the step of the checkout that this is.
  await reader.stands('heading', 'Phương thức thanh toán');
  const card = await reader.find('radio', 'Thẻ tín dụng/ghi nợ', { within: 'Phương thức thanh toán' });
  expect(card.description).toMatch(/^Visa, Mastercard, JCB/);
  const wallet = await reader.find('radio', 'Ví Paybox', { within: 'Phương thức thanh toán' });
  expect([wallet.properties.disabled, wallet.description]).toEqual([true, expect.stringContaining('Còn thiếu')]);
  await reader.press('radio', 'Thẻ tín dụng/ghi nợ');
  await reader.press('button', 'Tiếp tục');
  await reader.stands('heading', 'Kiểm tra và đặt hàng');
  await reader.press('button', /^Đặt hàng · [\d.]+ VND bằng thẻ/);

  // The card: what is typed wrong is told by its field, what the bank refuses as an alert.
  await reader.stands('heading', /^Đơn hàng #\d+$/);
  await reader.press('button', /^Nhập thẻ/);
  const pay = /^Thanh toán [\d.]+ VND bằng thẻ$/;
  await reader.press('button', pay);
  expect(await reader.isRefused('Số thẻ')).toBe('Số thẻ của bạn chưa đầy đủ.');
  await reader.type('Số thẻ', '4000000000000002');
  await reader.type('Ngày hết hạn', '1233');
  await reader.type('Mã bảo mật', '123');
  await reader.press('button', pay);
  expect(await reader.says('từ chối')).toBe('assertive');
  await reader.stands('button', pay);
  await reader.type('Số thẻ', '4242424242424242');
  await reader.press('button', pay);
  await at(page, '/confirmation');
  await reader.stands('heading', 'Thanh toán thành công!');
  await reader.find('heading', 'Tiếp theo');
  await reader.find('link', product);
});
