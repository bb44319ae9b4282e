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
import { User } from '../auth/users/user.entity.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../platform/database/money.column.js';

/**
 * The shop's own accounts, one of each. `sales` holds the full prices; `discounts` and `refunds` are negative, so the sum of the
 * three is the revenue. The assets are negative too: the balance at the card provider (`card_clearing`), cash from deliveries
 * (`cash`), the balance of the bank account (`bank`), amounts that banks withhold until a dispute is decided (`disputed`), and
 * what shoppers owe (`receivables`). `unmatched` holds bank transfers until an administrator finds out whose they are.
 */
export type ShopAccount =
  | 'card_clearing'
  | 'cash'
  | 'bank'
  | 'unmatched'
  | 'sales'
  | 'discounts'
  | 'refunds'
  | 'corrections'
  | 'disputed'
  | 'receivables';

/** An account of the ledger: a shopper's wallet, or one of the shop's own. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  kind: 'wallet' | ShopAccount;

  /** The wallet's owner; null for the shop's own accounts. */
  @Column('integer', { nullable: true })
  userId: number | null;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  /** A wallet's balance, written only by `postAll`. Always 0 for the shop's own accounts: their balances are sums of transfers. */
  @MoneyColumn()
  balance: Vnd;

  @Column('boolean')
  isActive: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;

  /** @throws ShopError 403 for a locked wallet: it cannot spend, but still receives money */
  mustBeActive(): void {
    if (!this.isActive) throw new ShopError(403, 'Ví của bạn đang tạm khóa. Vui lòng liên hệ cửa hàng để mở khóa.');
  }
}
