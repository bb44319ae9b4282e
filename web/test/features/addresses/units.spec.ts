import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findProvinces, findUnits, provinceNamed, type Ward } from '~/features/addresses/units';
import { vietnamUnits } from '../../../vite/vietnam-units';

const UNITS = vietnamUnits();
const provinces = (typed: string) => findProvinces(typed).map(({ unit }) => unit.name);

describe('the administrative units', () => {
  test('are the 34 provinces and 3,321 wards since July 2025, made of the 63 former provinces', () => {
    expect(UNITS).toHaveLength(34);
    expect(UNITS.flatMap(({ wards }) => wards)).toHaveLength(3_321);
    const before = new Set(UNITS.flatMap(({ name, former }) => [name, ...former]));
    for (const other of ['Thừa Thiên Huế', 'Sài Gòn']) before.delete(other);
    expect(before.size).toBe(63);
  });

  test('have a postal code each', () => {
    const codes = UNITS.flatMap(({ postalCode, wards }) => [postalCode, ...wards.map((ward) => ward.postalCode)]);
    expect(codes.filter((code) => !/^\d{5}$/.test(code))).toEqual([]);
    // A ward has the code of the province that it was in.
    const city = UNITS.find(({ name }) => name === 'TP. Hồ Chí Minh')!;
    expect(city.postalCode).toBe('70000');
    expect(city.wards.find(({ name }) => name === 'Phường Thủ Dầu Một')?.postalCode).toBe('75000');
  });

  const LIST = path.resolve(import.meta.dirname, '../../../../../shared/data/address/vn-units-2025-07.json');
  const withList = existsSync(LIST) ? test : test.skip;
  withList('are those of an independent list', () => {
    const listed = JSON.parse(readFileSync(LIST, 'utf8')) as { wards: { name: string }[] }[];
    const bare = (name: string) => name.replace(/^(Phường|Xã|Đặc khu) /, '').replaceAll('’', "'");
    const plain = (name: string) => bare(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const own = UNITS.flatMap(({ wards }) => wards.map(({ name }) => plain(name))).sort();
    const theirs = listed.flatMap(({ wards }) => wards.map(({ name }) => plain(name))).sort();
    expect(own.filter((name) => !theirs.includes(name))).toHaveLength(0);
    expect(own.length).toBe(theirs.length);
  });
});

describe('a province is found', () => {
  test.each([
    ['ha noi', 'Hà Nội'],
    ['HÀ NỘI', 'Hà Nội'],
    ['hn', 'Hà Nội'],
    ['hcm', 'TP. Hồ Chí Minh'],
    ['tphcm', 'TP. Hồ Chí Minh'],
    ['TP HCM', 'TP. Hồ Chí Minh'],
    ['sài gòn', 'TP. Hồ Chí Minh'],
    ['binh duong', 'TP. Hồ Chí Minh'],
    ['vũng tàu', 'TP. Hồ Chí Minh'],
    ['dak nong', 'Lâm Đồng'],
    ['Vĩnh Phúc', 'Phú Thọ'],
    ['Nam Định', 'Ninh Bình'],
    ['Hòa Bình', 'Phú Thọ'],
    ['thua thien', 'Huế'],
    ['Hà Tĩnh', 'Hà Tĩnh'],
    ['tỉnh Bình Dương', 'TP. Hồ Chí Minh'],
    ['thành phố đà nẵng', 'Đà Nẵng'],
    ['Đà Nẵng'.normalize('NFD'), 'Đà Nẵng'],
  ])('by "%s": %s', (typed, name) => {
    expect(provinces(typed)[0]).toBe(name);
  });

  test('with those whose own name fits before those by a former name', () => {
    expect(provinces('ninh')).toEqual(['Ninh Bình', 'Bắc Ninh', 'Quảng Ninh', 'Tây Ninh', 'Khánh Hòa']);
  });

  test('and every province while nothing is typed', () => {
    expect([provinces('').length, provinces('xyz')]).toEqual([34, []]);
  });

  test('as itself only by its whole name', () => {
    expect(provinceNamed('ba ria vung tau')).toMatchObject({
      unit: { name: 'TP. Hồ Chí Minh' },
      former: 'Bà Rịa - Vũng Tàu',
    });
    expect(provinceNamed('Tỉnh Lâm Đồng')).toMatchObject({ unit: { name: 'Lâm Đồng' }, former: null });
    expect(provinceNamed('ha')).toBeNull();
    expect([provinceNamed('Lâm'), provinceNamed(''), provinceNamed('Paris')]).toEqual([null, null, null]);
  });
});

describe('a ward is found', () => {
  const city = UNITS.find(({ name }) => name === 'TP. Hồ Chí Minh')!;
  const wards = (typed: string) => findUnits<Ward>(city.wards, typed).map(({ unit }) => unit.name);

  test.each([
    ['ben thanh', 'Phường Bến Thành'],
    ['phường bến thành', 'Phường Bến Thành'],
    ['p12 gò vấp', 'Phường An Hội Tây'],
    ['P.12, Q. Gò Vấp', 'Phường An Hội Tây'],
    ['12 go vap', 'Phường An Hội Tây'],
    ['cau kho', 'Phường Cầu Ông Lãnh'],
    // There are An Phú and An Phú Đông, too.
    ['Phường Phú An', 'Phường Phú An'],
    ['phu an', 'Phường Phú An'],
    ['phuong an phu dong', 'Phường An Phú Đông'],
  ])('by "%s": %s', (typed, name) => {
    expect(wards(typed)[0]).toBe(name);
  });

  test('by the former district: all wards that have a part of it, and of no other number', () => {
    expect(wards('quan 1').sort()).toEqual([
      'Phường Bến Thành',
      'Phường Cầu Ông Lãnh',
      'Phường Sài Gòn',
      'Phường Tân Định',
    ]);
    expect(wards('q1').sort()).toEqual(wards('quận 1').sort());
  });

  test('with its former names, which say why it fits', () => {
    const [match] = findUnits<Ward>(city.wards, 'cầu kho');
    expect(match?.former).toContain('Quận 1');
  });
});
