import { SIZE_BOUNDS, type SizeRange } from 'contract/catalog/size-rules';

const decimal = (digits: string) => Number(digits.replace(',', '.'));
const isWithin = (value: number, [from, to]: SizeRange) => value >= from && value <= to;

/** Reads a height as people type it: `1m65`, `1m6`, `1,65`, `165`, `165 cm`. @returns centimetres, null for nothing, or a sentence */
export function readHeight(typed: string): number | null | string {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const [, metres, digits = ''] =
    /^([12])\s*m\s*(\d{1,2})?$/.exec(text) ?? /^([12])[.,](\d{1,2})\s*m?$/.exec(text) ?? [];
  const [, centimetres] = /^(\d{2,3}(?:[.,]\d)?)\s*(?:cm)?$/.exec(text) ?? [];
  const height =
    metres !== undefined ? Number(metres) * 100 + Number(digits.padEnd(2, '0')) : decimal(centimetres ?? 'none');
  return isWithin(height, SIZE_BOUNDS.height) ? height : 'Nhập chiều cao như 1m65 hoặc 165';
}

/** Reads a weight as people type it: `55`, `55kg`, `55,5 kg`. @returns kilograms, null for nothing, or a sentence */
export function readWeight(typed: string): number | null | string {
  const text = typed.trim().toLowerCase().normalize('NFC');
  if (text === '') return null;
  const [, kilograms = 'none'] = /^(\d{1,3}(?:[.,]\d)?)\s*(?:kg|k|ký|kí|ky|ki|cân)?$/.exec(text) ?? [];
  const weight = decimal(kilograms);
  return isWithin(weight, SIZE_BOUNDS.weight) ? weight : 'Nhập cân nặng như 55 hoặc 55kg';
}
