import { foldVi } from '../../src/catalog/keyword-search/fold.js';
import { COLORS, SIZES } from '../../src/demo/palette.js';
import { PRODUCTS } from '../../src/demo/products/all.js';
import { BRANDS, CATEGORIES } from '../../src/demo/shelves.js';

const unique = <T>(items: readonly T[]) => new Set(items).size === items.length;

test('there is enough to browse', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(130);
  expect(Object.keys(CATEGORIES).length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(BRANDS)).toHaveLength(8);
  for (const key of Object.keys(CATEGORIES))
    expect(PRODUCTS.filter((p) => p.category === key).length).toBeGreaterThanOrEqual(6);
  for (const key of Object.keys(BRANDS))
    expect(PRODUCTS.filter((p) => p.brand === key).length).toBeGreaterThanOrEqual(6);
});

test('no name and no description is used twice, not even without tones', () => {
  expect(unique(PRODUCTS.map(({ name }) => foldVi(name)))).toBe(true);
  expect(unique(PRODUCTS.map(({ description }) => description))).toBe(true);
  expect(unique(PRODUCTS.flatMap(({ description }) => description.split(/(?<=[.!?]) /)))).toBe(true);
});

test.each(PRODUCTS.map((product) => [product.name, product] as const))(
  '%s is written as a shop writes',
  (_name, product) => {
    expect(product.description.split(/(?<=[.!?]) /).length).toBeGreaterThanOrEqual(2);
    expect(product.description.split(/(?<=[.!?]) /).length).toBeLessThanOrEqual(4);
    expect(product.description).toBe(product.description.normalize('NFC'));
    expect(product.price).toBeGreaterThanOrEqual(89_000);
    expect(product.price).toBeLessThanOrEqual(2_490_000);
    expect(product.price % 1_000).toBe(0);
    if (product.oldPrice) expect(product.oldPrice).toBeGreaterThan(product.price);
    expect(unique(product.colors)).toBe(true);
  },
);

test('about a third is reduced, a few things come without variants', () => {
  const reduced = PRODUCTS.filter(({ oldPrice }) => oldPrice).length / PRODUCTS.length;
  expect(reduced).toBeGreaterThan(0.25);
  expect(reduced).toBeLessThan(0.4);
  expect(PRODUCTS.filter(({ sizes }) => !sizes).length).toBeGreaterThanOrEqual(4);
});

test('colours and sizes have names of their own', () => {
  expect(unique(Object.keys(COLORS).map((name) => name.toLowerCase()))).toBe(true);
  expect(unique(Object.values(COLORS))).toBe(true);
  for (const run of Object.values(SIZES)) expect(unique(run)).toBe(true);
});
