import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { facts, indexOf, shop } from './shop.js';

const index = shop();
const read = (text: string) => parseQuery(text, index).chips.map(({ kind, label }) => `${kind} ${label}`);
const same = (one: string[], other: string[]) => expect([...one].sort()).toEqual([...other].sort());

test.each([
  ['áo dài', ['type áo dài']],
  ['áo dài tay', ['type áo', 'style tay dài']],
  ['áo tay dài nữ', ['type áo', 'style tay dài', 'gender nữ']],
  ['ao dai tay nam', ['type áo', 'style tay dài', 'gender nam']],
  ['áo dài tay lỡ', ['type áo dài', 'style tay lỡ']],
  ['áo dài tay dài', ['type áo dài', 'style tay dài']],
  ['sơ mi nam dài tay', ['type áo sơ mi', 'gender nam', 'style tay dài']],
])('long sleeves are no national dress: %s', (text, chips) => {
  same(read(text), chips);
});

test.each([
  ['áo phông', 'áo thun'],
  ['váy liền', 'đầm'],
  ['quần bò', 'quần jean'],
  ['xăng đan', 'sandal'],
  ['giầy cao gót', 'giày cao gót'],
])('%s and %s have the same meaning', (one, other) => {
  same(read(one), read(other));
});

test.each([
  ['ao khoac nu', 'áo khoác nữ'],
  ['aos khoacs nuwx', 'áo khoác nữ'],
  ['ao1 khoac1 nu74', 'áo khoác nữ'],
  ['aokhoacnu', 'áo khoác nữ'],
  ['ÁO KHOÁC NỮ', 'áo khoác nữ'],
  ['áo khoác nữ'.normalize('NFD'), 'áo khoác nữ'],
  ['áo khoát lữ', 'áo khoác nữ'],
  ['áo khocá nử', 'áo khoác nữ'],
  ['áo nen', 'áo len'],
  ['dày thể thao', 'giày thể thao'],
  ['xơ mi chắng', 'sơ mi trắng'],
  ['quần jin', 'quần jean'],
])('%s is read as %s', (typed, meant) => {
  expect(read(typed)).toEqual(read(meant));
  expect(read(meant)).not.toEqual([]);
});

test.each([
  ['váy không phải màu đen', ['type váy', 'color không đen']],
  ['áo đừng có hoạ tiết', ['type áo', 'style không họa tiết']],
  ['áo không lấy màu đen và trắng', ['type áo', 'color không đen', 'color không trắng']],
  ['áo trừ màu đỏ, cho nam', ['type áo', 'color không đỏ', 'gender nam']],
  ['áo không tay', ['type áo', 'style không tay']],
  ['có áo khoác đỏ không shop', ['type áo khoác', 'color đỏ']],
  ['có áo khoác không, màu đỏ', ['type áo khoác', 'color đỏ']],
  ['áo không quá 300k', ['type áo', 'price dưới 300.000đ']],
  ['áo hok có mũ', ['type áo', 'style không có mũ']],
  ['váy k phải màu đen', ['type váy', 'color không đen']],
  ['đầm khum hoa', ['type đầm', 'style không hoa']],
  ['có áo khoác nào k', ['type áo khoác']],
  ['giày k gót màu đen', ['type giày', 'style đế bệt', 'color đen']],
  ['đầm không phải Lụa Hạ', ['type đầm', 'brand không Lụa Hạ']],
  ['đầm không phải Lụa Hạ hay Bến Gió', ['type đầm', 'brand không Lụa Hạ', 'brand không Bến Gió']],
  ['áo không lấy size S', ['type áo', 'size không size S']],
  ['áo đừng lấy size S hoặc M, màu đen', ['type áo', 'size không size S, M', 'color đen']],
  ['còn áo sơ mi này ko size L', ['type áo sơ mi', 'size size L']],
  ['còn áo khoác không size M màu đen', ['type áo khoác', 'size size M', 'color đen']],
])('negated meanings are excluded: %s', (text, chips) => {
  same(read(text), chips);
});

test.each([
  ['cho mình xem mấy mẫu đầm trắng với ạ', ['type đầm', 'color trắng']],
  ['giống thế này nhưng màu đỏ', ['color đỏ']],
  ['bạn gái mình cao 1m6 cần tìm quần jean', ['gender nữ', 'type quần jean']],
  ['tìm áo mặc với chân váy', ['type áo']],
  ['hình', []],
  ['cho mình xem', []],
])('filler words are left out: %s', (text, chips) => {
  same(read(text), chips);
  expect(parseQuery(text, index).words).toEqual([]);
});

test.each(['đầm không hở', 'đầm không xỏ hở đỏ', 'đầm k hở'])(
  'a word in no lexicon is not looked for when it is taken back: %s',
  (text) => {
    expect(parseQuery(text, index)).toMatchObject({ words: [], unknownCount: 0 });
  },
);

test.each([
  ['đi với mẹ mua áo dài', ['gender nữ', 'type áo dài']],
  ['áo mỏng mặc trong vest', ['type áo', 'style thoáng mát']],
])('“with” another garment is told from “with” a person: %s', (text, chips) => {
  same(read(text), chips);
});

test.each([
  ['jean nữ ống rộng', ['type quần jean', 'gender nữ', 'style ống rộng']],
  ['kaki nam', ['type quần kaki', 'gender nam']],
  ['đồ jean nữ', ['material jean', 'gender nữ']],
  ['váy jean', ['type váy', 'material jean']],
  ['giống thế này nhưng jean', ['material jean']],
])('some garments are called by their cloth: %s', (text, chips) => {
  same(read(text), chips);
});

