import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as layout from '~/routes/admin/layout/route';
import * as page from '~/routes/admin/settings/route';
import { fakeApi } from '../../support/api';
import { shopSettings, signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const settings = shopSettings();
const READ = 'GET /api/settings/';
const SAVE = 'PUT /api/settings/';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [READ]: { body: settings },
    'GET /auth/two-factor/': { body: { is_on: true, is_required: false, recovery_codes_left: 10 } },
    'GET /api/admin/bank-webhook/': { body: { created_at: null } },
  });
});

const open = () => openShop({ 'admin/settings': page }, '/admin/settings');
const section = async (name: string) => within(await screen.findByRole('region', { name }));

redirectsShoppers(open, () => api.to(READ));

test('shows the settings with example prices', async () => {
  open();
  const shipping = await section('Phí giao hàng');
  expect(shipping.getByLabelText(/^Miễn phí từ/)).toHaveValue('2000000');
  expect(shipping.getByText(/1\.001\.000 VND: phí giao hàng 100\.000 VND, thuế 50\.050 VND/)).toBeVisible();
  expect((await section('Thuế và đơn hàng')).getByText(/tự hủy sau 24 giờ/)).toBeVisible();
});

test('a section saves only the fields that were changed', async () => {
  api.answer({ [SAVE]: { body: { ...settings, tax_percent: 8 } } });
  open();
  const orders = await section('Thuế và đơn hàng');
  await userEvent.clear(orders.getByLabelText(/^Thuế suất/));
  await userEvent.type(orders.getByLabelText(/^Thuế suất/), '8,5');
  await userEvent.click(orders.getByRole('button', { name: /^Lưu/ }));
  expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
  expect(api.to(SAVE).map(({ body }) => body)).toEqual([{ tax_percent: 8.5 }]);
});

test('a new name of the shop is shown in the sidebar once it is saved', async () => {
  api.answer({ 'GET /api/admin/counts/': { body: {} } });
  const Shop = createRemixStub([
    {
      id: 'routes/admin/layout/route',
      path: '/admin',
      Component: layout.default,
      loader: layout.clientLoader,
      shouldRevalidate: layout.shouldRevalidate,
      children: [{ path: 'settings', Component: page.default, loader: page.clientLoader, action: page.clientAction }],
    },
  ] as unknown as Parameters<typeof createRemixStub>[0]);
  render(<Shop initialEntries={['/admin/settings?from=mail']} />);
  const shop = await section('Cửa hàng');
  const renamed = { body: { ...settings, shop_name: 'Tiệm Mây' } };
  api.answer({ [SAVE]: renamed, [READ]: renamed });
  await userEvent.clear(shop.getByLabelText(/^Tên cửa hàng/));
  await userEvent.type(shop.getByLabelText(/^Tên cửa hàng/), 'Tiệm Mây');
  await userEvent.click(shop.getByRole('button', { name: /^Lưu/ }));
  expect((await screen.findAllByRole('link', { name: 'Tiệm Mây, trang quản trị' })).length).toBeGreaterThan(0);
});

test('an emptied number is sent, for the server to refuse', async () => {
  const refusal = { payment_window_minutes: ['Vui lòng nhập một số'] };
  api.answer({ [SAVE]: { status: 400, body: { detail: refusal.payment_window_minutes[0], ...refusal } } });
  open();
  const orders = await section('Thuế và đơn hàng');
  await userEvent.clear(orders.getByLabelText(/^Hạn thanh toán/));
  await userEvent.click(orders.getByRole('button', { name: /^Lưu/ }));
  expect((await orders.findAllByText('Vui lòng nhập một số')).length).toBeGreaterThan(0);
  expect(api.to(SAVE).map(({ body }) => body)).toEqual([{ payment_window_minutes: null }]);
});

