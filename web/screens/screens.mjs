// @ts-check
import { fileURLToPath } from 'node:url';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'visitor' | 'shopper' | 'admin'} Person */

/**
 * @typedef {object} Screen
 * @property {string} name of the picture; screens of one person are taken in this order, in one browser context
 * @property {string} route the pattern in web/app/routes.ts
 * @property {string} [path] the address, where it differs from the pattern
 * @property {(page: Page, ids: Ids) => Promise<void>} [act] what a person does there before the picture is taken
 * @property {number[]} [widths] of the windows in which it exists, 360 and 1280 unless it is said
 * @property {string} [fails] a glob of the calls that fail with 503 while it is loaded and acted on
 * @property {number} [status] of the page itself, 200 unless it is said
 */

/**
 * What addresses need of the shop's data.
 *
 * @typedef {object} Ids
 * @property {number} product one that is in stock
 * @property {number} order of the demo shopper
 */

/** A picture as a visitor may have one. */
const CHOSEN_PICTURE = fileURLToPath(new URL('../../demo/pictures/ao-ba-lo-gan-ban-nho-1-320.webp', import.meta.url));

const press = (/** @type {string | RegExp} */ name) => (/** @type {Page} */ page) =>
  page.getByRole('button', { name }).and(page.locator(':visible')).first().click();

const searchBox = (/** @type {Page} */ page) => page.getByLabel('Tìm sản phẩm').and(page.locator(':visible'));

/** Types into the header's search box, and waits for suggestions. */
const type = (/** @type {string} */ text) => async (/** @type {Page} */ page) => {
  await searchBox(page).fill(text);
  await page.getByRole('group', { name: 'Sản phẩm' }).waitFor();
};

/** Has two recent searches in an empty box. */
async function searchTwice(/** @type {Page} */ page) {
  for (const text of ['váy đỏ', 'áo sơ mi']) {
    await searchBox(page).fill(text);
    await searchBox(page).press('Enter');
    await page.getByRole('heading', { name: new RegExp(text) }).waitFor();
    // Each search makes the box anew: what is typed into the one before is lost.
    await page.locator(`input[name="keyword"][value="${text}"]:visible`).waitFor();
  }
  await searchBox(page).fill('');
  await page.getByRole('group', { name: 'Tìm kiếm gần đây' }).waitFor();
}

/** Chooses the first colour and size in stock, and puts the product into the cart. */
async function addToCart(/** @type {Page} */ page) {
  for (const group of ['Màu sắc', 'Kích cỡ']) {
    const choices = page.getByRole('group', { name: group }).locator('button:not([aria-label*="hết hàng"])');
    if ((await choices.count()) > 0) await choices.first().click();
  }
  await press('Thêm vào giỏ')(page);
  await page.getByText('Đã thêm vào giỏ hàng!').first().waitFor();
}

/** Opens the size guide and asks it for a size. */
async function adviseSize(/** @type {Page} */ page) {
  await press('Hướng dẫn chọn cỡ')(page);
  await page.getByLabel('Chiều cao').fill('1m65');
  await page.getByLabel('Cân nặng').fill('55kg');
  await page
    .getByRole('button', { name: /^Chọn cỡ/ })
    .first()
    .waitFor();
}

/** Fills the delivery address and goes on to the choice of payment. */
async function fillAddress(/** @type {Page} */ page) {
  const address = {
    'Người nhận': 'Nguyễn Thị Lan',
    'Địa chỉ': '12 Hàng Bông',
    'Tỉnh/Thành phố': 'Hà Nội',
    'Mã bưu chính': '10000',
  };
  for (const [label, text] of Object.entries(address)) await page.getByLabel(new RegExp(`^${label}`)).fill(text);
}

/** Opens a menu whose button has this name. */
function openMenu(/** @type {string | RegExp} */ name) {
  return (/** @type {Page} */ page) => page.getByLabel(name).and(page.locator('summary:visible')).click();
}

async function openReviews(/** @type {Page} */ page) {
  await page.getByRole('tab', { name: /^Đánh giá/ }).click();
  await page.getByRole('tabpanel', { name: /^Đánh giá/ }).waitFor();
}

async function sendEmptyReview(/** @type {Page} */ page) {
  await openReviews(page);
  await press('Gửi đánh giá')(page);
  await page.getByText('Vui lòng nhập nhận xét').waitFor();
}

