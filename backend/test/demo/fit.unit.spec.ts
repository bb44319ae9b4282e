import { SIZES } from '../../src/demo/catalogue/colors-and-sizes.js';
import { materialOf } from '../../src/demo/catalogue/materials.js';
import { categorySizeTable, ownSizeTable } from '../../src/demo/catalogue/size-tables.js';
import { PRODUCTS } from '../../src/demo/catalogue/products/all.js';
import { makeHistory } from '../../src/demo/history/history.js';
import { SHOPPERS } from '../../src/demo/history/shoppers.js';
import { sizeFor } from '../../src/demo/history/size-choice.js';

test('every size of a product has a row in its size table, but of one-size goods', () => {
  for (const { name, category, sizes } of PRODUCTS) {
    if (!sizes || sizes === 'free') continue;
    const rows = (ownSizeTable(category, sizes) ?? categorySizeTable(category))?.rows.map(({ size }) => size);
    expect([name, rows]).toEqual([name, expect.arrayContaining([...SIZES[sizes]])]);
  }
});

test("the tables' weights agree with the sizes that the demo's shoppers buy", () => {
  const rows = categorySizeTable('shirts')!.rows;
  for (const shopper of SHOPPERS) {
    const { weight } = rows.find(({ size }) => size === sizeFor(shopper, 'letters'))!;
    const [lowest, highest] = [rows[0]!.weight![0], rows.at(-1)!.weight![1]];
    const clampedWeight = Math.min(Math.max(shopper.build[1], lowest), highest);
    expect(clampedWeight).toBeGreaterThanOrEqual(weight![0]);
    expect(clampedWeight).toBeLessThanOrEqual(weight![1]);
  }
});

test('every product has a material and a care', () => {
  for (const product of PRODUCTS) {
    const { material, care } = materialOf(product);
    expect([product.name, material === '', care === '']).toEqual([product.name, false, false]);
  }
});

test('votes of fit stand with reviews of goods in sizes alone, and agree with what the review says', () => {
  const { products, reviews } = makeHistory(PRODUCTS, new Date('2026-06-01T00:00:00Z'));
  const counts = { tight: 0, right: 0, loose: 0 };
  for (const { product, fit, comment } of reviews) {
    const { sizes } = products[product]!;
    if (!sizes || sizes === 'free') expect(fit).toBeNull();
    if (fit) counts[fit] += 1;
    if (/vừa đẹp|là chuẩn/i.test(comment)) expect(fit).toBe('right');
  }
  expect(counts.right).toBeGreaterThan(counts.tight + counts.loose);
  expect(Math.min(counts.tight, counts.loose)).toBeGreaterThan(20);
});
