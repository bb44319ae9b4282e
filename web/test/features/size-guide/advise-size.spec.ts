import type { SizeTable } from 'contract/catalog/catalog';
import type { SizeRange } from 'contract/catalog/size-rules';
import { adviseSize } from '~/features/size-guide/advise-size';
import { readHeight, readWeight } from '~/features/size-guide/read-body';

type Row = [name: string, height: SizeRange | null, weight: SizeRange | null];
const tableOf = (...rows: Row[]): SizeTable => ({
  measures: ['chest'],
  rows: rows.map(([name, height, weight], nth) => ({ size: { id: nth + 1, name }, values: {}, height, weight })),
});

/** Bands that meet at their borders, as most shops print them; the weights of L and XL leave a gap of 63 kg. */
const TABLE = tableOf(
  ['S', [150, 158], [42, 48]],
  ['M', [158, 166], [48, 56]],
  ['L', [164, 172], [56, 62]],
  ['XL', [172, 180], [64, 72]],
);

const advised = (height: number | null, weight: number | null, table = TABLE) => {
  const { kind, sizes } = adviseSize(table, { height, weight });
  return [kind, sizes.map(({ name }) => name).join(' ')];
};
const reason = (height: number | null, weight: number | null, table = TABLE) =>
  adviseSize(table, { height, weight }).reason;

describe('one size', () => {
  test('that fits height and weight is advised, with the bands as its reason', () => {
    expect(advised(165, 55)).toEqual(['one', 'M']);
    expect(reason(165, 55)).toBe('Cỡ M dành cho người cao 158–166 cm, nặng 48–56 kg.');
  });

  test('fits to the border of its band, where no other band begins', () => {
    expect(advised(150, 42)).toEqual(['one', 'S']);
    expect(advised(180, 72)).toEqual(['one', 'XL']);
  });

  test('is found where two bands of height overlap and the weight decides', () => {
    expect(advised(165, 60)).toEqual(['one', 'L']);
  });
});

describe('between two sizes', () => {
  test('on the border of two bands both are named, the smaller first', () => {
    expect(advised(158, 48)).toEqual(['between', 'S M']);
    expect(reason(158, 48)).toBe('Số đo của bạn hợp cả S và M: chọn S nếu thích mặc ôm, M nếu thích mặc rộng.');
  });

  test('height and weight that point to neighbouring sizes name both', () => {
    expect(advised(170, 50)).toEqual(['between', 'M L']);
    expect(reason(170, 50)).toBe(
      'Theo chiều cao là L, theo cân nặng là M: chọn M nếu thích mặc ôm, L nếu thích mặc rộng.',
    );
  });

  test('a weight in the gap of two bands is between them', () => {
    expect(advised(172, 63)).toEqual(['between', 'L XL']);
    expect(advised(null, 63)).toEqual(['between', 'L XL']);
    expect(advised(168, 63)).toEqual(['between', 'L XL']);
    expect(reason(168, 63)).toBe('Số đo của bạn nằm giữa L và XL: chọn L nếu thích mặc ôm, XL nếu thích mặc rộng.');
  });

  test('height and weight that are far apart advise to measure, and name no single size', () => {
    expect(advised(178, 45)).toEqual(['between', 'S XL']);
    expect(reason(178, 45)).toBe(
      'Theo chiều cao là XL, theo cân nặng là S: hai cỡ cách xa nhau, nên hãy so số đo vòng với bảng bên dưới.',
    );
  });
});

describe('out of the table', () => {
  test('lighter, heavier, shorter or taller than all bands gets no size', () => {
    expect(advised(150, 38)).toEqual(['out', '']);
    expect(reason(150, 38)).toBe('Bảng dành cho người nặng 42–72 kg, nên không có cỡ chắc chắn vừa với bạn.');
    expect(advised(190, 85)).toEqual(['out', '']);
    expect(reason(190, 85)).toBe(
      'Bảng dành cho người cao 150–180 cm, nặng 42–72 kg, nên không có cỡ chắc chắn vừa với bạn.',
    );
    expect(advised(185, 70)).toEqual(['out', '']);
    expect(advised(149, 42)).toEqual(['out', '']);
  });
});

describe('missing values', () => {
  test('one of height and weight is enough where one size fits it, and the reason says what is missing', () => {
    expect(advised(null, 52)).toEqual(['one', 'M']);
    expect(reason(null, 52)).toBe('Cỡ M dành cho người nặng 48–56 kg. Thêm chiều cao để chắc hơn.');
    expect(advised(153, null)).toEqual(['one', 'S']);
  });

  test('a height that fits two sizes names both', () => {
    expect(advised(165, null)).toEqual(['between', 'M L']);
  });

  test('nothing typed advises nothing', () => {
    expect(advised(null, null)).toEqual(['unknown', '']);
  });

  test('a table without heights or weights advises nothing', () => {
    expect(advised(165, 55, tableOf(['S', null, null]))).toEqual(['unknown', '']);
  });

  test('a table of weights alone asks for no height', () => {
    const table = tableOf(['S', null, [42, 48]], ['M', null, [49, 56]]);
    expect(advised(190, 45, table)).toEqual(['one', 'S']);
    expect(reason(190, 45, table)).toBe('Cỡ S dành cho người nặng 42–48 kg.');
    expect(advised(190, null, table)).toEqual(['unknown', '']);
  });

  test('a row that says nothing of the body is never advised', () => {
    expect(advised(165, 55, tableOf(['M', [158, 166], [48, 56]], ['Freesize', null, null]))).toEqual(['one', 'M']);
  });

  test('a row with one band is compared by that band', () => {
    expect(advised(165, 60, tableOf(['M', [158, 166], [48, 56]], ['L', null, [56, 64]]))).toEqual(['one', 'L']);
  });
});

describe('what somebody types', () => {
  test.each([
    ['1m65', 165],
    ['1m6', 160],
    ['1m05', 105],
    ['1m 65', 165],
    ['1.65', 165],
    ['1,65m', 165],
    ['165', 165],
    ['165cm', 165],
    [' 165,5 CM ', 165.5],
    ['', null],
  ])('a height %j is %j cm', (typed, height) => expect(readHeight(typed)).toBe(height));

  test.each(['cao', '16', '999', '1m655', '-165', '5ft'])('a height %j is refused', (typed) =>
    expect(readHeight(typed)).toEqual(expect.any(String)),
  );

  test.each([
    ['55', 55],
    ['55kg', 55],
    ['55,5 kg', 55.5],
    ['55 ký', 55],
    ['55 kí', 55],
    ['', null],
  ])('a weight %j is %j kg', (typed, weight) => expect(readWeight(typed)).toBe(weight));

  test.each(['nặng', '1', '900', '55lb'])('a weight %j is refused', (typed) =>
    expect(readWeight(typed)).toEqual(expect.any(String)),
  );
});
