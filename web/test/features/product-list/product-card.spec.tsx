import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { ProductCard } from '~/features/product-list/product-card';
import { product } from '../../support/given';
import { openShop } from '../../support/shop-pages';

type Props = ComponentProps<typeof ProductCard>;

const show = (changed: Partial<Props['product']>, props: Partial<Props> = {}) =>
  openShop({ card: { default: () => <ProductCard product={product(changed)} {...props} /> } }, '/card');

test('a card shows name, price, rating and sales, and links to the product', async () => {
  show({ min_price: 150_000, numReviews: 12, rating: 4.5, total_sold: 1_234 });
  expect(await screen.findByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/products/5');
  expect(screen.getByText('150.000 VND')).toBeVisible();
  expect(screen.getByText('12 reviews')).toBeVisible();
  expect(screen.getByText('Đã bán 1.234')).toBeVisible();
  expect(screen.getByRole('img', { name: '4,5 trên 5 sao' })).toBeVisible();
});

test('a card has the requested badges that the product earns, in their order, below its picture', async () => {
  const worthy = { discount: 20, is_new: true, total_sold: 11, rating: 4.5 };
  const { unmount } = show(worthy);
  const badge = await screen.findByText('-20%');
  expect(badge.nextElementSibling).toHaveTextContent('Mới');
  expect(badge.nextElementSibling?.nextElementSibling).toHaveTextContent('Bán chạy');
  expect(screen.getByRole('heading').compareDocumentPosition(badge)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  unmount();
  show(worthy, { badges: ['top-rated'] });
  expect(await screen.findByText('Đánh giá cao')).toBeVisible();
  expect(screen.queryByText('Mới')).not.toBeInTheDocument();
});

test('10 sales earn no bestseller badge, and a rating of 4.4 no top-rated badge', async () => {
  show({ total_sold: 10, rating: 4.4 }, { badges: ['bestseller', 'top-rated'] });
  await screen.findByText('Đã bán 10');
  expect(screen.queryByText('Bán chạy')).not.toBeInTheDocument();
  expect(screen.queryByText('Đánh giá cao')).not.toBeInTheDocument();
});

test('an old price is struck through, sales of 0 are hidden, and sold out is shown', async () => {
  show({ min_price: 80_000, oldPrice: 100_000, total_stock: 0 });
  expect((await screen.findByText('100.000 VND')).closest('s')).toBeVisible();
  expect(screen.queryByText(/Đã bán/)).not.toBeInTheDocument();
  expect(screen.getByText('Hết hàng')).toBeVisible();
});

test('a product that nobody has reviewed has no stars and 0 reviews', async () => {
  show({ numReviews: 0 });
  await screen.findByRole('link', { name: 'Áo thun' });
  expect(screen.queryByRole('img', { name: /sao$/ })).not.toBeInTheDocument();
  expect(screen.getByText('0 reviews')).toBeVisible();
});

describe('the colours of a card', () => {
  const white = { id: 1, name: 'Trắng', hex_code: '#ffffff', image: '/media/white/640.webp' };
  const yellow = { id: 2, name: 'Vàng bơ', hex_code: '#ecd9a0', image: '/media/yellow/640.webp' };
  const red = { id: 3, name: 'Đỏ', hex_code: '#b2262e', image: null };
  const shirt = { image: white.image, swatches: [white, yellow, red] };
  const addresses = (container: HTMLElement) =>
    [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'));

  test('are named, and loading none of their pictures before somebody asks', async () => {
    const { container } = show(shirt);
    expect(await screen.findByRole('radiogroup', { name: 'Màu của Áo thun' })).toBeVisible();
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Trắng',
      'Vàng bơ',
      'Đỏ',
    ]);
    expect(addresses(container)).toEqual([white.image]);
  });

  test('show their picture at a tap, and the card leads to the product in that colour', async () => {
    const { container } = show(shirt);
    await userEvent.click(await screen.findByRole('radio', { name: 'Vàng bơ' }));
    expect(addresses(container)).toEqual([white.image, yellow.image]);
    expect(screen.getByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/products/5?color=2');
  });

  test('show their picture when a mouse points at them, and with the arrow keys', async () => {
    const { container } = show(shirt);
    await userEvent.hover(await screen.findByRole('radio', { name: 'Vàng bơ' }));
    expect(addresses(container)).toContain(yellow.image);
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: 'Vàng bơ' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('radio', { name: 'Trắng' })).toBeChecked();
    expect(addresses(container)).toEqual([white.image]);
  });

  test('show the main picture for a colour without one', async () => {
    const { container } = show(shirt);
    await userEvent.click(await screen.findByRole('radio', { name: 'Đỏ' }));
    expect(addresses(container)).toEqual([white.image]);
  });

  test('show first the one that was searched for', async () => {
    const { container } = show(shirt, { color: 2 });
    await screen.findByRole('radio', { name: 'Vàng bơ', checked: true });
    expect(addresses(container)).toEqual([yellow.image]);
  });
});

test('a picture has AVIF and WebP sources of every width and reserved space', async () => {
  const { container } = show({ image: '/media/abc/640.webp' }, { isPriority: true });
  const image = await screen.findByRole('img', { name: 'Áo thun' });
  expect(image).toHaveAttribute('width', '480');
  expect(image).toHaveAttribute('height', '640');
  expect(image).toHaveAttribute('loading', 'eager');
  expect(image).toHaveAttribute('fetchpriority', 'high');
  expect(image.getAttribute('srcset')).toContain('/media/abc/1280.webp 1280w');
  expect(container.querySelector('source[type="image/avif"]')?.getAttribute('srcset')).toContain(
    '/media/abc/160.avif 160w',
  );
});

test('a picture below the fold loads lazily', async () => {
  show({ image: '/media/abc/640.webp' });
  expect(await screen.findByRole('img', { name: 'Áo thun' })).toHaveAttribute('loading', 'lazy');
});
