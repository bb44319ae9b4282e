import type { DataSource, EntityManager } from 'typeorm';
import type { ImportCounts } from '../../contract/catalog/imports.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { lockProductRows } from '../products/product.locks.js';
import {
  NO_CHANGES,
  countsOf,
  handlesOf,
  isToDo,
  importLines,
  noteLine,
  plan,
  sumOf,
  type NewImportLine,
  type Planned,
} from './import-plan.js';
import type { PhotoChoice } from './photo-choice.js';
import type { MissingPicture, PictureSource } from './picture-source.js';
import { handlesWithPictures } from './pictures.sql.js';
import { ImportError, type ImportNote, type ImportProduct, type ReportNote } from './read/import-product.js';
import { isFile, readBatches } from './read/read-batches.js';
import { TaxonomyNames } from './write/taxonomy-names.js';
import { WritePace } from './write/write-pace.js';
import { lockNamesForReference, writeProduct } from './write/write-product.js';

/** The maximum number of stored report lines of each kind. */
export const MAX_LINES = 1_000;

/** The dependencies of a check or an import. */
export interface ImportSources {
  db: DataSource;
  pictures: PictureSource;
  /** Chooses pictures for products whose file names none. Open a new one for every run. */
  photos?: PhotoChoice;
  /** Stops the run between two batches. */
  signal?: AbortSignal;
}

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
  // Every line of a file may be faulty: `MAX_LINES` of each kind are enough.
  const noteCounts = { error: 0, warning: 0 };
  const report = (note: ImportNote) => {
    if (++noteCounts[note.kind] <= MAX_LINES) notes.push(note);
  };
  const finish = async (batch: ImportProduct[]) => {
    signal?.throwIfAborted();
    await choosePhotos(db, batch, photos);
    const sources = batch.flatMap((product) => product.pictures);
    // A picture that is not fetched yet counts as new: its source takes the place of its hash.
    const known = new Map([...sources.map((each) => [each, each] as const), ...(await pictures.known(sources))]);
    const planned = await plan(db.manager, batch, known, report);
    const counts = {
      ...countsOf(planned, []),
      errors: noteCounts.error - total.errors,
      warnings: noteCounts.warning - total.warnings,
    };
    total = sumOf(total, counts);
    await done([...notes.map(noteLine), ...planned.flatMap(importLines)], counts, bytes);
    notes = [];
  };
  if (await isFile(file, report)) {
    for await (const batch of readBatches(file, report, (count) => (bytes = count))) await finish(batch);
  }
  await finish([]);
  return total;
}

/**
 * Imports a file that `checkCatalogue` found free of errors. Each part of a batch has its own transaction: a killed run has written
 * whole parts, and the next run continues after them. Products are matched by handle and skipped when nothing differs. The
 * file overwrites everything that it contains in the shop, stock included.
 *
 * @returns the counts of this run
 * @throws ImportError at the first error in the file
 */
export async function writeCatalogue(
  { db, pictures, photos, signal }: ImportSources,
  file: string,
  { skip = 0, done, committed }: WriteOptions,
): Promise<ImportCounts> {
  const pace = new WritePace();
  let total = NO_CHANGES;
  let position = 0;
  const report: ReportNote = (note) => {
    if (note.kind === 'error') throw new ImportError(file, [note]);
  };
  for await (const whole of readBatches(file, report)) {
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
    for (let from = 0; from < batch.length;) {
      signal?.throwIfAborted();
      const part = batch.slice(from, from + pace.count);
      const notes = part.flatMap((product) => missingOf(product, missing));
      const counts = await inTransaction(db, async (tx) => {
        const planned = await writePart(tx, part, { known, report }, () => pace.locked());
        const sums = countsOf(planned, notes);
        await done(tx, [...notes.map(noteLine), ...planned.flatMap(importLines)], sums);
        return sums;
      });
      pace.committed(part.length);
      committed?.(counts);
      total = sumOf(total, counts);
      from += part.length;
    }
  }
  return total;
}

interface WriteOptions {
  /** The number of products that earlier runs have written. */
  skip?: number;
  /** Called at the end of each part's transaction, which may be retried; its writes commit with the part. */
  done: (tx: EntityManager, lines: NewImportLine[], counts: ImportCounts) => Promise<void>;
  /** Called after a part has committed. */
  committed?: (counts: ImportCounts) => void;
}

/** Locks the products that seem to differ, compares them again under their locks and writes the differences. */
async function writePart(
  tx: EntityManager,
  part: ImportProduct[],
  { known, report }: { known: Map<string, string>; report: ReportNote },
  onLock: () => void,
): Promise<Planned[]> {
  const planned = await plan(tx, part, known, report);
  const toDo = planned.filter(isToDo);
  if (toDo.length === 0) return planned;
  const names = new TaxonomyNames(tx);
  // Before the products: the lock order of every edit of a product.
  for (const { imported } of toDo) await lockNamesForReference(names, imported);
  const read = toDo.map((each) => each.read);
  await lockProductRows(tx, { handles: handlesOf(read) });
  onLock();
  const replanned = new Map((await plan(tx, read, known, report)).map((each) => [each.read, each]));
  for (const each of replanned.values()) {
    if (isToDo(each)) await writeProduct(tx, names, each.imported, each.before, each.pictures);
  }
  return planned.map((each) => replanned.get(each.read) ?? each);
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

const missingOf = ({ pictures, line }: ImportProduct, missing: MissingPicture): ImportNote[] =>
  pictures.flatMap((source) => {
    const reason = missing.get(source);
    return reason === undefined
      ? []
      : [{ kind: 'warning', line, column: 'Image Src', message: `Bỏ qua ảnh ${source}: ${reason}` } as const];
  });
