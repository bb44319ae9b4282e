import { z } from 'zod';
import { Color, Size } from './catalog.js';
import { PageQuery, Search, oneOf, requiredText } from '../common.js';

/** A colour as the back office lists it, with the number of products that come in it, archived ones too. */
export const AdminColor = Color.extend({ product_count: z.int() }).meta({ id: 'AdminColor' });
export type AdminColor = z.infer<typeof AdminColor>;

/** A size as the back office lists it. Sizes are shown in the order of their `position`: 1, 2, 3 … */
export const AdminSize = Size.extend({ position: z.int(), product_count: z.int() }).meta({ id: 'AdminSize' });
export type AdminSize = z.infer<typeof AdminSize>;

/**
 * A colour without `hex_code`, or with an empty one, keeps its own, and a new one gets what its name says. `was`: the colour as its editor
 * saw it. Without it a change overwrites any other.
 */
export const SaveColor = z
  .object({
    name: requiredText(255, 'Vui lòng nhập tên màu'),
    hex_code: z.preprocess(
      (code) => (code === '' || code === null ? undefined : code),
      z
        .string('Mã màu có dạng #1a2b3c')
        .trim()
        .toLowerCase()
        .regex(/^#[0-9a-f]{6}$/, 'Mã màu có dạng #1a2b3c')
        .optional(),
    ),
    was: AdminColor.pick({ name: true, hex_code: true }).partial().optional(),
  })
  .meta({ id: 'SaveColor' });
export type SaveColor = z.infer<typeof SaveColor>;

/**
 * A size without `position` keeps its place, and a new one gets the place where its name belongs. `was`: the size as its editor saw it.
 * Without it a change overwrites any other.
 */
export const SaveSize = z
  .object({
    name: requiredText(255, 'Vui lòng nhập tên kích cỡ'),
    position: z.int('Phải là số nguyên').min(1, 'Vị trí bắt đầu từ 1').max(1_000_000, 'Số quá lớn').optional(),
    was: AdminSize.pick({ name: true, position: true }).partial().optional(),
  })
  .meta({ id: 'SaveSize' });
export type SaveSize = z.infer<typeof SaveSize>;

const COLOR_SORTS = ['name-asc', 'name-desc', 'products-asc', 'products-desc'] as const;
const SIZE_SORTS = ['position-asc', 'position-desc', 'products-asc', 'products-desc'] as const;

/** `search` is part of a name, or of a colour's code. */
export const ColorQuery = PageQuery.extend({ search: Search, sort: oneOf(COLOR_SORTS) });
export type ColorQuery = z.infer<typeof ColorQuery>;
export const SizeQuery = PageQuery.extend({ search: Search, sort: oneOf(SIZE_SORTS) });
export type SizeQuery = z.infer<typeof SizeQuery>;
