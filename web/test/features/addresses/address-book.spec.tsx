import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AddressInput, SavedAddress } from 'contract/accounts/addresses';
import { MAX_ADDRESSES } from 'contract/rules';
import * as profile from '~/routes/account/profile/route';
import { BROKEN, fakeApi, type Reply } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { doublePress, openShop, press } from '../../support/shop-pages';

const BOOK = '/auth/users/me/addresses/';
const saved = (id: number, changed: Partial<SavedAddress> = {}): SavedAddress => ({
  id,
  receiver: 'Chị Lan',
  phone: '0909333777',
  address: `${id} Lê Lợi`,
  ward: 'Phường Sài Gòn',
  city: 'TP. Hồ Chí Minh',
  postalCode: '70000',
  country: 'Việt Nam',
  isDefault: id === 1,
  ...changed,
});
let book: SavedAddress[];
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn();
  book = [saved(1), saved(2)];
  api = fakeApi({
    'GET /auth/users/me/': { body: me() },
    [`GET ${BOOK}`]: () => ({ body: book }),
    [`POST ${BOOK}`]: ({ body }) => {
      book = [...book, { id: 9, ...(body as AddressInput) }];
      return { status: 201, body: book.at(-1) };
    },
    [`PUT ${BOOK}2/`]: ({ body }) => ({ body: { id: 2, ...(body as AddressInput) } }),
    [`DELETE ${BOOK}2/`]: () => {
      book = book.filter(({ id }) => id !== 2);
      return { status: 204 };
    },
  });
});

const open = async () => {
  openShop({ profile }, '/profile?tab=addresses');
  return within(await screen.findByRole('tabpanel', { name: 'Sổ địa chỉ' }));
};
const field = (label: string) =>
  within(screen.getByRole('dialog')).getByLabelText(new RegExp(`^${label}`), { selector: 'input' });

test('an empty address book explains its use', async () => {
  book = [];
  const panel = await open();
  expect(await panel.findByText('Sổ địa chỉ còn trống')).toBeVisible();
  await press('Thêm địa chỉ');
  expect(screen.getByRole('dialog', { name: 'Thêm địa chỉ' })).toBeVisible();
});

test('a book that cannot be loaded says so and offers to try again', async () => {
  api.answer({ [`GET ${BOOK}`]: BROKEN });
  const panel = await open();
  expect(await panel.findByText(/Không thể tải sổ địa chỉ|Đã xảy ra lỗi/)).toBeVisible();
  expect(panel.getByRole('button', { name: 'Thử lại' })).toBeVisible();
});

test('a double press saves a new address once', async () => {
  await open();
  await press('Thêm địa chỉ');
  await userEvent.type(field('Tỉnh/Thành phố'), 'Hà Nội');
  await userEvent.type(field('Địa chỉ'), '9 Hàng Bài');
  await userEvent.click(field('Mã bưu chính'));
  const save = screen.getByRole('button', { name: 'Lưu địa chỉ' });
  doublePress(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(`POST ${BOOK}`)).toHaveLength(1);
});

