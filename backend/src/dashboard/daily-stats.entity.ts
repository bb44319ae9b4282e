import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../platform/database/money.column.js';

/** A day's orders by their current status, its sales and its refunds. */
@Entity('daily_shop_stats')
export class DailyShopStats {
  /** In the shop's time zone, `2026-12-31`. */
  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  unpaid: number;

  @Column('integer')
  paid: number;

  @Column('integer')
  delivered: number;

  @Column('integer')
  refundRequested: number;

  @Column('integer')
  refunded: number;

  @Column('integer')
  cancelled: number;

  /** Orders paid on this day. */
  @Column('integer')
  sales: number;

  @MoneyColumn()
  salesTotal: Vnd;

  /** Orders refunded in full on this day. */
  @Column('integer')
  refunds: number;

  /** Includes partial refunds, less what the shop regained from cards; negative when that was more. */
  @MoneyColumn()
  refundsTotal: Vnd;
}

/** The pieces of a product sold on a day, less refunded ones. */
@Entity('daily_product_stats')
export class DailyProductStats {
  @PrimaryColumn('date')
  day: string;

  /** The product may have been deleted since. */
  @PrimaryColumn('integer')
  productId: number;

  @Column('integer')
  sold: number;

  @MoneyColumn()
  total: Vnd;
}

/** An order event that the daily stats do not include yet; a trigger writes it. */
@Entity('order_rollup_queue')
export class QueuedOrderEvent {
  /** A `bigint`, which the driver returns as a string. */
  @PrimaryColumn('bigint')
  eventId: string;
}
