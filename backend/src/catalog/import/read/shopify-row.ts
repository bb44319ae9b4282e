import { unescapeFormula } from '../../../platform/csv/csv.js';
import type { ProductColumn } from '../../csv/product-csv.js';
import { foldVi } from '../../text/fold.js';
import type { CsvRow } from './csv-file.js';

const COLOR_NAME = /^(mau sac|mau|colou?rs?)$/;
const SIZE_NAME = /^(kich thuoc|kich co|size|co)$/;

/** `Status` appears only in some of Shopify's exports. */
export type ShopifyColumn = ProductColumn | 'Status';

/** A row of Shopify's CSV, with its trimmed cells and the original cells before `escapeFormula`. */
export class ShopifyRow {
  constructor(private readonly row: CsvRow) {}

  get line(): number {
    return this.row.line;
  }
  get width(): number {
    return this.row.width;
  }
  has(column: ShopifyColumn): boolean {
    return this.row.cells.has(column);
  }
  cell(column: ShopifyColumn): string {
    return unescapeFormula((this.row.cells.get(column) ?? '').trim());
  }
}

/** The columns of a variant's colour and size. */
export type OptionColumns = Partial<Record<'color' | 'size', ProductColumn>>;

/** Finds which of the three options are the colour and the size. Any other option, "Title" among them, is ignored. */
export function optionsOf(row: ShopifyRow): OptionColumns {
  const columns: OptionColumns = {};
  for (const nth of [1, 2, 3] as const) {
    const name = foldVi(row.cell(`Option${nth} Name`));
    if (COLOR_NAME.test(name)) columns.color ??= `Option${nth} Value`;
    else if (SIZE_NAME.test(name)) columns.size ??= `Option${nth} Value`;
  }
  return columns;
}
