import { choiceOf } from '~/features/products/choice-text';

test.each([
  ['M', 'Đen · Cỡ M'],
  ['38', 'Đen · Cỡ 38'],
  ['Freesize', 'Đen · Freesize'],
  ['FREE SIZE', 'Đen · FREE SIZE'],
  ['Size 38', 'Đen · Size 38'],
])('the size %s is written once: %s', (size, text) => {
  expect(choiceOf({ color: 'Đen', size })).toBe(text);
});

test('what is not chosen is left out', () => {
  expect(choiceOf({ color: null, size: 'M' })).toBe('Cỡ M');
  expect(choiceOf({ color: 'Đen', size: null })).toBe('Đen');
  expect(choiceOf({ color: null, size: null })).toBe('');
});
