import { foldWithOffsets } from '../../../../src/search/text/words/folded-text.js';
import { readPrices } from '../../../../src/search/text/numbers/prices.js';

const bandOf = (text: string) => {
  const { folded, written } = foldWithOffsets(text);
  const [price] = readPrices(folded, written);
  return price && [price.min, price.max];
};

/** One example for each pattern of prices and each kind of amount, in đồng; null is an open side. */
test.each<[text: string, min: number | null, max: number | null]>([
  // Ways to speak of a price, in the order of PRICE_PATTERNS.
  ['trên 200k nhưng dưới 400k', 200_000, 400_000],
  ['dưới 400k nhưng trên 200k', 200_000, 400_000],
  ['3xxk', 300_000, 399_000],
  ['tầm 3 trăm mấy', 300_000, 399_000],
  ['từ 200 đến 500 nghìn', 200_000, 500_000],
  ['tầm 300 400k', 300_000, 400_000],
  ['300k trở xuống', null, 300_000],
  ['từ 300k trở lên', 300_000, null],
  ['không dưới 200k', 200_000, null],
  ['dưới 300k', null, 300_000],
  ['trên 300k', 300_000, null],
  ['khoảng 300k', 240_000, 360_000],
  ['giá là 300', 240_000, 360_000],
  ['300k', 240_000, 360_000],
  // Amounts.
  ['dưới nửa triệu', null, 500_000],
  ['dưới 2 triệu', null, 2_000_000],
  ['dưới 1tr2', null, 1_200_000],
  ['dưới 1tr250', null, 1_250_000],
  ['dưới hai củ rưỡi', null, 2_500_000],
  ['dưới một triệu hai', null, 1_200_000],
  ['dưới 3 trăm', null, 300_000],
  ['dưới ba trăm năm mươi nghìn', null, 350_000],
  ['dưới hai trăm mười nghìn', null, 210_000],
  ['dưới ba trăm mười lăm nghìn', null, 315_000],
  ['dưới hai trăm ba mươi lăm nghìn', null, 235_000],
  ['dưới 300 nghìn', null, 300_000],
  ['dưới sáu chục nghìn', null, 60_000],
  ['dưới 1.200.000đ', null, 1_200_000],
  ['dưới 250000', null, 250_000],
  ['dưới 300', null, 300_000],
])('“%s” asks for %p to %p đồng', (text, min, max) => {
  expect(bandOf(text)).toEqual([min, max]);
});

test.each(['dưới 50%', 'cotton trên 95%', 'áo đánh giá tốt'])('“%s” says nothing of a price', (text) => {
  expect(bandOf(text)).toBeUndefined();
});
