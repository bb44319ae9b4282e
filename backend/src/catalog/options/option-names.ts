import { foldVi } from '../text/fold.js';

/** Replaces a missing colour or size: a variant always has both. */
export const ONE_COLOR = 'Một màu';
export const ONE_SIZE = 'Freesize';

const NEUTRAL = '#b8b2a7';
/** Folded names with their hex values. The first name that occurs as whole words wins, so specific names come first. */
const HEXES: [string, string][] = [
  ['xanh navy', '#1f2a44'],
  ['xanh den', '#1b2433'],
  ['xanh than', '#26324f'],
  ['xanh duong', '#2f6fb5'],
  ['xanh bien', '#2f6fb5'],
  ['xanh da troi', '#8fbfe0'],
  ['xanh ngoc', '#3fa7a0'],
  ['xanh mint', '#a9dcc3'],
  ['xanh reu', '#5b6240'],
  ['xanh la', '#3f7d4e'],
  ['xanh luc', '#3f7d4e'],
  ['xanh jean', '#4a6a8c'],
  ['do do', '#7b1e28'],
  ['do man', '#7b1e28'],
  ['hong dat', '#c98c7f'],
  ['hong phan', '#f0c4cb'],
  ['vang bo', '#f2dc9b'],
  ['nau tay', '#9a7b5f'],
  ['nau be', '#b79a78'],
  ['xam dam', '#55585e'],
  ['xam nhat', '#c4c6c9'],
  ['reu', '#5b6240'],
  ['navy', '#1f2a44'],
  ['den', '#1d1d1f'],
  ['trang', '#f7f5f0'],
  ['xam', '#8d9096'],
  ['ghi', '#8d9096'],
  ['be', '#d9c7a8'],
  ['kem', '#f1e7d0'],
  ['nau', '#7a5238'],
  ['do', '#b3242d'],
  ['hong', '#e592a8'],
  ['cam', '#e07f3c'],
  ['vang', '#e4b83f'],
  ['tim', '#7a5ba6'],
  ['bac', '#c5c8cc'],
  ['xanh', '#3c78a8'],
  ['black', '#1d1d1f'],
  ['white', '#f7f5f0'],
  ['grey', '#8d9096'],
  ['gray', '#8d9096'],
  ['beige', '#d9c7a8'],
  ['brown', '#7a5238'],
  ['red', '#b3242d'],
  ['pink', '#e592a8'],
  ['orange', '#e07f3c'],
  ['yellow', '#e4b83f'],
  ['green', '#3f7d4e'],
  ['blue', '#2f6fb5'],
  ['purple', '#7a5ba6'],
];

/** Returns a plausible `#rrggbb` for a Vietnamese or English colour name; a neutral one for an unknown name. */
export function hexOf(color: string): string {
  const words = ` ${foldVi(color)} `;
  return HEXES.find(([name]) => words.includes(` ${name} `))?.[1] ?? NEUTRAL;
}

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL', '6XL'];
const ALIASES: Record<string, string> = { '2XL': 'XXL', '3XL': 'XXXL', SMALL: 'S', MEDIUM: 'M', LARGE: 'L' };

/** Returns a size's sort position: letters by size, then numbers, then one-size, then the rest. */
export function positionOf(size: string): number {
  const name = size.trim().toUpperCase();
  const letter = LETTERS.indexOf(ALIASES[name] ?? name);
  if (letter >= 0) return letter;
  if (/^\d{1,3}(\.\d)?$/.test(name)) return 100 + Math.round(Number(name) * 2);
  return name === ONE_SIZE.toUpperCase() ? 3_000 : 4_000;
}

/** Capitalises the first letter: "đen" becomes "Đen". */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
