// @ts-check

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'visitor' | 'shopper' | 'admin'} Person */

/**
 * @typedef {object} Screen
 * @property {string} name of the picture; screens of one person are taken in this order, in one browser context
 * @property {string} route the pattern in web/app/routes.ts
 * @property {string} [path] the address, where it differs from the pattern
 * @property {(page: Page, ids: Ids) => Promise<void>} [act] what a person does there before the picture is taken
 * @property {number} [status] of the page itself, 200 unless it is said
 */

/**
 * What addresses need of the shop's data.
 *
 * @typedef {object} Ids
 * @property {number} product one that is in stock
 * @property {number} order of the demo shopper
 */

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
  }
  await searchBox(page).fill('');
  await page.getByRole('group', { name: 'Tìm kiếm gần đây' }).waitFor();
}

/** Chooses the first colour and size in stock, and puts the product into the cart. */
async function addToCart(/** @type {Page} */ page) {
  for (const group of ['Màu sắc', 'Kích thước']) {
    const choices = page.getByRole('group', { name: group }).locator('button:not([aria-label*="hết hàng"])');
    if ((await choices.count()) > 0) await choices.first().click();
  }
  await press('Thêm vào giỏ')(page);
  await page.getByText('Đã thêm vào giỏ hàng!').first().waitFor();
}

/** Opens the size guide and asks it for a size. */
async function adviseSize(/** @type {Page} */ page) {
  await press('Hướng dẫn chọn size')(page);
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

/** @type {Record<Person, Screen[]>} */
export const SCREENS = {
  visitor: [
    { name: 'home', route: '' },
    { name: 'search', route: 'search' },
    { name: 'search-keyword', route: 'search', path: 'search?keyword=đầm' },
    { name: 'search-empty', route: 'search', path: 'search?keyword=xyzxyz' },
    { name: 'suggestions', route: '', act: type('áo th') },
    { name: 'suggestions-recent', route: '', act: searchTwice },
    { name: 'product', route: 'products/:id' },
    { name: 'cart-empty', route: 'cart' },
    { name: 'product-size-guide', route: 'products/:id', act: adviseSize },
    { name: 'product-added', route: 'products/:id', act: addToCart },
    { name: 'cart', route: 'cart' },
    { name: 'ai-search', route: '', act: press('Tìm bằng hình ảnh hoặc mô tả') },
    { name: 'login', route: 'login' },
    { name: 'login-refused', route: 'login', act: refuseSignIn },
    { name: 'register', route: 'register' },
    { name: 'register-invalid', route: 'register', act: press('Tạo tài khoản') },
    { name: 'forgot-password', route: 'forgot-password' },
    { name: 'reset-password', route: 'reset-password', path: 'reset-password?uid=1&token=x' },
    { name: 'terms', route: 'terms' },
    { name: 'privacy', route: 'privacy' },
    { name: 'not-found', route: '*', path: 'khong-co-trang-nay', status: 404 },
    { name: 'timetable-login', route: 'tkblogin' },
    { name: 'timetable', route: 'tkb' },
  ],
  shopper: [
    { name: 'profile', route: 'profile' },
    { name: 'profile-orders', route: 'profile', path: 'profile?tab=orders' },
    { name: 'profile-addresses', route: 'profile', path: 'profile?tab=addresses' },
    { name: 'favorites', route: 'favorites' },
    { name: 'order', route: 'orders/:id' },
    { name: 'paybox', route: 'paybox' },
    { name: 'chat', route: 'user/chat' },
    { name: 'product-signed-in', route: 'products/:id', act: addToCart },
    { name: 'shipping-invalid', route: 'shipping', act: press('Tiếp tục') },
    { name: 'shipping', route: 'shipping', act: fillAddress },
    { name: 'payment', route: 'payment', path: 'shipping', act: goToPayment },
    { name: 'placeorder', route: 'placeorder', path: 'payment', act: goToPlaceOrder },
    { name: 'confirmation', route: 'confirmation' },
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
      ...['/search', '/coupons', '/chat', '/mails', '/import', '/audit', '/settings', '/profile'],
    ].map((page) => ({ name: `admin${page.replace('/', '-')}`, route: `admin${page}` })),
    { name: 'admin-category-sizes', route: 'admin/categories', act: press(/^Bảng kích thước của/) },
    { name: 'admin-product', route: 'admin/products/:id' },
    { name: 'admin-product-new', route: 'admin/products/:id', path: 'admin/products/new' },
    { name: 'admin-order', route: 'admin/orders/:id' },
    { name: 'admin-order-slip', route: 'admin/orders/:id/slip' },
  ],
};

/** Routes without a screen of their own: files, and pages that only redirect. */
export const WITHOUT_SCREEN = ['dev/components', 'robots.txt', 'sitemap.xml', '.well-known/security.txt', 'logout'];

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
