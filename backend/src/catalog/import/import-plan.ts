import type { EntityManager } from 'typeorm';
import type { ImportCounts, ImportLine } from '../../contract/catalog/imports.js';
import { recordsByHandle, type CatalogueRecord } from '../products/catalogue-record.sql.js';
import type { ImportNote, ImportProduct, ReportNote } from './read/import-product.js';
import { keepUnstated, importRefusal, stockRefusal } from './write/keep-unstated.js';
import { changedProductFields, type PlannedPicture } from './write/product-state.js';

/** A report line: a note, or a product that is created or updated. */
export type NewImportLine = Omit<ImportLine, 'id'>;

export const NO_CHANGES: ImportCounts = {
  products: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  variants: 0,
  errors: 0,
  warnings: 0,
};

/** Adds up the counts of batches. */
export const sumOf = (a: ImportCounts, b: ImportCounts): ImportCounts =>
  Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + b[key as keyof ImportCounts]])) as never;

/** A product of the file beside the shop's, and the changes to make. */
export interface Planned {
  /** As the file says. */
  read: ImportProduct;
  /** The product with what the file leaves out, see `keepUnstated`. */
  imported: ImportProduct;
  before: CatalogueRecord | undefined;
  /** In order; null leaves the pictures unchanged. */
  pictures: PlannedPicture[] | null;
  /** The fields that differ, for a product that the shop has. */
  fields: NewImportLine['fields'];
}

export const isToDo = ({ before, fields }: Planned) => before === undefined || fields.length > 0;

/**
 * Compares a batch with the shop.
 * @param hashes of the available pictures, by source
 * @param report gets an error for a product that the file cannot change, which is left out of the plan
 */
export async function plan(
  tx: EntityManager,
  batch: ImportProduct[],
  hashes: Map<string, string>,
  report: ReportNote,
): Promise<Planned[]> {
  const states = await recordsByHandle(tx, handlesOf(batch));
  return batch.flatMap((read) => {
    const before = states.get(read.handle);
    const imported = keepUnstated(read, before);
    const refusal = importRefusal(read, before) ?? stockRefusal(imported);
    if (refusal) {
      report(refusal);
      return [];
    }
    const pictures = picturesOf(imported, before, hashes);
    const fields = before ? changedProductFields(before, imported, pictures) : [];
    return [{ read, imported, before, pictures, fields }];
  });
}

/** A product's pictures after the import. If some are unavailable, a product with pictures keeps them (null). */
function picturesOf(
  { pictures, pictureColors }: ImportProduct,
  before: CatalogueRecord | undefined,
  hashes: Map<string, string>,
): PlannedPicture[] | null {
  const planned = new Map<string, PlannedPicture>();
  for (const source of pictures) {
    const hash = hashes.get(source);
    if (hash && !planned.has(hash)) planned.set(hash, { hash, colorName: pictureColors.get(source) });
  }
  const isComplete = pictures.every((source) => hashes.has(source));
  return planned.size === 0 || (!isComplete && before && before.pictures.length > 0) ? null : [...planned.values()];
}

export const handlesOf = (batch: ImportProduct[]) => batch.map(({ handle }) => handle);

/** Counts what a batch changes. */
export function countsOf(planned: Planned[], notes: ImportNote[]): ImportCounts {
  const created = planned.filter(({ before }) => before === undefined).length;
  const updated = planned.filter(isToDo).length - created;
  return {
    products: planned.length,
    created,
    updated,
    unchanged: planned.length - created - updated,
    variants: planned.reduce((sum, { imported }) => sum + imported.variants.length, 0),
    errors: notes.filter(({ kind }) => kind === 'error').length,
    warnings: notes.filter(({ kind }) => kind === 'warning').length,
  };
}

/** The report's line of a product: none for an unchanged one. */
export function importLines(planned: Planned): NewImportLine[] {
  if (!isToDo(planned)) return [];
  const { imported, before, fields } = planned;
  return [{ kind: before ? 'updated' : 'created', line: imported.line, column: null, message: imported.name, fields }];
}

export const noteLine = (note: ImportNote): NewImportLine => ({ ...note, fields: [] });