/** Opens the AI search, and asks for something by words. */
async function askAi(/** @type {Page} */ page, /** @type {string} */ text) {
  await press('Tìm bằng hình ảnh hoặc mô tả')(page);
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await press('Tìm kiếm AI')(page);
}

function searchByAi(/** @type {string} */ text) {
  return async (/** @type {Page} */ page) => {
    await askAi(page, text);
    await page.getByText(/^Tìm thấy \d+ sản phẩm phù hợp$/).waitFor();
  };
}

/** Chooses a picture in the AI search, and cuts it at two sides by the keyboard. */
async function cropPicture(/** @type {Page} */ page) {
  await press('Tìm bằng hình ảnh hoặc mô tả')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Hình ảnh' }).click();
  await dialog.getByLabel('Hình ảnh để tìm kiếm').setInputFiles(CHOSEN_PICTURE);
  const corner = dialog.getByRole('button', { name: 'Góc trên bên trái' });
  for (let presses = 0; presses < 12; presses++) {
    await corner.press('ArrowRight');
    await corner.press('ArrowDown');
  }
  await dialog.getByText(/^Vùng tìm kiếm: rộng 76%/).waitFor();
}

async function failToSearchByAi(/** @type {Page} */ page) {
  await askAi(page, 'áo sơ mi trắng');
  await page.getByRole('dialog').getByRole('alert').first().waitFor();
}

/** Writes a message, and waits until the shop has it. */
function say(/** @type {string} */ text) {
  return async (/** @type {Page} */ page) => {
    await page.getByLabel('Tin nhắn của bạn').fill(text);
    await page.getByLabel('Tin nhắn của bạn').press('Enter');
    await page.getByText('đã gửi').last().waitFor();
  };
}

/** Goes from the amount to the card. */
async function startDeposit(/** @type {Page} */ page) {
  await press(/500.000/)(page);
  await press(/^Tiếp tục|^Nạp/)(page);
}

/** Opens the first conversation of the shop. */
async function openTalk(/** @type {Page} */ page) {
  await page.getByRole('link').filter({ hasText: 'khach' }).first().click();
  await page.getByLabel('Tin nhắn của bạn').waitFor();
}

