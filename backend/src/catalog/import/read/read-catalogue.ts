import { readFile } from 'node:fs/promises';
import { MAX_PRODUCT_DESCRIPTION } from '../../../contract/rules.js';
import { z } from 'zod';
import { MAX_CARE, MAX_MATERIAL } from '../../../contract/catalog/size-rules.js';
import { MAX_NAME, type ImportProduct, type ReportNote } from './import-product.js';
import { ONE_COLOR, ONE_SIZE } from '../../options/option-names.js';

/** The stock of every new variant: such a file contains none. */
const STOCK = 20;
const Price = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const Row = z.object({
  handle: z.string().min(1),
  name: z.string().trim().min(1).max(MAX_NAME),
  category_vi: z.string().trim().nullish(),
  category: z.string().trim().nullish(),
  gender: z.string().trim().nullish(),
  brand: z.string().trim().nullish(),
  description: z.string().max(MAX_PRODUCT_DESCRIPTION).nullish(),
  colors: z.array(z.string().trim().min(1)).default([]),
  sizes: z.array(z.string().trim().min(1)).default([]),
  materials: z.array(z.string().trim()).default([]),
  care: z.string().trim().max(MAX_CARE).nullish(),
  price_vnd: Price.nullish(),
  demo_price_vnd: Price.nullish(),
  compare_at_price_vnd: Price.nullish(),
  sku: z.string().nullish(),
});

/**
 * Reads a JSON array of products with their colours and sizes; every colour comes in every size.
 *
 * @yields products, one at a time; a faulty one is reported and left out
 */
export async function* readCatalogue(file: string, report: ReportNote): AsyncGenerator<ImportProduct> {
  const text = await readFile(file, 'utf8');
  const rows = parseArray(text, report);
  const lines = linesOf(text, rows.length);
  const handles = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const line = lines[index] ?? 1;
    const parsed = Row.safeParse(row);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) report(error(line, message, path.join('.') || null));
      continue;
    }
    const { price_vnd, demo_price_vnd, handle } = parsed.data;
    const price = price_vnd ?? demo_price_vnd;
    if (price === null || price === undefined) report(error(line, `Sản phẩm “${handle}” không có giá.`, 'price_vnd'));
    else if (handles.has(handle)) report(error(line, `Sản phẩm “${handle}” đã có ở trên.`, 'handle'));
    else yield product(parsed.data, price, line);
    handles.add(handle);
  }
}

function product(row: z.infer<typeof Row>, price: number, line: number): ImportProduct {
  const before = row.compare_at_price_vnd ?? 0;
  const colors = unique(row.colors);
  const sizes = unique(row.sizes);
  const pairs = (colors.length > 0 ? colors : [ONE_COLOR]).flatMap((color) =>
    (sizes.length > 0 ? sizes : [ONE_SIZE]).map((size) => ({ color, size })),
  );
  // The file has one SKU for all variants, the shop has one for each.
  const skuOf = (index: number) => (row.sku && pairs.length > 1 ? `${row.sku}-${index + 1}` : (row.sku ?? ''));
  const hasVariants = colors.length + sizes.length > 0;
  return {
    handle: row.handle,
    name: row.name,
    description: row.description ?? (row.gender ? `Dành cho: ${row.gender}.` : ''),
    brand: row.brand || null,
    category: row.category_vi || row.category || null,
    price,
    oldPrice: before > price ? before : null,
    stock: hasVariants ? 0 : STOCK,
    hasVariants,
    variants: hasVariants
      ? pairs.map((pair, index) => ({ ...pair, hex: null, sku: skuOf(index), price, stock: STOCK }))
      : [],
    pictures: [],
    pictureColors: new Map(),
    isPublished: null,
    fit: {
      ...(row.materials.length > 0 && { material: row.materials.join(', ').slice(0, MAX_MATERIAL) }),
      ...(row.care && { care: row.care }),
    },
    unstated: new Set(['stock']),
    line,
  };
}

const unique = (names: string[]) => [
  ...new Map(names.map((name) => [name.normalize('NFC').toLowerCase(), name])).values(),
];

const error = (line: number, message: string, column: string | null = null) =>
  ({ kind: 'error', line, column, message }) as const;

function parseArray(text: string, report: ReportNote): unknown[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (Array.isArray(rows) && rows.length > 0) return rows;
    report(error(1, Array.isArray(rows) ? 'Tệp không có sản phẩm nào.' : 'Tệp phải là một mảng JSON các sản phẩm.'));
  } catch (thrown) {
    const { message } = thrown as SyntaxError;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    report(error(line, text.trim() ? `Tệp JSON không đọc được: ${message}` : 'Tệp trống.'));
  }
  return [];
}

/** Finds the lines on which the objects of an array begin, because JSON.parse does not return them. */
function linesOf(text: string, count: number): number[] {
  const lines: number[] = [];
  let [line, depth, isText] = [1, 0, false];
  for (let at = 0; at < text.length && lines.length < count; at++) {
    const sign = text[at];
    if (sign === '\n') line++;
    else if (sign === '\\' && isText) at++;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{' || sign === '[') {
      if (depth++ === 1) lines.push(line);
    } else if (sign === '}' || sign === ']') depth--;
  }
  return lines;
}
