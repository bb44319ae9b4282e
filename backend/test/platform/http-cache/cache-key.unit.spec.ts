import { z } from 'zod';
import { cacheKey } from '../../../src/platform/http-cache/cache-key.js';
import { ProductQuery, VariantQuery } from '../../../src/contract/catalog/catalog.js';
import { PageQuery } from '../../../src/contract/common.js';
import { ProductReviewsQuery } from '../../../src/contract/catalog/reviews.js';

const LISTS = [
  ['/api/products/', ProductQuery],
  ['/api/products/5/reviews/', ProductReviewsQuery],
  ['/api/product-variants/', VariantQuery],
  ['/api/brands/', PageQuery],
] as const;

test.each(LISTS)('answers of %s are kept apart by every filter that is read', (path, schema) => {
  const keys = Object.keys(schema.shape).map((filter) => cacheKey(`${path}?${filter}=1`));
  expect(new Set([...keys, cacheKey(path)]).size).toBe(keys.length + 1);
  expect(cacheKey(`${path}?utm_source=x`)).toBe(cacheKey(path));
});

test('a filter that is added to the schema counts at once', () => {
  const shape: Record<string, z.ZodType> = ProductQuery.shape;
  expect(cacheKey('/api/products/?material=linen&page=1')).toBe(cacheKey('/api/products/?page=1'));
  shape.material = z.string().optional();
  try {
    expect(cacheKey('/api/products/?material=lua&page=1')).toBe('/api/products?material=lua&page=1');
  } finally {
    delete shape.material;
  }
});

test('a URL with a fragment has no key: the router reads less of it', () => {
  expect(cacheKey('/api/products/?x=1#&page=1')).toBeUndefined();
  expect(cacheKey('/api/products/5#?')).toBeUndefined();
});
