import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as forgot from '~/routes/account/forgot-password/route';
import * as login from '~/routes/account/login/route';
import * as profile from '~/routes/account/profile/route';
import * as register from '~/routes/account/register/route';
import * as keys from '~/routes/admin/api-keys/route';
import * as transfers from '~/routes/admin/bank-transfers/route';
import * as brands from '~/routes/admin/brands/route';
import * as categories from '~/routes/admin/categories/route';
import * as coupons from '~/routes/admin/coupons/route';
import * as options from '~/routes/admin/options/route';
import * as adminOrderPage from '~/routes/admin/order/route';
import * as search from '~/routes/admin/search/route';
import * as users from '~/routes/admin/users/route';
import * as webhooks from '~/routes/admin/webhooks/route';
import * as orderPage from '~/routes/checkout/order/route';
import * as paybox from '~/routes/checkout/paybox/route';
import * as shipping from '~/routes/checkout/shipping/route';
import { Newsletter } from '~/routes/shop/home/newsletter';
import { fakeApi, pageOf, type Reply } from '../support/api';
import { adminOrder, me, order, signedIn, wallet } from '../support/given';
import { openShop } from '../support/shop-pages';

const NOBODY = pageOf([]);
const waiting = {
  ...{ id: 5, reference: 'FT25329', amount: 157_500, description: 'chuyen tien', state: 'unmatched', order: null },
  ...{ problem: 'unknown_code', note: null, decided_by: null, is_reported: true },
  created_at: '2026-01-31T09:30:00.000Z',
};
const paid = { status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' } as const;
const home = {
  default: () => <Newsletter answer={undefined} />,
  clientAction: async ({ request }: { request: Request }) => {
    const email = (await request.formData()).get('email');
    return { isSubscribed: false, error: 'Email không hợp lệ', email };
  },
};

/** A form, how it is reached, what is typed, and what of it is refused. */
interface Form {
  pages: Record<string, Parameters<typeof openShop>[0][string]>;
  at: string;
  by?: 'guest' | 'shopper' | 'admin';
  answers?: Record<string, Reply>;
  /** Buttons that lead to the form. */
  open?: (string | RegExp)[];
  /** Texts by the beginning of their labels. */
  typed: Record<string, string>;
  send: string | RegExp;
  /** The call that refuses, and the field of it; none when the page refuses by itself. */
  refused?: [call: string, field: string];
  /** The field that is wrong, by the beginning of its label, and its sentence. */
  wrong: [label: string, sentence: string];
}

const SENTENCE = 'Có điều chưa đúng ở đây';
/**
 * The forms that have no test of their own for this. Such tests are beside the forms of cards, coupons, gift notes, products, settings, reviews,
 * stock alerts, cancelled orders, two factors, closed accounts and reset passwords.
 */
const FORMS: Record<string, Form> = {
  'sign-in': {
    ...{
      pages: { login: { ...login, clientLoader: () => ({ providers: null }) } },
      at: '/login',
      by: 'guest',
      send: 'Đăng nhập',
    },
    typed: { 'Mật khẩu': 'mat-khau-1' },
    wrong: ['Tên đăng nhập', 'Vui lòng nhập tên đăng nhập'],
  },
  registration: {
    ...{ pages: { register }, at: '/register', by: 'guest', send: 'Tạo tài khoản' },
    typed: { 'Tên đăng nhập': 'lan', Email: 'lan@example.com', 'Mật khẩu': 'mat-khau-1' },
    refused: ['POST /auth/users/', 'email'],
    wrong: ['Email', SENTENCE],
  },
  'forgotten password': {
    ...{ pages: { 'forgot-password': forgot }, at: '/forgot-password', by: 'guest', send: 'Gửi liên kết' },
    typed: { Email: 'lan@' },
    refused: ['POST /auth/users/reset_password/', 'email'],
    wrong: ['Email', SENTENCE],
  },
  newsletter: {
    ...{ pages: { '/': home }, at: '/', by: 'guest', send: 'Đăng ký' },
    typed: { 'Email của bạn': 'lan@' },
    wrong: ['Email của bạn', 'Email không hợp lệ'],
  },
  profile: {
    ...{ pages: { profile }, at: '/profile', open: ['Chỉnh sửa'], send: 'Lưu thay đổi' },
    typed: { Họ: 'Nguyễn', 'Số điện thoại': '12' },
    refused: ['PATCH /auth/users/me/', 'phone'],
    wrong: ['Số điện thoại', SENTENCE],
  },
  'new password': {
    ...{ pages: { profile }, at: '/profile?tab=password', send: 'Đổi mật khẩu' },
    typed: { 'Mật khẩu hiện tại': 'nham', 'Mật khẩu mới': 'mat-khau-2', 'Xác nhận mật khẩu mới': 'mat-khau-2' },
    refused: ['POST /auth/users/set_password/', 'current_password'],
    wrong: ['Mật khẩu hiện tại', SENTENCE],
  },
  'saved address': {
    ...{ pages: { profile }, at: '/profile?tab=addresses', open: ['Thêm địa chỉ'], send: 'Lưu địa chỉ' },
    typed: { 'Người nhận': 'Lan', 'Địa chỉ': '12 Hàng Bông' },
    wrong: ['Tỉnh/Thành phố', 'Vui lòng nhập tỉnh/thành phố'],
  },
  'shipping address': {
    ...{ pages: { shipping }, at: '/shipping', send: 'Tiếp tục' },
    typed: { 'Người nhận': 'Lan', 'Số điện thoại': '12' },
    wrong: ['Số điện thoại', 'Số điện thoại gồm 9-15 chữ số, có thể bắt đầu bằng +'],
  },
  deposit: {
    ...{ pages: { paybox }, at: '/paybox?tab=deposit', send: /^Tiếp tục/ },
    typed: { 'Số tiền': '5' },
    wrong: ['Số tiền', 'Số tiền nạp tối thiểu là 10.000 VND'],
  },
  'refund request': {
    ...{ pages: { 'orders/:id': orderPage }, at: '/orders/31', open: ['Yêu cầu hoàn tiền'], send: 'Gửi yêu cầu' },
    answers: { 'GET /api/orders/31/': { body: order(paid) } },
    typed: { 'Lý do hoàn tiền': '  ' },
    wrong: ['Lý do hoàn tiền', 'Vui lòng nhập lý do hoàn tiền!'],
  },
  user: {
    ...{ pages: { 'admin/users': users }, at: '/admin/users', by: 'admin' },
    ...{ open: ['Thêm người dùng'], send: 'Tạo tài khoản' },
    typed: { 'Tên đăng nhập': 'mai', Email: 'mai@', 'Mật khẩu': 'mat-khau-1', 'Nhập lại mật khẩu': 'mat-khau-1' },
    refused: ['POST /auth/users/', 'email'],
    wrong: ['Email', SENTENCE],
  },
  'API key': {
    ...{ pages: { 'admin/api-keys': keys }, at: '/admin/api-keys', by: 'admin' },
    ...{ answers: { 'GET /api/admin/api-keys/': { body: [] } }, open: [/^Tạo khóa/], send: 'Tạo khóa' },
    typed: { Tên: 'Kho', 'Mật khẩu của bạn': 'nham' },
    refused: ['POST /api/admin/api-keys/', 'current_password'],
    wrong: ['Mật khẩu của bạn', SENTENCE],
  },
  webhook: {
    ...{ pages: { 'admin/webhooks': webhooks }, at: '/admin/webhooks', by: 'admin' },
    ...{ answers: { 'GET /api/admin/webhooks/': { body: [] } }, open: ['Thêm địa chỉ nhận'], send: 'Thêm' },
    typed: { 'Địa chỉ nhận': 'http://10.0.0.1', 'Ghi chú': 'Kho' },
    refused: ['POST /api/admin/webhooks/', 'url'],
    wrong: ['Địa chỉ nhận', SENTENCE],
  },
  coupon: {
    ...{ pages: { 'admin/coupons': coupons }, at: '/admin/coupons', by: 'admin' },
    ...{ answers: { 'GET /api/coupons/': NOBODY }, open: ['Thêm mã giảm giá'], send: 'Thêm' },
    typed: { Mã: 'TET', Giảm: '0' },
    refused: ['POST /api/coupons/', 'discount_amount'],
    wrong: ['Giảm', SENTENCE],
  },
  colour: {
    ...{ pages: { 'admin/colors': options }, at: '/admin/colors', by: 'admin' },
    ...{
      answers: { 'GET /api/admin/colors/': NOBODY, 'GET /api/admin/sizes/': NOBODY },
      open: ['Thêm màu'],
      send: 'Thêm',
    },
    typed: { Tên: 'Be', 'Mã màu': 'xyz' },
    refused: ['POST /api/colors/', 'hex_code'],
    wrong: ['Mã màu', SENTENCE],
  },
  size: {
    ...{ pages: { 'admin/colors': options }, at: '/admin/colors?tab=sizes', by: 'admin' },
    ...{
      answers: { 'GET /api/admin/sizes/': NOBODY, 'GET /api/admin/colors/': NOBODY },
      open: ['Thêm kích cỡ'],
      send: 'Thêm',
    },
    typed: { Tên: 'XL' },
    refused: ['POST /api/sizes/', 'name'],
    wrong: ['Tên', SENTENCE],
  },
  category: {
    ...{ pages: { 'admin/categories': categories }, at: '/admin/categories', by: 'admin' },
    ...{ answers: { 'GET /api/admin/category/': NOBODY }, open: ['Thêm danh mục'], send: 'Thêm' },
    typed: { Tên: 'Áo' },
    refused: ['POST /api/category/', 'title'],
    wrong: ['Tên', SENTENCE],
  },
  brand: {
    ...{ pages: { 'admin/brands': brands }, at: '/admin/brands', by: 'admin' },
    ...{ answers: { 'GET /api/admin/brands/': NOBODY }, open: ['Thêm thương hiệu'], send: 'Thêm' },
    typed: { Tên: 'Nếp' },
    refused: ['POST /api/brands/', 'title'],
    wrong: ['Tên', SENTENCE],
  },
  synonym: {
    ...{ pages: { 'admin/search': search }, at: '/admin/search?tab=synonyms', by: 'admin' },
    ...{ answers: { 'GET /api/admin/search/synonyms/': NOBODY }, open: ['Thêm từ đồng nghĩa'], send: 'Thêm' },
    typed: { 'Khách gõ': 'áo', 'Hiểu là': 'áo' },
    refused: ['POST /api/admin/search/synonyms/', 'meanings'],
    wrong: ['Hiểu là', SENTENCE],
  },
  'bank transfer of an order': {
    ...{ pages: { 'admin/bank-transfers': transfers }, at: '/admin/bank-transfers', by: 'admin' },
    answers: { 'GET /api/admin/bank-transfers/': { body: { ...NOBODY.body, count: 1, results: [waiting] } } },
    ...{ open: [/^Gán FT25329/], send: 'Gán cho đơn' },
    typed: { 'Số đơn hàng': '999' },
    refused: ['POST /api/admin/bank-transfers/5/assign/', 'order_id'],
    wrong: ['Số đơn hàng', SENTENCE],
  },
  'bank transfer of no order': {
    ...{ pages: { 'admin/bank-transfers': transfers }, at: '/admin/bank-transfers', by: 'admin' },
    answers: { 'GET /api/admin/bank-transfers/': { body: { ...NOBODY.body, count: 1, results: [waiting] } } },
    ...{ open: [/^Ghi FT25329/], send: 'Ghi lại' },
    typed: { 'Khoản tiền đã đi đâu': '?' },
    refused: ['POST /api/admin/bank-transfers/5/return/', 'note'],
    wrong: ['Khoản tiền đã đi đâu', SENTENCE],
  },
  'recorded bank transfer': {
    ...{ pages: { 'admin/bank-transfers': transfers }, at: '/admin/bank-transfers', by: 'admin' },
    answers: { 'GET /api/admin/bank-transfers/': NOBODY },
    ...{ open: ['Ghi khoản tiền đến'], send: 'Ghi khoản tiền' },
    typed: { 'Số tiền trên tài khoản': '0', 'Mã giao dịch của ngân hàng': 'FT1' },
    refused: ['POST /api/admin/bank-transfers/', 'amount'],
    wrong: ['Số tiền trên tài khoản', SENTENCE],
  },
  'cash of an order': {
    ...{ pages: { 'admin/orders/:id': adminOrderPage }, at: '/admin/orders/31', by: 'admin' },
    answers: { 'GET /api/admin/orders/31/': { body: adminOrder({ paymentMethod: 'COD' }) } },
    ...{ open: ['Đã thu tiền mặt'], send: 'Đã thu tiền mặt' },
    typed: { 'Số tiền đã thu': '1' },
    refused: ['POST /api/admin/orders/31/cash/', 'amount'],
    wrong: ['Số tiền đã thu', SENTENCE],
  },
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  const line = { id: 5, qty: 1, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null };
  localStorage.setItem('cartItems', JSON.stringify([line]));
});

