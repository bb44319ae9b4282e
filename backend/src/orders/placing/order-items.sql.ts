import type { EntityManager } from 'typeorm';
import type { PricedLine } from '../../catalog/stock/stock.js';
import { prepared } from '../../platform/database/connections/prepared.js';

const INSERT_ITEMS = prepared(
  'order-items',
  `INSERT INTO order_items (order_id, product_id, variant_id, product_name, color, size, image_hash, qty, price)
   SELECT order_id, product_id, variant_id, product_name, color, size,
     (SELECT hash FROM media WHERE hash = image_hash FOR KEY SHARE), qty, price
   FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[],
     $8::integer[], $9::bigint[]) AS line (order_id, product_id, variant_id, product_name, color, size, image_hash, qty, price)`,
);

/**
 * Inserts the lines of new orders. By hand: a batch over unnest(). A picture that was replaced since the prices were read may be deleted just
 * now: its line waits for that, as the foreign key would, and has none.
 */
export async function saveItems(tx: EntityManager, orders: { id: number; lines: PricedLine[] }[]): Promise<void> {
  const items = orders.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, orderId: id })));
  await tx.query(INSERT_ITEMS, [
    items.map((item) => item.orderId),
    items.map((item) => item.productId),
    items.map((item) => item.variantId),
    items.map((item) => item.name),
    items.map((item) => item.color),
    items.map((item) => item.size),
    items.map((item) => item.imageHash),
    items.map((item) => item.qty),
    items.map((item) => item.price),
  ]);
}
