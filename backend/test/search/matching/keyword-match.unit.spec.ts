import type { ProductFacts } from '../../../src/search/text/products/product-facts.js';
import { findProducts } from '../../../src/search/matching/keyword-match.js';
import { listPart } from '../../../src/search/keyword/product-list.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

type Given = Partial<ProductFacts> & { name: string };

const NO_FACTS = { description: '', category: '', brand: '', colors: [], sizes: [], min_price: 200_000, total_sold: 0 };

function shopOf(products: readonly Given[]) {
  const index = new WordIndex();
  products.forEach((product, id) => index.set(id + 1, { ...NO_FACTS, ...product }));
  const search = (keyword: string) => {
    const query = parseQuery(keyword, index);
    const { ids } = listPart(index, findProducts(query, index), {}, { from: 0, count: 50 });
    return { query, names: ids.map((id) => products[id - 1]?.name) };
  };
  return {
    found: (keyword: string) => search(keyword).names,
    chips: (keyword: string) => search(keyword).query.chips.map(({ label }) => label),
    correction: (keyword: string) => search(keyword).query.correction,
  };
}

describe('a keyword', () => {
  const { found, chips, correction } = shopOf([
    { name: 'Áo thun nam', category: 'Áo thun', colors: ['Đen'], sizes: ['L'] },
    { name: 'Áo polo nam', category: 'Áo polo', colors: ['Đen', 'Trắng'], sizes: ['M'], min_price: 450_000 },
    { name: 'Chân váy tun', category: 'Chân váy', colors: ['Trắng'] },
    { name: 'Váy hai dây', category: 'Đầm', colors: ['Đỏ'] },
    { name: 'Váy xòe đồ họa', category: 'Đầm', colors: ['Trắng'] },
    { name: 'Đầm maxi đi biển', category: 'Đầm', colors: ['Xanh lá'], sizes: ['L'] },
    { name: 'Quần tây phối áo sơ mi nam', category: 'Quần', colors: ['Đen'] },
    { name: 'Áo sơ mi công sở nam', category: 'Áo sơ mi' },
    { name: 'Tranh Đông Hồ' },
    { name: 'Túi đựng sách' },
    { name: 'Balo laptop', brand: 'Cool Mate' },
  ]);

  test.each([
    ['ao tun', ['Áo thun nam']],
    ['áo tun', ['Áo thun nam']],
    ['vay do', ['Váy hai dây']],
    ['váy đỏ', ['Váy hai dây']],
    ['áo polo nam đen', ['Áo polo nam']],
    ['áo trên 400k', ['Áo polo nam']],
    ['áo nam không đen', ['Áo sơ mi công sở nam']],
    ['coolmate', ['Balo laptop']],
    ['áo th', ['Áo thun nam']],
    ['xyzzy', []],
    ['áo xyzzy', []],
  ])('"%s" finds %j', (keyword, names) => {
    expect(found(keyword)).toEqual(names);
  });

  test.each([
    ['tranh', 'Tranh Đông Hồ'],
    ['sách', 'Túi đựng sách'],
    ['laptop', 'Balo laptop'],
  ])('a word of the catalogue is never corrected away: "%s"', (keyword, name) => {
    expect(found(keyword)).toEqual([name]);
    expect(correction(keyword)).toBeNull();
  });

  test('"size L" finds what comes in that size', () => {
    expect(found('size L').sort()).toEqual(['Áo thun nam', 'Đầm maxi đi biển'].sort());
  });

  test.each([
    ['quần jean nữ size 25', ['Quần jean ống rộng']],
    ['quần jean size 26', ['Quần jean ống rộng']],
    ['giày nam size 48', ['Giày chạy bộ nam']],
    ['áo thun 6XL', ['Áo thun']],
    ['bộ đồ bé size 110', ['Bộ đồ bé trai']],
    ['giày nam size 49', []],
    ['quần jean size 25 hoặc 28', ['Quần jean suông', 'Quần jean ống rộng']],
  ])('any size that the shop has is found: "%s" finds %j', (keyword, names) => {
    const shop = shopOf([
      { name: 'Quần jean ống rộng', category: 'Quần jean', sizes: ['Size 25', '26'] },
      { name: 'Quần jean suông', category: 'Quần jean', sizes: ['28'] },
      { name: 'Giày chạy bộ nam', category: 'Giày', sizes: ['48'] },
      { name: 'Áo thun', category: 'Áo thun', sizes: ['6xl'] },
      { name: 'Bộ đồ bé trai', category: 'Đồ trẻ em', sizes: ['100', '110'] },
    ]);
    expect(shop.found(keyword).sort()).toEqual(names);
  });

  test('an excluded size or brand leaves what comes in another one', () => {
    expect(found('áo thun không lấy size L')).not.toContain('Áo thun nam');
    expect(found('áo polo không lấy size L')).toContain('Áo polo nam');
    expect(found('balo không phải Cool Mate')).toEqual([]);
  });

  test.each([
    ['áo không lấy cỡ 110', ['Hai cỡ', 'Cỡ M', 'Cỡ M và 110', 'Không cỡ']],
    ['áo không lấy size M, 110', ['Hai cỡ', 'Không cỡ']],
    ['áo không lấy size M', ['Hai cỡ', 'Cỡ 110', 'Cỡ M và 110', 'Không cỡ']],
    ['áo không lấy size 100-110', ['Cỡ M', 'Cỡ M và 110', 'Không cỡ']],
    ['áo không lấy size 25', ['Hai cỡ', 'Cỡ 110', 'Cỡ M', 'Cỡ M và 110', 'Không cỡ']],
  ])('only what comes in nothing but excluded sizes is left out: "%s" finds %j', (keyword, names) => {
    const shop = shopOf([
      { name: 'Hai cỡ', category: 'Áo', sizes: ['100', '110'] },
      { name: 'Cỡ 110', category: 'Áo', sizes: ['110'] },
      { name: 'Cỡ M', category: 'Áo', sizes: ['M'] },
      { name: 'Cỡ M và 110', category: 'Áo', sizes: ['M', '110'] },
      { name: 'Không cỡ', category: 'Áo' },
    ]);
    expect(shop.found(keyword).sort()).toEqual(names.sort());
  });

  test('what is of the kind comes before what merely names it', () => {
    expect(found('áo sơ mi nam')[0]).toBe('Áo sơ mi công sở nam');
  });

  test('few products that are all that was asked for are followed by others of the kind', () => {
    expect(found('đầm maxi')).toEqual(['Đầm maxi đi biển', 'Váy xòe đồ họa', 'Váy hai dây']);
  });

  test('says what it understood and for which words it took the typed ones', () => {
    expect(chips('ao so mj nam size L duoi 300k')).toEqual(['áo sơ mi', 'nam', 'size L', 'dưới 300.000đ']);
    expect(correction('ao so mj nam')).toBe('áo sơ mi nam');
    expect(correction('aothun')).toBe('áo thun');
    expect(correction('ao thun')).toBeNull();
  });
});

