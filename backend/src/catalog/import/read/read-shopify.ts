import { restored } from '../../../platform/csv/csv.js';
import { foldVi } from '../../keyword-search/fold.js';
import { HEX_COLUMN, type ProductColumn } from '../../export/product-csv.js';
import { BadFile, readCsv, type CsvRow } from './csv-file.js';
import { htmlToText } from './html-text.js';
import {
  MAX_DESCRIPTION,
  MAX_NAME,
  readPrice,
  readStock,
  type ImportProduct,
  type ImportVariant,
  type ReportNote,
} from './import-product.js';
import { ONE_COLOR, ONE_SIZE } from '../write/option-names.js';

const NEEDED = ['Handle', 'Title', 'Variant Price'] satisfies ProductColumn[];
const COLOR_NAME = /^(mau sac|mau|colou?rs?)$/;
const SIZE_NAME = /^(kich thuoc|kich co|size|co)$/;
/** Shopify's own limit of variants; a file that names one product for ever must not fill the memory. */
const MAX_ROWS = 2_048;
const MAX_ADDRESS = 2_000;

/** `Status` is a column of some of Shopify's exports only. */
type Column = ProductColumn | 'Status';

/** A row whose cells are read as `neutral` wrote them, without the spaces around them. */
class Row {
  constructor(private readonly row: CsvRow) {}

  get line(): number {
    return this.row.line;
  }
  get width(): number {
    return this.row.width;
  }
  cell(column: Column): string {
    return restored((this.row.cells.get(column) ?? '').trim());
  }
}

/**
 * Reads Shopify's product CSV: a row for each variant or further picture, those of one product together, what belongs to the
 * product in its first row. Options named Màu sắc (Color) and Kích thước (Size) become the two of a variant.
 *
 * @param progress is told how many bytes have been read so far
 * @yields products, one at a time; a faulty one is told of and left out
 */
export async function* readShopify(
  file: string,
  tell: ReportNote,
  progress?: (bytes: number) => void,
): AsyncGenerator<ImportProduct> {
  const reader = new ProductReader(tell);
  let rows: Row[] = [];
  let width = 0;
  let isEmpty = true;
  const checkHeader = (headings: string[]) => {
    width = headings.length;
    const missing = NEEDED.filter((name) => !headings.includes(name));
    if (missing.length > 0) {
      throw new BadFile(1, null, `Tệp không phải CSV sản phẩm của Shopify: thiếu cột ${missing.join(', ')}.`);
    }
    const twice = headings.find((name, index) => name !== '' && headings.indexOf(name) !== index);
    if (twice) throw new BadFile(1, twice, 'Cột này có hai lần trong tiêu đề.');
  };
  const error = (line: number, column: Column | null, message: string) =>
    tell({ kind: 'error', line, column, message });

  try {
    for await (const read of readCsv(file, checkHeader, progress)) {
      const row = new Row(read);
      const handle = row.cell('Handle');
      isEmpty = false;
      if (row.width !== width) {
        error(row.line, null, `Dòng có ${row.width} ô, trong khi tiêu đề có ${width} cột.`);
        reader.spoil(handle);
      } else if (handle === '') error(row.line, 'Handle', 'Thiếu Handle.');
      else {
        if (rows[0] && rows[0].cell('Handle') !== handle) {
          const product = reader.read(rows);
          rows = [];
          if (product) yield product;
        }
        if (rows.length === MAX_ROWS) error(row.line, 'Handle', `Một sản phẩm có quá ${MAX_ROWS} dòng.`);
        if (rows.length < MAX_ROWS) rows.push(row);
      }
    }
    const last = rows.length > 0 ? reader.read(rows) : undefined;
    if (last) yield last;
    if (isEmpty) error(1, null, 'Tệp không có sản phẩm nào.');
  } catch (thrown) {
    if (!(thrown instanceof BadFile)) throw thrown;
    tell({ kind: 'error', line: thrown.line, column: thrown.column, message: thrown.message });
  }
}

/** Makes products of their rows, and remembers what must not come twice in a file. */
class ProductReader {
  private readonly handles = new Set<string>();
  /** The line on which each SKU was first. */
  private readonly skus = new Map<string, number>();
  private readonly spoilt = new Set<string>();
  private hasErrors = false;

