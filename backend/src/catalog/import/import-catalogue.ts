import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { ImportCounts, ImportLine } from '../../contract/imports.js';
import { inTransaction } from '../../db/transaction.js';
import { ImportError, type ImportProduct, type Note, type Tell } from './import-product.js';
import type { PhotoChoice } from './photo-choice.js';
import type { Missing, PictureSource } from './picture-source.js';
import { differences, statesOf, type ProductState } from './product-state.js';
import { readCatalogue } from './read-catalogue.js';
import { readShopify } from './read-shopify.js';
import { ShelfNames } from './shelf-names.js';
import { holdNames, lockHandles, writeProduct } from './write-product.js';

/** Products that are written in one transaction: few enough that no buyer waits for their locks for long. */
const BATCH = 100;

/** Of each kind of lines so many are told. */
export const MOST_LINES = 1_000;

/** What there is to say of a line: a note, or a product that is created or updated. */
export type Line = Omit<ImportLine, 'id'>;

/** What a check or an import is made with. */
export interface Sources {
  db: DataSource;
  pictures: PictureSource;
  /** Chooses pictures for products whose file names none; must be opened anew for every run. */
  photos?: PhotoChoice;
  /** Stops it between two batches. */
  signal?: AbortSignal;
}

export const NOTHING: ImportCounts = {
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
 * Reads a file and compares it with the catalogue. Nothing is changed, and nothing is fetched.
 *
 * @param done is told after each batch what was found in it, and how many bytes have been read
 * @returns what an import would do
 */
export async function checkCatalogue(
  { db, pictures, photos, signal }: Sources,
  file: string,
  done: (lines: Line[], counts: ImportCounts, bytes: number) => Promise<void> | void,
): Promise<ImportCounts> {
  let total = NOTHING;
  let bytes = 0;
  let notes: Note[] = [];
  // A file may be wrong in every line.
  const told = { error: 0, warning: 0 };
  const tell = (note: Note) => {
    if (++told[note.kind] <= MOST_LINES) notes.push(note);
  };
  const finish = async (batch: ImportProduct[]) => {
    signal?.throwIfAborted();
    await choosePhotos(db, batch, photos);
    const sources = batch.flatMap((product) => product.pictures);
    // What would have to be got is unlike any picture that there is.
    const known = new Map([...sources.map((each) => [each, each] as const), ...(await pictures.known(sources))]);
    const planned = await plan(db.manager, batch, known);
    const counts = {
      ...countsOf(planned, []),
      errors: told.error - total.errors,
      warnings: told.warning - total.warnings,
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
 * Makes the catalogue as a file says, which `checkCatalogue` has found to be without errors. It is written batch by batch,
 * each in a transaction of its own, so a run that is killed has done whole batches, and the next one goes on after them. A
 * product is recognised by its handle; one in which nothing differs is not written. The file is right about everything in
 * it, stock included.
 *
 * @throws ImportError at the first error, when there is one all the same
 */
export async function writeCatalogue(
  { db, pictures, photos, signal }: Sources,
  file: string,
  { skip = 0, done, committed }: WriteOptions,
): Promise<ImportCounts> {
  let total = NOTHING;
  let seen = 0;
  const tell: Tell = (note) => {
    if (note.kind === 'error') throw new ImportError(file, [note]);
  };
  for await (const whole of inBatches(read(file, tell))) {
    signal?.throwIfAborted();
    const batch = whole.slice(Math.max(0, skip - seen));
    seen += whole.length;
    if (batch.length === 0) continue;
    await choosePhotos(db, batch, photos);
    const missing: Missing = new Map();
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
  /** How many products were done before. */
  skip?: number;
  /** Is called at the end of each batch's transaction, which may be tried again: what it writes is there if the batch is. */
  done: (tx: EntityManager, lines: Line[], counts: ImportCounts) => Promise<void>;
  /** Is called when a batch is there for good. */
  committed?: (counts: ImportCounts) => void;
}

/** A product of the file beside the shop's, and what there is to do. */
interface Planned {
  given: ImportProduct;
  before: ProductState | undefined;
  /** Hashes; null leaves the pictures as they are. */
  pictures: string[] | null;
  /** Of a product that is in the shop: what differs. */
  fields: Line['fields'];
}

const isToDo = ({ before, fields }: Planned) => before === undefined || fields.length > 0;

/** @param known the hash of each picture that can be had, by its source */
async function plan(tx: EntityManager, batch: ImportProduct[], known: Map<string, string>): Promise<Planned[]> {
  const states = await statesOf(tx, handlesOf(batch));
  return batch.map((given) => {
    const before = states.get(given.handle);
    const pictures = picturesOf(given, before, known);
    return { given, before, pictures, fields: before ? differences(before, given, pictures) : [] };
  });
}

/** Where some of a product's pictures cannot be had, those that it has are better than the rest. */
function picturesOf({ pictures }: ImportProduct, before: ProductState | undefined, known: Map<string, string>) {
  const hashes = [...new Set(pictures.flatMap((source) => known.get(source) ?? []))];
  const isWhole = pictures.every((source) => known.has(source));
  return hashes.length === 0 || (!isWhole && before && before.pictures.length > 0) ? null : hashes;
}

/** Locks what seems to differ and looks at it again: only under its lock a product is what it is. */
async function writeBatch(tx: EntityManager, batch: ImportProduct[], known: Map<string, string>): Promise<Planned[]> {
  const planned = await plan(tx, batch, known);
  const toDo = planned.filter(isToDo).map(({ given }) => given);
  if (toDo.length === 0) return planned;
  const names = new ShelfNames(tx);
  // Before the products, as whoever edits a product takes them.
  for (const given of toDo) await holdNames(names, given);
  await lockHandles(tx, handlesOf(toDo));
  const sure = new Map((await plan(tx, toDo, known)).map((each) => [each.given, each]));
  for (const each of sure.values()) {
    if (isToDo(each)) await writeProduct(tx, names, each.given, each.before, each.pictures);
  }
  return planned.map((each) => sure.get(each.given) ?? each);
}

/** Gives photographs of their class and colour to products that have no picture, neither in the file nor in the shop. */
async function choosePhotos(db: DataSource, batch: ImportProduct[], photos: PhotoChoice | undefined): Promise<void> {
  const without = batch.filter((product) => product.pictures.length === 0);
  if (!photos || without.length === 0) return;
  const rows: { handle: string }[] = await db.query(
    `SELECT handle FROM products p WHERE handle = ANY ($1::text[])
       AND EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id)`,
    [handlesOf(without)],
  );
  const shown = new Set(rows.map(({ handle }) => handle));
  for (const product of without) {
    if (shown.has(product.handle)) continue;
    const colors = [...new Set(product.variants.map(({ color }) => color))];
    product.pictures = photos.choose({ category: product.category, name: product.name, colors });
  }
}

const handlesOf = (batch: ImportProduct[]) => batch.map(({ handle }) => handle);

function countsOf(planned: Planned[], notes: Note[]): ImportCounts {
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

function lineOf(planned: Planned): Line[] {
  if (!isToDo(planned)) return [];
  const { given, before, fields } = planned;
  return [{ kind: before ? 'updated' : 'created', line: given.line, column: null, message: given.name, fields }];
}

const lineOfNote = (note: Note): Line => ({ ...note, fields: [] });

const missingOf = ({ pictures, line }: ImportProduct, missing: Missing): Note[] =>
  pictures.flatMap((source) => {
    const reason = missing.get(source);
    return reason === undefined
      ? []
      : [{ kind: 'warning', line, column: 'Image Src', message: `Bỏ qua ảnh ${source}: ${reason}` } as const];
  });

function read(file: string, tell: Tell, progress?: (bytes: number) => void): AsyncGenerator<ImportProduct> {
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

async function isFile(file: string, tell: Tell): Promise<boolean> {
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