test('what was saved once is not saved again with the next change, since somebody else may have changed it', async () => {
  api.answer({ [SAVE]: { body: settings } });
  open();
  const shipping = await section('Phí giao hàng');
  const type = async (label: RegExp, text: string) => {
    await userEvent.clear(shipping.getByLabelText(label));
    await userEvent.type(shipping.getByLabelText(label), text);
    await userEvent.click(shipping.getByRole('button', { name: /^Lưu/ }));
  };
  await type(/^Phí tiêu chuẩn/, '30000');
  await waitFor(() => expect(asksToStay()).toBe(false));
  await type(/^Phí khi vượt mức/, '90000');
  await waitFor(() => expect(api.to(SAVE)).toHaveLength(2));
  expect(api.to(SAVE).map(({ body }) => body)).toEqual([
    { shipping: { standard_fee: 30_000 } },
    { shipping: { reduced_fee: 90_000 } },
  ]);
});

test('a refused change is saved with the next try', async () => {
  const detail = 'Không thể lưu.';
  api.answer({ [SAVE]: { status: 400, body: { detail, error: detail } } });
  open();
  const shop = await section('Cửa hàng');
  await userEvent.type(shop.getByLabelText(/^Tên cửa hàng/), ' Huế');
  await userEvent.click(shop.getByRole('button', { name: /^Lưu/ }));
  expect(await shop.findByText(detail)).toBeVisible();
  await userEvent.type(shop.getByLabelText(/^Điện thoại/), '1');
  await userEvent.click(shop.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(api.to(SAVE)).toHaveLength(2));
  expect(api.to(SAVE)[1]?.body).toEqual({ shop_name: 'MAY Huế', phone: '1900 00001' });
});

test('money is read as people type it, with dots between the thousands', async () => {
  api.answer({ [SAVE]: { body: settings } });
  open();
  const shipping = await section('Phí giao hàng');
  const fee = shipping.getByLabelText(/^Phí tiêu chuẩn/);
  await userEvent.clear(fee);
  await userEvent.type(fee, '30.000');
  await userEvent.click(shipping.getByRole('button', { name: /^Lưu/ }));
  expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
  expect(api.to(SAVE)).toMatchObject([{ body: { shipping: { standard_fee: 30_000 } } }]);
});

test('a refused value stays in its field with the error beside it', async () => {
  const sentence = 'Số tiền phải là số nguyên';
  api.answer({
    [SAVE]: { status: 400, body: { detail: sentence, error: sentence, 'shipping.reduced_fee': [sentence] } },
  });
  open();
  const shipping = await section('Phí giao hàng');
  const fee = shipping.getByLabelText(/^Phí khi vượt mức/);
  await userEvent.clear(fee);
  await userEvent.type(fee, 'abc');
  await userEvent.click(shipping.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(fee).toBeInvalid());
  expect(fee).toHaveValue('abc');
  await waitFor(() => expect(fee).toHaveFocus());
});

test('the limits of unpaid orders are saved in the section of the order rules', async () => {
  api.answer({ [SAVE]: { body: settings } });
  open();
  const orders = await section('Thuế và đơn hàng');
  const most = orders.getByLabelText(/^Số đơn chưa thanh toán của một khách/);
  expect(most).toHaveValue('5');
  await userEvent.clear(most);
  await userEvent.type(most, '3');
  await userEvent.click(orders.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(api.to(SAVE)[0]?.body).toEqual({ unpaid_limits: { orders: 3 } }));
});

