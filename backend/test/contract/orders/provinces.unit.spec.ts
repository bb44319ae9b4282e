import { PROVINCES, provinceOf } from '../../../src/contract/orders/provinces.js';

describe('a province', () => {
  test('is one of today’s 34, into which 29 former ones were merged', () => {
    const others = ['Thừa Thiên Huế', 'Sài Gòn'];
    const former = Object.values(PROVINCES)
      .flat()
      .filter((name) => !others.includes(name));
    expect([Object.keys(PROVINCES).length, new Set(former).size, former.length]).toEqual([34, 29, 29]);
  });

  test.each([
    ['Hà Nội', 'Hà Nội'],
    ['THÀNH PHỐ HÀ NỘI', 'Hà Nội'],
    ['hn', 'Hà Nội'],
    ['TP.HCM', 'TP. Hồ Chí Minh'],
    ['Quận 1, TP Hồ Chí Minh', 'TP. Hồ Chí Minh'],
    ['Bình Dương', 'TP. Hồ Chí Minh'],
    ['tỉnh Vĩnh Phúc', 'Phú Thọ'],
    ['Bà Rịa – Vũng Tàu', 'TP. Hồ Chí Minh'],
    ['Đà Nẵng'.normalize('NFD'), 'Đà Nẵng'],
    ['Hà', null],
    ['Paris', null],
    ['', null],
  ])('is read from "%s": %s', (text, name) => {
    expect(provinceOf(text)).toBe(name);
  });
});
