import { Link } from '@remix-run/react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cartItems } from '~/features/cart/cart';
import * as page from '~/routes/shop/product/route';
import { fakeApi } from '../../support/api';
import { product, variant } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const black = { id: 1, name: 'Đen', hex_code: '#000000' };
const white = { id: 2, name: 'Trắng', hex_code: '#ffffff' };
const m = { id: 1, name: 'M' };
const l = { id: 2, name: 'L' };
const variants = [
  variant({ id: 11, color: black, size: m, stock_quantity: 3, price: 200_000 }),
  variant({ id: 12, color: black, size: l, stock_quantity: 9, price: 220_000 }),
  variant({ id: 21, color: white, size: m, stock_quantity: 0 }),
];
const shirt = product({
  name: 'Áo linen',
  description: 'Vải thoáng. '.repeat(20),
  variants,
  available_colors: [black, white],
  available_sizes: [m, l],
  min_price: 200_000,
  total_stock: 12,
});

const pages = {
  'products/:id': {
    ...page,
    clientLoader: (args: Parameters<typeof page.loader>[0]) =>
      page.loader({
        ...args,
        context: { nonce: '', origin: 'https://may.example', testPayments: false, tags: new Set() },
      }),
  },
};

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
  api = fakeApi({
    'GET /api/products/5/': { body: shirt },
    'GET /api/products/5/related/': { body: [] },
    'GET /api/brands/': { body: [] },
    'GET /api/category/': { body: [] },
    'GET /api/products/5/variants/1/2/': { body: variants[1] },
    'GET /api/products/5/variants/1/1/': { body: { ...variants[0], stock_quantity: 2, price: 199_000 } },
  });
});

const option = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await option(name));

test('opening a product from one of its pictures shows that picture first', async () => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
  const images = ['/media/red/640.webp', '/media/blue/640.webp'];
  const pictures = images.map((image) => ({ image, color: null }));
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, images, pictures } } });
  const list = { default: () => <Link to="/products/5" state={{ picture: images[1] }} children="Áo xanh" /> };
  openShop({ list, ...pages }, '/list');
  await userEvent.click(await screen.findByRole('link', { name: 'Áo xanh' }));
  expect(await screen.findByRole('list', { name: 'Vuốt để xem thêm ảnh' })).toHaveProperty('scrollLeft', 100);
});

describe('a product whose pictures have colours', () => {
  const [blackFront, whiteFront, detail] = ['black', 'white', 'detail'].map((name) => `/media/${name}/640.webp`);
  const pictures = [
    { image: blackFront!, color: 1 },
    { image: whiteFront!, color: 2 },
    { image: detail!, color: null },
  ];
  const shown = async () =>
    within(await screen.findByRole('list', { name: 'Vuốt để xem thêm ảnh' }))
      .getAllByRole('img')
      .map((img) => [img.getAttribute('src'), img.getAttribute('alt')]);
  beforeEach(() => {
    api.answer({ 'GET /api/products/5/': { body: { ...shirt, image: blackFront, pictures } } });
  });

  test('shows those of the chosen colour first, then those of none, then the others', async () => {
    openShop(pages, '/products/5');
    expect((await shown()).map(([src]) => src)).toEqual([blackFront, whiteFront, detail]);
    await press('Trắng, hết hàng');
    expect(await shown()).toEqual([
      [whiteFront, 'Áo linen, màu Trắng, ảnh 1'],
      [detail, 'Áo linen, ảnh 2'],
      [blackFront, 'Áo linen, màu Đen, ảnh 3'],
    ]);
    expect(screen.getByText('1 / 3')).toBeInTheDocument();
  });

  test('keeps colour and size in the address, and reads neither of them from the server again', async () => {
    openShop(pages, '/products/5?ref=zalo');
    await press('Đen');
    await press('L');
    expect(await screen.findByText('/products/5?ref=zalo&color=1&size=2', { selector: 'output' })).toBeInTheDocument();
    expect(api.to('GET /api/products/5/related/')).toHaveLength(1);
    await press('L');
    expect(await screen.findByText('/products/5?ref=zalo&color=1', { selector: 'output' })).toBeInTheDocument();
  });

  test('opens with the choice of its address; what it does not come in is no choice', async () => {
    openShop(pages, '/products/5?color=2&size=99');
    expect(await option('Trắng, hết hàng')).toHaveAttribute('aria-pressed', 'true');
    expect((await shown())[0]).toEqual([whiteFront, 'Áo linen, màu Trắng, ảnh 1']);
    expect(screen.getByRole('button', { name: /^L\b/ })).toHaveAttribute('aria-pressed', 'false');
  });

  test('goes into the cart with the picture of the chosen colour', async () => {
    openShop(pages, '/products/5?color=1&size=2');
    await press('Thêm vào giỏ');
    await waitFor(() => expect(cartItems.get()).toMatchObject([{ color: 'Đen', image: blackFront }]));
  });

  test('has one canonical address, and shows the colour of the link where it is shared', () => {
    const data = {
      product: { ...shirt, image: blackFront, pictures },
      texts: { summary: 'Vải thoáng.' },
      brand: undefined,
      origin: 'https://may.example',
    };
    const head = page.meta({ data, matches: [], location: { search: '?color=2' } } as never) as object[];
    expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://may.example/products/5' });
    expect(head).toContainEqual({ property: 'og:image', content: `https://may.example${whiteFront}` });
  });
});

