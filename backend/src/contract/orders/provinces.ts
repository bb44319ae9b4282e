/** The provinces of Viet Nam. Everything here is pure, as in `rules.ts`. */
import { withoutMarks } from '../without-marks.js';

/**
 * The 34 provinces since July 2025 as people write them, with the provinces that each took in and the other names of each.
 * Source: resolution 202/2025/QH15 of 12 June 2025.
 */
export const PROVINCES: Readonly<Record<string, readonly string[]>> = {
  'An Giang': ['Kiên Giang'],
  'Bắc Ninh': ['Bắc Giang'],
  'Cà Mau': ['Bạc Liêu'],
  'Cao Bằng': [],
  'Cần Thơ': ['Hậu Giang', 'Sóc Trăng'],
  'Đà Nẵng': ['Quảng Nam'],
  'Đắk Lắk': ['Phú Yên'],
  'Điện Biên': [],
  'Đồng Nai': ['Bình Phước'],
  'Đồng Tháp': ['Tiền Giang'],
  'Gia Lai': ['Bình Định'],
  'Hà Nội': [],
  'Hà Tĩnh': [],
  'Hải Phòng': ['Hải Dương'],
  Huế: ['Thừa Thiên Huế'],
  'Hưng Yên': ['Thái Bình'],
  'Khánh Hòa': ['Ninh Thuận'],
  'Lai Châu': [],
  'Lạng Sơn': [],
  'Lào Cai': ['Yên Bái'],
  'Lâm Đồng': ['Bình Thuận', 'Đắk Nông'],
  'Nghệ An': [],
  'Ninh Bình': ['Hà Nam', 'Nam Định'],
  'Phú Thọ': ['Hòa Bình', 'Vĩnh Phúc'],
  'Quảng Ngãi': ['Kon Tum'],
  'Quảng Ninh': [],
  'Quảng Trị': ['Quảng Bình'],
  'Sơn La': [],
  'Tây Ninh': ['Long An'],
  'Thái Nguyên': ['Bắc Kạn'],
  'Thanh Hóa': [],
  'TP. Hồ Chí Minh': ['Sài Gòn', 'Bà Rịa - Vũng Tàu', 'Bình Dương'],
  'Tuyên Quang': ['Hà Giang'],
  'Vĩnh Long': ['Bến Tre', 'Trà Vinh'],
};

const SHORT_FORMS: [RegExp, string][] = [
  [/\b(tp ?hcm|hcm|sg)\b/g, 'ho chi minh'],
  [/\bhn\b/g, 'ha noi'],
  // A ward or district and its number become one word: "Quận 1" is not "Phường 1 (Quận 3)".
  [/\b(p|phuong) ?(?=\d)/g, 'phuong'],
  [/\b(q|quan) ?(?=\d)/g, 'quan'],
  [/\bt ?p\b/g, 'thanh pho'],
  // At the beginning alone: Hà Tĩnh is a name.
  [/^(thanh pho|tinh)\b/, ' '],
];

/** Returns the name of a place as it is compared: without tones, marks and case, and with the usual short forms written out. */
export function foldPlace(text: string): string {
  const plain = withoutMarks(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return SHORT_FORMS.reduce((short, [form, long]) => short.replace(form, long), plain)
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * Returns the province that an address names, by its current or a former name, with or without tones; null for any other text.
 * @param text the city of an address; of `Quận 1, TP. HCM` the part behind the last comma counts
 */
export function provinceOf(text: string): string | null {
  const name = foldPlace(text.slice(text.lastIndexOf(',') + 1));
  const match = Object.entries(PROVINCES).find((names) => names.flat().some((each) => foldPlace(each) === name));
  return match?.[0] ?? null;
}
