import { textWithout } from '~/lib/text-without';

/** Cuts the first `part` out of a text. */
const without = (text: string, part: string) => textWithout(text, text.indexOf(part), text.indexOf(part) + part.length);

test.each([
  ['áo khoác đen dưới 500k', 'đen', 'áo khoác dưới 500k'],
  ['áo khoác đen dưới 500k', 'áo khoác', 'đen dưới 500k'],
  ['áo khoác đen dưới 500k', 'dưới 500k', 'áo khoác đen'],
  ['áo khoác, đen, dưới 500k', 'đen', 'áo khoác, dưới 500k'],
  ['áo khoác, đen', 'đen', 'áo khoác'],
  ['đen, áo khoác', 'đen', 'áo khoác'],
  ['áo   đen   cotton', 'đen', 'áo cotton'],
  ['áo\nđen', 'áo', 'đen'],
  ['đen', 'đen', ''],
])('"%s" without "%s" is "%s"', (text, part, left) => {
  expect(without(text, part)).toBe(left);
});
