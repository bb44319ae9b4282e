import { typedNumber, withoutSeparators } from '~/components/form/typed-number';

test.each([
  ['0', 0],
  ['199000', 199_000],
  ['199.000', 199_000],
  [' 1.250.000 ', 1_250_000],
  ['1,250,000', 1_250_000],
  ['1 250 000', 1_250_000],
])('%j is the whole number %i', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
  expect(withoutSeparators(typed)).toBe(String(number));
});

test.each(['199.000,00', '199000.00', '12,5', '1.5', '1.2500', '1.250,000', '12.34.567', '', '-1', '1e3', 'mười'])(
  '%j is no whole number above zero, and stays as it was typed',
  (typed) => {
    expect(typedNumber(typed)).toBeNaN();
    expect(withoutSeparators(typed)).toBe(typed);
  },
);

test('a negative number keeps its sign', () => {
  expect(withoutSeparators('-2.000')).toBe('-2000');
});
