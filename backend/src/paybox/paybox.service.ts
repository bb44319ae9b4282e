import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { KeyedRequest } from '../platform/batching/idempotency.js';
import { RequestBatcher } from '../platform/batching/request-batcher.js';
import type { Detail } from '../contract/common.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { inTransaction } from '../platform/database/transaction.js';
import { walletOf } from '../ledger/ledger.js';
import { countRefusedPayment } from '../orders/order/order-metrics.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { payFromWallets, type WalletPayment } from './pay-from-wallets.js';
import type { WalletAndDebt } from './paybox.view.js';
import { readWallet } from './wallet.sql.js';

/** Paybox, the prepaid wallet: its balance, its statement, and payments from it. */
@Injectable()
export class PayboxService {
  private readonly payments = new RequestBatcher((payments: WalletPayment[]) =>
    inTransaction(this.db, (tx) => payFromWallets(tx, payments)),
  );

  constructor(private readonly db: DataSource) {}

  /** Returns the user's wallet with its owner and debt; creates it on first use. */
  async wallet(userId: number): Promise<WalletAndDebt> {
    const existing = await readWallet(this.db, userId);
    if (existing) return existing;
    await walletOf(this.db.manager, userId);
    return (await readWallet(this.db, userId))!;
  }

  /** Returns a slice of a user's statement, newest first, with the total count. */
  transactions(userId: number, slice: { skip: number; take: number }): Promise<[WalletTransaction[], number]> {
    return this.db.manager.findAndCount(WalletTransaction, {
      where: { account: { userId } },
      relations: { account: { user: true } },
      order: { createdAt: 'DESC', id: 'DESC' },
      ...slice,
    });
  }

  /**
   * Pays one's own order from the wallet.
   * @throws ShopError 404, 409 for an order that is paid, cancelled or on its way, 403 for a locked wallet, 400 for an insufficient balance
   */
  payOrder(userId: number, orderId: number, attempt: KeyedRequest): Promise<Detail> {
    return this.payments.enqueue({ userId, orderId, attempt }).catch((error: unknown) => {
      if (error instanceof ShopError) countRefusedPayment('Paybox');
      throw error;
    });
  }
}