test('a product cannot be bought before colour and size are chosen, and a message says so', async () => {
  openShop(pages, '/products/5');
  await press('Thêm vào giỏ');
  expect(await screen.findByRole('alert')).toHaveTextContent('Vui lòng chọn màu sắc và kích cỡ');
  await press('Đen');
  await press('Mua ngay');
  expect(await screen.findByRole('alert')).toHaveTextContent('Vui lòng chọn kích cỡ');
  expect(cartItems.get()).toEqual([]);
});

test('the focus goes to what is missing, so that Enter does not deselect what is chosen', async () => {
  openShop(pages, '/products/5');
  await press('Đen');
  await press('Mua ngay');
  expect(await option('M')).toHaveFocus();
  expect(await option('Đen')).toHaveAttribute('aria-pressed', 'true');
  await press('Thêm vào giỏ');
  await userEvent.keyboard('{Enter}');
  expect(await option('M')).toHaveAttribute('aria-pressed', 'true');
});

test('the price before a choice is said to be the lowest, and the badge has the percent of the shown price', async () => {
  const full = variant({ id: 22, color: white, size: l, price: 250_000 });
  api.answer({
    'GET /api/products/5/': {
      body: { ...shirt, variants: [...variants, full], oldPrice: 250_000, discount: 20 },
    },
    'GET /api/products/5/variants/2/2/': { body: full },
  });
  openShop(pages, '/products/5');
  const price = () => screen.getByRole('main').querySelector('p[aria-live]');
  await screen.findByText('-20%');
  expect(price()).toHaveTextContent('Từ 200.000 VND');
  await press('Đen');
  await press('L');
  await waitFor(() => expect(price()).toHaveTextContent(/^220\.000 VND.*-12%$/));
  await press('Trắng');
  await waitFor(() => expect(price()).toHaveTextContent(/^250\.000 VND$/));
});

test('one price for all variants is not said to be the lowest', async () => {
  const same = variants.map((each) => ({ ...each, price: 200_000 }));
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, variants: same } } });
  openShop(pages, '/products/5');
  expect(await screen.findAllByText('200.000 VND')).not.toHaveLength(0);
  expect(screen.queryByText('Từ')).toBeNull();
});

test('choosing both requests the variant and shows its price and stock', async () => {
  openShop(pages, '/products/5');
  expect(await screen.findByText('Còn hàng')).toBeVisible();
  await press('Đen');
  await press('M');
  // Above, and in the buy bar.
  expect(await screen.findAllByText('199.000 VND')).toHaveLength(2);
  expect(screen.getByText('Chỉ còn 2 sản phẩm')).toBeVisible();
});

test('a variant that is no longer sold has no stock', async () => {
  api.answer({ 'GET /api/products/5/variants/1/1/': { status: 404 } });
  openShop(pages, '/products/5');
  await press('Đen');
  await press('M');
  expect(await option('Hết hàng')).toBeDisabled();
  expect(await option('Mua ngay')).toBeDisabled();
});

test('a variant that has sold out since the page was made can be waited for', async () => {
  const available = variants.map((each) => ({ ...each, stock_quantity: 3 }));
  api.answer({
    'GET /api/products/5/': { body: { ...shirt, variants: available } },
    'GET /api/products/5/variants/1/1/': { body: { ...variants[0], stock_quantity: 0 } },
  });
  openShop(pages, '/products/5');
  await press('Đen');
  expect(screen.queryByRole('button', { name: /Báo khi có hàng/ })).toBeNull();
  await press('M');
  await press('Báo khi có hàng');
  expect(await screen.findByRole('option')).toHaveTextContent('Đen · M');
});

test('a variant that is in stock again is not called sold out, and cannot be waited for', async () => {
  api.answer({
    'GET /api/products/5/': { body: { ...shirt, variants: [{ ...variants[0]!, stock_quantity: 0 }], total_stock: 0 } },
  });
  openShop(pages, '/products/5?color=1&size=1');
  expect(await option('Báo khi có hàng')).toBeVisible();
  expect(await screen.findByText('Chỉ còn 2 sản phẩm')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Báo khi có hàng/ })).toBeNull();
});

