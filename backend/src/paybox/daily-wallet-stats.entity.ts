import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../platform/database/money.column.js';

/**
 * The statement lines of all wallets on a day, by type, status and direction. Its rollup queue `wallet_rollup_queue` has the
 * same columns and no key, so it has no entity.
 */
@Entity('daily_wallet_stats')
export class DailyWalletStats {
  /** In the shop's time zone, `2026-12-31`. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  transactionType: string;

  @PrimaryColumn('text')
  status: string;

  /** 1 into the wallet, -1 out of it. */
  @PrimaryColumn('integer')
  direction: number;

  @Column('integer')
  lines: number;

  @MoneyColumn()
  amount: Vnd;
}
