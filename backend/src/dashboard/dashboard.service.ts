import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pictureUrl } from '../media/picture-url.js';
import type { Counts, Dashboard, DashboardQuery, DayFigures, Figures } from '../contract/dashboard.js';
import { ORDER_STATUSES } from '../contract/orders.js';
import { LOW_STOCK, SHOP_TIME_ZONE, SUPPORT_USER_ID, type Vnd } from '../contract/rules.js';
import { daysOf, periodBefore, periodOf, type Period } from './period.js';
import { DAILY_SHOP_STATS, DAILY_PRODUCT_STATS } from './daily-shop-stats.js';

const BEST_SELLERS = 10;
const LOW_STOCK_SHOWN = 10;

/** The sums of one day or several, from which the displayed figures are computed. */
interface Sums {
  placed: number;
  /** Of those that were placed. */
  converted: number;
  sales: number;
  salesTotal: Vnd;
  refundsTotal: Vnd;
  newUsers: number;
}

const NOTHING: Sums = { placed: 0, converted: 0, sales: 0, salesTotal: 0, refundsTotal: 0, newUsers: 0 };

/** Columns in JSON, where PostgreSQL writes a bigint as a number. */
const PRODUCT = `'id', p.id, 'name', p.name, 'total_stock', p.total_stock, 'image', (
  SELECT i.media_hash FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1)`;

/** Computes the dashboard's figures. */
@Injectable()
export class DashboardService {
  constructor(private readonly db: DataSource) {}

  /** @throws ShopError 400 for a period that ends before it begins, or is too long */
  async dashboard(query: DashboardQuery): Promise<Dashboard> {
    const period = periodOf(query);
    const before = periodBefore(period);
    const [days, users, ordersByStatus, bestSellers, lowStock, soldOutVariants, wallets, counts] = await Promise.all([
      this.days({ from: before.from, to: period.to }),
      this.newUsers({ from: before.from, to: period.to }),
      this.ordersByStatus(period),
      this.bestSellers(period),
      this.lowStock(),
      this.soldOutVariants(),
      this.wallets(),
      this.counts(),
    ]);
    const sumsOf = (day: string): Sums => ({ ...NOTHING, ...days.get(day), newUsers: users.get(day) ?? 0 });
    return {
      period: periodView(period, sumsOf),
      before: periodView(before, sumsOf),
      best_sellers: bestSellers,
      low_stock: lowStock,
      sold_out_variants: soldOutVariants,
      orders_by_status: ordersByStatus,
      wallets,
      counts,
    };
  }

  /** Counts the open work of administrators. */
  async counts(): Promise<Counts> {
    const [row]: { counts: Counts }[] = await this.db.query(
      `SELECT json_build_object(
         'pending_refunds', (SELECT count(*) FROM refund_requests WHERE is_approved IS NULL),
         'unanswered_chats', (SELECT count(*) FROM chat_rooms room JOIN chat_messages last ON last.id = room.last_message_id
           WHERE room.low_user_id = $1 AND last.sender_id = room.high_user_id),
         'failed_mails', (SELECT count(*) FROM mails WHERE state = 'failed')) AS counts`,
      [SUPPORT_USER_ID],
    );
    return row!.counts;
  }

  /** Reads orders and money of each day with any. */
  private async days({ from, to }: Period): Promise<Map<string, Omit<Sums, 'newUsers'>>> {
    const rows: { day: string; sums: Omit<Sums, 'newUsers'> }[] = await this.db.query(
      `${DAILY_SHOP_STATS} SELECT day::text, json_build_object(
         'placed', sum(unpaid + paid + delivered + refund_requested + refunded + cancelled),
         'converted', sum(paid + delivered + refund_requested + refunded),
         'sales', sum(sales), 'salesTotal', sum(sales_total), 'refundsTotal', sum(refunds_total)) AS sums
       FROM days WHERE day BETWEEN $1 AND $2 GROUP BY day`,
      [from, to],
    );
    return new Map(rows.map(({ day, sums }) => [day, sums]));
  }

  /** Counts the new accounts of each day, without closed ones. */
  private async newUsers({ from, to }: Period): Promise<Map<string, number>> {
    const midnight = (day: string) => `(${day})::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}'`;
    const rows: { day: string; count: number }[] = await this.db.query(
      `SELECT shop_date(date_joined)::text AS day, count(*)::integer AS count FROM users
       WHERE closed_at IS NULL AND date_joined >= ${midnight('$1::date')} AND date_joined < ${midnight('$2::date + 1')}
       GROUP BY 1`,
      [from, to],
    );
    return new Map(rows.map(({ day, count }) => [day, count]));
  }