describe('a product without variants', () => {
  const bag = product({ has_variants: false, variants: [], total_stock: 3, min_price: 150_000 });

  test('shows the price and the stock of now, and can be waited for when it has just sold out', async () => {
    const now = { ...bag, total_stock: 0, min_price: 160_000, oldPrice: 200_000 };
    api.answer({
      'GET /api/products/5/': () => ({ body: api.to('GET /api/products/5/').length === 1 ? bag : now }),
    });
    openShop(pages, '/products/5');
    expect(await option('Báo khi có hàng')).toBeVisible();
    // Above, and in the buy bar.
    expect(screen.getAllByText('160.000 VND')).toHaveLength(2);
    expect(screen.getByText('-20%')).toBeVisible();
    expect(await option('Hết hàng')).toBeDisabled();
  });

  test('that is no longer sold cannot be waited for', async () => {
    api.answer({
      'GET /api/products/5/': () => (api.to('GET /api/products/5/').length === 1 ? { body: bag } : { status: 404 }),
    });
    openShop(pages, '/products/5');
    expect(await option('Hết hàng')).toBeDisabled();
    expect(screen.queryByRole('button', { name: /Báo khi có hàng/ })).toBeNull();
  });
});

test('sold-out combinations are marked, and picking one clears the other side', async () => {
  openShop(pages, '/products/5');
  await press('M');
  expect(await option('Trắng, hết hàng')).toHaveAttribute('aria-pressed', 'false');
  await press('Trắng, hết hàng');
  expect(await option('Trắng, hết hàng')).toHaveAttribute('aria-pressed', 'true');
  expect(await option('M, hết hàng')).toHaveAttribute('aria-pressed', 'false');
});

test('the quantity stays between 1 and the stock, and goes into the cart with a toast', async () => {
  openShop(pages, '/products/5');
  await press('Đen');
  await press('L');
  expect(await option('Giảm')).toHaveAttribute('aria-disabled', 'true');
  await press('Tăng');
  await press('Thêm vào giỏ');
  const line = { uniqueKey: '5-12', qty: 2, price: 220_000, color: 'Đen', size: 'L' };
  await waitFor(() => expect(cartItems.get()).toMatchObject([line]));
  expect(await screen.findByText('Đã thêm vào giỏ hàng!')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Số lượng' })).toHaveAttribute('readonly');
});

test('the toast of what was added goes after five seconds, because the header leads to the cart too', async () => {
  openShop(pages, '/products/5');
  await press('Đen');
  await press('L');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'], advanceTimers: true });
  fireEvent.click(await option('Thêm vào giỏ'));
  expect(await screen.findByText('Đã thêm vào giỏ hàng!')).toBeVisible();
  act(() => void jest.advanceTimersByTime(5_000));
  expect(screen.queryByText('Đã thêm vào giỏ hàng!')).not.toBeInTheDocument();
});

test('buying now adds and goes to the shipping address', async () => {
  openShop(pages, '/products/5');
  await press('Đen');
  await press('L');
  await press('Mua ngay');
  await screen.findByText('/shipping', { selector: 'output' });
  expect(cartItems.get()).toHaveLength(1);
});

test('buying now waits until what is being added is in the cart', async () => {
  openShop(pages, '/products/5?color=1&size=2');
  await option('Mua ngay');
  let answer = (_: { body: typeof shirt }) => {};
  api.answer({ 'GET /api/products/5/': () => new Promise((resolve) => (answer = resolve)) });
  await press('Thêm vào giỏ');
  expect(await option('Mua ngay')).toBeDisabled();
  answer({ body: shirt });
  await waitFor(async () => expect(await option('Mua ngay')).toBeEnabled());
  expect(cartItems.get()).toMatchObject([{ qty: 1 }]);
});

test('buying now does not call back who has gone on to another page', async () => {
  let answer = () => {};
  const responded = new Promise<void>((resolve) => (answer = resolve));
  openShop(pages, '/products/5');
  await press('Đen');
  await press('L');
  api.answer({ 'GET /api/products/5/': () => responded.then(() => ({ body: shirt })) });
  await press('Mua ngay');
  await userEvent.click(screen.getByRole('link', { name: 'Trang chủ' }));
  await screen.findByText('/', { selector: 'output' });
  answer();
  await waitFor(() => expect(cartItems.get()).toHaveLength(1));
  await waitFor(() => expect(screen.getByText('Đã thêm vào giỏ hàng!')).toBeVisible());
  expect(screen.getByText('/', { selector: 'output' })).toBeInTheDocument();
});

test('a failure to add shows the reason and keeps the choice', async () => {
  openShop(pages, '/products/5');
  await press('Đen');
  await press('L');
  api.answer({ 'GET /api/products/5/': 'unreachable' });
  await press('Thêm vào giỏ');
  expect(await screen.findByText(/thử lại/)).toBeVisible();
  expect(await option('L')).toHaveAttribute('aria-pressed', 'true');
});

test('the description is cut at 150 characters beside the price, and whole in its tab', async () => {
  const description = `${'Vải thoáng. '.repeat(8)}Câu ở giữa nói tiếp.\n${'Giặt máy. '.repeat(8)}Câu cuối.`;
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, description } } });
  openShop(pages, '/products/5');
  const panel = await screen.findByRole('tabpanel', { name: 'Mô tả' });
  expect(panel.textContent).toBe(`Mô tả${description}`);
  const [lead] = screen.getAllByText(/^Vải thoáng/);
  expect(lead?.textContent).toBe(`${description.slice(0, 150)}…`);
});

