import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChatProduct } from '~/features/chat/products/chat-product';
import { fakeApi } from '../../../support/api';
import { product } from '../../../support/given';
import { openShop } from '../../../support/shop-pages';

const CARDS = 'GET /api/products/cards/';
const swatches = [
  { id: 3, name: 'Đỏ', hex_code: '#c01020', image: '/media/do/640.webp' },
  { id: 4, name: 'Lam', hex_code: '#1030c0', image: '/media/lam/640.webp' },
];

let api: ReturnType<typeof fakeApi>;
let next = 100;
/** An id that no other test has loaded: what is loaded stays until the page is left. */
const newId = () => next++;

beforeEach(() => (api = fakeApi({})));

const open = (...links: Parameters<typeof ChatProduct>[0]['link'][]) => {
  const Page = () => links.map((link, index) => <ChatProduct key={index} link={link} />);
  openShop({ '/': { default: Page }, 'products/:id': { default: () => <h1>Sản phẩm</h1> } }, '/');
};

test('a linked product shows its picture, name and price in the colour of the link, and leads to it', async () => {
  const id = newId();
  api.answer({ [CARDS]: { body: [product({ id, name: 'Áo linen', swatches, image: '/media/do/640.webp' })] } });
  open({ id, color: 4, size: 9 });
  const card = await screen.findByRole('link', { name: /Áo linen.*Lam.*150\.000 VND/ });
  expect(card).toHaveAttribute('href', `/products/${id}?color=4&size=9`);
  expect(card.querySelector('img')).toHaveAttribute('src', '/media/lam/640.webp');
});

test('without a colour, or with one that the product does not come in, the product’s own picture is shown', async () => {
  const id = newId();
  api.answer({ [CARDS]: { body: [product({ id, name: 'Áo linen', swatches, image: '/media/do/640.webp' })] } });
  open({ id, color: 77, size: null });
  const card = await screen.findByRole('link', { name: /Áo linen/ });
  expect(card.querySelector('img')).toHaveAttribute('src', '/media/do/640.webp');
  expect(card).not.toHaveTextContent(/Đỏ|Lam/);
});

test('products of messages that appear together are loaded by one call, each once', async () => {
  const [one, other] = [newId(), newId()];
  api.answer({ [CARDS]: { body: [product({ id: one, name: 'Áo' }), product({ id: other, name: 'Váy' })] } });
  open(...[one, other, one].map((id) => ({ id, color: null, size: null })));
  await screen.findByRole('link', { name: /Váy/ });
  expect(await screen.findAllByRole('link', { name: /Áo/ })).toHaveLength(2);
  expect(api.to(CARDS).map(({ query }) => new URLSearchParams(query).get('ids'))).toEqual([`${one},${other}`]);
});

test('a product that is no longer sold says so, and a failed one can be loaded again', async () => {
  const [gone, failing] = [newId(), newId()];
  api.answer({ [CARDS]: { body: [] } });
  open({ id: gone, color: null, size: null });
  expect(await screen.findByText('Sản phẩm không còn bán.')).toBeVisible();

  api.answer({ [CARDS]: { status: 503, body: {} } });
  open({ id: failing, color: null, size: null });
  expect(await screen.findByText('Không tải được sản phẩm.')).toBeVisible();
  api.answer({ [CARDS]: { body: [product({ id: failing, name: 'Quần' })] } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByRole('link', { name: /Quần/ })).toBeVisible();
});
