import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { earlierAnswer, once, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import type { DepositIntent } from '../contract/paybox.js';
import type { Vnd } from '../contract/rules.js';
import { holdAccount, holdWallet } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { walletOf } from '../ledger/ledger.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { CardProvider, type AmountRefusal } from './card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { DEPOSIT_DESCRIPTION } from './settle.js';
import { SettlementsService } from './settlements.service.js';

const REFUSALS: Record<AmountRefusal, string> = {
  amount_too_small: 'Số tiền này quá nhỏ để nạp bằng thẻ. Vui lòng chọn số tiền lớn hơn.',
  amount_too_large: 'Số tiền này quá lớn để nạp bằng thẻ. Vui lòng chia thành nhiều lần nạp.',
};

/** Topping up the wallet by card. */
@Injectable()
export class DepositsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
  ) {}

  /**
   * Asks the provider for a charge; the statement shows it as pending until it is confirmed.
   *
   * A process may die after the provider has made the intent and before its row is written. That intent can never be
   * charged: its client secret leaves this shop only when the row is there. The shopper asks again, with the same key for
   * the same intent, without one for another.
   * @throws ShopError 403 for a locked wallet, 400 for an amount that the provider does not take, 503
   */
  async open(userId: number, amount: Vnd, attempt: Attempt): Promise<DepositIntent> {
    const earlier = await earlierAnswer<DepositIntent>(this.db.manager, attempt);
    if (earlier) return earlier;
    const wallet = await walletOf(this.db.manager, userId);
    wallet.mustBeActive();
    const wanted = {
      amount,
      description: DEPOSIT_DESCRIPTION,
      metadata: { purpose: 'deposit', user_id: String(userId) },
      refused: (why: AmountRefusal) => ShopError.fields({ amount: [REFUSALS[why]] }),
    };
    let intent = await this.provider.createIntent({ ...wanted, idempotencyKey: keyOf(attempt) });
    const isKnown = await this.db.manager.existsBy(PaymentIntent, { id: intent.id });
    // The provider remembers keys a little longer than the shop, and this key now stands for another deposit.
    if (isKnown && !(await earlierAnswer(this.db.manager, attempt))) intent = await this.provider.createIntent(wanted);
    return inTransaction(this.db, (tx) =>
      once(tx, attempt, async () => {
        await holdWallet(tx, wallet.id);
        await holdAccount(tx, userId);
        await tx.insert(PaymentIntent, { id: intent.id, purpose: 'deposit', userId, amount });
        await tx.insert(WalletTransaction, {
          accountId: wallet.id,
          transactionType: 'DEPOSIT',
          amount,
          status: 'PENDING',
          description: DEPOSIT_DESCRIPTION,
          paymentIntentId: intent.id,
        });
        return { clientSecret: intent.client_secret ?? '', paymentIntentId: intent.id };
      }),
    );
  }

  /**
   * Credits a deposit that the page says was charged, after asking the provider. Repeating it changes nothing.
   * @throws ShopError 404 for an intent that is not the user's deposit, 400 when it has not succeeded, 503
   */
  async confirm(userId: number, intentId: string): Promise<void> {
    const asked = await this.db.manager.findOneBy(PaymentIntent, { id: intentId, userId, purpose: 'deposit' });
    if (!asked) throw ShopError.notFound('Không tìm thấy giao dịch nạp tiền.');
    if (asked.settledAt) return;
    await this.settlements.settle(asked, await this.provider.intent(intentId), { is: 'buyer', id: userId });
  }
}

/** Two sendings of one request get one intent from the provider too. */
function keyOf({ userId, key, fingerprint }: Attempt): string | undefined {
  if (!key) return undefined;
  return `deposit-${createHash('sha256').update(`${userId} ${key} ${fingerprint}`).digest('hex')}`;
}
