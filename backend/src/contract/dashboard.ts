import { z } from 'zod';
import { DayQuery, Id, Vnd } from './common.js';
import { ORDER_STATUSES } from './orders.js';
import { MAX_DASHBOARD_DAYS } from './rules.js';

const days = z
  .string()
  .regex(/^\d{1,4}$/, 'Phải là số nguyên')
  .transform(Number)
  .pipe(z.int().min(1, 'Ít nhất 1 ngày').max(MAX_DASHBOARD_DAYS, `Nhiều nhất ${MAX_DASHBOARD_DAYS} ngày`))
  .optional();

/** `?days=30`, which end today, or `?from=&to=`, which win; today and 30 days where nothing is said. */
export const DashboardQuery = z.object({ days, ...DayQuery.shape });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

const Day = z.iso.date();

/** Figures of a day or of a whole period. */
const Figures = z.object({
  /** Payments less refunds of the day, whenever the orders were placed; negative when more was refunded. */
  revenue: z.int(),
  /** Orders that were paid. */
  orders: z.int(),
  /** The mean total of paid orders; null when there are none. */
  average_order: Vnd.nullable(),
  new_users: z.int(),
  /** How many percent of the orders placed in it are paid by now; null where none was placed. */
  conversion: z.number().min(0).max(100).nullable(),
});
export type Figures = z.infer<typeof Figures>;

const DayFigures = Figures.extend({ day: Day });
export type DayFigures = z.infer<typeof DayFigures>;

const Period = z.object({ from: Day, to: Day, totals: Figures, days: z.array(DayFigures) });

const Product = z.object({ id: Id, name: z.string(), image: z.string().nullable(), total_stock: z.int() });

/** Counts of work that waits for an administrator. */
export const Counts = z
  .object({
    pending_refunds: z.int(),
    /** Conversations with the shop in which the shopper had the last word. */
    unanswered_chats: z.int(),
    failed_mails: z.int(),
  })
  .meta({ id: 'Counts' });
export type Counts = z.infer<typeof Counts>;

/** The shop in figures; days are those of its time zone. */
export const Dashboard = z
  .object({
    period: Period,
    /** As many days just before it. */
    before: Period,
    /** The products of which most was paid in the period, less what was refunded in it; at most ten. */
    best_sellers: z.array(Product.extend({ sold: z.int(), total: z.int() })),
    low_stock: z.object({ count: z.int(), products: z.array(Product) }),
    /** Products in the shop of which a variant is sold out. */
    sold_out_variants: z.int(),
    /** Orders that were placed in the period, by what they are now. */
    orders_by_status: z.record(z.enum(ORDER_STATUSES), z.int()),
    /** `liability` is what the shop owes the owners of its wallets. */
    wallets: z.object({ liability: Vnd, count: z.int(), locked: z.int() }),
    counts: Counts,
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;
