import { render } from '@testing-library/react';
import { JsonLd, pageHead, productData, shorten } from '~/components/shop/seo';
import { product, variant } from '../../support/given';

const origin = 'https://may.example';
const dataOf = (changed: Parameters<typeof product>[0]) =>
  JSON.parse(JSON.stringify(productData(product(changed), { origin }))) as {
    '@graph': [Record<string, unknown>, Record<string, unknown>];
  };

test("a product's structured data has its price, availability and URL", () => {
  const [data, way] = dataOf({ min_price: 99_000, total_stock: 1, images: ['/media/a/640.webp'] })['@graph'];
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'Áo thun',
    image: ['https://may.example/media/a/640.webp'],
    offers: { '@type': 'Offer', price: 99_000, priceCurrency: 'VND', availability: 'https://schema.org/InStock' },
  });
  expect(way).toMatchObject({ '@type': 'BreadcrumbList' });
});

test('a rating is included only when there are reviews', () => {
  expect(dataOf({})['@graph'][0]).not.toHaveProperty('aggregateRating');
  expect(dataOf({ numReviews: 3, rating: 4.3 })['@graph'][0]).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, reviewCount: 3 },
  });
});

test('a sold-out product with variants has an offer at the lowest price', () => {
  expect(dataOf({ variants: [variant()], min_price: 200_000, total_stock: 0 })['@graph'][0]).toMatchObject({
    offers: { price: 200_000, availability: 'https://schema.org/OutOfStock' },
  });
});

test('a product name cannot close the script element', () => {
  const { container } = render(<JsonLd data={{ name: '</script><img src=x onerror=alert(1)>&\u2028' }} />);
  const script = container.querySelector('script');
  expect(script?.innerHTML).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(script?.textContent ?? '')).toEqual({ name: '</script><img src=x onerror=alert(1)>&\u2028' });
});

test('the canonical URL is a path of the shop', () => {
  const head = pageHead({ shop: 'May Hội An', title: 'T', description: 'D', origin, path: '/products/5' });
  expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://may.example/products/5' });
});

test('a text is cut at a word boundary within its limit', () => {
  expect(shorten('ngắn')).toBe('ngắn');
  expect(shorten('một hai ba bốn', 10)).toBe('một hai…');
  expect(shorten('a'.repeat(200))).toHaveLength(150);
});