  constructor(private readonly tell: ReportNote) {}

  /** A row of this product cannot be read, so the rest of it is not the product. */
  spoil(handle: string): void {
    this.spoilt.add(handle);
  }

  /** @param rows of one product, one at least @returns it, or nothing when it has errors */
  read(rows: Row[]): ImportProduct | undefined {
    const [first] = rows;
    if (!first) return undefined;
    const handle = first.cell('Handle');
    this.hasErrors = this.spoilt.has(handle);
    if (handle.length > MAX_NAME) this.error(first, 'Handle', `Handle dài quá ${MAX_NAME} ký tự.`);
    if (this.handles.has(handle)) {
      this.error(first, 'Handle', `Sản phẩm «${handle}» đã có ở trên: các dòng của một sản phẩm phải liền nhau.`);
    }
    this.handles.add(handle);
    const product = this.product(handle, first, rows);
    return this.hasErrors ? undefined : product;
  }

  private product(handle: string, first: Row, rows: Row[]): ImportProduct {
    const name = first.cell('Title');
    if (name === '') this.error(first, 'Title', `Sản phẩm «${handle}» không có tên.`);
    if (name.length > MAX_NAME) this.error(first, 'Title', `Tên dài quá ${MAX_NAME} ký tự.`);
    const description = htmlToText(first.cell('Body (HTML)'));
    if (description.length > MAX_DESCRIPTION) {
      this.error(first, 'Body (HTML)', `Mô tả dài quá ${MAX_DESCRIPTION} ký tự.`);
    }
    for (const column of ['Vendor', 'Type'] as const) {
      if (first.cell(column).length > MAX_NAME) this.error(first, column, `${column} dài quá ${MAX_NAME} ký tự.`);
    }

    const options = optionsOf(first);
    const ofVariants = rows.filter((row) =>
      (['Variant Price', 'Variant SKU', 'Option1 Value', 'Option2 Value', 'Option3 Value'] as const).some(
        (column) => row.cell(column) !== '',
      ),
    );
    if (ofVariants.length === 0) this.error(first, 'Variant Price', `Sản phẩm «${handle}» không có giá.`);
    const variants = ofVariants.map((row) => ({ row, ...this.variant(row, options) }));
    // A product with options and none of them chosen is one whose variants are still to be made.
    const isBare =
      variants.length === 1 && Object.values<ProductColumn>(options).every((column) => first.cell(column) === '');
    if (options.color ?? options.size) this.findTwins(isBare ? [] : variants, rows);
    else for (const { row } of variants.slice(1)) this.errorOfNoOption(row);
    this.findSkus(variants);

    const price = Math.min(...variants.map((variant) => variant.price));
    const before = this.comparePrice(rows);
    const hasVariants = options.color !== undefined || options.size !== undefined;
    return {
      handle,
      name,
      description,
      brand: first.cell('Vendor') || null,
      category: first.cell('Type') || null,
      price,
      oldPrice: before !== null && before > price ? before : null,
      stock: hasVariants ? 0 : (variants[0]?.stock ?? 0),
      hasVariants,
      variants: hasVariants && !isBare ? variants.map(({ row: _row, ...variant }) => variant) : [],
      pictures: this.pictures(rows),
      isPublished: this.isPublished(first),
      line: first.line,
    };
  }

  private variant(row: Row, options: Options): ImportVariant {
    const price = readPrice(row.cell('Variant Price'));
    const stock = readStock(row.cell('Variant Inventory Qty'));
    if (typeof price === 'string') this.error(row, 'Variant Price', price);
    if (typeof stock === 'string') this.error(row, 'Variant Inventory Qty', stock);
    if (Number(stock) < 0) this.warn(row, 'Variant Inventory Qty', 'Tồn kho âm được ghi là 0.');
    for (const column of [...Object.values<ProductColumn>(options), 'Variant SKU'] as const) {
      if (row.cell(column).length > MAX_NAME) this.error(row, column, `Ô này dài quá ${MAX_NAME} ký tự.`);
    }
    const hex = row.cell(HEX_COLUMN).toLowerCase();
    return {
      color: (options.color && row.cell(options.color)) || ONE_COLOR,
      hex: /^#[0-9a-f]{6}$/.test(hex) ? hex : null,
      size: (options.size && row.cell(options.size)) || ONE_SIZE,
      sku: row.cell('Variant SKU'),
      price: typeof price === 'number' ? price : 0,
      stock: typeof stock === 'number' ? Math.max(0, stock) : 0,
    };
  }

