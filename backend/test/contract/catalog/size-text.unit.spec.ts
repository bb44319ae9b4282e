import { formatRange, type NamedSizeTable } from '../../../src/contract/catalog/size-rules.js';
import { columnByHeading, readRange, readSizeTable, sizeTableText } from '../../../src/contract/catalog/size-text.js';

test.each([
  ['84', [84, 84]],
  ['84-88', [84, 88]],
  ['84 – 88 cm', [84, 88]],
  ['84,5', [84.5, 84.5]],
  ['84.5 đến 86', [84.5, 86]],
  ['', null],
  ['–', null],
  ['88-84', 'Số đầu phải nhỏ hơn số sau'],
  ['0', 'Từ 1 đến 300'],
  ['301', 'Từ 1 đến 300'],
  ['vừa', 'Nhập một số như 84 hoặc một khoảng như 84-88'],
  ['84,55', 'Nhập một số như 84 hoặc một khoảng như 84-88'],
  ['-84', 'Nhập một số như 84 hoặc một khoảng như 84-88'],
])('a cell %j is read as %j', (text, read) => {
  expect(readRange(text, 'chest')).toEqual(read);
});

test('a height and a weight have bounds of their own', () => {
  expect(readRange('30', 'height')).toBe('Từ 40 đến 250');
  expect(readRange('2,5', 'weight')).toEqual([2.5, 2.5]);
  expect(readRange('1', 'weight')).toBe('Từ 2 đến 300');
});

test('a single value is shown once, a range with a dash, a decimal with a comma', () => {
  expect([formatRange([84, 84]), formatRange([84, 88]), formatRange([84.5, 86])]).toEqual(['84', '84–88', '84,5–86']);
});

test('a heading names its column whatever its case, diacritics and unit', () => {
  expect(['Vòng ngực (cm)', 'NGUC', 'Chiều cao', 'cân nặng (kg)', 'Dài áo', 'Rộng vai'].map(columnByHeading)).toEqual([
    'chest',
    'chest',
    'height',
    'weight',
    'top_length',
    'shoulder',
  ]);
  expect(columnByHeading('Giá')).toBeUndefined();
});

const TABLE: NamedSizeTable = {
  measures: ['chest', 'top_length'],
  rows: [
    { size: 'S', values: { chest: [84, 88], top_length: [66, 66] }, height: [150, 158], weight: [42, 48] },
    { size: 'M', values: { chest: [88.5, 92] }, height: null, weight: [48, 54] },
  ],
};

test.each([';', '\t'])('a table that is written with %j reads back the same', (separator) => {
  expect(readSizeTable(sizeTableText(TABLE, separator))).toEqual(TABLE);
});

test('a wrong cell is named by its row and column', () => {
  expect(readSizeTable('Cỡ\tNgực\tGiá\nS\t84\nM\tto\ns\t1\t2\t3')).toEqual([
    { row: 0, column: 2, message: 'Không có số đo “Giá”' },
    { row: 2, column: 1, message: 'Nhập một số như 84 hoặc một khoảng như 84-88' },
    { row: 3, column: 0, message: 'Cỡ “s” có hai lần' },
    { row: 3, column: 3, message: 'Dòng có nhiều ô hơn tiêu đề' },
  ]);
});

test('a table has at most forty sizes and ten thousand characters', () => {
  const lines = (count: number) => ['Cỡ;Ngực', ...Array.from({ length: count }, (_, nth) => `S${nth};84`)].join('\n');
  expect(readSizeTable(lines(40))).toMatchObject({ measures: ['chest'] });
  expect(readSizeTable(lines(41))).toEqual([{ row: 0, column: 0, message: 'Tối đa 40 cỡ' }]);
  expect(readSizeTable(lines(2_000))).toEqual([{ row: 0, column: 0, message: 'Bảng quá lớn' }]);
});