test('the delivery days are saved with the closed days of the week, and a wrong one shows its error', async () => {
  const sentence = 'Phải còn ít nhất một ngày làm việc trong tuần';
  api.answer({
    [SAVE]: { status: 400, body: { detail: sentence, error: sentence, 'delivery.closed_weekdays': [sentence] } },
  });
  open();
  const delivery = await section('Ngày giao hàng');
  expect(delivery.getByText(/^Đơn trả tiền lúc này: dự kiến nhận .+ \d\d\/\d\d\.$/)).toBeVisible();
  await userEvent.click(delivery.getByRole('checkbox', { name: 'Thứ Bảy' }));
  await userEvent.clear(delivery.getByLabelText(/^Giờ chốt đơn/));
  await userEvent.type(delivery.getByLabelText(/^Giờ chốt đơn/), '16');
  await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(delivery.getByRole('checkbox', { name: 'Thứ Hai' })).toHaveFocus());
  expect(delivery.getByRole('checkbox', { name: 'Thứ Hai' })).toHaveAccessibleDescription(sentence);
  expect(api.to(SAVE)[0]?.body).toEqual({
    delivery: { cutoff_hour: 16, closed_weekdays: [7], was: { closed_weekdays: [6, 7] } },
  });
});

test('public holidays are typed one a line, and saved as dates in their order', async () => {
  open();
  const delivery = await section('Ngày giao hàng');
  await userEvent.type(delivery.getByLabelText('Ngày nghỉ lễ'), '8/2/2027, 05/02/2027{Enter}05.02.2027{Enter}mùng 1');
  await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() =>
    expect(api.to(SAVE)[0]?.body).toMatchObject({
      delivery: { closed_dates: ['2027-02-05', '2027-02-08', 'mùng 1'] },
    }),
  );
});

test('a list is sent with what the form began with, and after a save with what was saved', async () => {
  const ofDay = (closed_dates: string[]) => ({ ...settings, delivery: { ...settings.delivery, closed_dates } });
  const detail = 'Ngày nghỉ lễ vừa được thay đổi ở nơi khác. Hãy tải lại trang, xem lại rồi sửa.';
  open();
  const delivery = await section('Ngày giao hàng');
  const days = delivery.getByLabelText('Ngày nghỉ lễ');
  const save = () => userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
  const sent = () => api.to(SAVE).map(({ body }) => (body as { delivery: object }).delivery);

  api.answer({ [SAVE]: { body: ofDay(['2027-02-05']) }, [READ]: { body: ofDay(['2027-02-05']) } });
  await userEvent.type(days, '05/02/2027');
  await save();
  expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
  await api.answered();

  // Somebody else has added a day: it is loaded again with the refusal, but the form does not show it.
  api.answer({
    [SAVE]: { status: 409, body: { detail, error: detail } },
    [READ]: { body: ofDay(['2027-02-05', '2027-04-30']) },
  });
  await userEvent.type(days, '{Enter}02/09/2027');
  await save();
  expect(await delivery.findByText(detail)).toBeVisible();
  await api.answered();
  await save();
  await waitFor(() => expect(sent()).toHaveLength(3));
  const both = ['2027-02-05', '2027-09-02'];
  expect(sent()).toEqual([
    { closed_dates: ['2027-02-05'], was: { closed_dates: [] } },
    { closed_dates: both, was: { closed_dates: ['2027-02-05'] } },
    { closed_dates: both, was: { closed_dates: ['2027-02-05'] } },
  ]);
});

