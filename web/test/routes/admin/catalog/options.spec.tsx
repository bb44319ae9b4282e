import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminColor, AdminSize } from 'contract/catalog/options';
import * as colors from '~/routes/admin/options/route';
import { fakeApi, pageOf } from '../../../support/api';
import { signedIn } from '../../../support/given';
import { openShop, redirectsShoppers } from '../../../support/shop-pages';

const red: AdminColor = { id: 1, name: 'Đỏ', hex_code: '#b3242d', product_count: 3 };
const beige: AdminColor = { id: 2, name: 'Be', hex_code: '#d9c7a8', product_count: 0 };
const sizesOf = (...names: string[]): AdminSize[] =>
  names.map((name, index) => ({
    id: name.charCodeAt(0),
    name,
    position: index + 1,
    product_count: name === 'S' ? 2 : 0,
  }));

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    'GET /api/admin/colors/': pageOf([beige, red]),
    'GET /api/admin/sizes/': pageOf(sizesOf('S', 'M', 'L')),
  });
});

const open = (address = '/admin/colors') => openShop({ 'admin/colors': colors }, address);
const button = (name: string) => screen.findByRole('button', { name });
const productsLink = () =>
  within(screen.getByRole('dialog')).getByRole('link', { name: 'Xem các sản phẩm đó' }).getAttribute('href');
const rows = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);

redirectsShoppers(open, () => api.calls.filter(({ method }) => method === 'GET'));

test('shows colours with their swatches, and sizes behind the other tab', async () => {
  open();
  expect(await rows()).toEqual(['Be#d9c7a80', 'Đỏ#b3242d3']);
  expect(document.querySelector('tbody [style]')).toHaveStyle({ background: '#d9c7a8' });
  await userEvent.click(screen.getByRole('link', { name: 'Kích cỡ' }));
  expect(await screen.findByText('/admin/colors?tab=sizes', { selector: 'output' })).toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toEqual(['1S2', '2M0', '3L0']));
  expect(screen.getByRole('link', { name: 'Kích cỡ' })).toHaveAttribute('aria-current', 'page');
});

