import { MAX_CARE, MAX_MATERIAL, MAX_MODEL_SIZE, type NamedSizeTable } from '../../../contract/catalog/size-rules.js';
import { readRange, readSizeTable } from '../../../contract/catalog/size-text.js';
import { FIT_COLUMNS, type ProductColumn } from '../../csv/product-csv.js';
import type { ImportFit } from './import-product.js';
import type { ShopifyRow } from './shopify-row.js';

type ReportError = (column: ProductColumn, message: string) => void;

/** Reads a product's cells about cloth, model and size tables; columns that the file does not have say nothing. */
export function readFit(row: ShopifyRow, report: ReportError): ImportFit {
  const fit: ImportFit = {};
  for (const [field, maxLength] of [
    ['material', MAX_MATERIAL],
    ['care', MAX_CARE],
    ['modelSize', MAX_MODEL_SIZE],
  ] as const) {
    const column = FIT_COLUMNS[field];
    if (!row.has(column)) continue;
    fit[field] = row.cell(column);
    if (row.cell(column).length > maxLength) report(column, `Ô này dài quá ${maxLength} ký tự.`);
  }
  if (row.has(FIT_COLUMNS.modelHeight)) fit.modelHeight = modelHeight(row, report);
  if (row.has(FIT_COLUMNS.sizeTable)) fit.sizeTable = sizeTable(row, FIT_COLUMNS.sizeTable, report);
  const ofCategory = sizeTable(row, FIT_COLUMNS.categorySizeTable, report);
  if (ofCategory && row.cell('Type') === '')
    report(FIT_COLUMNS.categorySizeTable, 'Sản phẩm không thuộc danh mục nào.');
  if (ofCategory) fit.categorySizeTable = ofCategory;
  return fit;
}

function modelHeight(row: ShopifyRow, report: ReportError): number | null {
  const height = readRange(row.cell(FIT_COLUMNS.modelHeight), 'height');
  if (height === null) return null;
  if (typeof height !== 'string' && height[0] === height[1] && Number.isInteger(height[0])) return height[0];
  report(FIT_COLUMNS.modelHeight, 'Chiều cao phải là số nguyên, tính bằng cm, ví dụ 170.');
  return null;
}

function sizeTable(row: ShopifyRow, column: ProductColumn, report: ReportError): NamedSizeTable | null {
  const text = row.cell(column);
  if (text === '') return null;
  const read = readSizeTable(text);
  if (!Array.isArray(read)) return read;
  for (const { row: line, column: nth, message } of read.slice(0, 10)) {
    report(column, `Dòng ${line + 1}, cột ${nth + 1} của bảng: ${message}.`);
  }
  return null;
}