describe('zones of deliveries', () => {
  const zones = [
    { name: 'Nội thành', provinces: ['Hà Nội'], min_days: 0, max_days: 1 },
    { name: 'Miền núi', provinces: ['Lai Châu', 'Sơn La'], min_days: 5, max_days: 9 },
  ];
  const withZones = { ...settings, delivery: { ...settings.delivery, zones } };
  const saved = () => (api.to(SAVE).at(-1)?.body as { delivery: { zones: unknown } }).delivery.zones;

  test('are typed by keyboard, with provinces found by their current or former names', async () => {
    api.answer({ [SAVE]: { body: settings } });
    open();
    const delivery = await section('Ngày giao hàng');
    await userEvent.click(delivery.getByRole('button', { name: 'Thêm vùng' }));
    expect(delivery.getByLabelText(/^Tên vùng/)).toHaveFocus();
    await userEvent.keyboard('Phía Nam');
    const zone = within(delivery.getByRole('group', { name: 'Phía Nam' }));
    await userEvent.tab();
    await userEvent.keyboard('2{Tab}3{Tab}');
    expect(zone.getByRole('combobox', { name: 'Thêm tỉnh, thành phố vào Phía Nam' })).toHaveFocus();
    await userEvent.keyboard('binh duong{Enter}can tho{ArrowDown}{Enter}');
    const chosen = zone.getByRole('list', { name: 'Tỉnh, thành phố của Phía Nam' });
    expect(
      within(chosen)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['TP. Hồ Chí Minh', 'Cần Thơ']);
    expect(delivery.getByText('Đã thêm Cần Thơ vào Phía Nam')).toHaveAttribute('role', 'status');
    expect(api.to(SAVE)).toHaveLength(0);
    await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() =>
      expect(saved()).toEqual([
        { name: 'Phía Nam', provinces: ['TP. Hồ Chí Minh', 'Cần Thơ'], min_days: 2, max_days: 3 },
      ]),
    );
  });

  test('offer no province that a zone has already', async () => {
    api.answer({ [READ]: { body: withZones } });
    open();
    const delivery = await section('Ngày giao hàng');
    await userEvent.type(
      delivery.getByRole('combobox', { name: 'Thêm tỉnh, thành phố vào Miền núi' }),
      'ha noi{Enter}',
    );
    expect(delivery.getByText('Không có tỉnh, thành phố nào còn trống khớp.')).toHaveAttribute('role', 'status');
    await userEvent.click(delivery.getByRole('button', { name: 'Bỏ Hà Nội' }));
    expect(delivery.getByRole('combobox', { name: 'Thêm tỉnh, thành phố vào Nội thành' })).toHaveFocus();
    await userEvent.click(delivery.getByRole('combobox', { name: 'Thêm tỉnh, thành phố vào Miền núi' }));
    await userEvent.keyboard('{Enter}');
    await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() =>
      expect(saved()).toEqual([
        { ...zones[0], provinces: [] },
        { ...zones[1], provinces: ['Lai Châu', 'Sơn La', 'Hà Nội'] },
      ]),
    );
  });

  test('show an error beside its field, which keeps it while another zone is removed', async () => {
    const sentence = 'Số ngày tối đa không được nhỏ hơn số ngày tối thiểu';
    api.answer({
      [READ]: { body: withZones },
      [SAVE]: { status: 400, body: { detail: sentence, error: sentence, 'delivery.zones.1.max_days': [sentence] } },
    });
    open();
    const delivery = await section('Ngày giao hàng');
    const zone = within(delivery.getByRole('group', { name: 'Miền núi' }));
    await userEvent.clear(zone.getByLabelText(/^Tối đa/));
    await userEvent.type(zone.getByLabelText(/^Tối đa/), '4');
    await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() => expect(zone.getByLabelText(/^Tối đa/)).toHaveFocus());
    expect(zone.getByLabelText(/^Tối đa/)).toHaveAccessibleDescription(sentence);
    await userEvent.click(delivery.getByRole('button', { name: 'Xóa vùng: Nội thành' }));
    expect(delivery.getByRole('button', { name: 'Thêm vùng' })).toHaveFocus();
    expect(zone.getByLabelText(/^Tối đa/)).toHaveValue('4');
    expect(zone.getByLabelText(/^Tối đa/)).toBeInvalid();
    await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() => expect(saved()).toEqual([{ ...zones[1], max_days: 4 }]));
  });
});

/** Whether the page asks before it is left. */
function asksToStay() {
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  return leave.defaultPrevented;
}

test('leaving with unsaved input asks for confirmation', async () => {
  open();
  const shop = await section('Cửa hàng');
  await userEvent.type(shop.getByLabelText(/^Tên cửa hàng/), ' Huế');
  expect(asksToStay()).toBe(true);

  api.answer({ [SAVE]: { body: settings } });
  await userEvent.click(shop.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(asksToStay()).toBe(false));
});

