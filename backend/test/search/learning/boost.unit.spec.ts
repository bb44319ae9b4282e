import { MAX_BOOST, boostOf } from '../../../src/search/learning/boost.js';

test('a product without choices has no boost, and no boost exceeds the bound', () => {
  expect(boostOf({ searches: 1_000, clicks: 0, purchases: 0 })).toBe(0);
  expect(boostOf({ searches: 10, clicks: 1_000, purchases: 1_000 })).toBe(MAX_BOOST);
});

test('half of those who search and click give the whole boost, a tenth gives a fifth of it', () => {
  expect(boostOf({ searches: 980, clicks: 500, purchases: 0 })).toBeCloseTo(MAX_BOOST);
  expect(boostOf({ searches: 980, clicks: 100, purchases: 0 })).toBeCloseTo(MAX_BOOST / 5);
});

test('the same rate of few searches says less than that of many', () => {
  const few = boostOf({ searches: 10, clicks: 4, purchases: 0 });
  const many = boostOf({ searches: 1_000, clicks: 400, purchases: 0 });
  expect(few).toBeLessThan(many / 2);
});

test('a purchase moves a product as five clicks do', () => {
  const bought = boostOf({ searches: 100, clicks: 5, purchases: 2 });
  expect(bought).toBeCloseTo(boostOf({ searches: 100, clicks: 15, purchases: 0 }));
});