test.each(Object.entries(FORMS))(
  'the form “%s” shows an error beside its field, focuses it and keeps all input',
  async (_, { pages, at, by = 'shopper', answers, open = [], typed, send, refused, wrong: [label, sentence] }) => {
    if (by !== 'guest') signedIn({ isAdmin: by === 'admin', first_name: 'Lan' });
    const refusal = refused && { detail: SENTENCE, error: SENTENCE, [refused[1]]: [SENTENCE] };
    const api = fakeApi({
      'GET /auth/users/me/': { body: me({ first_name: 'Lan' }) },
      'GET /auth/users/me/addresses/': { body: [] },
      'GET /api/orders/': NOBODY,
      'GET /api/paybox/wallet/': { body: wallet() },
      'GET /api/paybox/transactions/': { body: [] },
      'GET /auth/users/': NOBODY,
      ...answers,
      ...(refused && { [refused[0]]: { status: 400, body: refusal } }),
    });
    openShop(pages, at);
    for (const name of open) await userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
    const button = async () => (await screen.findAllByRole('button', { name: send })).at(-1)!;
    await button();
    const scope = within(screen.queryByRole('dialog') ?? document.body);
    const field = (beginning: string) =>
      scope.getByLabelText(new RegExp(`^${beginning}`), { selector: 'input, textarea, select' });
    for (const [name, text] of Object.entries(typed)) {
      await userEvent.clear(field(name));
      await userEvent.type(field(name), text);
    }
    await userEvent.click(await button());
    await waitFor(() => expect(field(label)).toHaveFocus());
    expect(field(label)).toBeInvalid();
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(sentence));
    if (refused) expect(api.to(refused[0])).toHaveLength(1);
    for (const [name, text] of Object.entries(typed)) expect(field(name)).toHaveDisplayValue(text);
  },
);
