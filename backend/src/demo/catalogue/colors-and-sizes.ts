import type { Hex } from '../../../../demo/drawing/cloth/color.js';

/** The colours of the demo shop by the names that shoppers read, each with its value on cloth. */
export const COLORS = {
  Trắng: '#f5f2ea',
  Kem: '#ece2cf',
  Be: '#d3c3a6',
  'Vàng bơ': '#ecd9a0',
  'Vàng mù tạt': '#c9963a',
  'Cam đất': '#b8623e',
  'Hồng phấn': '#e2bcb4',
  'Hồng đất': '#bd8579',
  Đỏ: '#b2262e',
  'Đỏ đô': '#6c2531',
  'Nâu sữa': '#b08c69',
  Nâu: '#75553c',
  'Xanh da trời': '#aac5dc',
  'Xanh dương': '#3c6799',
  'Xanh chàm': '#34486d',
  'Xanh navy': '#202f4a',
  'Xanh bạc hà': '#b9d2c3',
  'Xanh xô thơm': '#9aab8f',
  'Xanh ngọc': '#2d6b5c',
  'Xanh rêu': '#565f41',
  'Tím khoai môn': '#a896b8',
  'Xám nhạt': '#c9c6c0',
  Xám: '#8f8e8b',
  'Xám than': '#474a4f',
  Đen: '#25262a',
} as const satisfies Record<string, Hex>;

export type DemoColor = keyof typeof COLORS;

/** Size runs, each in ascending order. */
export const SIZES = {
  letters: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  women: ['XS', 'S', 'M', 'L'],
  men: ['S', 'M', 'L', 'XL', 'XXL'],
  waist: ['28', '29', '30', '31', '32', '33', '34'],
  women_shoes: ['36', '37', '38', '39', '40'],
  shoes: ['38', '39', '40', '41', '42', '43', '44'],
  free: ['Freesize'],
} as const;

export type SizeRun = keyof typeof SIZES;

/** Every size of the shop, smallest first. */
export const ALL_SIZES: readonly string[] = [
  ...SIZES.letters,
  ...SIZES.waist,
  '36',
  '37',
  ...SIZES.shoes,
  ...SIZES.free,
];
