import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Counts, Dashboard, DashboardQuery, DayFigures, Figures } from '../contract/administration/dashboard.js';
import * as sql from './dashboard.sql.js';
import { daysOf, periodBefore, periodOf, type Period } from './period.js';

/** The sums of one day or several, from which the displayed figures are computed. */
interface Sums extends sql.OrderSums {
  newUsers: number;
}

const NOTHING: Sums = { placed: 0, converted: 0, sales: 0, salesTotal: 0, refundsTotal: 0, newUsers: 0 };

/** Computes the dashboard's figures. */
@Injectable()
export class DashboardService {
  constructor(private readonly db: DataSource) {}

  /** @throws ShopError 400 for a period that ends before it begins, or is too long */
  async dashboard(query: DashboardQuery): Promise<Dashboard> {
    const { db } = this;
    const period = periodOf(query);
    const before = periodBefore(period);
    const both = { from: before.from, to: period.to };
    const [days, users, orders_by_status, best_sellers, low_stock, sold_out_variants, wallets, counts] =
      await Promise.all([
        sql.sumsByDay(db, both),
        sql.newUsersByDay(db, both),
        sql.ordersByStatus(db, period),
        sql.bestSellers(db, period),
        sql.lowStock(db),
        sql.countSoldOutVariants(db),
        sql.walletTotals(db),
        sql.openWork(db),
      ]);
    const sumsOf = (day: string): Sums => ({ ...NOTHING, ...days.get(day), newUsers: users.get(day) ?? 0 });
    return {
      period: periodView(period, sumsOf),
      before: periodView(before, sumsOf),
      best_sellers,
      low_stock,
      sold_out_variants,
      orders_by_status,
      wallets,
      counts,
    };
  }

  /** Counts the open work of administrators. */
  counts(): Promise<Counts> {
    return sql.openWork(this.db);
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
