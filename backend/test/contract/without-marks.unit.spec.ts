import { withoutMarks } from '../../src/contract/without-marks.js';

test.each([
  ['Áo Đầm', 'ao dam'],
  ['Đường Nguyễn Huệ'.normalize('NFD'), 'duong nguyen hue'],
  ['Café ñandú 20 %', 'cafe nandu 20 %'],
])('“%s” is compared as “%s”', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain);
});
