import { foldWithOffsets } from '../../../../src/search/text/words/folded-text.js';
import { readSizes, sizeOf } from '../../../../src/search/text/numbers/sizes.js';

const sizesOf = (text: string) => {
  const { folded, written } = foldWithOffsets(text);
  return readSizes(folded, written).map(({ sizes, start, end }) => [sizes, text.slice(start, end)]);
};

test.each([
  ['sandal size 41', ['41'], 'size 41'],
  ['áo sz xl', ['XL'], 'sz xl'],
  ['áo cỡ L', ['L'], 'cỡ L'],
  ['dép số 43', ['43'], 'số 43'],
  ['áo XXL', ['2XL'], 'XXL'],
  ['áo 3xl nam', ['3XL'], '3xl'],
  ['size 38-40', ['38', '39', '40'], 'size 38-40'],
  ['size M hoặc L', ['M', 'L'], 'size M hoặc L'],
  ['đầm freesize', ['FREESIZE'], 'freesize'],
  ['áo thun nam M', ['M'], 'M'],
  ['giày nữ 36', ['36'], '36'],
  ['quần jean nữ size 25', ['25'], 'size 25'],
  ['giày nam size 48', ['48'], 'size 48'],
  ['giày nam size 48 k', ['48'], 'size 48'],
  ['áo bé cỡ 110', ['110'], 'cỡ 110'],
  ['size 24-26', ['24', '25', '26'], 'size 24-26'],
  ['size 90 đến 110', ['90', '100', '110'], 'size 90 đến 110'],
  ['size 38 39', ['38', '39'], 'size 38 39'],
  ['áo thun nam 6XL', ['6XL'], '6XL'],
  ['size M, 2 cái', ['M'], 'size M'],
  ['size M 45-50kg', ['M'], 'size M'],
  ['size M-L 45-50kg', ['M', 'L'], 'size M-L'],
  ['size 38, 45kg', ['38'], 'size 38'],
  ['quần jean size 25 màu xanh', ['25'], 'size 25'],
  ['size 110 áo bé', ['110'], 'size 110'],
  ['size 90-110 áo bé', ['90', '100', '110'], 'size 90-110'],
  ['size 24–26', ['24', '25', '26'], 'size 24–26'],
  ['size 24-26 áo', ['24', '25', '26'], 'size 24-26'],
])('%s asks for %p', (text, sizes, matched) => {
  expect(sizesOf(text)).toEqual([[sizes, matched]]);
});

test.each([
  'có 40 mẫu',
  'áo form oversize',
  'm ơi',
  'mới 100 cái',
  'big size',
  'size 50 kg',
  'áo size 50-60kg',
  'áo size 45 - 50 kg',
  'áo size 45kg',
  'size 50 đến 60 ký',
  'đồ bé size 5-6 tuổi',
  'đồ bé size 6-9 tháng',
  'đồ bé size 5-6t',
  'áo size 50–60kg',
  'có 2 lớp',
  'áo số 10',
  'size 2,5',
])('%s asks for none', (text) => {
  expect(sizesOf(text)).toEqual([]);
});

test.each([
  ['xxl', '2XL'],
  ['XXXL', '3XL'],
  ['Size 41', '41'],
  ['Free Size', 'FREESIZE'],
  ['ngực 90', null],
])('%s is written %s', (written, size) => {
  expect(sizeOf(written)).toBe(size);
});
