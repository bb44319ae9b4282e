import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { ImportCounts, ImportLine } from '../../contract/imports.js';
import { lockProductRows } from '../catalog.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ImportError, type ImportProduct, type ImportNote, type ReportNote } from './read/import-product.js';
import type { PhotoChoice } from './photo-choice.js';
import type { MissingPicture, PictureSource } from './picture-source.js';
import { changedProductFields } from './write/product-state.js';
import { recordsByHandle, type CatalogueRecord } from '../products/catalogue-record.sql.js';
import { handlesWithPictures } from './pictures.sql.js';
import { readCatalogue } from './read/read-catalogue.js';
import { readShopify } from './read/read-shopify.js';
import { TaxonomyNames } from './write/taxonomy-names.js';
import { holdNames, writeProduct } from './write/write-product.js';

/** Products of one transaction: few, so that buyers wait only briefly for their locks. */
const BATCH = 100;

/** The most report lines that are stored of each kind. */
export const MAX_LINES = 1_000;

/** A report line: a note, or a product that is created or updated. */
export type NewImportLine = Omit<ImportLine, 'id'>;

/** The dependencies of a check or an import. */
export interface ImportSources {
  db: DataSource;
  pictures: PictureSource;
  /** Chooses pictures for products whose file names none. Open a new one for every run. */
  photos?: PhotoChoice;
  /** Stops the run between two batches. */
  signal?: AbortSignal;
}

export const NO_CHANGES: ImportCounts = {
  products: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  variants: 0,
  errors: 0,
  warnings: 0,
};

export const sumOf = (a: ImportCounts, b: ImportCounts): ImportCounts =>
  Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + b[key as keyof ImportCounts]])) as never;

/**
 * Dry run: reads a file and compares it with the catalogue. Writes nothing and fetches no pictures.
 *
 * @param done called after each batch with its report lines, its counts and the bytes read so far
 * @returns the counts of the import that would follow
 */
export async function checkCatalogue(
  { db, pictures, photos, signal }: ImportSources,
  file: string,
  done: (lines: NewImportLine[], counts: ImportCounts, bytes: number) => Promise<void> | void,
): Promise<ImportCounts> {
  let total = NO_CHANGES;
  let bytes = 0;
  let notes: ImportNote[] = [];
  // Every line of a file may be wrong: `MAX_LINES` of each kind are enough.
  const noteCounts = { error: 0, warning: 0 };
  const tell = (note: ImportNote) => {
    if (++noteCounts[note.kind] <= MAX_LINES) notes.push(note);
  };
  const finish = async (batch: ImportProduct[]) => {
    signal?.throwIfAborted();
    await choosePhotos(db, batch, photos);
    const sources = batch.flatMap((product) => product.pictures);
    // A picture still to be fetched counts as new: its source stands in for its hash.
    const known = new Map([...sources.map((each) => [each, each] as const), ...(await pictures.known(sources))]);
    const planned = await plan(db.manager, batch, known);
    const counts = {
      ...countsOf(planned, []),
      errors: noteCounts.error - total.errors,
      warnings: noteCounts.warning - total.warnings,
    };
    total = sumOf(total, counts);
    await done([...notes.map(lineOfNote), ...planned.flatMap(lineOf)], counts, bytes);
    notes = [];
  };
  if (await isFile(file, tell)) {
    for await (const batch of inBatches(read(file, tell, (count) => (bytes = count)))) await finish(batch);
  }
  await finish([]);
  return total;
}

/**
 * Imports a file that `checkCatalogue` found free of errors. Each batch has its own transaction: a run that is killed has
 * written whole batches, and the next run continues after them. A product is matched by its handle, and left alone when
 * nothing differs. The file wins over the shop in everything that it contains, stock included.
 *
 * @returns the counts of this run
 * @throws ImportError at the first error in the file
 */
export async function writeCatalogue(
  { db, pictures, photos, signal }: ImportSources,
  file: string,
  { skip = 0, done, committed }: WriteOptions,
): Promise<ImportCounts> {
  let total = NO_CHANGES;
  let position = 0;
  const tell: ReportNote = (note) => {
    if (note.kind === 'error') throw new ImportError(file, [note]);
  };
  for await (const whole of inBatches(read(file, tell))) {
    signal?.throwIfAborted();
    const batch = whole.slice(Math.max(0, skip - position));
    position += whole.length;
    if (batch.length === 0) continue;
    await choosePhotos(db, batch, photos);
    const missing: MissingPicture = new Map();
    const known = await pictures.keep(
      batch.flatMap((product) => product.pictures),
      missing,
    );
    const notes = batch.flatMap((product) => missingOf(product, missing));
    const counts = await inTransaction(db, async (tx) => {
      const planned = await writeBatch(tx, batch, known);
      const sums = countsOf(planned, notes);
      await done(tx, [...notes.map(lineOfNote), ...planned.flatMap(lineOf)], sums);
      return sums;
    });
    committed?.(counts);
    total = sumOf(total, counts);
  }
  return total;
}

interface WriteOptions {
  /** The number of products that earlier runs have written. */
  skip?: number;
  /** Called at the end of each batch's transaction, which may be retried; its writes commit with the batch. */
  done: (tx: EntityManager, lines: NewImportLine[], counts: ImportCounts) => Promise<void>;
  /** Called after a batch has committed. */
  committed?: (counts: ImportCounts) => void;
}

