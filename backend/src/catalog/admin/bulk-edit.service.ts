import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudits, type NewAuditEntry } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { withIdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { BulkEdit, BulkLine, BulkOutcome } from '../../contract/catalog/bulk-edit.js';
import {
  MAX_BULK_LINES,
  MAX_BULK_PRODUCTS,
  MAX_STOCK,
  MAX_VND,
  changedPrice,
  formatNumber,
} from '../../contract/rules.js';
import { lockProductRows } from '../products/product.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { productConditions } from './admin-products.service.js';
import { totalStockRefusal } from '../stock/total-stock.js';
import { matchingProducts, readLines, writeLines, type FoundLine } from './bulk-edit.sql.js';

/** Changes prices and stock of many products in one request. */
@Injectable()
export class BulkEditService {
  constructor(private readonly db: DataSource) {}

  /**
   * Changes every line that the edit allows, in one transaction, and reports the refused ones. A preview writes nothing.
   * @param attempt a retry with its key gets the first outcome: ten percent are not added twice
   * @throws ShopError 400 for too many products; 409 when another edit came after its preview, and like `withIdempotencyKey`
   */
  edit(actor: Actor, bulkEdit: BulkEdit, attempt: KeyedRequest): Promise<BulkOutcome> {
    return inTransaction(this.db, (tx) =>
      bulkEdit.preview
        ? editLines(tx, actor, bulkEdit)
        : withIdempotencyKey(tx, attempt, () => editLines(tx, actor, bulkEdit)),
    );
  }
}

async function editLines(tx: EntityManager, actor: Actor, bulkEdit: BulkEdit): Promise<BulkOutcome> {
  const ids = bulkEdit.ids ?? (await matchingIds(tx, bulkEdit.filter ?? {}));
  if (!bulkEdit.preview) await lockProductRows(tx, { ids });
  const found = await readLines(tx, ids);
  const digest = digestOf(found);
  if (!bulkEdit.preview && bulkEdit.seen !== undefined && bulkEdit.seen !== digest) {
    throw new ShopError(409, 'Sản phẩm trong danh sách vừa được thay đổi ở nơi khác. Hãy xem trước lại.');
  }
  const lines = refuseTotals(found.map((line) => edited(line, bulkEdit)));
  const changes = lines.filter((line) => line.refused === null && isChange(line));
  if (!bulkEdit.preview) await write(tx, actor, changes);
  const refused = lines.filter((line) => line.refused !== null);
  return {
    products: new Set(lines.map(({ product }) => product)).size,
    changed: changes.length,
    unchanged: lines.length - changes.length - refused.length,
    refused: refused.length,
    digest,
    lines: [...refused, ...changes].slice(0, MAX_BULK_LINES),
  };
}

async function matchingIds(tx: EntityManager, filter: NonNullable<BulkEdit['filter']>): Promise<number[]> {
  const ids = await matchingProducts(tx, productConditions(filter), MAX_BULK_PRODUCTS + 1);
  if (ids.length <= MAX_BULK_PRODUCTS) return ids;
  const max = formatNumber(MAX_BULK_PRODUCTS);
  throw new ShopError(400, `Mỗi lần chỉ sửa được tối đa ${max} sản phẩm. Hãy lọc bớt danh sách.`);
}

const digestOf = (lines: readonly FoundLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ product, variant, version }) => [product, variant, version])))
    .digest('hex');

/** Computes a line after the edit, or the reason that refuses it. */
function edited({ version: _, ...line }: FoundLine, { price, stock }: BulkEdit): BulkLine {
  const price_after = price ? changedPrice(line.price_before, price.by, price.value) : line.price_before;
  const stock_after = stock ? (stock.by === 'add' ? line.stock_before : 0) + stock.value : line.stock_before;
  return { ...line, price_after, stock_after, refused: refusal({ ...line, price_after, stock_after }) };
}

function refusal(line: BulkLine): string | null {
  const { price_before, price_after, stock_after } = line;
  if (price_after !== price_before && price_after <= 0) return 'Giá phải lớn hơn 0';
  if (price_after > MAX_VND) return 'Giá quá lớn';
  if (stock_after < 0) return 'Tồn kho không đủ để bớt';
  if (stock_after > MAX_STOCK) return `Tồn kho tối đa ${formatNumber(MAX_STOCK)}`;
  return null;
}

/** Refuses more pieces of a product whose variants would have too many together. */
function refuseTotals(lines: BulkLine[]): BulkLine[] {
  const stocks = new Map<number, number[]>();
  for (const { product, refused, stock_before, stock_after } of lines) {
    const own = stocks.get(product) ?? [];
    stocks.set(product, own);
    own.push(refused === null ? stock_after : stock_before);
  }
  const refusals = new Map([...stocks].map(([product, own]) => [product, totalStockRefusal(own) ?? null]));
  return lines.map((line) => ({
    ...line,
    refused: line.refused ?? (line.stock_after > line.stock_before ? refusals.get(line.product)! : null),
  }));
}

const isChange = (line: BulkLine) => line.price_after !== line.price_before || line.stock_after !== line.stock_before;

/** Writes the changed lines, with one audit entry for each product. */
async function write(tx: EntityManager, actor: Actor, lines: BulkLine[]): Promise<void> {
  await writeLines(tx, lines);
  await recordAudits(tx, actor, auditEntriesOf(lines));
}

function auditEntriesOf(lines: BulkLine[]): NewAuditEntry[] {
  const entries = new Map<
    number,
    NewAuditEntry & { before: Record<string, unknown>; after: Record<string, unknown> }
  >();
  for (const { product: id, variant, name, choice, ...line } of lines) {
    const entry = entries.get(id) ?? { action: 'update', subject: 'product', id, name, before: {}, after: {} };
    if (variant === null) {
      entry.before = { price: line.price_before, countInStock: line.stock_before };
      entry.after = { price: line.price_after, countInStock: line.stock_after };
    } else {
      entry.before[choice] = { price: line.price_before, stock_quantity: line.stock_before };
      entry.after[choice] = { price: line.price_after, stock_quantity: line.stock_after };
    }
    entries.set(id, entry);
  }
  return [...entries.values()];
}
