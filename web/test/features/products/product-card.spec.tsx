import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { ProductCard } from '~/features/products/product-card';
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

test('a card shows only the requested badges that the product earns', async () => {
  const worthy = { discount: 20, is_new: true, total_sold: 11, rating: 4.5 };
  const { unmount } = show(worthy);
  expect(await screen.findByText('-20%')).toBeVisible();
  expect(screen.getByText('Mới')).toBeVisible();
  expect(screen.getByText('Bán chạy')).toBeVisible();
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