/** A product of the file beside the shop's, and the changes to make. */
interface Planned {
  given: ImportProduct;
  before: CatalogueRecord | undefined;
  /** Hashes in order; null leaves the pictures unchanged. */
  pictures: string[] | null;
  /** The fields that differ, for a product that the shop has. */
  fields: NewImportLine['fields'];
}

const isToDo = ({ before, fields }: Planned) => before === undefined || fields.length > 0;

/** Compares a batch with the shop. @param known hashes of the available pictures, by source */
async function plan(tx: EntityManager, batch: ImportProduct[], known: Map<string, string>): Promise<Planned[]> {
  const states = await recordsByHandle(tx, handlesOf(batch));
  return batch.map((given) => {
    const before = states.get(given.handle);
    const pictures = picturesOf(given, before, known);
    return { given, before, pictures, fields: before ? changedProductFields(before, given, pictures) : [] };
  });
}

/** A product's pictures after the import. If some are unavailable, a product with pictures keeps them (null). */
function picturesOf({ pictures }: ImportProduct, before: CatalogueRecord | undefined, known: Map<string, string>) {
  const hashes = [...new Set(pictures.flatMap((source) => known.get(source) ?? []))];
  const isComplete = pictures.every((source) => known.has(source));
  return hashes.length === 0 || (!isComplete && before && before.pictures.length > 0) ? null : hashes;
}

/** Locks the products that seem to differ, compares them again under their locks and writes the differences. */
async function writeBatch(tx: EntityManager, batch: ImportProduct[], known: Map<string, string>): Promise<Planned[]> {
  const planned = await plan(tx, batch, known);
  const toDo = planned.filter(isToDo).map(({ given }) => given);
  if (toDo.length === 0) return planned;
  const names = new TaxonomyNames(tx);
  // Before the products: the lock order of every edit of a product.
  for (const given of toDo) await holdNames(names, given);
  await lockProductRows(tx, { handles: handlesOf(toDo) });
  const replanned = new Map((await plan(tx, toDo, known)).map((each) => [each.given, each]));
  for (const each of replanned.values()) {
    if (isToDo(each)) await writeProduct(tx, names, each.given, each.before, each.pictures);
  }
  return planned.map((each) => replanned.get(each.given) ?? each);
}

/** Chooses photographs by class and colour for products without a picture in the file or the shop. */
async function choosePhotos(db: DataSource, batch: ImportProduct[], photos: PhotoChoice | undefined): Promise<void> {
  const without = batch.filter((product) => product.pictures.length === 0);
  if (!photos || without.length === 0) return;
  const withPictures = await handlesWithPictures(db, handlesOf(without));
  for (const product of without) {
    if (withPictures.has(product.handle)) continue;
    const colors = [...new Set(product.variants.map(({ color }) => color))];
    product.pictures = photos.choose({ category: product.category, name: product.name, colors });
  }
}

const handlesOf = (batch: ImportProduct[]) => batch.map(({ handle }) => handle);

function countsOf(planned: Planned[], notes: ImportNote[]): ImportCounts {
  const created = planned.filter(({ before }) => before === undefined).length;
  const updated = planned.filter(isToDo).length - created;
  return {
    products: planned.length,
    created,
    updated,
    unchanged: planned.length - created - updated,
    variants: planned.reduce((sum, { given }) => sum + given.variants.length, 0),
    errors: notes.filter(({ kind }) => kind === 'error').length,
    warnings: notes.filter(({ kind }) => kind === 'warning').length,
  };
}

function lineOf(planned: Planned): NewImportLine[] {
  if (!isToDo(planned)) return [];
  const { given, before, fields } = planned;
  return [{ kind: before ? 'updated' : 'created', line: given.line, column: null, message: given.name, fields }];
}

const lineOfNote = (note: ImportNote): NewImportLine => ({ ...note, fields: [] });

const missingOf = ({ pictures, line }: ImportProduct, missing: MissingPicture): ImportNote[] =>
  pictures.flatMap((source) => {
    const reason = missing.get(source);
    return reason === undefined
      ? []
      : [{ kind: 'warning', line, column: 'Image Src', message: `Bỏ qua ảnh ${source}: ${reason}` } as const];
  });

function read(file: string, tell: ReportNote, progress?: (bytes: number) => void): AsyncGenerator<ImportProduct> {
  return path.extname(file).toLowerCase() === '.json' ? readCatalogue(file, tell) : readShopify(file, tell, progress);
}

async function* inBatches(products: AsyncIterable<ImportProduct>): AsyncGenerator<ImportProduct[]> {
  let batch: ImportProduct[] = [];
  for await (const product of products) {
    batch.push(product);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function isFile(file: string, tell: ReportNote): Promise<boolean> {
  const refuse = (message: string) => tell({ kind: 'error', line: 1, column: null, message });
  try {
    const handle = await open(file);
    const stat = await handle.stat().finally(() => handle.close());
    if (!stat.isFile()) refuse('Đây không phải là một tệp.');
    return stat.isFile();
  } catch (error) {
    refuse(`Không mở được tệp: ${(error as Error).message}`);
    return false;
  }
}
