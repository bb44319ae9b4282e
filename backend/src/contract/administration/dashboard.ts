import { z } from 'zod';
import { DayQuery, Id, Vnd } from '../common.js';
import { ORDER_STATUSES } from '../orders/orders.js';
import { MAX_DASHBOARD_DAYS } from '../rules.js';

const days = z
  .string()
  .regex(/^\d{1,4}$/, 'Phải là số nguyên')
  .transform(Number)
  .pipe(z.int().min(1, 'Tối thiểu 1 ngày').max(MAX_DASHBOARD_DAYS, `Tối đa ${MAX_DASHBOARD_DAYS} ngày`))
  .optional();

/** `?days=30`, ending today, or `?from=&to=`, which take precedence. The default is the last 30 days. */
export const DashboardQuery = z.object({ days, ...DayQuery.shape });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

const Day = z.iso.date();

/** Figures of one day or of a whole period. */
const Figures = z.object({
  /** The day's payments less its refunds, whenever the orders were placed; negative when more was refunded. */
  revenue: z.int(),
  /** Orders that were paid. */
  orders: z.int(),
  /** The mean total of paid orders; null without paid orders. */
  average_order: Vnd.nullable(),
  new_users: z.int(),
  /** The percentage of orders placed in the period that are paid by now; null without orders. */
  conversion: z.number().min(0).max(100).nullable(),
});
export type Figures = z.infer<typeof Figures>;

const DayFigures = Figures.extend({ day: Day });
export type DayFigures = z.infer<typeof DayFigures>;

const Period = z.object({ from: Day, to: Day, totals: Figures, days: z.array(DayFigures) });

const Product = z.object({ id: Id, name: z.string(), image: z.string().nullable(), total_stock: z.int() });

/** Counts of tasks that wait for an administrator. */
export const Counts = z
  .object({
    /** Orders that are paid, or paid on delivery, and not sent; without undecided refund requests. Counted up to `MAX_COUNTED_ORDERS`, 1,000. */
    orders_to_deliver: z.int(),
    /** Orders that are delivered and not paid. Counted up to the same number. */
    orders_to_collect: z.int(),
    pending_refunds: z.int(),
    /** Conversations whose last message is the shopper's, of the 10,000 with the latest messages. */
    unanswered_chats: z.int(),
    /** Bank transfers that belong to no known order. */
    unmatched_transfers: z.int(),
    /** Photos of reviews that wait for approval. */
    pending_photos: z.int(),
    failed_mails: z.int(),
    /** Webhook endpoints that the shop switched off because they failed. */
    disabled_webhooks: z.int(),
  })
  .meta({ id: 'Counts' });
export type Counts = z.infer<typeof Counts>;

/** The shop's figures. Days are in the shop's time zone. */
export const Dashboard = z
  .object({
    period: Period,
    /** The period of the same length before it. */
    before: Period,
    /** The products with the highest payments in the period, less refunds in it; at most ten. */
    best_sellers: z.array(Product.extend({ sold: z.int(), total: z.int() })),
    low_stock: z.object({ count: z.int(), products: z.array(Product) }),
    /** The number of products in the shop with a sold-out variant. */
    sold_out_variants: z.int(),
    /** Orders placed in the period, by their current status. */
    orders_by_status: z.record(z.enum(ORDER_STATUSES), z.int()),
    /** `liability` is the sum of all wallet balances, which the shop owes their owners. */
    wallets: z.object({ liability: Vnd, count: z.int(), locked: z.int() }),
    counts: Counts,
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;
