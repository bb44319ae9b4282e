import { ColorPictures } from '../../../src/search/hybrid/color-pictures.js';

const shown = (...colors: (string | null)[]) => {
  const pictures = new ColorPictures();
  pictures.set(
    1,
    colors.map((color, place) => ({ media: `picture ${place}`, color })),
  );
  return pictures;
};

test.each([
  ['the first of that colour', ['đỏ', 'trắng', 'đen', 'đen'], ['đen'], 'picture 2'],
  ['either of two', ['đỏ', 'trắng', 'đen'], ['đen', 'trắng'], 'picture 1'],
  ['any blue or green', ['đỏ', 'xanh navy'], ['xanh'], 'picture 1'],
  ['none when the first is of it', ['đỏ', 'đen', 'đỏ'], ['đỏ'], undefined],
  ['none when no picture is', ['đỏ', 'đen'], ['vàng'], undefined],
  ['none when one is only of a kind of it', ['đỏ', 'xanh'], ['xanh navy'], undefined],
  ['none when no colour is asked for', ['đỏ', 'đen'], [], undefined],
  ['none of colours that nobody knows', [null, null], ['đỏ'], undefined],
])('of a product’s pictures %s', (_, colors, wanted, media) => {
  expect(shown(...colors).find(1, wanted)).toBe(media);
});

test('a product that has lost its pictures has none', () => {
  const pictures = shown('đỏ', 'đen');
  expect(pictures.find(1, ['đen'])).toBe('picture 1');
  pictures.set(1, []);
  expect(pictures.find(1, ['đen'])).toBeUndefined();
});
