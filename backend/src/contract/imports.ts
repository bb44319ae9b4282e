import { z } from 'zod';
import { Id, PageQuery, Timestamp, oneOf } from './common.js';

/**
 * The life of an import: the file is checked, waits for confirmation (or is rejected for its errors), and is imported. Checking
 * and importing take turns.
 */
export const IMPORT_STATES = ['checking', 'ready', 'refused', 'importing', 'done', 'failed'] as const;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/** Fields of a product that an import can change. */
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
] as const;
export const ImportField = z.enum(IMPORT_FIELDS);
export type ImportField = z.infer<typeof ImportField>;

const Count = z.int().min(0);

/** How many products a check would, or an import did, create, change and leave as they are; and what it found on its way. */
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

/** A file that somebody gave to be imported. */
export const Import = z
  .object({
    id: Id,
    file_name: z.string(),
    /** In bytes. */
    size: Count,
    state: ImportState,
    /** From 0 to 1, of the checking or the importing. */
    progress: z.number().min(0).max(1),
    /** Of the check until the import begins, then of the import so far. */
    counts: ImportCounts,
    /** Why it failed, for people; else null. */
    failure: z.string().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
    /** As they were called then. */
    user: z.object({ id: Id, username: z.string() }),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

export const IMPORT_LINE_KINDS = ['error', 'warning', 'created', 'updated'] as const;
export type ImportLineKind = (typeof IMPORT_LINE_KINDS)[number];

/** Something that a check or an import has to say of a line of its file; of each kind the first thousand are kept. */
export const ImportLine = z
  .object({
    id: Id,
    kind: z.enum(IMPORT_LINE_KINDS),
    line: z.int().min(1),
    /** The heading of the column, null where it is the whole line. */
    column: z.string().nullable(),
    /** A sentence; of a product its name. */
    message: z.string(),
    /** The changed fields of the product. */
    fields: z.array(ImportField),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof ImportLine>;

export const ImportLineQuery = PageQuery.extend({ kind: oneOf(IMPORT_LINE_KINDS) });
export type ImportLineQuery = z.infer<typeof ImportLineQuery>;
