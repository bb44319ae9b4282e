import { open } from 'node:fs/promises';
import path from 'node:path';
import type { ImportProduct, ReportNote } from './import-product.js';
import { readCatalogue } from './read-catalogue.js';
import { readShopify } from './read-shopify.js';

/** Products whose pictures are looked for at once. */
const BATCH = 100;

/**
 * Reads a file, Shopify's CSV or a JSON array, in batches of products.
 * @param report receives the errors and warnings
 * @param progress called with the number of bytes read so far
 */
export async function* readBatches(
  file: string,
  report: ReportNote,
  progress?: (bytes: number) => void,
): AsyncGenerator<ImportProduct[]> {
  const isJson = path.extname(file).toLowerCase() === '.json';
  let batch: ImportProduct[] = [];
  for await (const product of isJson ? readCatalogue(file, report) : readShopify(file, report, progress)) {
    batch.push(product);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns whether the file exists; reports an error otherwise. */
export async function isFile(file: string, report: ReportNote): Promise<boolean> {
  const refuse = (message: string) => report({ kind: 'error', line: 1, column: null, message });
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
