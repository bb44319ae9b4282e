import {
  MAX_VND,
  PRICE_BANDS,
  formatVnd,
  orderTotals,
  shippingPrice,
  taxPrice,
  type PricingRules,
} from '../../src/contract/rules.js';

describe('shipping', () => {
  test.each([
    [0, 0],
    [1, 0],
    [1_000_000, 0],
    [1_000_001, 100_000],
    [1_999_999, 100_000],
    [2_000_000, 0],
    [50_000_000, 0],
  ])('items of %d VND ship for %d', (items, fee) => {
    expect(shippingPrice(items)).toBe(fee);
  });

  test('follows the constants that the owner set', () => {
    const rules: PricingRules = {
      standardFee: 20_000,
      reducedThreshold: 500_000,
      reducedFee: 10_000,
      freeThreshold: 900_000,
      taxPercent: 8,
    };
    expect([500_000, 500_001, 899_999, 900_000].map((items) => shippingPrice(items, rules))).toEqual([
      20_000, 10_000, 10_000, 0,
    ]);
  });
});

describe('tax', () => {
  test.each([
    [0, 0],
    [9, 0], // 0.45
    [10, 1], // 0.5 is rounded up
    [11, 1],
    [29, 1], // 1.45
    [30, 2], // 1.5
    [199_000, 9_950],
    [199_010, 9_951], // 9950.5
  ])('5 %% of %d is %d', (items, tax) => {
    expect(taxPrice(items)).toBe(tax);
  });

  test('is exact where binary fractions are not', () => {
    expect(taxPrice(50, 1)).toBe(1); // 0.5
    expect(taxPrice(1_005, 10)).toBe(101); // 100.5
    expect(taxPrice(1_000, 8.25)).toBe(83); // 82.5
    expect(taxPrice(4_503_599_627_370_490)).toBe(225_179_981_368_525); // 225179981368524.5
  });
});

describe('order totals', () => {
  test('add up items, shipping and tax', () => {
    expect(
      orderTotals([
        { price: 450_000, qty: 2 },
        { price: 150_000, qty: 1 },
      ]),
    ).toEqual({ itemsPrice: 1_050_000, shippingPrice: 100_000, taxPrice: 52_500, discount: 0, totalPrice: 1_202_500 });
  });

  test('a coupon takes off at most what there is', () => {
    expect(orderTotals([{ price: 100_000, qty: 1 }], 30_000).totalPrice).toBe(75_000);
    expect(orderTotals([{ price: 100_000, qty: 1 }], 500_000)).toMatchObject({ discount: 105_000, totalPrice: 0 });
  });

  test('refuse a sum that cannot be counted', () => {
    expect(() => orderTotals([{ price: MAX_VND, qty: 999 }])).toThrow(RangeError);
  });
});

test('the price bands meet without a gap or an overlap', () => {
  expect(PRICE_BANDS[0].from).toBe(0);
  expect(PRICE_BANDS.at(-1)?.to).toBe(MAX_VND);
  PRICE_BANDS.slice(1).forEach((band, index) => expect(band.from).toBe((PRICE_BANDS[index]?.to ?? 0) + 1));
});

test('amounts are written the Vietnamese way', () => {
  expect(formatVnd(1_250_000)).toBe('1.250.000 VND');
  expect(formatVnd(999)).toBe('999 VND');
});
