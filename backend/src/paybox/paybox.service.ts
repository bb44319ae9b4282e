import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { once, type Attempt } from '../common/once.js';
import type { Detail } from '../contract/common.js';
import { TEXTS } from '../contract/rules.js';
import { lockOrder, lockWallet } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { markPaid } from '../orders/mark-paid.js';
import { Account } from '../ledger/account.entity.js';
import { post, walletOf } from '../ledger/ledger.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';

/** Paybox, the prepaid wallet: what is in it, what happened to it, and paying from it. */
@Injectable()
export class PayboxService {
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
    return inTransaction(this.db, (tx) =>
      once(tx, attempt, async () => {
        const order = await lockOrder(tx, { id: orderId, userId });
        await markPaid(tx, order, { is: 'buyer', id: userId });
        const wallet = (await lockWallet(tx, userId)) ?? (await walletOf(tx, userId));
        wallet.mustBeActive();
        await post(tx, {
          kind: 'PAYMENT',
          from: wallet,
          to: 'sales',
          amount: order.totalPrice,
          orderId,
          description: `Thanh toán đơn hàng #${orderId}`,
        });
        return { detail: TEXTS.paid };
      }),
    );
  }
}
