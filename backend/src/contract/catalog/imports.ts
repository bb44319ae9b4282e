import { z } from 'zod';
import { Id, PageQuery, Timestamp, oneOf } from '../common.js';

/**
 * The life of an import: the file is checked, waits for confirmation (or is rejected for its errors), and is imported. Checking
 * and importing take turns.
 */
export const IMPORT_STATES = ['checking', 'ready', 'refused', 'importing', 'done', 'failed'] as const;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/** Product fields that an import can change. */
export const IMPORT_FIELDS = [
  'name',
  'description',
  'brand',
  'category',
  'price',
  'oldPrice',
  'stock',
  'variants',
  'images',
  'status',
  'material',
  'care',
  'model',
  'size_table',
  'category_size_table',
] as const;
export const ImportField = z.enum(IMPORT_FIELDS);
export type ImportField = z.infer<typeof ImportField>;

const Count = z.int().min(0);

/** Counts of a check or an import: products to create, change or leave unchanged, variants, errors and warnings. */
export const ImportCounts = z.object({
  products: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
  variants: Count,
  errors: Count,
  warnings: Count,
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** An uploaded import file and its state. */
export const Import = z
  .object({
    id: Id,
    file_name: z.string(),
    /** In bytes. */
    size: Count,
    state: ImportState,
    /** Progress of the check or the import, 0 to 1. */
    progress: z.number().min(0).max(1),
    /** Counts of the check until the import begins, then of the import so far. */
    counts: ImportCounts,
    /** Why it failed, or what a check or an import waits for, in words for people; otherwise null. */
    failure: z.string().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
    /** The user's name at that time. */
    user: z.object({ id: Id, username: z.string() }),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

const IMPORT_LINE_KINDS = ['error', 'warning', 'created', 'updated'] as const;
export type ImportLineKind = (typeof IMPORT_LINE_KINDS)[number];

/** A message of a check or an import about a line of its file. The first thousand of each kind are kept. */
export const ImportLine = z
  .object({
    id: Id,
    kind: z.enum(IMPORT_LINE_KINDS),
    line: z.int().min(1),
    /** The column heading; null when the message concerns the whole line. */
    column: z.string().nullable(),
    /** A sentence; for a product line, the product's name. */
    message: z.string(),
    /** The changed fields of the product. */
    fields: z.array(ImportField),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof ImportLine>;

export const ImportLineQuery = PageQuery.extend({ kind: oneOf(IMPORT_LINE_KINDS) });
export type ImportLineQuery = z.infer<typeof ImportLineQuery>;
