import { z } from 'zod';
import { readKey } from '../../src/catalog/public-reads.js';
import { ProductQuery } from '../../src/contract/catalog.js';
import { PageQuery } from '../../src/contract/common.js';
import { ProductReviewsQuery } from '../../src/contract/reviews.js';

const LISTS = [
  ['/api/products/', ProductQuery],
  ['/api/products/5/reviews/', ProductReviewsQuery],
  ['/api/brands/', PageQuery],
] as const;

test.each(LISTS)('answers of %s are kept apart by every filter that is read', (path, schema) => {
  const keys = Object.keys(schema.shape).map((filter) => readKey(`${path}?${filter}=1`));
  expect(new Set([...keys, readKey(path)]).size).toBe(keys.length + 1);
  expect(readKey(`${path}?utm_source=x`)).toBe(readKey(path));
});

test('a filter that is added to the schema counts at once', () => {
  const shape: Record<string, z.ZodType> = ProductQuery.shape;
  expect(readKey('/api/products/?material=linen&page=1')).toBe(readKey('/api/products/?page=1'));
  shape.material = z.string().optional();
  try {
    expect(readKey('/api/products/?material=lua&page=1')).toBe('/api/products?material=lua&page=1');
  } finally {
    delete shape.material;
  }
});
