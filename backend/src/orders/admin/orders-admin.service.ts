import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { inBatches, sendCsv } from '../../platform/csv/csv.js';
import type { AdminOrder, OrderEvent, OrderQuery, OrderStatus } from '../../contract/orders.js';
import { ORDER_STATUS_NAMES, SHOP_TIME_ZONE, type Vnd } from '../../contract/rules.js';
import { ordersWhere } from '../order-list.sql.js';
import { STATUS_SQL } from '../order-status.js';
import { orderView } from '../order.view.js';
import { OrdersService } from '../orders.service.js';

/** Orders per batch of an export. It is small because all lines of an order are in one cell, and there may be hundreds. */
const EXPORT_BATCH = 250;

/** Order details and exports for administrators. */
@Injectable()
export class OrdersAdminService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: OrdersService,
  ) {}

  /** Returns an order with its events, transfers, payment intents and its buyer's other refund requests. @throws ShopError 404 */
  async get(actor: Actor, id: number): Promise<AdminOrder> {
    const order = await this.orders.get(actor, id);
    const [events, transfers, intents, otherRefunds] = await Promise.all([
      this.db.query<EventRow[]>(EVENTS, [id]),
      this.db.query<TransferRow[]>(TRANSFERS, [id]),
      this.db.query<IntentRow[]>(INTENTS, [id]),
      this.db.query<RefundRow[]>(OTHER_REFUNDS, [order.userId, id]),
    ]);
    const view = orderView(order);
    return {
      ...view,
      user: { id: order.userId, ...view.user },
      events: events.map(dated),
      transfers: transfers.map(dated),
      intents: intents.map(dated),
      otherRefunds: otherRefunds.map(dated),
    };
  }

  /** Sends the orders that match the query as CSV, newest first, and records the export in the audit log. */
  async export(actor: Actor, { page: _, page_size: __, ...query }: OrderQuery, response: Response): Promise<void> {
    await recordAudit(this.db.manager, actor, {
      action: 'export',
      subject: 'order',
      name: 'Danh sách đơn hàng',
      after: query,
    });
    const rows = inBatches<ExportRow>((last, limit) => {
      const where = ordersWhere(actor, query).add('o.id < ?', last?.id);
      return this.db.query(`${EXPORT} ${where.sql} ORDER BY o.id DESC LIMIT ${limit}`, where.values);
    }, EXPORT_BATCH);
    await sendCsv(response, 'don-hang', COLUMNS, withStatusNames(rows));
  }
}

const EVENTS = `
  SELECT e.id::integer, e.transition, e.status_before AS "statusBefore", e.status_after AS "statusAfter", e.reason,
    json_build_object('is', e.actor, 'username', u.username) AS actor, e.created_at AS "createdAt",
    CASE WHEN e.transition = 'pay' THEN (
      SELECT CASE t.kind WHEN 'PAYMENT' THEN 'Paybox' ELSE 'Stripe' END FROM transfers t
      WHERE t.order_id = e.order_id AND t.kind IN ('PAYMENT', 'CARD_PAYMENT')) END AS "paidWith"
  FROM order_events e LEFT JOIN users u ON u.id = e.actor_id WHERE e.order_id = $1 ORDER BY e.id`;
const TRANSFERS = `
  SELECT id::integer, kind, amount::float8, description, payment_intent_id AS intent, created_at AS "createdAt"
  FROM transfers WHERE order_id = $1 ORDER BY transfers.id`;
const INTENTS = `
  SELECT id, amount::float8, created_at AS "createdAt",
    CASE WHEN settled_at IS NOT NULL THEN 'settled' WHEN closed_at IS NOT NULL THEN 'closed' ELSE 'open' END AS state
  FROM payment_intents WHERE order_id = $1 ORDER BY created_at`;
const OTHER_REFUNDS = `
  SELECT r.order_id AS order, o.total_price::float8 AS "totalPrice", r.is_approved AS "isApproved",
    r.created_at AS "createdAt"
  FROM refund_requests r JOIN orders o ON o.id = r.order_id
  WHERE o.user_id = $1 AND o.id <> $2 ORDER BY r.id DESC LIMIT 20`;

type Dated<T extends { createdAt: string }> = Omit<T, 'createdAt'> & { createdAt: Date };
type EventRow = Dated<OrderEvent>;
type TransferRow = Dated<AdminOrder['transfers'][number]>;
type IntentRow = Dated<AdminOrder['intents'][number]>;
type RefundRow = Dated<AdminOrder['otherRefunds'][number]>;

const dated = <T extends { createdAt: Date }>(row: T) => ({ ...row, createdAt: row.createdAt.toISOString() });

/** The columns of the file, by their names in `EXPORT`. */
const COLUMNS = {
  id: 'Mã đơn',
  created_at: 'Ngày đặt',
  username: 'Khách hàng',
  email: 'Email',
  receiver: 'Người nhận',
  phone: 'Điện thoại',
  address: 'Địa chỉ',
  city: 'Tỉnh/thành phố',
  postal_code: 'Mã bưu chính',
  country: 'Quốc gia',
  items: 'Sản phẩm',
  items_price: 'Tạm tính',
  shipping_price: 'Phí giao hàng',
  tax_price: 'Thuế',
  discount: 'Giảm giá',
  coupon_code: 'Mã giảm giá',
  total_price: 'Tổng cộng',
  payment_method: 'Thanh toán bằng',
  status: 'Trạng thái',
  paid_at: 'Thanh toán lúc',
  delivered_at: 'Giao lúc',
  refunded_at: 'Hoàn tiền lúc',
  cancelled_at: 'Hủy lúc',
};

const moment = (column: string) =>
  `to_char(o.${column} AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI') AS ${column}`;

const EXPORT = `
  SELECT o.id, u.username, u.email, o.receiver, o.phone, o.address, o.city, o.postal_code, o.country,
    (SELECT string_agg(concat(i.product_name, ' (' || nullif(concat_ws(', ', i.color, i.size), '') || ')', ' × ', i.qty),
       '; ' ORDER BY i.id)
     FROM order_items i WHERE i.order_id = o.id) AS items,
    o.items_price, o.shipping_price, o.tax_price, o.discount, o.coupon_code, o.total_price, o.payment_method,
    ${STATUS_SQL} AS status,
    ${['created_at', 'paid_at', 'delivered_at', 'refunded_at', 'cancelled_at'].map(moment).join(', ')}
  FROM orders o JOIN users u ON u.id = o.user_id`;

type ExportRow = Record<keyof typeof COLUMNS, string | Vnd | null> & { id: number; status: OrderStatus };

async function* withStatusNames(rows: AsyncIterable<ExportRow>) {
  for await (const row of rows) yield { ...row, status: ORDER_STATUS_NAMES[row.status] };
}