test.each([
  ['đầm body ôm', ['type đầm', 'style form ôm']],
  ['quần mát mát', ['type quần', 'style thoáng mát']],
])('a repeated word is one chip: %s', (text, chips) => {
  expect(read(text)).toEqual(chips);
});

test.each([
  ['áo sơ mi nam ngắn tay', ['type áo sơ mi', 'gender nam', 'style tay ngắn']],
  ['quần nam ngắn', ['type quần', 'gender nam', 'style dáng ngắn']],
  ['áo khoác nam k mũ', ['type áo khoác', 'gender nam', 'type không mũ']],
  ['áo thun nam M', ['type áo thun', 'gender nam', 'size size M']],
  ['áo xanh lam M', ['type áo', 'color xanh dương', 'size size M']],
  ['đầm cho nữ 1m55 50kg', ['type đầm', 'gender nữ']],
  ['quần jean nữ 1m60 48kg', ['type quần jean', 'gender nữ']],
])('a man, a short sleeve and a height are no prices: %s', (text, chips) => {
  same(read(text), chips);
  expect(parseQuery(text, index).unknownCount).toBe(0);
});

test.each(['áo size 50-60kg', 'áo nặng 50 đến 60 kg', 'áo size 5-6 tuổi', 'áo cao 1m5 đến 1m6'])(
  'the weight, age or height of a person is not looked for, a range neither: %s',
  (text) => {
    same(read(text), ['type áo']);
    expect(parseQuery(text, index)).toMatchObject({ words: [], unknownCount: 0 });
  },
);

test('common words are not read as garments that sound alike', () => {
  expect(read('đi đà nẵng')).not.toContainEqual(expect.stringMatching(/^type/));
  expect(read('dày thể thao')).toEqual(['type giày thể thao']);
});

test.each([
  ['áo len cho ngày lạnh', 'occasion mùa đông'],
  ['đồ đi phỏng vấn', 'occasion công sở'],
  ['outfit đi đà lạt', 'occasion mùa đông'],
  ['áo đôi', 'gender unisex'],
  ['áo cho người già 300k', 'occasion trung niên'],
  ['red dress for wedding', 'occasion dự tiệc'],
])('synonyms: %s', (text, chip) => {
  expect(read(text)).toContain(chip);
});

test('tones tell words apart where they are typed', () => {
  expect(read('đầm')).toEqual(['type đầm']);
  expect(read('đậm')).toEqual([]);
  expect(read('áo bó')).toEqual(['type áo', 'style form ôm']);
  expect(read('quần bò')).toEqual(['type quần jean']);
});

test('a brand of the shop is read, and no longer when its last product is gone', () => {
  const own = shop();
  const chips = () => parseQuery('đầm Lụa Hạ', own).chips.map(({ kind }) => kind);
  expect(chips()).toEqual(['type', 'brand']);
  own.delete(3);
  expect(chips()).not.toContain('brand');
});

test('a brand of one word is excluded, too', () => {
  const shoes = indexOf(facts('Giày chạy bộ', { brand: 'Nike' }), facts('Giày chạy bộ', { brand: 'Bitis' }));
  const query = parseQuery('giày không phải Nike', shoes);
  expect(query.chips.map(({ label }) => label)).toEqual(['giày', 'không Nike']);
  expect(shoes.search(query, 10)).toMatchObject([{ id: 2 }, { id: 1, disagrees: ['brand'] }]);
});

test.each([
  'áo thun nam màu đen size L dưới 200k',
  'đầm lụa đỏ đô dự tiệc từ 300k đến 900k',
  'aokhoacnam den',
  'tìm cho bạn gái đôi giày cao gót 7 phân cỡ 36, tầm 500k',
  'áo dài tay nữ không phải màu đen',
  'áo khoác gió Bến Gió giá rẻ',
  'áo thun trắng form rộng'.normalize('NFD'),
  '👗 đầm 😀 hồng, XXL',
  'áo không lấy màu đen và trắng',
  'áo không đen, trắng, đỏ',
  'đầm không phải Lụa Hạ hay Bến Gió',
  'áo không lấy size S, màu đen',
])('cutting a chip out of “%s” takes back that and nothing else', (text) => {
  const { chips } = parseQuery(text, index);
  expect(chips.length).toBeGreaterThan(1);
  for (const chip of chips) {
    const left = text.slice(0, chip.start) + text.slice(chip.end);
    const rest = chips.filter((other) => other !== chip).map(({ kind, label }) => `${kind} ${label}`);
    same(read(left), rest);
  }
});

describe('a word for a thing that the shop does not sell is no colour', () => {
  const correction = (text: string) => parseQuery(text, index).correction;

  test.each(['ghế văn phòng', 'ghe van phong', 'ghế', 'ghe', 'bàn ghế', 'tin học', 'áo ghế'])(
    'with other letters than a colour has, typed with tones or beside no garment: %s',
    (text) => {
      expect(read(text).filter((chip) => chip.startsWith('color'))).toEqual([]);
      expect(correction(text) ?? '').not.toMatch(/ghi|tím/);
    },
  );

  test.each([
    ['váy ghj', 'xám'],
    ['váy hồbg', 'hồng'],
    ['vay doo', 'đỏ'],
    ['trawng', 'trắng'],
    ['sám', 'xám'],
    ['chắng', 'trắng'],
    ['hnog', 'hồng'],
  ])('a misspelt colour stays one beside a garment, or by a usual slip: %s', (text, color) => {
    expect(read(text)).toContain(`color ${color}`);
  });
});