  /** The first price of all to compare with. */
  private comparePrice(rows: Row[]): number | null {
    const row = rows.find((each) => each.cell('Variant Compare At Price') !== '');
    if (!row) return null;
    const price = readPrice(row.cell('Variant Compare At Price'));
    if (typeof price === 'number') return price;
    this.error(row, 'Variant Compare At Price', price);
    return null;
  }

  private findTwins(variants: (ImportVariant & { row: Row })[], rows: Row[]): void {
    const seen = new Map<string, number>();
    for (const { row, color, size } of variants) {
      const key = `${color}\n${size}`.normalize('NFC').toLowerCase();
      const line = seen.get(key);
      if (line === undefined) seen.set(key, row.line);
      else if (rows[0]?.cell('Option3 Name')) this.errorOfNoOption(row);
      else this.error(row, 'Option1 Value', `Màu «${color}», kích thước «${size}» đã có ở dòng ${line}.`);
    }
  }

  private errorOfNoOption(row: Row): void {
    const message =
      'Chỉ đọc được hai tùy chọn Màu sắc (Color) và Kích thước (Size): dòng này không khác dòng trên ở đó.';
    this.error(row, 'Option1 Value', message);
  }

  /** Twice in one product, a SKU is a slip; in two products, real catalogues have it. */
  private findSkus(variants: (ImportVariant & { row: Row })[]): void {
    const own = new Map<string, number>();
    for (const { row, sku } of variants) {
      if (sku === '') continue;
      const [here, elsewhere] = [own.get(sku), this.skus.get(sku)];
      if (here !== undefined) {
        this.error(row, 'Variant SKU', `Mã SKU «${sku}» đã có ở dòng ${here} của cùng sản phẩm.`);
      } else if (elsewhere !== undefined) {
        this.warn(row, 'Variant SKU', `Mã SKU «${sku}» cũng là của một sản phẩm khác, ở dòng ${elsewhere}.`);
      }
      own.set(sku, row.line);
    }
    for (const [sku, line] of own) if (!this.skus.has(sku)) this.skus.set(sku, line);
  }

  /** Pictures in the order of their Image Position. */
  private pictures(rows: Row[]): string[] {
    const placed: { source: string; position: number }[] = [];
    for (const row of rows) {
      const source = row.cell('Image Src');
      if (source === '') continue;
      if (source.length > MAX_ADDRESS) this.error(row, 'Image Src', `Địa chỉ ảnh dài quá ${MAX_ADDRESS} ký tự.`);
      else placed.push({ source, position: Number(row.cell('Image Position')) || placed.length + 1 });
    }
    return [...new Set(placed.sort((a, b) => a.position - b.position).map(({ source }) => source))];
  }

  private isPublished(row: Row): boolean | null {
    const status = row.cell('Status').toLowerCase();
    if (status !== '') return status === 'active';
    const published = row.cell('Published').toLowerCase();
    if (published !== '' && published !== 'true' && published !== 'false') {
      this.error(row, 'Published', 'Published phải là true hoặc false.');
    }
    return published === '' ? null : published === 'true';
  }

  private error({ line }: Row, column: Column, message: string): void {
    this.hasErrors = true;
    this.tell({ kind: 'error', line, column, message });
  }

  private warn({ line }: Row, column: Column, message: string): void {
    this.tell({ kind: 'warning', line, column, message });
  }
}

/** The columns of a variant's colour and size. */
type Options = Partial<Record<'color' | 'size', ProductColumn>>;

/** Which of the three options is the colour and which the size; any other option, "Title" among them, says nothing. */
function optionsOf(row: Row): Options {
  const found: Options = {};
  for (const nth of [1, 2, 3] as const) {
    const name = foldVi(row.cell(`Option${nth} Name`));
    if (COLOR_NAME.test(name)) found.color ??= `Option${nth} Value`;
    else if (SIZE_NAME.test(name)) found.size ??= `Option${nth} Value`;
  }
  return found;
}
