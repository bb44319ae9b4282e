import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Attempt } from '../common/once.js';
import { Together } from '../common/together.js';
import type { Detail } from '../contract/common.js';
import { inTransaction } from '../db/transaction.js';
import { Account } from '../ledger/account.entity.js';
import { walletOf } from '../ledger/ledger.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { payFromWallets, type WalletPayment } from './pay-from-wallets.js';

/** Paybox, the prepaid wallet: what is in it, what happened to it, and paying from it. */
@Injectable()
export class PayboxService {
  private readonly payments = new Together((payments: WalletPayment[]) =>
    inTransaction(this.db, (tx) => payFromWallets(tx, payments)),
  );

  constructor(private readonly db: DataSource) {}

  /** The user's wallet with its `user`, made when it is first looked at. */
  async wallet(userId: number): Promise<Account> {
    const { id } = await walletOf(this.db.manager, userId);
    return this.db.manager.findOneOrFail(Account, { where: { id }, relations: { user: true } });
  }

  /** The lines of a user's statement, newest first, and how many there are. */
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
   * @throws ShopError 404, 409 for a paid or cancelled order, 403 for a locked wallet, 400 when it holds too little
   */
  payOrder(userId: number, orderId: number, attempt: Attempt): Promise<Detail> {
    return this.payments.ask({ userId, orderId, attempt });
  }
}
