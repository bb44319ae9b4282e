/**
 * Size tables as the web and the server read them. Like `rules.ts` everything here is pure and imports nothing, so the web
 * may import values from this file too.
 */

/** What a size table measures, in centimetres. */
export const MEASURES = [
  'chest',
  'waist',
  'hips',
  'shoulder',
  'sleeve',
  'top_length',
  'skirt_length',
  'trouser_length',
  'thigh',
  'foot_length',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The columns of a size table: measures, and the body that a size is for. */
export const SIZE_COLUMNS = [...MEASURES, 'height', 'weight'] as const;
export type SizeColumn = (typeof SIZE_COLUMNS)[number];

/** The columns' headings, in centimetres but for the weight, in kilograms. */
export const SIZE_COLUMN_NAMES: Record<SizeColumn, string> = {
  chest: 'Ngực',
  waist: 'Eo',
  hips: 'Mông',
  shoulder: 'Vai',
  sleeve: 'Dài tay',
  top_length: 'Dài áo',
  skirt_length: 'Dài váy',
  trouser_length: 'Dài quần',
  thigh: 'Đùi',
  foot_length: 'Dài chân',
  height: 'Cao',
  weight: 'Nặng',
};

/** From and to, both inclusive; equal for a single value. */
export type SizeRange = [from: number, to: number];

/** A size with what a table says of it. */
export interface SizeFacts {
  values: Partial<Record<Measure, SizeRange>>;
  /** Whom it is for, in centimetres and kilograms; null when the table does not say. */
  height: SizeRange | null;
  weight: SizeRange | null;
}

/** A size table whose rows name their sizes, as files hold it. */
export interface NamedSizeTable {
  measures: Measure[];
  rows: (SizeFacts & { size: string })[];
}

export const MAX_SIZE_ROWS = 40;
/** The lowest and highest values. */
export const SIZE_BOUNDS: Record<'measure' | 'height' | 'weight', SizeRange> = {
  measure: [1, 300],
  height: [40, 250],
  weight: [2, 300],
};
export const MAX_MATERIAL = 500;
export const MAX_CARE = 1_000;
export const MAX_MODEL_SIZE = 40;
/** The lowest and highest value of a column. */
export const sizeBounds = (column: SizeColumn): SizeRange =>
  SIZE_BOUNDS[column === 'height' || column === 'weight' ? column : 'measure'];

/** Writes a range for people: `84–88`, with a decimal comma. */
export const formatRange = ([from, to]: SizeRange): string =>
  [...new Set([from, to])].map((value) => String(value).replace('.', ',')).join('–');

/** What a row says in a column. */
export const rangeOf = (row: SizeFacts, column: SizeColumn): SizeRange | null =>
  column === 'height' || column === 'weight' ? row[column] : (row.values[column] ?? null);

/** The columns that a table fills, the body's ones last. */
export const columnsOfTable = ({ measures, rows }: { measures: Measure[]; rows: SizeFacts[] }): SizeColumn[] => [
  ...measures,
  ...(['height', 'weight'] as const).filter((column) => rows.some((row) => row[column] !== null)),
];
