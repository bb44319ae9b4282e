import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { User } from '../auth/user.entity.js';
import { ShopError } from '../common/shop-error.js';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../db/money.column.js';

/**
 * The shop's own accounts, one of each. Sales are what was sold at its full price; what coupons took off and what was paid
 * back stand on accounts of their own, below zero, so that the three together are what was earned. Below zero as well stand
 * what lies at the card provider (card_clearing), what banks hold back until a dispute is decided (disputed), and what
 * shoppers owe (receivables).
 */
export type ShopAccount =
  'card_clearing' | 'sales' | 'discounts' | 'refunds' | 'corrections' | 'disputed' | 'receivables';

/** An account of the ledger: a shopper's wallet, or one of the shop's own. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  kind: 'wallet' | ShopAccount;

  /** Whose wallet it is; null for the shop's own accounts. */
  @Column('integer', { nullable: true })
  userId: number | null;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  /** What a wallet holds, written by the ledger alone. Always 0 for the shop's own accounts, which are summed up instead. */
  @MoneyColumn()
  balance: Vnd;

  @Column('boolean')
  isActive: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  /** @throws ShopError 403 for a wallet that was locked: it spends nothing, but still takes what it is owed */
  mustBeActive(): void {
    if (!this.isActive) throw new ShopError(403, 'Ví của bạn đang tạm khóa.');
  }
}
