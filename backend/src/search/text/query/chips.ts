import type { Chip } from '../../../contract/catalog/chips.js';
import type { Span } from '../words/span.js';
import type { MeaningTerm, ParsedQuery } from './parsed-query.js';

const dong = (amount: number) => `${amount.toLocaleString('vi-VN')}đ`;

function priceLabel({ min, max, around }: NonNullable<ParsedQuery['price']>): string {
  if (around !== null) return `khoảng ${dong(around)}`;
  if (min !== null && max !== null) return `từ ${dong(min)} đến ${dong(max)}`;
  return max !== null ? `dưới ${dong(max)}` : `trên ${dong(min ?? 0)}`;
}

const notOf = ({ isExcluded }: { isExcluded: boolean }) => (isExcluded ? 'không ' : '');

/** The removable chips of a query, in the order of its text. */
export function chipsOf(text: string, query: Omit<ParsedQuery, 'chips'>): Chip[] {
  const { types, colors, genders, materials, occasions, styles, sizes, heights, price, cheap, brands } = query;
  const chips: Chip[] = [];
  const add = (kind: Chip['kind'], label: string, { start, end }: Span) =>
    chips.push({ kind, label, of: 'text', start, end });
  const terms: MeaningTerm[] = [...types, ...colors, ...genders, ...materials, ...occasions, ...styles];
  for (const term of terms) {
    const [meaning] = term.meanings;
    if (meaning) add(meaning.kind, `${notOf(term)}${meaning.label}`, term);
  }
  for (const term of sizes) add('size', `${notOf(term)}size ${term.sizes.join(', ')}`, term);
  for (const term of heights) add('style', `${term.height} phân`, term);
  for (const term of brands) add('brand', `${notOf(term)}${term.typed}`, term);
  if (cheap) add('price', 'giá rẻ', cheap);
  if (price) add('price', priceLabel(price), price);
  return joined(
    text,
    chips.sort((a, b) => (a.start ?? 0) - (b.start ?? 0)),
  );
}

/** Joins chips that repeat each other ("ôm body", "mát mát") or that name the same words twice. */
function joined(text: string, chips: Chip[]): Chip[] {
  const kept: Chip[] = [];
  for (const chip of chips) {
    const last = kept.at(-1);
    const between = text.slice(last?.end, chip.start);
    if (last?.kind === chip.kind && last.label === chip.label && between.trim() === '') last.end = chip.end;
    else if (last?.kind !== chip.kind || last.start !== chip.start || last.end !== chip.end) kept.push(chip);
  }
  return kept;
}