/** @type {Record<Person, Screen[]>} */
export const SCREENS = {
  visitor: [
    { name: 'home', route: '' },
    { name: 'search', route: 'search' },
    { name: 'search-keyword', route: 'search', path: 'search?keyword=đầm' },
    { name: 'search-filters', route: 'search', act: press(/^Lọc|^Bộ lọc/), widths: [360] },
    { name: 'menu', route: '', act: openMenu('Mở menu'), widths: [360] },
    { name: 'search-empty', route: 'search', path: 'search?keyword=xyzxyz' },
    { name: 'suggestions', route: '', act: type('áo th') },
    { name: 'suggestions-recent', route: '', act: searchTwice },
    { name: 'product', route: 'products/:id' },
    { name: 'cart-empty', route: 'cart' },
    { name: 'product-size-guide', route: 'products/:id', act: adviseSize },
    { name: 'product-added', route: 'products/:id', act: addToCart },
    { name: 'cart', route: 'cart' },
    { name: 'product-reviews', route: 'products/:id', act: openReviews },
    { name: 'product-unknown', route: 'products/:id', path: 'products/999999999', status: 404 },
    { name: 'ai-search', route: '', act: press('Tìm bằng hình ảnh hoặc mô tả') },
    { name: 'ai-search-picture', route: '', act: cropPicture },
    { name: 'ai-search-results', route: '', act: searchByAi('áo sơ mi trắng') },
    { name: 'ai-search-failed', route: '', act: failToSearchByAi, fails: '**/api/ai-search/**' },
    { name: 'login', route: 'login' },
    { name: 'login-refused', route: 'login', act: refuseSignIn },
    { name: 'register', route: 'register' },
    { name: 'register-invalid', route: 'register', act: press('Tạo tài khoản') },
    { name: 'forgot-password', route: 'forgot-password' },
    { name: 'reset-password', route: 'reset-password', path: 'reset-password?uid=1&token=x' },
    { name: 'stock-alert', route: 'stock-alert', path: 'stock-alert?id=1&token=x' },
    { name: 'cart-reminder', route: 'cart-reminder', path: 'cart-reminder?use=confirm&id=1&token=x' },
    { name: 'cart-reminder-cancel', route: 'cart-reminder', path: 'cart-reminder?use=cancel&id=1&token=x' },
    { name: 'terms', route: 'terms' },
    { name: 'privacy', route: 'privacy' },
    { name: 'not-found', route: '*', path: 'khong-co-trang-nay', status: 404 },
    { name: 'timetable-login', route: 'tkblogin' },
    { name: 'timetable', route: 'tkb' },
  ],
  shopper: [
    { name: 'profile', route: 'profile' },
    { name: 'profile-orders', route: 'profile', path: 'profile?tab=orders' },
    { name: 'profile-orders-failed', route: 'profile', path: 'profile?tab=orders', fails: '**/api/orders/**' },
    { name: 'profile-addresses', route: 'profile', path: 'profile?tab=addresses' },
    { name: 'profile-address-new', route: 'profile', path: 'profile?tab=addresses', act: press(/^Thêm/) },
    { name: 'profile-password', route: 'profile', path: 'profile?tab=password', act: press('Đổi mật khẩu') },
    { name: 'profile-devices', route: 'profile', path: 'profile?tab=devices' },
    { name: 'account-menu', route: '', act: openMenu(/^Tài khoản của/) },
    { name: 'favorites', route: 'favorites' },
    { name: 'favorites-failed', route: 'favorites', fails: '**/api/favorites/**' },
    { name: 'order', route: 'orders/:id' },
    { name: 'paybox', route: 'paybox' },
    { name: 'paybox-deposit', route: 'paybox', path: 'paybox?tab=deposit', act: startDeposit },
    { name: 'chat', route: 'user/chat', act: say('Áo này có cỡ M không?') },
    { name: 'product-review-invalid', route: 'products/:id', act: sendEmptyReview },
    { name: 'product-signed-in', route: 'products/:id', act: addToCart },
    { name: 'shipping-invalid', route: 'shipping', act: press('Tiếp tục') },
    { name: 'shipping', route: 'shipping', act: fillAddress },
    { name: 'payment', route: 'payment', path: 'shipping', act: goToPayment },
    { name: 'placeorder', route: 'placeorder', path: 'payment', act: goToPlaceOrder },
    { name: 'confirmation', route: 'confirmation', path: 'confirmation?id=:id' },
    { name: 'confirmation-incomplete', route: 'confirmation' },
  ],
  admin: [
    ...[
      ...[
        '',
        '/products',
        '/orders',
        '/refunds',
        '/bank-transfers',
        '/users',
        '/paybox',
        '/categories',
        '/brands',
        '/colors',
        '/reviews',
      ],
      ...[
        '/search',
        '/coupons',
        '/chat',
        '/mails',
        '/import',
        '/audit',
        '/webhooks',
        '/api-keys',
        '/settings',
        '/profile',
      ],
    ].map((page) => ({ name: `admin${page.replace('/', '-')}`, route: `admin${page}` })),
    { name: 'admin-menu', route: 'admin', act: openMenu('Mở menu quản trị'), widths: [360] },
    { name: 'admin-orders-empty', route: 'admin/orders', path: 'admin/orders?search=xyzxyz' },
    { name: 'admin-orders-failed', route: 'admin/orders', fails: '**/api/admin/orders/**' },
    { name: 'admin-bank-transfer-new', route: 'admin/bank-transfers', act: press('Ghi khoản tiền đến') },
    {
      name: 'admin-orders-send',
      route: 'admin/orders',
      path: 'admin/orders?todo=deliver',
      act: press(/^Gửi hàng đơn/),
    },
    { name: 'admin-products-bulk', route: 'admin/products', act: press(/^Sửa hàng loạt/) },
    { name: 'admin-products-archive', route: 'admin/products', act: press(/^Ngừng bán|^Cất|^Xóa|^Lưu trữ/) },
    { name: 'admin-category-new', route: 'admin/categories', act: press('Thêm danh mục') },
    { name: 'admin-category-delete', route: 'admin/categories', act: press(/^Xóa /) },
    { name: 'admin-category-sizes', route: 'admin/categories', act: press(/^Bảng kích thước của/) },
    { name: 'admin-color-edit', route: 'admin/colors', act: press(/^Sửa màu/) },
    { name: 'admin-sizes', route: 'admin/colors', path: 'admin/colors?tab=sizes' },
    { name: 'admin-coupon-new', route: 'admin/coupons', act: press('Thêm mã giảm giá') },
    { name: 'admin-customer', route: 'admin/customers/:id', path: 'admin/users?search=khach', act: openCustomer },
    {
      name: 'admin-customer-failed',
      route: 'admin/customers/:id',
      path: 'admin/customers/1',
      fails: '**/api/admin/customers/**',
    },
    { name: 'admin-user-new', route: 'admin/users', act: press(/^Tạo tài khoản|^Thêm/) },
    { name: 'admin-user-edit', route: 'admin/users', act: press(/^Sửa /) },
    // Administrators cannot close their own account.
    { name: 'admin-user-close', route: 'admin/users', act: press(/^Đóng tài khoản (?!admin$)/) },
    { name: 'admin-refund-approve', route: 'admin/refunds', act: press(/^Duyệt hoàn tiền/) },
    { name: 'admin-review-edit', route: 'admin/reviews', act: press(/^Sửa đánh giá/) },
    { name: 'admin-review-delete', route: 'admin/reviews', act: press(/^Xóa đánh giá/) },
    { name: 'admin-wallet-lock', route: 'admin/paybox', act: press(/^Tạm khóa ví/) },
    { name: 'admin-search-empty', route: 'admin/search', path: 'admin/search?tab=empty' },
    { name: 'admin-search-synonym', route: 'admin/search', path: 'admin/search?tab=synonyms', act: press(/^Thêm từ/) },
    { name: 'admin-search-pins', route: 'admin/search', path: 'admin/search?tab=pins', act: press(/^Ghim/) },
    { name: 'admin-webhook-new', route: 'admin/webhooks', act: press('Thêm địa chỉ nhận') },
    { name: 'admin-webhooks-failed', route: 'admin/webhooks', fails: '**/api/admin/webhooks/**' },
    { name: 'admin-api-key-new', route: 'admin/api-keys', act: press('Tạo khóa API') },
    { name: 'admin-chat-open', route: 'admin/chat', act: openTalk },
    { name: 'admin-product', route: 'admin/products/:id' },
    { name: 'admin-product-new', route: 'admin/products/:id', path: 'admin/products/new' },
    { name: 'admin-order', route: 'admin/orders/:id' },
    {
      name: 'admin-order-parcel',
      route: 'admin/orders/:id',
      path: 'admin/orders?todo=deliver',
      act: pressInOrder(/^Gửi hàng$/),
    },
    {
      name: 'admin-order-refund',
      route: 'admin/orders/:id',
      path: 'admin/orders?status=paid',
      act: pressInOrder(/^Hoàn tiền$/),
    },
    {
      name: 'admin-order-deliver',
      route: 'admin/orders/:id',
      path: 'admin/orders?todo=deliver',
      act: pressInOrder(/^Đánh dấu đã giao$/),
    },
    { name: 'admin-order-note', route: 'admin/orders/:id', act: press('Thêm ghi chú') },
    { name: 'admin-order-slip', route: 'admin/orders/:id/slip' },
    { name: 'admin-order-slips', route: 'admin/slips', path: 'admin/slips?orders=1,2,3' },
  ],
};

