import type { DataSource } from 'typeorm';
import { SubjectGone, type WebhookSubject } from '../../webhooks/webhook-contents.js';
import { LIST_PRODUCT, VARIANTS, VARIANT_JSON } from '../products/product.sql.js';

/**
 * Reads the `data` of a webhook about low stock: the product as lists show it, its variant, and the stock now. By hand: PostgreSQL
 * writes the JSON.
 */
export async function loadStockWebhook(db: DataSource, { subject_id, variant_id }: WebhookSubject): Promise<object> {
  const [data]: { product: object; variant: object | null; stock: number }[] = await db.query(
    `SELECT ${LIST_PRODUCT} AS product, goods.variant, coalesce(goods.stock, p.count_in_stock) AS stock
     FROM products p LEFT JOIN LATERAL (
       SELECT ${VARIANT_JSON} AS variant, v.stock_quantity AS stock FROM ${VARIANTS} WHERE v.id = $2 AND v.product_id = p.id
     ) goods ON true
     WHERE p.id = $1 AND ($2::integer IS NULL OR goods.stock IS NOT NULL)`,
    [subject_id, variant_id],
  );
  if (!data) throw new SubjectGone('Sản phẩm không còn nữa');
  return data;
}
