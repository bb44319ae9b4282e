import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudits, type AuditEvent } from '../../../audit/audit.js';
import type { Actor } from '../../../platform/http/access.js';
import { ShopError } from '../../../platform/errors/shop-error.js';
import type { BulkEdit, BulkLine, BulkOutcome } from '../../../contract/products.js';
import {
  MAX_BULK_LINES,
  MAX_BULK_PRODUCTS,
  MAX_STOCK,
  MAX_VND,
  changedPrice,
  formatNumber,
} from '../../../contract/rules.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { productConditions } from './admin-products.service.js';
import { ADMIN_PRODUCTS } from './admin-products.sql.js';

/** Changes prices and stock of many products in one request. */
@Injectable()
export class BulkEditService {
  constructor(private readonly db: DataSource) {}

  /**
   * Changes every line that the edit allows, in one transaction, and reports the refused ones. A preview writes nothing.
   * @throws ShopError 400 for too many products
   */
  edit(by: Actor, bulkEdit: BulkEdit): Promise<BulkOutcome> {
    return inTransaction(this.db, async (tx) => {
      const ids = bulkEdit.ids ?? (await matchingIds(tx, bulkEdit.filter ?? {}));
      if (!bulkEdit.preview) await lockAll(tx, ids);
      const lines = (await linesOf(tx, ids)).map((line) => edited(line, bulkEdit));
      const changes = lines.filter((line) => line.refused === null && isChange(line));
      if (!bulkEdit.preview) await write(tx, by, changes);
      const refused = lines.filter((line) => line.refused !== null);
      return {
        products: new Set(lines.map(({ product }) => product)).size,
        changed: changes.length,
        unchanged: lines.length - changes.length - refused.length,
        refused: refused.length,
        lines: [...refused, ...changes].slice(0, MAX_BULK_LINES),
      };
    });
  }
}

async function matchingIds(tx: EntityManager, filter: NonNullable<BulkEdit['filter']>): Promise<number[]> {
  const where = productConditions(filter);
  const rows: { id: number }[] = await tx.query(
    `SELECT p.id FROM ${ADMIN_PRODUCTS} ${where.sql} LIMIT ${MAX_BULK_PRODUCTS + 1}`,
    where.values,
  );
  if (rows.length <= MAX_BULK_PRODUCTS) return rows.map(({ id }) => id);
  const most = formatNumber(MAX_BULK_PRODUCTS);
  throw new ShopError(400, `Mỗi lần chỉ sửa được tối đa ${most} sản phẩm. Hãy lọc bớt danh sách.`);
}

/** Locks products like `lockProducts`, without loading them. */
const lockAll = (tx: EntityManager, ids: number[]): Promise<unknown> =>
  tx.query('SELECT FROM products WHERE id = ANY ($1::integer[]) ORDER BY id FOR NO KEY UPDATE', [ids]);

/** The lines with a price and a stock: each variant of a product with variants, any other product itself. */
async function linesOf(tx: EntityManager, ids: number[]): Promise<BulkLine[]> {
  return tx.query(
    `SELECT line.*, price_before AS price_after, stock_before AS stock_after, NULL AS refused FROM (
       SELECT p.id AS product, NULL::integer AS variant, p.name, '' AS choice, p.price::float8 AS price_before,
         p.count_in_stock AS stock_before
       FROM products p WHERE p.id = ANY ($1::integer[]) AND NOT p.has_variants
       UNION ALL
       SELECT p.id, v.id, p.name, c.name || ', ' || s.name, v.price::float8, v.stock_quantity
       FROM products p JOIN variants v ON v.product_id = p.id JOIN colors c ON c.id = v.color_id
         JOIN sizes s ON s.id = v.size_id
       WHERE p.id = ANY ($1::integer[]) AND p.has_variants) line
     ORDER BY product, variant`,
    [ids],
  );
}

/** Computes a line after the edit, or the reason that refuses it. */
function edited(line: BulkLine, { price, stock }: BulkEdit): BulkLine {
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

const isChange = (line: BulkLine) => line.price_after !== line.price_before || line.stock_after !== line.stock_before;

/** Writes the changed lines, with one audit event for each product. */
async function write(tx: EntityManager, by: Actor, lines: BulkLine[]): Promise<void> {
  const given =
    'json_to_recordset($1) AS line (product integer, variant integer, price_after bigint, stock_after integer)';
  const update = (table: string, columns: string, whose: string) =>
    tx.query(`UPDATE ${table} SET ${columns} FROM ${given} WHERE ${whose}`, [JSON.stringify(lines)]);
  await update('variants v', 'price = price_after, stock_quantity = stock_after', 'v.id = line.variant');
  await update(
    'products p',
    'price = price_after, count_in_stock = stock_after',
    'p.id = line.product AND line.variant IS NULL',
  );
  await recordAudits(tx, by, auditEventsOf(lines));
}

function auditEventsOf(lines: BulkLine[]): AuditEvent[] {
  const events = new Map<number, AuditEvent & { before: Record<string, unknown>; after: Record<string, unknown> }>();
  for (const { product: id, variant, name, choice, ...line } of lines) {
    const event = events.get(id) ?? { action: 'update', subject: 'product', id, name, before: {}, after: {} };
    if (variant === null) {
      event.before = { price: line.price_before, countInStock: line.stock_before };
      event.after = { price: line.price_after, countInStock: line.stock_after };
    } else {
      event.before[choice] = { price: line.price_before, stock_quantity: line.stock_before };
      event.after[choice] = { price: line.price_after, stock_quantity: line.stock_after };
    }
    events.set(id, event);
  }
  return [...events.values()];
}
