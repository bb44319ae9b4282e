import { parse, CsvError } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { foldVi } from '../fold.js';
import { htmlToText } from './html-text.js';
import {
  MAX_DESCRIPTION,
  MAX_NAME,
  readPrice,
  readStock,
  type ImportProduct,
  type ImportVariant,
  type Report,
} from './import-product.js';

type Row = Record<string, string>;

const NEEDED = ['Handle', 'Title', 'Variant Price'];
const COLOR_OPTION = /^(mau sac|mau|colou?rs?)$/;
const SIZE_OPTION = /^(kich thuoc|kich co|size|co)$/;

/**
 * Reads Shopify's product CSV: a row for each variant or further picture, those of one product together, what belongs to the
 * product in its first row. Options named Màu sắc (Color) and Kích thước (Size) become the two of a variant.
 *
 * @yields products, one at a time; a faulty one is reported and left out
 */
export async function* readShopify(file: string, report: Report): AsyncGenerator<ImportProduct> {
  const seen = new Set<string>();
  let rows: { row: Row; line: number }[] = [];
  const finish = () => {
    const [first] = rows;
    if (!first) return undefined;
    const handle = first.row.Handle ?? '';
    if (seen.has(handle)) report(first.line, `the product "${handle}" has been before: its rows must stand together`);
    seen.add(handle);
    const product = readProduct(rows, report);
    rows = [];
    return product;
  };
  for await (const { row, line } of readRows(file, report)) {
    if (!row.Handle) {
      report(line, 'a row without a Handle');
      continue;
    }
    const product = rows[0] && rows[0].row.Handle !== row.Handle ? finish() : undefined;
    if (product) yield product;
    rows.push({ row, line });
  }
  const last = finish();
  if (last) yield last;
}

async function* readRows(file: string, report: Report): AsyncGenerator<{ row: Row; line: number }> {
  let line = 1;
  const columns = (header: string[]) => {
    const missing = NEEDED.filter((name) => !header.includes(name));
    if (missing.length > 0) throw new NotACatalogue(missing);
    return header;
  };
  const input = createReadStream(file);
  const parser = input.pipe(parse({ columns, bom: true, info: true, trim: true, skip_empty_lines: true }));
  input.once('error', (error) => parser.destroy(error));
  let isEmpty = true;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Row; info: { lines: number } }>) {
      if (isEmpty) line = 2;
      isEmpty = false;
      yield { row: record, line };
      line = info.lines + 1;
    }
    if (isEmpty) report(1, 'there is no product in this file');
  } catch (error) {
    if (error instanceof NotACatalogue) report(1, error.message);
    else if (error instanceof CsvError)
      report((error.lines as number | undefined) ?? line, `this is no whole CSV: ${error.message}`);
    else throw error;
  }
}

class NotACatalogue extends Error {
  constructor(missing: string[]) {
    super(`this is no product CSV of Shopify: it has no column ${missing.join(', ')}`);
  }
}

function readProduct(rows: { row: Row; line: number }[], report: Report): ImportProduct | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { row, line } = first;
  const name = row.Title ?? '';
  if (!name) report(line, `the product "${row.Handle}" has no Title`);
  if (name.length > MAX_NAME) report(line, `the Title is longer than ${MAX_NAME} characters`);
  if (row.Published?.toLowerCase() === 'false' || row.Status?.toLowerCase() === 'draft') return undefined;

  const options = optionColumns(row);
  const lines = rows.filter(({ row: each }) => each['Variant Price'] || each['Option1 Value']);
  const variants: ImportVariant[] = [];
  const keys = new Set<string>();
  for (const each of lines) {
    const variant = readVariant(each, options, report);
    if (!variant) continue;
    const key = keyOf(variant);
    if (keys.has(key)) report(each.line, `the same colour and size stand twice in the product "${row.Handle}"`);
    keys.add(key);
    variants.push(variant);
  }
  const [only] = variants;
  if (!only) {
    if (lines.length === 0) report(line, `the product "${row.Handle}" has no price`);
    return undefined;
  }
  const hasOptions = options.color !== undefined || options.size !== undefined;
  const price = Math.min(...variants.map((variant) => variant.price));
  const before = readPrice(row['Variant Compare At Price'] ?? '');
  return {
    handle: row.Handle ?? '',
    name,
    description: htmlToText(row['Body (HTML)'] ?? '').slice(0, MAX_DESCRIPTION),
    brand: row.Vendor || null,
    category: row.Type || null,
    price,
    oldPrice: before !== undefined && before > price ? before : null,
    stock: hasOptions ? 0 : only.stock,
    variants: hasOptions ? variants : [],
    pictures: picturesOf(rows.map((each) => each.row)),
    line,
  };
}

/** Which of the three options is the colour and which the size; any other option, "Title" among them, says nothing. */
function optionColumns(row: Row): { color?: string; size?: string } {
  const found: { color?: string; size?: string } = {};
  for (const nth of [1, 2, 3]) {
    const name = foldVi(row[`Option${nth} Name`] ?? '');
    if (COLOR_OPTION.test(name)) found.color ??= `Option${nth} Value`;
    else if (SIZE_OPTION.test(name)) found.size ??= `Option${nth} Value`;
  }
  return found;
}

function readVariant(
  { row, line }: { row: Row; line: number },
  options: { color?: string; size?: string },
  report: Report,
): ImportVariant | undefined {
  const price = readPrice(row['Variant Price'] ?? '');
  const stock = readStock(row['Variant Inventory Qty'] || '0');
  if (price === undefined) report(line, `Variant Price "${row['Variant Price']}" is no whole number of đồng`);
  if (stock === undefined)
    report(line, `Variant Inventory Qty "${row['Variant Inventory Qty']}" is no number of pieces`);
  if (price === undefined || stock === undefined) return undefined;
  return {
    color: (options.color && row[options.color]) || null,
    size: (options.size && row[options.size]) || null,
    sku: row['Variant SKU'] ?? '',
    price,
    stock,
  };
}

const keyOf = ({ color, size }: ImportVariant) => `${color ?? ''}\n${size ?? ''}`.normalize('NFC').toLowerCase();

/** Pictures in the order of their Image Position. */
function picturesOf(rows: Row[]): string[] {
  const placed = rows
    .filter((row) => row['Image Src'])
    .map((row, index) => ({ source: row['Image Src'] ?? '', position: Number(row['Image Position']) || index + 1 }));
  return [...new Set(placed.sort((a, b) => a.position - b.position).map(({ source }) => source))];
}