describe('while a section is saved', () => {
  const zones = [{ name: 'Nội thành', provinces: ['Hà Nội', 'Hải Phòng'], min_days: 0, max_days: 1 }];
  let answerSave: () => void;
  beforeEach(() => {
    const saved = new Promise<void>((resolve) => (answerSave = resolve));
    api.answer({
      [READ]: { body: { ...settings, delivery: { ...settings.delivery, zones } } },
      [SAVE]: async () => {
        await saved;
        return { body: settings };
      },
    });
    open();
  });

  test('what is typed stays, and counts as unsaved', async () => {
    const shop = await section('Cửa hàng');
    const name = shop.getByLabelText(/^Tên cửa hàng/);
    await userEvent.type(name, ' Huế');
    await userEvent.click(shop.getByRole('button', { name: /^Lưu/ }));
    await userEvent.type(name, ' Xưa');
    answerSave();
    expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
    await waitFor(() => expect(shop.getByRole('button', { name: /^Lưu/ })).toBeEnabled());
    await api.answered();
    expect(name).toHaveValue('MAY Huế Xưa');
    expect(asksToStay()).toBe(true);
  });

  test('a province that is taken out of its zone counts as unsaved', async () => {
    const delivery = await section('Ngày giao hàng');
    await userEvent.click(delivery.getByRole('button', { name: /^Lưu/ }));
    await userEvent.click(delivery.getByRole('button', { name: 'Bỏ Hà Nội' }));
    answerSave();
    expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
    await waitFor(() => expect(delivery.getByRole('button', { name: /^Lưu/ })).toBeEnabled());
    await api.answered();
    expect(delivery.getByRole('button', { name: 'Bỏ Hải Phòng' })).toBeVisible();
    expect(asksToStay()).toBe(true);
  });
});

test('settings that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, { [READ]: { body: settings } });
  expect(await screen.findByLabelText(/^Tên cửa hàng/)).toHaveValue('MAY');
});

test('requiring a second factor of all administrators needs the own password', async () => {
  api.answer({ 'PUT /auth/two-factor/policy/': { body: { is_required: true } } });
  open();
  const security = await section('Bảo mật');
  await userEvent.click(security.getByRole('checkbox', { name: 'Bắt buộc xác thực hai lớp cho quản trị viên' }));
  await userEvent.type(security.getByLabelText(/^Mật khẩu của bạn/), 'admin-123');
  await userEvent.click(security.getByRole('button', { name: /^Lưu/ }));
  expect(await screen.findByText('Đã lưu cài đặt.')).toBeVisible();
  expect(api.to('PUT /auth/two-factor/policy/')[0]?.body).toEqual({ is_required: true, current_password: 'admin-123' });
});

test('an administrator without a second factor cannot require it, and gets a link to set it up', async () => {
  api.answer({ 'GET /auth/two-factor/': { body: { is_on: false, is_required: false, recovery_codes_left: 0 } } });
  open();
  const security = await section('Bảo mật');
  expect(security.getByRole('checkbox')).toBeDisabled();
  expect(security.getByRole('link', { name: /bật xác thực hai lớp/ })).toHaveAttribute('href', '/admin/profile');
});