describe('colours', () => {
  test('a new colour is picked or typed', async () => {
    api.answer({ 'POST /api/colors/': { status: 201, body: { ...beige, name: 'Gạch' } } });
    open();
    await userEvent.click(await button('Thêm màu'));
    await userEvent.type(screen.getByLabelText(/^Tên/), 'Gạch');
    fireEvent.change(screen.getByLabelText('Chọn màu'), { target: { value: '#b5523b' } });
    expect(screen.getByLabelText(/^Mã màu/)).toHaveValue('#b5523b');
    await userEvent.clear(screen.getByLabelText(/^Mã màu/));
    await userEvent.type(screen.getByLabelText(/^Mã màu/), '#B5523C');
    expect(screen.getByLabelText('Chọn màu')).toHaveValue('#b5523c');
    await userEvent.click(await button('Thêm'));
    expect(await screen.findByText('Đã thêm màu Gạch.')).toBeVisible();
    expect(api.to('POST /api/colors/')[0]?.body).toEqual({ name: 'Gạch', hex_code: '#B5523C' });
  });

  test('errors of an edited colour are shown beside its fields', async () => {
    const hex_code = ['Mã màu có dạng #1a2b3c'];
    api.answer({ 'PUT /api/colors/1/': { status: 400, body: { detail: hex_code[0], error: hex_code[0], hex_code } } });
    open();
    await userEvent.click(await button('Sửa màu Đỏ'));
    await userEvent.clear(screen.getByLabelText(/^Mã màu/));
    await userEvent.type(screen.getByLabelText(/^Mã màu/), 'đỏ');
    await userEvent.click(await button('Lưu'));
    await waitFor(() => expect(screen.getByLabelText(/^Mã màu/)).toHaveFocus());
    expect(screen.getByLabelText(/^Mã màu/)).toBeInvalid();
    expect(screen.getByLabelText(/^Mã màu/)).toHaveValue('đỏ');
    api.answer({ 'PUT /api/colors/1/': { body: red } });
    // It is busy until the list is loaded again.
    await waitFor(async () => expect(await button('Lưu')).toBeEnabled());
    await userEvent.click(await button('Lưu'));
    expect(await screen.findByText('Đã lưu màu Đỏ.')).toBeVisible();
  });

  test('a colour that somebody else has changed meanwhile is not overwritten, and the input stays', async () => {
    const detail = 'Màu vừa được thay đổi ở nơi khác. Hãy đóng cửa sổ này, xem lại rồi sửa.';
    api.answer({ 'PUT /api/colors/1/': { status: 409, body: { detail, error: detail } } });
    open();
    await userEvent.click(await button('Sửa màu Đỏ'));
    api.answer({ 'GET /api/admin/colors/': pageOf([{ ...red, hex_code: '#c00000' }, beige]) });
    await userEvent.type(screen.getByLabelText(/^Tên/), ' đô');
    for (const _attempt of [1, 2]) {
      await waitFor(async () => expect(await button('Lưu')).toBeEnabled());
      await userEvent.click(await button('Lưu'));
      expect(await screen.findByText(detail)).toBeVisible();
    }
    expect(screen.getByLabelText(/^Tên/)).toHaveValue('Đỏ đô');
    // The list shows the other change by now, but the form has not.
    await waitFor(() =>
      expect(api.to('PUT /api/colors/1/').map(({ body }) => body)).toEqual([
        { name: 'Đỏ đô', hex_code: red.hex_code, was: red },
        { name: 'Đỏ đô', hex_code: red.hex_code, was: red },
      ]),
    );
  });

  test('a used entry cannot be deleted; an unused one asks for confirmation', async () => {
    api.answer({ 'DELETE /api/colors/2/': { status: 204 } });
    open();
    await userEvent.click(await button('Xóa màu Đỏ'));
    expect(screen.getByRole('dialog', { name: 'Chưa xóa được màu Đỏ' })).toHaveTextContent('Còn 3 sản phẩm có màu này');
    expect(productsLink()).toBe('/admin/products?color=1&archived=all');
    await userEvent.click(
      within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Đóng' })[0] as HTMLElement,
    );
    await userEvent.click(await button('Xóa màu Be'));
    await userEvent.click(
      within(screen.getByRole('dialog', { name: 'Xóa màu Be?' })).getByRole('button', { name: 'Xóa hẳn' }),
    );
    expect(await screen.findByText('Đã xóa màu Be.')).toBeVisible();
  });

  test('shows no colours, no matches and a failure', async () => {
    api.answer({ 'GET /api/admin/colors/': pageOf([]) });
    const { unmount } = open();
    expect(await screen.findByText('Chưa có màu nào')).toBeVisible();
    unmount();
    open('/admin/colors?search=tím');
    expect(await screen.findByText('Không tìm thấy gì')).toBeVisible();
    api.answer({ 'GET /api/admin/colors/': { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
    await userEvent.click(screen.getByRole('link', { name: 'Bỏ mọi bộ lọc' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Bận');
    api.answer({ 'GET /api/admin/colors/': pageOf([red]) });
    await userEvent.click(await button('Thử lại'));
    expect(await button('Sửa màu Đỏ')).toBeVisible();
  });
});

describe('sizes', () => {
  const AT = '/admin/colors?tab=sizes';

  test('move by one place and keep the focus', async () => {
    const [s, m, l] = sizesOf('S', 'M', 'L');
    api.answer({
      'PUT /api/sizes/83/': () => {
        api.answer({ 'GET /api/admin/sizes/': pageOf(sizesOf('M', 'S', 'L')) });
        return { body: { ...s, position: 2 } };
      },
    });
    open(AT);
    expect(await button('Đưa S lên')).toBeDisabled();
    expect(await button('Đưa L xuống')).toBeDisabled();
    await userEvent.click(await button('Đưa S xuống'));
    expect(await screen.findByText('Kích cỡ S giờ ở vị trí 2.')).toBeVisible();
    expect(api.to('PUT /api/sizes/83/')[0]?.body).toEqual({ name: 'S', position: 2, was: { name: 'S' } });
    await waitFor(async () => expect(await rows()).toEqual(['1M0', '2S2', '3L0']));
    await waitFor(async () => expect(await button('Đưa S xuống')).toHaveFocus());

    api.answer({
      'PUT /api/sizes/77/': () => {
        api.answer({ 'GET /api/admin/sizes/': pageOf([s, m, l]) });
        return { body: { ...m, position: 2 } };
      },
    });
    await userEvent.click(await button('Đưa M xuống'));
    await waitFor(async () => expect(await rows()).toEqual(['1S2', '2M0', '3L0']));
  });

  test.each([`${AT}&search=s`, `${AT}&sort=products-desc`])(
    'cannot be moved in a filtered or sorted list: %s',
    async (address) => {
      open(address);
      expect(await button('Sửa kích cỡ S')).toBeVisible();
      expect(screen.queryByRole('button', { name: /^Đưa/ })).toBeNull();
    },
  );

  test('a failed move shows a message', async () => {
    api.answer({ 'PUT /api/sizes/83/': 'unreachable' });
    open(AT);
    await userEvent.click(await button('Đưa S xuống'));
    expect(await screen.findByText('Không thể đổi thứ tự.')).toBeVisible();
    await waitFor(async () => expect(await button('Đưa S xuống')).toHaveFocus());
  });

  test('a new size without a position is placed automatically; one with a position goes there', async () => {
    api.answer({
      'POST /api/sizes/': { status: 201, body: sizesOf('XL')[0] },
      'PUT /api/sizes/77/': { body: sizesOf('M')[0] },
    });
    open(AT);
    await userEvent.click(await button('Thêm kích cỡ'));
    await userEvent.type(screen.getByLabelText(/^Tên/), 'XL');
    await userEvent.click(await button('Thêm'));
    expect(await screen.findByText('Đã thêm kích cỡ XL.')).toBeVisible();
    expect(api.to('POST /api/sizes/')[0]?.body).toEqual({ name: 'XL' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await button('Sửa kích cỡ M'));
    await userEvent.clear(screen.getByLabelText('Vị trí'));
    await userEvent.type(screen.getByLabelText('Vị trí'), '1');
    await userEvent.click(await button('Lưu'));
    expect(await screen.findByText('Đã lưu kích cỡ M.')).toBeVisible();
    expect(api.to('PUT /api/sizes/77/')[0]?.body).toEqual({ name: 'M', position: 1, was: sizesOf('S', 'M', 'L')[1] });
  });

  test('a used entry cannot be deleted; an unused one asks for confirmation', async () => {
    api.answer({ 'DELETE /api/sizes/77/': { status: 204 } });
    open(AT);
    await userEvent.click(await button('Xóa kích cỡ S'));
    expect(screen.getByRole('dialog', { name: 'Chưa xóa được kích cỡ S' })).toHaveTextContent('Còn 2 sản phẩm');
    expect(productsLink()).toBe('/admin/products?size=83&archived=all');
    await userEvent.click(
      within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Đóng' })[0] as HTMLElement,
    );
    await userEvent.click(await button('Xóa kích cỡ M'));
    await userEvent.click(await button('Xóa hẳn'));
    expect(await screen.findByText('Đã xóa kích cỡ M.')).toBeVisible();
  });
});
