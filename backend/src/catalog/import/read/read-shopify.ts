import { open } from 'node:fs/promises';
import type { ProductColumn } from '../../csv/product-csv.js';
import { BadFile, readCsv } from './csv-file.js';
import type { ImportProduct, ReportNote } from './import-product.js';
import { ShopifyProducts } from './shopify-products.js';
import { ShopifyRow, type ShopifyColumn } from './shopify-row.js';

const NEEDED = ['Handle', 'Title', 'Variant Price'] satisfies ProductColumn[];
/** Shopify's own limit of variants. It limits the memory that one product can take. */
const MAX_ROWS = 2_048;

/**
 * Reads Shopify's product CSV: a row for each variant or further picture, consecutive for one product, with the product's own
 * cells in the first row. The options named Màu sắc (Color) and Kích thước (Size) become a variant's colour and size.
 *
 * A row may end after its price: Excel leaves out the last separators where the last columns are empty for some rows. A last row
 * that no line end closes may be cut off within a cell, so it needs all its cells.
 *
 * @param progress called with the number of bytes read so far
 * @yields products, one at a time; a faulty one is reported and left out
 */
export async function* readShopify(
  file: string,
  report: ReportNote,
  progress?: (bytes: number) => void,
): AsyncGenerator<ImportProduct> {
  const products = new ShopifyProducts(report);
  let rows: ShopifyRow[] = [];
  let width = 0;
  let priceAt = 0;
  /** The row that was read last, if it ends early. */
  let short: ShopifyRow | undefined;
  let isEmpty = true;
  const checkHeader = (headings: string[]) => {
    width = headings.length;
    priceAt = headings.indexOf('Variant Price');
    const missing = NEEDED.filter((name) => !headings.includes(name));
    if (missing.length > 0) {
      throw new BadFile(1, null, `Tệp không phải CSV sản phẩm của Shopify: thiếu cột ${missing.join(', ')}.`);
    }
    const seen = new Set<string>();
    for (const name of headings) {
      if (seen.has(name)) throw new BadFile(1, name, 'Cột này có hai lần trong tiêu đề.');
      if (name !== '') seen.add(name);
    }
  };
  const error = (line: number, column: ShopifyColumn | null, message: string) =>
    report({ kind: 'error', line, column, message });
  const refuseWidth = (row: ShopifyRow) => {
    error(row.line, null, `Dòng có ${row.width} ô, trong khi tiêu đề có ${width} cột.`);
    products.markFaulty(row.cell('Handle'));
  };

  try {
    for await (const read of readCsv(file, checkHeader, progress)) {
      const row = new ShopifyRow(read);
      const handle = row.cell('Handle');
      isEmpty = false;
      short = undefined;
      if (row.width > width || row.width <= priceAt) {
        refuseWidth(row);
        continue;
      }
      if (row.width < width) short = row;
      if (handle === '') {
        error(row.line, 'Handle', 'Thiếu Handle.');
        continue;
      }
      if (rows[0] && rows[0].cell('Handle') !== handle) {
        const product = products.read(rows);
        rows = [];
        if (product) yield product;
      }
      if (rows.length === MAX_ROWS) error(row.line, 'Handle', `Một sản phẩm có quá ${MAX_ROWS} dòng.`);
      if (rows.length < MAX_ROWS) rows.push(row);
    }
    if (short && !(await endsInLineEnd(file))) refuseWidth(short);
    const last = rows.length > 0 ? products.read(rows) : undefined;
    if (last) yield last;
    if (isEmpty) error(1, null, 'Tệp không có sản phẩm nào.');
  } catch (thrown) {
    if (!(thrown instanceof BadFile)) throw thrown;
    report({ kind: 'error', line: thrown.line, column: thrown.column, message: thrown.message });
  }
}

/** Whether a line end closes the last record of a file that is not empty. */
async function endsInLineEnd(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 0x0a || buffer[0] === 0x0d;
  } finally {
    await handle.close();
  }
}