/** Routes without a screen of their own: files, and pages that only redirect. */
export const WITHOUT_SCREEN = ['dev/components', 'robots.txt', 'sitemap.xml', '.well-known/security.txt', 'logout'];

/** Opens the page of the demo shopper. */
async function openCustomer(/** @type {Page} */ page) {
  await page.getByRole('link', { name: 'khach', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'khach', exact: true }).waitFor();
}

/** Opens the first order of the list, and presses a button there. */
function pressInOrder(/** @type {RegExp} */ name) {
  return async (/** @type {Page} */ page) => {
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .and(page.locator(':visible'))
      .first()
      .click();
    await press(name)(page);
  };
}

async function refuseSignIn(/** @type {Page} */ page) {
  await page.getByLabel(/^Tên đăng nhập/).fill('nguoi.la');
  await page.getByLabel(/^Mật khẩu/).fill('sai-mat-khau');
  await press('Đăng nhập')(page);
  await page.getByRole('alert').first().waitFor();
}

async function goToPayment(/** @type {Page} */ page) {
  await fillAddress(page);
  await press('Tiếp tục')(page);
  await page.waitForURL((url) => url.hash.startsWith('#/payment'));
}

async function goToPlaceOrder(/** @type {Page} */ page) {
  await press(/^(Tiếp tục|Xem lại)/)(page);
  await page.waitForURL((url) => url.hash.startsWith('#/placeorder'));
}
