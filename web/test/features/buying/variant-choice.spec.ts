import { choose, chosenVariant, isOut, missingChoice, type Choice } from '~/features/buying/variant-choice';
import { variant } from '../../support/given';

const NO_CHOICE: Choice = { color: null, size: null };
const black = { id: 1, name: 'Đen', hex_code: '#000000' };
const white = { id: 2, name: 'Trắng', hex_code: '#ffffff' };
const m = { id: 1, name: 'M' };
const l = { id: 2, name: 'L' };
// Black in both sizes, white only in L; white M exists but is sold out.
const variants = [
  variant({ id: 11, color: black, size: m }),
  variant({ id: 12, color: black, size: l }),
  variant({ id: 21, color: white, size: m, stock_quantity: 0 }),
  variant({ id: 22, color: white, size: l }),
];

test('colour and size are picked independently, and picking again deselects', () => {
  const withBlack = choose(variants, NO_CHOICE, 'color', 1);
  expect(withBlack).toEqual({ color: 1, size: null });
  const both = choose(variants, withBlack, 'size', 1);
  expect(both).toEqual({ color: 1, size: 1 });
  expect(choose(variants, both, 'color', 1)).toEqual({ color: null, size: 1 });
});

test('a choice without a stocked combination clears the other side', () => {
  expect(choose(variants, { color: 1, size: 1 }, 'color', 2)).toEqual({ color: 2, size: null });
  expect(choose(variants, { color: 2, size: 2 }, 'size', 1)).toEqual({ color: null, size: 1 });
});

test('an option is unavailable when no stocked variant combines it with the other side', () => {
  expect(isOut(variants, NO_CHOICE, 'size', 1)).toBe(false);
  expect(isOut(variants, { color: 2, size: null }, 'size', 1)).toBe(true);
  expect(isOut(variants, { color: null, size: 1 }, 'color', 2)).toBe(true);
  expect(isOut(variants, NO_CHOICE, 'color', 3)).toBe(true);
});

test('colour and size together select a variant', () => {
  expect(chosenVariant(variants, { color: 1, size: null })).toBeUndefined();
  expect(chosenVariant(variants, { color: 1, size: 2 })?.id).toBe(12);
});

test.each([
  [NO_CHOICE, 'Chọn màu sắc và kích cỡ'],
  [{ color: 1, size: null }, 'Chọn kích cỡ'],
  [{ color: null, size: 1 }, 'Chọn màu sắc'],
  [{ color: 1, size: 1 }, null],
])('the missing choice of %j is %s', (choice, expected) => expect(missingChoice(choice)).toBe(expected));