  private async ordersByStatus({ from, to }: Period): Promise<Dashboard['orders_by_status']> {
    const sum = (state: string) => `'${state}', coalesce(sum(${state}), 0)`;
    const [row]: { counts: Dashboard['orders_by_status'] }[] = await this.db.query(
      `${DAILY_SHOP_STATS} SELECT json_build_object(${ORDER_STATUSES.map(sum).join(', ')}) AS counts FROM days WHERE day BETWEEN $1 AND $2`,
      [from, to],
    );
    return row!.counts;
  }

  private async bestSellers({ from, to }: Period): Promise<Dashboard['best_sellers']> {
    const rows: { product: Dashboard['best_sellers'][number] }[] = await this.db.query(
      `${DAILY_PRODUCT_STATS}, best AS (
         SELECT product_id, sum(sold) AS sold, sum(total) AS total FROM products_sold WHERE day BETWEEN $1 AND $2
         GROUP BY product_id HAVING sum(sold) > 0 ORDER BY sum(sold) DESC, sum(total) DESC, product_id LIMIT ${BEST_SELLERS})
       SELECT json_build_object(${PRODUCT}, 'sold', best.sold, 'total', best.total) AS product
       FROM best JOIN products p ON p.id = best.product_id ORDER BY best.sold DESC, best.total DESC, p.id`,
      [from, to],
    );
    return rows.map(({ product }) => pictured(product));
  }

  private async lowStock(): Promise<Dashboard['low_stock']> {
    const rows: { product: Dashboard['low_stock']['products'][number]; count: number }[] = await this.db.query(
      `SELECT json_build_object(${PRODUCT}) AS product, p.count FROM (
         SELECT id, name, total_stock, count(*) OVER ()::integer AS count FROM products
         WHERE archived_at IS NULL AND total_stock <= ${LOW_STOCK}
         ORDER BY total_stock, id LIMIT ${LOW_STOCK_SHOWN}) p
       ORDER BY p.total_stock, p.id`,
    );
    return { count: rows[0]?.count ?? 0, products: rows.map(({ product }) => pictured(product)) };
  }

  private async soldOutVariants(): Promise<number> {
    const [row]: { count: number }[] = await this.db.query(
      `SELECT count(*)::integer AS count FROM products WHERE archived_at IS NULL
         AND id IN (SELECT product_id FROM variants WHERE stock_quantity = 0)`,
    );
    return row!.count;
  }

  private async wallets(): Promise<Dashboard['wallets']> {
    const [row]: { wallets: Dashboard['wallets'] }[] = await this.db.query(
      `SELECT json_build_object('liability', coalesce(sum(balance), 0), 'count', count(*),
         'locked', count(*) FILTER (WHERE NOT is_active)) AS wallets FROM accounts WHERE kind = 'wallet'`,
    );
    return row!.wallets;
  }
}

function periodView(period: Period, sumsOf: (day: string) => Sums): Dashboard['period'] {
  const days = daysOf(period);
  return {
    ...period,
    totals: figuresOf(days.map(sumsOf).reduce(plus, NOTHING)),
    days: days.map((day): DayFigures => ({ day, ...figuresOf(sumsOf(day)) })),
  };
}

const plus = (a: Sums, b: Sums): Sums => ({
  placed: a.placed + b.placed,
  converted: a.converted + b.converted,
  sales: a.sales + b.sales,
  salesTotal: a.salesTotal + b.salesTotal,
  refundsTotal: a.refundsTotal + b.refundsTotal,
  newUsers: a.newUsers + b.newUsers,
});

function figuresOf({ placed, converted, sales, salesTotal, refundsTotal, newUsers }: Sums): Figures {
  return {
    revenue: salesTotal - refundsTotal,
    orders: sales,
    average_order: sales > 0 ? Math.round(salesTotal / sales) : null,
    new_users: newUsers,
    conversion: placed > 0 ? Math.round((1_000 * converted) / placed) / 10 : null,
  };
}

/** @param product whose image is still a hash */
const pictured = <T extends { image: string | null }>(product: T): T => ({
  ...product,
  image: pictureUrl(product.image, 320),
});