describe('a word that the shop does not know', () => {
  const { found, correction } = shopOf([
    { name: 'Áo khoác be may tay', category: 'Áo khoác', colors: ['Be'], description: 'Tông ấm, đường may chắc.' },
    { name: 'Váy đỏ kiểu Hàn Quốc', category: 'Váy', colors: ['Đỏ'] },
  ]);

  test.each(['máy khoan bê tông', 'may khoan be tong', 'máy khoan', 'may khoan'])(
    'is not taken for a garment beside words that the shop does not write so: "%s" finds nothing',
    (keyword) => {
      expect(found(keyword)).toEqual([]);
      expect(correction(keyword)).toContain('khoác');
    },
  );

  test.each([
    ['khoan', 'Áo khoác be may tay'],
    ['khoan be', 'Áo khoác be may tay'],
    ['áo khoan bê', 'Áo khoác be may tay'],
    ['khaoc be', 'Áo khoác be may tay'],
    ['vsy Hàn Quốc', 'Váy đỏ kiểu Hàn Quốc'],
    ['vsy màu đỏ', 'Váy đỏ kiểu Hàn Quốc'],
  ])('is corrected where the others are of the shop: "%s"', (keyword, name) => {
    expect(found(keyword)).toEqual([name]);
  });
});

describe('a name that contains the typed text comes first', () => {
  const { found } = shopOf([
    { name: 'Mũ lưỡi trai phối màu', category: 'Phụ kiện' },
    { name: 'Mũ lưỡi trai chữ M', category: 'Phụ kiện', total_sold: 9 },
    { name: 'Sơ mi trắng không túi', category: 'Áo sơ mi', colors: ['Trắng'] },
    { name: 'Sơ mi cổ mở', category: 'Áo sơ mi', colors: ['Trắng'], total_sold: 9 },
    { name: 'Áo thun mẫu 61106', category: 'Áo thun' },
    { name: 'Áo thun trơn', category: 'Áo thun', min_price: 61_000, total_sold: 9 },
    { name: 'Váy hoa không tay', category: 'Váy' },
  ]);

  test.each([
    ['with what asks for nothing', 'mu luoi trai phoi mau', 'Mũ lưỡi trai phối màu'],
    ['with what could exclude', 'Sơ mi trắng không túi', 'Sơ mi trắng không túi'],
    ['with a number that could be a price', 'Áo thun mẫu 61106', 'Áo thun mẫu 61106'],
    ['a part of it', 'mẫu 61106', 'Áo thun mẫu 61106'],
    ['the number alone', '61106', 'Áo thun mẫu 61106'],
  ])('%s: "%s"', (_title, keyword, name) => {
    expect(found(keyword)[0]).toBe(name);
  });

  test('a price still finds what costs about as much', () => {
    expect(found('áo thun 61106')).toEqual(['Áo thun trơn']);
    expect(found('áo thun mẫu 61106')).toEqual(['Áo thun mẫu 61106', 'Áo thun trơn']);
  });

  test('what is excluded stays out of all others', () => {
    expect(found('váy không hoa')).toEqual([]);
    expect(found('váy hoa không tay')).toEqual(['Váy hoa không tay']);
  });

  test('a word with tones is another word than one with others', () => {
    expect(found('mũ lưỡi trai phối mẫu')[0]).toBe('Mũ lưỡi trai chữ M');
  });
});

test('twelve products that are surely all that was asked for stand alone', () => {
  const black = Array.from({ length: 12 }, (_, nth) => ({ name: `Áo thun số ${nth}`, colors: ['Đen'] }));
  const { found } = shopOf([...black, { name: 'Áo thun trơn' }, { name: 'Áo thun hè', colors: ['Trắng'] }]);
  expect(found('áo thun đen')).toHaveLength(12);
  expect(found('áo thun')).toHaveLength(14);
});