describe('payment methods', () => {
  test('cash is switched on with its maximum', async () => {
    api.answer({ [SAVE]: { body: settings } });
    open();
    const cash = await section('Thanh toán khi nhận hàng');
    await userEvent.click(cash.getByRole('checkbox'));
    const most = cash.getByLabelText(/^Giá trị đơn tối đa/);
    await userEvent.clear(most);
    await userEvent.type(most, '3.000.000');
    await userEvent.click(cash.getByRole('button', { name: /^Lưu/ }));
    await screen.findByText('Đã lưu cài đặt.');
    expect(api.to(SAVE).map(({ body }) => body)).toEqual([{ cod: { is_on: true, max_total: 3_000_000 } }]);
  });

  test('transfers without an account are refused beside the field, and the input stays', async () => {
    const detail = 'Cần có để nhận chuyển khoản';
    api.answer({ [SAVE]: { status: 400, body: { detail, error: detail, 'vietqr.account_number': [detail] } } });
    open();
    const bank = await section('Chuyển khoản VietQR');
    await userEvent.click(bank.getByRole('checkbox'));
    await userEvent.type(bank.getByLabelText('Mã BIN của ngân hàng'), '970436');
    await userEvent.click(bank.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() => expect(bank.getByLabelText('Số tài khoản')).toHaveAccessibleDescription(detail));
    expect(bank.getByLabelText('Mã BIN của ngân hàng')).toHaveValue('970436');
  });

  test("the webhook's secret is shown once, when it is made", async () => {
    const made = '2026-01-31T09:30:00.000Z';
    api.answer({ 'GET /api/admin/bank-webhook/': { body: { created_at: null } } });
    open();
    const hook = await section('Ngân hàng tự báo tiền đến');
    expect(hook.getByText('Chưa có khóa.')).toBeVisible();
    api.answer({
      'POST /api/admin/bank-webhook/': { body: { secret: 'mot-khoa-bi-mat', created_at: made } },
      'GET /api/admin/bank-webhook/': { body: { created_at: made } },
    });
    await userEvent.click(hook.getByRole('button', { name: 'Tạo khóa' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tạo khóa webhook?' }));
    await userEvent.type(dialog.getByLabelText(/^Mật khẩu của bạn/), 'mat-khau-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Tạo khóa' }));
    expect(await hook.findByText('mot-khoa-bi-mat')).toBeVisible();
    expect(hook.getByRole('button', { name: 'Sao chép' })).toBeVisible();
    expect(api.to('POST /api/admin/bank-webhook/').map(({ body }) => body)).toEqual([
      { current_password: 'mat-khau-1' },
    ]);
    expect(hook.getByText('Khóa được tạo lúc 31/01/2026 16:30.')).toBeVisible();
  });

  test('another bank account is saved with the own password, and one that is wrong is told beside its field', async () => {
    const detail = 'Mật khẩu hiện tại không đúng';
    api.answer({ [SAVE]: { status: 400, body: { detail, error: detail, current_password: [detail] } } });
    open();
    const bank = await section('Chuyển khoản VietQR');
    await userEvent.type(bank.getByLabelText('Số tài khoản'), '0123456789');
    await userEvent.type(bank.getByLabelText(/^Mật khẩu của bạn/), 'sai');
    await userEvent.click(bank.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() =>
      expect(bank.getByLabelText(/^Mật khẩu của bạn/)).toHaveAccessibleDescription(new RegExp(detail)),
    );
    expect(api.to(SAVE).map(({ body }) => body)).toEqual([
      { vietqr: expect.objectContaining({ account_number: '0123456789' }), current_password: 'sai' },
    ]);
  });

  test("the webhook's secret is replaced after a confirmation", async () => {
    const REPLACE = 'POST /api/admin/bank-webhook/';
    const made = '2026-01-31T09:30:00.000Z';
    api.answer({
      'GET /api/admin/bank-webhook/': { body: { created_at: '2026-01-01T00:00:00.000Z' } },
      [REPLACE]: () => {
        api.answer({ 'GET /api/admin/bank-webhook/': { body: { created_at: made } } });
        return { body: { secret: 'mot-khoa-moi', created_at: made } };
      },
    });
    open();
    const hook = await section('Ngân hàng tự báo tiền đến');
    await userEvent.click(hook.getByRole('button', { name: 'Thay khóa' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Thay khóa webhook?' }));
    expect(api.to(REPLACE)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Thay khóa' }));
    expect(await hook.findByText('mot-khoa-moi')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
