import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { MediaStore } from '../../media/media-store.js';
import { ImportError, type ImportProduct, type Problem, type Report } from './import-product.js';
import { PhotoChoice } from './photo-choice.js';
import { PictureSource } from './picture-source.js';
import { readCatalogue } from './read-catalogue.js';
import { readShopify } from './read-shopify.js';
import { ShelfNames } from './shelf-names.js';
import { stateOf, writeProduct, type Outcome } from './write-product.js';

/** What an import did. */
export interface Summary extends Record<Outcome, number> {
  variants: number;
  pictures: number;
  /** Pictures that were skipped, each with the line of its product. */
  broken: Problem[];
}

const MOST_PROBLEMS = 50;

/**
 * Brings a file into the catalogue: Shopify's product CSV, or a JSON array. The file is read twice, first to check all of
 * it and then to write, in one transaction; so a large one never lies in memory, and a faulty one changes nothing. A
 * product is recognised by its handle. The file is right about everything in it, stock included.
 *
 * @param options.images a folder for pictures that the file names; where it names none, for photographs chosen by class
 *   and colour from the folder's manifest, unless the product has pictures already
 * @param options.progress told the number of products written so far
 * @throws ImportError with every problem and its line
 */
export async function importCatalogue(
  db: DataSource,
  store: MediaStore,
  { file, images, progress }: { file: string; images?: string; progress?: (products: number) => void },
): Promise<Summary> {
  await check(file);
  return db.transaction(async (tx) => {
    // Reading pictures of a large file takes longer than a request may.
    await tx.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const names = await ShelfNames.load(tx);
    const photos = images ? await PhotoChoice.open(images, await picturesInUse(tx)) : undefined;
    const source = await PictureSource.open(tx, store, images);
    const summary: Summary = { created: 0, changed: 0, unchanged: 0, variants: 0, pictures: 0, broken: [] };
    let count = 0;
    for await (const product of read(file, () => undefined)) {
      const before = await stateOf(tx, product.handle);
      const hasPictures = before !== undefined && before.pictures.length > 0;
      const choice = product.pictures.length > 0 || hasPictures ? product.pictures : photos?.choose(choiceOf(product));
      const hashes = choice?.length
        ? await source.keep(choice, (picture, reason) =>
            summary.broken.push({ line: product.line, message: `the picture ${picture} is skipped: ${reason}` }),
          )
        : null;
      summary[await writeProduct(tx, names, product, before, hashes)]++;
      summary.variants += product.variants.length;
      summary.pictures += hashes?.length ?? 0;
      count++;
      progress?.(count);
    }
    return summary;
  });
}

function read(file: string, report: Report): AsyncGenerator<ImportProduct> {
  return path.extname(file).toLowerCase() === '.json' ? readCatalogue(file, report) : readShopify(file, report);
}

async function check(file: string): Promise<void> {
  const problems: Problem[] = [];
  const report: Report = (line, message) => problems.push({ line, message });
  const size = await sizeOf(file);
  if (typeof size === 'string') report(1, size);
  else if (size === 0) report(1, 'the file is empty');
  else for await (const _product of read(file, report)) if (problems.length >= MOST_PROBLEMS) break;
  if (problems.length > 0) throw new ImportError(file, problems);
}

async function sizeOf(file: string): Promise<number | string> {
  try {
    const handle = await open(file);
    const stat = await handle.stat().finally(() => handle.close());
    return stat.isFile() ? stat.size : 'this is no file';
  } catch (error) {
    return `the file cannot be opened: ${(error as Error).message}`;
  }
}

const choiceOf = ({ category, name, variants }: ImportProduct) => ({
  category,
  name,
  colors: [...new Set(variants.flatMap(({ color }) => color ?? []))],
});

async function picturesInUse(tx: EntityManager): Promise<Map<string, number>> {
  const rows: { hash: string; uses: number }[] = await tx.query(
    'SELECT media_hash AS hash, count(*)::integer AS uses FROM product_images GROUP BY media_hash',
  );
  return new Map(rows.map(({ hash, uses }) => [hash, uses]));
}
