import { z } from 'zod';
import { SizeTable } from './catalog.js';
import { Id, optionalText } from '../common.js';
import {
  MAX_CARE,
  MAX_MATERIAL,
  MAX_MODEL_SIZE,
  MAX_SIZE_ROWS,
  MEASURES,
  SIZE_BOUNDS,
  type SizeRange,
} from './size-rules.js';

/** A range within bounds, with at most one decimal. */
function range([lowest, highest]: SizeRange) {
  const bounds = `Từ ${lowest} đến ${highest}`;
  const value = z
    .number('Phải là số')
    .min(lowest, bounds)
    .max(highest, bounds)
    .refine((value) => Math.abs(Math.round(value * 10) - value * 10) < 1e-6, 'Tối đa một chữ số thập phân');
  return z
    .tuple([value, value], 'Khoảng không hợp lệ')
    .refine(([from, to]) => from <= to, 'Số đầu phải nhỏ hơn số sau');
}

const Measured = z.enum(MEASURES, 'Số đo không hợp lệ');

const SaveSizeRow = z.object({
  size_id: z.int('Vui lòng chọn cỡ').min(1, 'Vui lòng chọn cỡ').max(2_147_483_647, 'Vui lòng chọn cỡ'),
  /** By measure, in centimetres; a measure that is left out has no value. */
  values: z.partialRecord(Measured, range(SIZE_BOUNDS.measure)).default({}),
  /** The bodies that the size is for, in centimetres and kilograms. */
  height: range(SIZE_BOUNDS.height).nullish(),
  weight: range(SIZE_BOUNDS.weight).nullish(),
});

const hasNoTwins = (values: readonly unknown[]) => new Set(values).size === values.length;

/** A size table of a category or a product. It replaces the former one whole. */
export const SaveSizeTable = z
  .object({
    /** The columns, in the order in which they are shown. */
    measures: z
      .array(Measured, 'Danh sách số đo không hợp lệ')
      .max(MEASURES.length, 'Quá nhiều số đo')
      .refine(hasNoTwins, 'Mỗi số đo chỉ được có một lần'),
    rows: z
      .array(SaveSizeRow, 'Danh sách cỡ không hợp lệ')
      .min(1, 'Bảng cần ít nhất một cỡ')
      .max(MAX_SIZE_ROWS, `Tối đa ${MAX_SIZE_ROWS} cỡ`)
      .refine((rows) => hasNoTwins(rows.map(({ size_id }) => size_id)), 'Mỗi cỡ chỉ được có một lần'),
  })
  .refine(
    ({ rows }) => rows.some(({ values, height, weight }) => Object.keys(values).length > 0 || (height ?? weight)),
    { path: ['rows'], message: 'Bảng chưa có số đo nào' },
  )
  .meta({ id: 'SaveSizeTable' });
export type SaveSizeTable = z.infer<typeof SaveSizeTable>;

/** `was`: the category's size table as its editor saw it, null for none. Without it the change overwrites any other. */
export const ChangeSizeTable = SaveSizeTable.safeExtend({ was: SizeTable.nullish() }).meta({ id: 'ChangeSizeTable' });
export type ChangeSizeTable = z.infer<typeof ChangeSizeTable>;

/** The size table of a category; null when it has none. */
export const CategorySizeTable = z
  .object({ category: Id, size_table: SizeTable.nullable() })
  .meta({ id: 'CategorySizeTable' });
export type CategorySizeTable = z.infer<typeof CategorySizeTable>;

const [MIN_HEIGHT, MAX_HEIGHT] = SIZE_BOUNDS.height;

/** The fields of a product about its cloth and fit. Omitted ones stay unchanged. */
export const FIT_FIELDS = {
  material: optionalText(MAX_MATERIAL).optional(),
  care: optionalText(MAX_CARE).optional(),
  /** The height of the model in the pictures, in centimetres. Null removes it. */
  model_height: z
    .int('Phải là số nguyên')
    .min(MIN_HEIGHT, `Từ ${MIN_HEIGHT} đến ${MAX_HEIGHT} cm`)
    .max(MAX_HEIGHT, `Từ ${MIN_HEIGHT} đến ${MAX_HEIGHT} cm`)
    .nullish(),
  /** The size that the model wears. */
  model_size: optionalText(MAX_MODEL_SIZE).optional(),
};
