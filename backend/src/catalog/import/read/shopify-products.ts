import { HEX_COLUMN, type ProductColumn } from '../../csv/product-csv.js';
import { MAX_PRODUCT_DESCRIPTION, MAX_PRODUCT_PICTURES, type Vnd } from '../../../contract/rules.js';
import { ONE_COLOR, ONE_SIZE } from '../../options/option-names.js';
import {
  MAX_NAME,
  readPrice,
  readStock,
  type ImportProduct,
  type ImportVariant,
  type ReportNote,
  type Unstated,
} from './import-product.js';
import { htmlToText } from '../../csv/html-text.js';
import { shopifyPictures } from './shopify-pictures.js';
import { readFit } from './read-fit.js';
import { optionsOf, type OptionColumns, type ShopifyColumn, type ShopifyRow } from './shopify-row.js';

const MAX_ADDRESS = 2_000;

/** The columns of what a file may leave out. */
const COLUMNS_OF: readonly [Unstated, readonly ShopifyColumn[]][] = [
  ['description', ['Body (HTML)']],
  ['brand', ['Vendor']],
  ['category', ['Type']],
  ['oldPrice', ['Variant Compare At Price']],
  ['stock', ['Variant Inventory Qty']],
  ['sku', ['Variant SKU']],
  ['options', ['Option1 Name', 'Option2 Name', 'Option3 Name']],
];

/** Turns rows into products, and remembers the handles and SKUs of a file to find duplicates. */
export class ShopifyProducts {
  private readonly handles = new Set<string>();
  /** The line of each SKU's first use. */
  private readonly skus = new Map<string, number>();
  private readonly faulty = new Set<string>();
  private hasErrors = false;

  constructor(private readonly report: ReportNote) {}

  /** Marks a product as faulty because one of its rows cannot be read. */
  markFaulty(handle: string): void {
    this.faulty.add(handle);
  }

  /** @param rows of one product, at least one @returns the product; undefined when it has errors */
  read(rows: ShopifyRow[]): ImportProduct | undefined {
    const [first] = rows;
    if (!first) return undefined;
    const handle = first.cell('Handle');
    this.hasErrors = this.faulty.has(handle);
    if (handle.length > MAX_NAME) this.error(first, 'Handle', `Handle dài quá ${MAX_NAME} ký tự.`);
    if (this.handles.has(handle)) {
      this.error(first, 'Handle', `Sản phẩm “${handle}” đã có ở trên: các dòng của một sản phẩm phải liền nhau.`);
    }
    this.handles.add(handle);
    const product = this.product(handle, first, rows);
    return this.hasErrors ? undefined : product;
  }

  private product(handle: string, first: ShopifyRow, rows: ShopifyRow[]): ImportProduct {
    const name = first.cell('Title');
    if (name === '') this.error(first, 'Title', `Sản phẩm “${handle}” không có tên.`);
    if (name.length > MAX_NAME) this.error(first, 'Title', `Tên dài quá ${MAX_NAME} ký tự.`);
    const description = htmlToText(first.cell('Body (HTML)'));
    if (description.length > MAX_PRODUCT_DESCRIPTION) {
      this.error(first, 'Body (HTML)', `Mô tả dài quá ${MAX_PRODUCT_DESCRIPTION} ký tự.`);
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
    if (ofVariants.length === 0) this.error(first, 'Variant Price', `Sản phẩm “${handle}” không có giá.`);
    const variants = ofVariants.map((row) => ({ row, ...this.variant(row, options) }));
    // A single row without option values: a product without variants.
    const isBare =
      variants.length === 1 && Object.values<ProductColumn>(options).every((column) => first.cell(column) === '');
    if (options.color ?? options.size) this.checkTwins(isBare ? [] : variants, rows);
    else for (const { row } of variants.slice(1)) this.errorOfNoOption(row);
    this.checkSkus(variants);

    const price = Math.min(...variants.map((variant) => variant.price));
    const before = this.comparePrice(variants, price);
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
      ...this.atMost(shopifyPictures(this.pictures(rows), rows, variants, options.color !== undefined), first),
      isPublished: this.isPublished(first),
      unstated: new Set(
        COLUMNS_OF.filter(([, columns]) => !columns.some((column) => first.has(column))).map(([part]) => part),
      ),
      fit: readFit(first, (column, message) => this.error(first, column, message)),
      line: first.line,
    };
  }

