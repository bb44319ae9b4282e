import { readPrices } from '../../../../src/search/text/numbers/prices.js';
import { foldWithOffsets } from '../../../../src/search/text/words/folded-text.js';

const priceOf = (text: string) => {
  const { folded, written } = foldWithOffsets(text);
  const [price] = readPrices(folded, written);
  return price && { min: price.min, max: price.max, matched: text.slice(price.start, price.end) };
};

test.each([
  ['áo dưới 300k', null, 300_000, 'dưới 300k'],
  ['dưới 300.000đ', null, 300_000, 'dưới 300.000đ'],
  ['áo khoác duoi 400k', null, 400_000, 'duoi 400k'],
  ['không quá nửa triệu', null, 500_000, 'không quá nửa triệu'],
  ['tối đa 1.5tr', null, 1_500_000, 'tối đa 1.5tr'],
  ['300k trở xuống', null, 300_000, '300k trở xuống'],
  ['300 ngàn đổ lại', null, 300_000, '300 ngàn đổ lại'],
  ['dưới 300', null, 300_000, 'dưới 300'],
  ['trên 1 triệu', 1_000_000, null, 'trên 1 triệu'],
  ['không dưới 200k', 200_000, null, 'không dưới 200k'],
  ['từ 500k', 500_000, null, 'từ 500k'],
  ['2 củ trở lên', 2_000_000, null, '2 củ trở lên'],
  ['từ 200 đến 500 nghìn', 200_000, 500_000, 'từ 200 đến 500 nghìn'],
  ['200-300k', 200_000, 300_000, '200-300k'],
  ['đầm từ 300k đến 600k', 300_000, 600_000, 'từ 300k đến 600k'],
  ['1-2 triệu', 1_000_000, 2_000_000, '1-2 triệu'],
  ['500 đến 1 triệu', 500_000, 1_000_000, '500 đến 1 triệu'],
  ['giá từ 300.000đ tới 600.000đ', 300_000, 600_000, 'giá từ 300.000đ tới 600.000đ'],
  ['tầm 300 400k', 300_000, 400_000, 'tầm 300 400k'],
  ['600k đến 300k', 300_000, 600_000, '600k đến 300k'],
  ['đừng quá 500', null, 500_000, 'đừng quá 500'],
  ['k quá 300k', null, 300_000, 'k quá 300k'],
  ['không trên 400 nghìn', null, 400_000, 'không trên 400 nghìn'],
  ['túi tiền 200k', null, 200_000, 'túi tiền 200k'],
  ['ngân sách 200k', null, 200_000, 'ngân sách 200k'],
  ['chỉ có 300k', null, 300_000, 'chỉ có 300k'],
  ['≤ 300k', null, 300_000, '≤ 300k'],
  ['under 500k', null, 500_000, 'under 500k'],
  ['over 500k', 500_000, null, 'over 500k'],
  ['trên 200 dưới 400', 200_000, 400_000, 'trên 200 dưới 400'],
  ['dưới 400k nhưng trên 200k', 200_000, 400_000, 'dưới 400k nhưng trên 200k'],
  ['2xx', 200_000, 299_000, '2xx'],
  ['giá 3 trăm mấy', 300_000, 399_000, 'giá 3 trăm mấy'],
  ['1 triệu mấy thôi', 1_000_000, 1_999_000, '1 triệu mấy'],
])('%s: from %p to %p', (text, min, max, typed) => {
  expect(priceOf(text)).toEqual({ min, max, matched: typed });
});

test.each([
  ['tầm 1tr2', 1_200_000],
  ['khoảng 250', 250_000],
  ['1 củ', 1_000_000],
  ['1tr250', 1_250_000],
  ['2 triệu rưỡi', 2_500_000],
  ['hai trăm rưỡi', 250_000],
  ['ba trăm năm mươi nghìn', 350_000],
  ['1.200.000đ', 1_200_000],
  ['giá 250k', 250_000],
  ['nửa triệu', 500_000],
])('%s is about %p, a fifth more or less', (text, amount) => {
  expect(priceOf(text)).toMatchObject({ min: amount * 0.8, max: amount * 1.2 });
});