test('a new address names its missing fields, and is saved once they are filled in', async () => {
  await open();
  await press('Thêm địa chỉ');
  await press('Lưu địa chỉ');
  expect(screen.getByText('Vui lòng nhập tỉnh/thành phố')).toBeVisible();
  expect(field('Tỉnh/Thành phố')).toHaveFocus();
  await userEvent.type(field('Tỉnh/Thành phố'), 'ha noi');
  await userEvent.click(await screen.findByRole('option', { name: 'Hà Nội' }));
  await userEvent.type(field('Địa chỉ'), '9 Hàng Bài');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Đặt làm địa chỉ mặc định' }));
  await press('Lưu địa chỉ');
  expect(await screen.findByText(/9 Hàng Bài/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(`POST ${BOOK}`)[0]?.body).toMatchObject({ city: 'Hà Nội', postalCode: '10000', isDefault: true });
});

test('a refused address stays in the dialog with the reason', async () => {
  api.answer({ [`POST ${BOOK}`]: { status: 409, body: { detail: 'Sổ địa chỉ có tối đa 20 địa chỉ' } } });
  await open();
  await press('Thêm địa chỉ');
  await userEvent.type(field('Tỉnh/Thành phố'), 'Hà Nội');
  await userEvent.type(field('Địa chỉ'), '9 Hàng Bài');
  await press('Lưu địa chỉ');
  expect(await screen.findByText('Sổ địa chỉ có tối đa 20 địa chỉ')).toBeVisible();
  expect(field('Địa chỉ')).toHaveValue('9 Hàng Bài');
});

test('an address is edited, and becomes the default', async () => {
  await open();
  await press(/^Sửa Chị Lan, 2 Lê Lợi/);
  await userEvent.clear(field('Địa chỉ'));
  await userEvent.type(field('Địa chỉ'), '22 Lê Lợi');
  await press('Lưu địa chỉ');
  await press(/^Đặt làm mặc định: Chị Lan, 2 Lê Lợi/);
  await waitFor(() =>
    expect(api.to(`PUT ${BOOK}2/`).map(({ body }) => body)).toEqual([
      expect.objectContaining({ address: '22 Lê Lợi', isDefault: false }),
      expect.objectContaining({ address: '2 Lê Lợi', isDefault: true }),
    ]),
  );
});

test('an address that becomes the default keeps the focus', async () => {
  api.answer({
    [`PUT ${BOOK}2/`]: () => {
      book = [saved(2, { isDefault: true }), saved(1, { isDefault: false })];
      return { body: book[0] };
    },
  });
  await open();
  await press(/^Đặt làm mặc định: Chị Lan, 2 Lê Lợi/);
  expect(await screen.findByRole('button', { name: /^Đặt làm mặc định: Chị Lan, 1 Lê Lợi/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Sửa Chị Lan, 2 Lê Lợi/ })).toHaveFocus();
});

test('an address goes only after a second press', async () => {
  await open();
  await press(/^Xóa Chị Lan, 2 Lê Lợi/);
  await press('Giữ lại');
  expect(screen.getByRole('button', { name: /^Xóa Chị Lan, 2 Lê Lợi/ })).toHaveFocus();
  await press(/^Xóa Chị Lan, 2 Lê Lợi/);
  expect(api.to(`DELETE ${BOOK}2/`)).toEqual([]);
  await press(/^Xóa hẳn/);
  expect(await screen.findByText('Đã xóa địa chỉ.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/2 Lê Lợi/)).toBeNull());
  expect(screen.getByText(/1 Lê Lợi/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Xóa Chị Lan, 1 Lê Lợi/ })).toHaveFocus();
});

test('the removal or change of an address cannot be cancelled once it is sent', async () => {
  let answer = (_: Reply) => {};
  const held = () => new Promise<Reply>((resolve) => (answer = resolve));
  api.answer({ [`DELETE ${BOOK}2/`]: held, [`PUT ${BOOK}2/`]: held });
  await open();
  await press(/^Xóa Chị Lan, 2 Lê Lợi/);
  await press(/^Xóa hẳn/);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Giữ lại' })).toBeDisabled());
  await waitFor(() => expect(api.to(`DELETE ${BOOK}2/`)).toHaveLength(1));
  answer(BROKEN);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Giữ lại' })).toBeEnabled());
  await press('Giữ lại');
  await press(/^Sửa Chị Lan, 2 Lê Lợi/);
  await press('Lưu địa chỉ');
  const cancel = within(screen.getByRole('dialog')).getByRole('button', { name: 'Hủy' });
  await waitFor(() => expect(cancel).toBeDisabled());
});

test('a full address book takes no further address', async () => {
  book = Array.from({ length: MAX_ADDRESSES }, (_, nth) => saved(nth + 1));
  await open();
  expect(await screen.findByRole('button', { name: 'Thêm địa chỉ' })).toBeDisabled();
});