  private variant(row: ShopifyRow, options: OptionColumns): ImportVariant {
    const price = readPrice(row.cell('Variant Price'));
    const stock = readStock(row.cell('Variant Inventory Qty'));
    if (typeof price === 'string') this.error(row, 'Variant Price', price);
    if (typeof stock === 'string') this.error(row, 'Variant Inventory Qty', stock);
    if (Number(stock) < 0) this.warn(row, 'Variant Inventory Qty', 'Tồn kho âm được ghi là 0.');
    if (row.has('Variant Inventory Qty') && row.cell('Variant Inventory Qty') === '') {
      this.warn(row, 'Variant Inventory Qty', 'Ô tồn kho trống được ghi là 0.');
    }
    for (const column of [...Object.values<ProductColumn>(options), 'Variant SKU'] as const) {
      if (row.cell(column).length > MAX_NAME) this.error(row, column, `Ô này dài quá ${MAX_NAME} ký tự.`);
    }
    if (row.cell('Variant Image').length > MAX_ADDRESS) {
      this.error(row, 'Variant Image', `Địa chỉ ảnh dài quá ${MAX_ADDRESS} ký tự.`);
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

  /** The compare-at price of the variant with the lowest price, which is the one that the shop shows; null without one. */
  private comparePrice(variants: { row: ShopifyRow; price: Vnd }[], lowest: Vnd): Vnd | null {
    const stated = variants.flatMap(({ row, price }) => {
      const cell = row.cell('Variant Compare At Price');
      if (cell === '') return [];
      const before = readPrice(cell);
      if (typeof before === 'number') return { row, price, before };
      this.error(row, 'Variant Compare At Price', before);
      return [];
    });
    const before = stated.find(({ price }) => price === lowest)?.before ?? null;
    const other = stated.find((each) => each.before > each.price && each.before !== before);
    if (other) {
      const taken = before === null ? 'phân loại đó không có nên bỏ trống' : `lấy ${before}`;
      const message = `Mỗi sản phẩm chỉ có một giá cũ, là của phân loại rẻ nhất: ${taken}.`;
      this.warn(other.row, 'Variant Compare At Price', message);
    }
    return before;
  }

  private checkTwins(variants: (ImportVariant & { row: ShopifyRow })[], rows: ShopifyRow[]): void {
    const counts = new Map<string, number>();
    for (const { row, color, size } of variants) {
      const key = `${color}\n${size}`.normalize('NFC').toLowerCase();
      const line = counts.get(key);
      if (line === undefined) counts.set(key, row.line);
      else if (rows[0]?.cell('Option3 Name')) this.errorOfNoOption(row);
      else this.error(row, 'Option1 Value', `Màu “${color}”, cỡ “${size}” đã có ở dòng ${line}.`);
    }
  }

  private errorOfNoOption(row: ShopifyRow): void {
    const message =
      'Chỉ đọc được hai tùy chọn Màu sắc (Color) và Kích thước (Size): dòng này không khác dòng trên ở đó.';
    this.error(row, 'Option1 Value', message);
  }

  /** Reports duplicate SKUs: an error within a product, a warning across products, because real catalogues have those. */
  private checkSkus(variants: (ImportVariant & { row: ShopifyRow })[]): void {
    const own = new Map<string, number>();
    for (const { row, sku } of variants) {
      if (sku === '') continue;
      const [here, elsewhere] = [own.get(sku), this.skus.get(sku)];
      if (here !== undefined) {
        this.error(row, 'Variant SKU', `Mã SKU “${sku}” đã có ở dòng ${here} của cùng sản phẩm.`);
      } else if (elsewhere !== undefined) {
        this.warn(row, 'Variant SKU', `Mã SKU “${sku}” cũng là của một sản phẩm khác, ở dòng ${elsewhere}.`);
      }
      own.set(sku, row.line);
    }
    for (const [sku, line] of own) if (!this.skus.has(sku)) this.skus.set(sku, line);
  }

  /** Pictures in the order of their Image Position. */
  private pictures(rows: ShopifyRow[]): string[] {
    const placed: { source: string; position: number }[] = [];
    for (const row of rows) {
      const source = row.cell('Image Src');
      if (source === '') continue;
      if (source.length > MAX_ADDRESS) this.error(row, 'Image Src', `Địa chỉ ảnh dài quá ${MAX_ADDRESS} ký tự.`);
      else placed.push({ source, position: Number(row.cell('Image Position')) || placed.length + 1 });
    }
    return [...new Set(placed.sort((a, b) => a.position - b.position).map(({ source }) => source))];
  }

  /** Leaves out the pictures that a product cannot have: with them, the shop would refuse every later change of it. */
  private atMost<T extends { pictures: string[] }>(found: T, first: ShopifyRow): T {
    const { length } = found.pictures;
    if (length <= MAX_PRODUCT_PICTURES) return found;
    const message = `Sản phẩm có ${length} ảnh: chỉ lấy ${MAX_PRODUCT_PICTURES} ảnh đầu.`;
    this.warn(first, 'Image Src', message);
    return { ...found, pictures: found.pictures.slice(0, MAX_PRODUCT_PICTURES) };
  }

  private isPublished(row: ShopifyRow): boolean | null {
    const status = row.cell('Status').toLowerCase();
    if (status !== '') return status === 'active';
    const published = row.cell('Published').toLowerCase();
    if (published !== '' && published !== 'true' && published !== 'false') {
      this.error(row, 'Published', 'Published phải là true hoặc false.');
    }
    return published === '' ? null : published === 'true';
  }

  private error({ line }: ShopifyRow, column: ShopifyColumn, message: string): void {
    this.hasErrors = true;
    this.report({ kind: 'error', line, column, message });
  }

  private warn({ line }: ShopifyRow, column: ShopifyColumn, message: string): void {
    this.report({ kind: 'warning', line, column, message });
  }
}