test.each([
  'áo size 38-40',
  'cao khoảng 160',
  'nặng từ 50 đến 60kg',
  'cho bé từ 3 đến 5 tuổi',
  'giày cao gót 7 phân',
  'combo 3 áo',
  'áo 2 lớp',
  'cao 1m6',
  'dưới 9',
  'size 2xl',
  'không mặc quá chật',
])('%s has no price', (text) => {
  expect(priceOf(text)).toBeUndefined();
});

test.each([
  'áo sơ mi nam ngắn tay',
  'quần nam ngắn',
  'áo khoác nam k mũ',
  'áo thun nam M',
  'đồ nam cũ',
  'áo xanh lam M',
  'ao so mi nam ngan tay',
  'ao khoac nam k mu',
  'ao thun nam M',
  'do nam cu',
  'áo sau ngắn trước dài',
  'vay sau ngan',
  'váy hở sau k dây',
  'áo hải cũ',
  'áo cho bà cũ',
  'quan ao cho ba cu',
  'quà cho ba M',
  'quần bay ngắn',
  'đầm mốt ngắn',
  'áo hai m',
  'tấm cũ',
  'tầm ngàn',
  'quần 40 ngắn',
  'áo 2 cũ',
])('a word that is a number with other tones only is no price: %s', (text) => {
  expect(priceOf(text)).toBeUndefined();
});

test.each([
  ['áo khoác 1 triệu nam', 1_000_000],
  ['áo nam năm trăm nghìn', 500_000],
  ['đầm hai triệu tư', 2_400_000],
  ['giày bảy trăm', 700_000],
  ['áo sáu chục nghìn', 60_000],
  ['áo ba củ', 3_000_000],
  ['ao nam tram nghin', 500_000],
  ['áo tám ngàn', 8_000],
  ['giày 3 trăm ngan', 300_000],
])('%s is %p beside or as a spoken number', (text, amount) => {
  expect(priceOf(text)).toMatchObject({ min: amount * 0.8, max: amount * 1.2 });
});

test.each([
  'đầm cho nữ 1m55 50kg',
  '1m60 48kg',
  'nữ 1m6',
  'khoảng 1m65',
  'nam 1m7 - 1m8',
  '1m 60',
  '2m05',
  'dưới 1m6',
  'giày nữ 1m55',
  'giay nu 1m55',
  'máy giặt nữ 1m55',
  'đồ gia đình nữ 1m55',
  'do gia dinh nu 1m55',
  'áo cho người già 1m55',
])('a height is no price: %s', (text) => {
  expect(priceOf(text)).toBeUndefined();
});

test.each(['giá 1m5', 'gia 1m5', 'giá khoảng 1m5', '1m5 đồng', 'ngân sách tầm 1m5'])(
  'a price word makes it one: %s',
  (text) => {
    expect(priceOf(text)).toMatchObject({ max: expect.any(Number) as number });
  },
);

test('a reduced price is one, too', () => {
  const { folded, written } = foldWithOffsets('đang giảm giá còn 1m5');
  expect(readPrices(folded, written)).toMatchObject([{ isCheap: true }, { around: 1_500_000 }]);
});

test('a height leaves the price beside it', () => {
  expect(priceOf('đầm cho nữ khoảng 1m55 300k')).toMatchObject({ matched: '300k' });
});

test.each(['rẻ', 'giá rẻ', 'áo re', 'giá bình dân'])('%s asks for something cheap, without a limit', (text) => {
  const { folded, written } = foldWithOffsets(text);
  expect(readPrices(folded, written)).toMatchObject([{ isCheap: true, min: null, max: null }]);
});

test('“rễ” (root) is not read as “rẻ” (cheap)', () => {
  const { folded, written } = foldWithOffsets('rễ');
  expect(readPrices(folded, written)).toEqual([]);
});

test.each(['đừng mắc quá', 'không đắt lắm', 'vừa túi tiền', 'áo sale', 'đang giảm giá', 'giá mềm', 'giá hạt dẻ'])(
  '%s prefers lower prices',
  (text) => {
    const { folded, written } = foldWithOffsets(text);
    expect(readPrices(folded, written)).toMatchObject([{ isCheap: true, min: null, max: null }]);
  },
);