test('the cut of the description leaves no half of an emoji', async () => {
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, description: `${'a'.repeat(149)}🧵 chỉ may` } } });
  openShop(pages, '/products/5');
  expect(await screen.findByText(/^a+…$/)).toHaveTextContent(`${'a'.repeat(149)}…`);
});

test('a product without a description says so in its tab', async () => {
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, description: '' } } });
  openShop(pages, '/products/5');
  expect(await screen.findByRole('tabpanel', { name: 'Mô tả' })).toHaveTextContent('Sản phẩm chưa có mô tả.');
});

test('material, care and the model are beside the description', async () => {
  const facts = { material: 'Lụa tơ tằm', care: 'Giặt tay.', model_height: 168, model_size: 'S' };
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, description: 'Vải mềm.', ...facts } } });
  openShop(pages, '/products/5');
  const panel = await screen.findByRole('tabpanel', { name: 'Mô tả' });
  expect(panel).toHaveTextContent('Chất liệuLụa tơ tằmBảo quảnGiặt tay.Người mẫuCao 1m68, mặc cỡ S');
});

test('a size that is gone in all colours is named, not the stock of the others', async () => {
  const gone = shirt.variants.map((each) => ({ ...each, stock_quantity: each.size.id === l.id ? 0 : 50 }));
  api.answer({ 'GET /api/products/5/': { body: { ...shirt, variants: gone, total_stock: 100 } } });
  openShop(pages, '/products/5');
  await press('L, hết hàng');
  expect(await screen.findByText('L đã hết')).toBeVisible();
  await press('Đen, hết hàng');
  await press('L, hết hàng');
  expect(await screen.findByText('L đã hết')).toBeVisible();
});

test('a size that is gone in the chosen colour alone is named with the colour', async () => {
  api.answer({ 'GET /api/products/5/variants/1/1/': { body: { ...variants[0], stock_quantity: 0 } } });
  openShop(pages, '/products/5');
  await press('Đen');
  await press('M');
  expect(await screen.findByText('Đen · M đã hết')).toBeVisible();
});

test('the stock of a size alone is that of the size in all colours', async () => {
  openShop(pages, '/products/5');
  await press('L');
  expect(await screen.findByText('Còn 9 sản phẩm')).toBeVisible();
});

test('the rating opens the tab of the reviews and takes the focus there', async () => {
  openShop(pages, '/products/5');
  await userEvent.click(await screen.findByRole('link', { name: '0 reviews' }));
  expect(screen.getByRole('tab', { name: 'Đánh giá (0)', selected: true })).toHaveFocus();
});

test('tabs open by click and by arrow keys', async () => {
  openShop(pages, '/products/5');
  const tab = await screen.findByRole('tab', { name: 'Mô tả' });
  tab.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Đánh giá (0)' })).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Đánh giá (0)' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('tab', { name: 'Hỏi đáp' })).toHaveAttribute('aria-selected', 'true');
});

test.each(['999', 'abc', '0', '1e3', '99999999999'])(
  'the page of product %s answers that it does not exist',
  async (id) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    api.answer({
      'GET /api/products/999/': { status: 404, body: { detail: 'Không tìm thấy sản phẩm.', error: '' } },
      'GET /api/products/999/related/': { status: 404, body: { detail: 'Không tìm thấy sản phẩm.', error: '' } },
    });
    openShop(pages, `/products/${id}`);
    await waitFor(() => expect(screen.getByText('Không tìm thấy sản phẩm.')).toBeVisible());
  },
);
