import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StockAlertButton } from '~/features/stock-alert/stock-alert-button';
import * as page from '~/routes/shop/stock-alert/route';
import { fakeApi } from '../../support/api';
import { signedIn, variant } from '../../support/given';
import { openShop, press } from '../../support/shop-pages';

const ASK = 'POST /api/stock-alerts/';
const CONFIRM = 'POST /api/stock-alerts/confirm/';
const CANCEL = 'POST /api/stock-alerts/cancel/';
const [black, white] = [
  { id: 1, name: 'Đen', hex_code: '#000000' },
  { id: 2, name: 'Trắng', hex_code: '#ffffff' },
];
const variants = [
  variant({ id: 11, color: black, size: { id: 1, name: 'M' }, stock_quantity: 3 }),
  variant({ id: 12, color: black, size: { id: 2, name: 'L' }, stock_quantity: 0 }),
  variant({ id: 22, color: white, size: { id: 2, name: 'L' }, stock_quantity: 0 }),
];
const shirt = { id: 5, name: 'Áo linen', has_variants: true, variants, total_stock: 3 };
const NONE = { color: null, size: null };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi({
    [ASK]: { status: 202, body: { detail: 'Gần xong rồi!' } },
    [CONFIRM]: { body: { product: 5, name: 'Áo linen', color: 'Đen', size: 'L' } },
    [CANCEL]: { status: 204 },
  });
});

const open = () => press(/Báo khi có hàng$/);
const email = () => screen.findByLabelText(/^Email/);

describe('the stock alert of a product', () => {
  test.each([
    ['another one is sold out', { color: 1, size: 1 }, 'Màu hoặc kích cỡ đã hết? Báo khi có hàng'],
    ['nothing is chosen yet', NONE, 'Màu hoặc kích cỡ đã hết? Báo khi có hàng'],
    ['the chosen one is sold out', { color: 1, size: 2 }, 'Báo khi có hàng'],
  ])('is named by what it is for, when %s', (_, choice, name) => {
    render(<StockAlertButton product={shirt} choice={choice} />);
    expect(screen.getByRole('button', { name })).toBeVisible();
  });

  test('asks for an e-mail address and one of the sold-out variants, and says what happens next', async () => {
    render(<StockAlertButton product={shirt} choice={NONE} />);
    await open();
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Đen · L', 'Trắng · L']);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Trắng · L');
    await userEvent.type(await email(), ' lan@example.com ');
    await press('Báo cho tôi');
    expect(await screen.findByText('Gần xong rồi!')).toBeVisible();
    expect(document.activeElement).toHaveTextContent(/^Gần xong rồi!/);
    expect(api.to(ASK).map(({ body }) => body)).toEqual([{ product: 5, variant: 22, email: 'lan@example.com' }]);
  });

  test('offers the sold-out variants of the choice', async () => {
    render(<StockAlertButton product={shirt} choice={{ color: 1, size: null }} />);
    await open();
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Đen · L']);
  });

  test('of a product without variants asks for the address alone, which a signed-in shopper finds filled in', async () => {
    signedIn({ email: 'lan@example.com' });
    render(
      <StockAlertButton product={{ ...shirt, has_variants: false, variants: [], total_stock: 0 }} choice={NONE} />,
    );
    await open();
    expect(await email()).toHaveValue('lan@example.com');
    await press('Báo cho tôi');
    await waitFor(() => expect(api.to(ASK)).toHaveLength(1));
    expect(api.to(ASK)[0]?.body).toEqual({ product: 5, variant: null, email: 'lan@example.com' });
    expect(api.to(ASK)[0]?.headers.get('Authorization')).toMatch(/^JWT /);
  });

  test('is not offered while everything is in stock', () => {
    render(<StockAlertButton product={{ ...shirt, variants: variants.slice(0, 1) }} choice={NONE} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a refusal is shown beside the field, and the input stays', async () => {
    api.answer({ [ASK]: { status: 400, body: { detail: 'x', error: 'x', email: ['Email không hợp lệ'] } } });
    render(<StockAlertButton product={shirt} choice={NONE} />);
    await open();
    await press('Báo cho tôi');
    expect(await screen.findByText('Vui lòng nhập email')).toBeVisible();
    await userEvent.type(await email(), 'lan@');
    await press('Báo cho tôi');
    expect(await screen.findByText('Email không hợp lệ')).toBeVisible();
    await waitFor(async () => expect(await email()).toHaveFocus());
    expect(await email()).toHaveValue('lan@');
  });

  test('without a network says so, and can be sent again', async () => {
    api.answer({ [ASK]: 'unreachable' });
    render(<StockAlertButton product={shirt} choice={NONE} />);
    await open();
    await userEvent.type(await email(), 'lan@example.com');
    await press('Báo cho tôi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Dịch vụ tạm thời gián đoạn');
    api.answer({ [ASK]: { status: 202, body: { detail: 'Gần xong rồi!' } } });
    await press('Báo cho tôi');
    expect(await screen.findByText('Gần xong rồi!')).toBeVisible();
  });
});

describe('a link of a mail', () => {
  const pages = { 'stock-alert': page };

  test('a link of a mail confirms the alert when its button is pressed, not by the visit', async () => {
    openShop(pages, '/stock-alert?use=confirm&id=7&token=abc');
    await screen.findByRole('button', { name: 'Xác nhận' });
    expect(api.to(CONFIRM)).toEqual([]);
    await press('Xác nhận');
    expect(await screen.findByText('Áo linen · Đen · L')).toBeVisible();
    expect(api.to(CONFIRM).map(({ body }) => body)).toEqual([{ id: 7, token: 'abc' }]);
    expect(screen.getByRole('link', { name: 'Xem sản phẩm' })).toHaveAttribute('href', '/products/5');
  });

  test('cancels all alerts of its address', async () => {
    openShop(pages, '/stock-alert?use=cancel&id=7&token=abc');
    await press('Ngừng nhận');
    expect(await screen.findByRole('heading', { name: 'Đã ngừng thông báo có hàng' })).toBeVisible();
    expect(api.to(CANCEL).map(({ body }) => body)).toEqual([{ id: 7, token: 'abc' }]);
  });

  test('a link that is used, expired or incomplete leads to the shop', async () => {
    api.answer({ [CONFIRM]: { status: 400, body: { detail: 'x', error: 'x', token: ['x'] } } });
    openShop(pages, '/stock-alert?use=confirm&id=7&token=abc');
    await press('Xác nhận');
    expect(await screen.findByRole('heading', { name: 'Liên kết không dùng được' })).toBeVisible();
  });

  test('without its token leads to the shop', async () => {
    openShop(pages, '/stock-alert?use=confirm&id=7');
    expect(await screen.findByRole('heading', { name: 'Liên kết không dùng được' })).toBeVisible();
  });

  test('that fails can be pressed again', async () => {
    api.answer({ [CONFIRM]: 'unreachable' });
    openShop(pages, '/stock-alert?use=confirm&id=7&token=abc');
    await press('Xác nhận');
    expect(await screen.findByRole('alert')).toHaveTextContent('Dịch vụ tạm thời gián đoạn');
    expect(screen.getByRole('button', { name: 'Xác nhận' })).toBeEnabled();
  });
});
