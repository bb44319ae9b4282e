import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { KeyedRequest } from '../platform/batching/idempotency.js';
import { RequestBatcher } from '../platform/batching/request-batcher.js';
import type { Detail } from '../contract/common.js';
import { toVnd } from '../platform/database/money.column.js';
import { inTransaction } from '../platform/database/transaction.js';
import { walletOf } from '../ledger/ledger.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { payFromWallets, type WalletPayment } from './pay-from-wallets.js';
import type { WalletAndDebt } from './paybox.view.js';

interface WalletRow {
  balance: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  username: string;
  email: string;
  owed: string;
}

/** Paybox, the prepaid wallet: its balance, its statement, and payments from it. */
@Injectable()
export class PayboxService {
  private readonly payments = new RequestBatcher((payments: WalletPayment[]) =>
    inTransaction(this.db, (tx) => payFromWallets(tx, payments)),
  );

  constructor(private readonly db: DataSource) {}

  /** Returns the user's wallet with its owner and debt; creates it on first use. */
  async wallet(userId: number): Promise<WalletAndDebt> {
    const found = await this.find(userId);
    if (found) return found;
    await walletOf(this.db.manager, userId);
    return (await this.find(userId))!;
  }

  /** Plain SQL: every page of a signed-in shopper requests the wallet, and loading the entity takes three statements. */
  private async find(userId: number): Promise<WalletAndDebt | undefined> {
    const [row]: WalletRow[] = await this.db.query(
      `SELECT a.balance, a.is_active, a.created_at, a.updated_at, u.username, u.email, debt_of(a.user_id) AS owed
       FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.user_id = $1`,
      [userId],
    );
    return (
      row && {
        wallet: {
          balance: toVnd(row.balance) ?? 0,
          isActive: row.is_active,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          user: { username: row.username, email: row.email },
        },
        owed: toVnd(row.owed) ?? 0,
      }
    );
  }

  /** Returns a slice of a user's statement, newest first, with the total count. */
  transactions(userId: number, slice: { skip: number; take: number }): Promise<[WalletTransaction[], number]> {
    return this.db.manager.findAndCount(WalletTransaction, {
      where: { account: { userId } },
      relations: { account: { user: true } },
      order: { id: 'DESC' },
      ...slice,
    });
  }

  /**
   * Pays one's own order from the wallet.
   * @throws ShopError 404, 409 for a paid or cancelled order, 403 for a locked wallet, 400 for an insufficient balance
   */
  payOrder(userId: number, orderId: number, attempt: KeyedRequest): Promise<Detail> {
    return this.payments.enqueue({ userId, orderId, attempt });
  }
}
