import { foldVi } from '../../src/catalog/text/fold.js';
import { COLORS, SIZES } from '../../src/demo/catalogue/colors-and-sizes.js';
import { PRODUCTS } from '../../src/demo/catalogue/products/all.js';
import { BRANDS, CATEGORIES } from '../../src/demo/catalogue/taxonomy.js';

const unique = <T>(items: readonly T[]) => new Set(items).size === items.length;

test('every category and brand has at least six products', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(130);
  expect(Object.keys(CATEGORIES).length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(BRANDS)).toHaveLength(8);
  for (const key of Object.keys(CATEGORIES))
    expect(PRODUCTS.filter((p) => p.category === key).length).toBeGreaterThanOrEqual(6);
  for (const key of Object.keys(BRANDS))
    expect(PRODUCTS.filter((p) => p.brand === key).length).toBeGreaterThanOrEqual(6);
});

test('names are unique without tones, and no sentence of a description repeats', () => {
  expect(unique(PRODUCTS.map(({ name }) => foldVi(name)))).toBe(true);
  expect(unique(PRODUCTS.map(({ description }) => description))).toBe(true);
  expect(unique(PRODUCTS.flatMap(({ description }) => description.split(/(?<=[.!?]) /)))).toBe(true);
});

test.each(PRODUCTS.map((product) => [product.name, product] as const))(
  '%s has a description of two to four sentences and a plausible price',
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

test('about a third is reduced, and a few products have no variants', () => {
  const reduced = PRODUCTS.filter(({ oldPrice }) => oldPrice).length / PRODUCTS.length;
  expect(reduced).toBeGreaterThan(0.25);
  expect(reduced).toBeLessThan(0.4);
  expect(PRODUCTS.filter(({ sizes }) => !sizes).length).toBeGreaterThanOrEqual(4);
});

test('names of colours and sizes are unique', () => {
  expect(unique(Object.keys(COLORS).map((name) => name.toLowerCase()))).toBe(true);
  expect(unique(Object.values(COLORS))).toBe(true);
  for (const run of Object.values(SIZES)) expect(unique(run)).toBe(true);
});
