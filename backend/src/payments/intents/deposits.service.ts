import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import { storedResponse, withIdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { DepositIntent } from '../../contract/money/paybox.js';
import type { Vnd } from '../../contract/rules.js';
import { lockAccountForReference } from '../../auth/users/user.locks.js';
import { lockWalletById } from '../../ledger/wallet.locks.js';
import { Config } from '../../platform/config/config.js';
import { readTime } from '../../platform/database/read-time.sql.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { walletOf } from '../../ledger/ledger.js';
import { WalletTransaction } from '../../ledger/wallet-transaction.entity.js';
import { CardProvider, type AmountRefusal } from '../provider/card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { DEPOSIT_DESCRIPTION } from './settle.js';
import { SettlementsService } from './settlements.service.js';

const REFUSALS: Record<AmountRefusal, string> = {
  amount_too_small: 'Số tiền này quá nhỏ để nạp bằng thẻ. Vui lòng chọn số tiền lớn hơn.',
  amount_too_large: 'Số tiền này quá lớn để nạp bằng thẻ. Vui lòng chia thành nhiều lần nạp.',
};

/** How many deposits of one account may be open: the reconciler checks each of them again and again. */
export const MAX_OPEN_DEPOSITS = 20;
/** After this time an open deposit counts as abandoned, and may be cancelled for a new one. */
export const ABANDONED_MINUTES = 10;
/** How many abandoned deposits one call cancels: each is a call to the provider. */
const MAX_CANCELLED = 5;

/** Deposits into the wallet by card. */
@Injectable()
export class DepositsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
    private readonly config: Config,
  ) {}

  /**
   * Creates an intent at the provider; the statement shows the deposit as pending until it is confirmed.
   *
   * A process may die after the provider has created the intent and before its row is written. That intent can never be
   * charged, because its client secret leaves the shop only after the row is written. A retry gets the same intent with the
   * same key, and another one without a key.
   * @throws ShopError 403 for a locked wallet, 400 for an amount that the provider refuses, 409 while too many are open, 503
   */
  async open(userId: number, amount: Vnd, attempt: KeyedRequest): Promise<DepositIntent> {
    // Read first: when an attempt with the same key takes the last place meanwhile, its answer is stored by now.
    const isFull = await this.isFull(this.db.manager, userId);
    const earlier = await storedResponse<DepositIntent>(this.db.manager, attempt);
    if (earlier) return earlier;
    const wallet = await walletOf(this.db.manager, userId);
    wallet.mustBeActive();
    if (isFull) await this.closeAbandoned(userId);
    const request = {
      amount,
      description: DEPOSIT_DESCRIPTION,
      metadata: { purpose: 'deposit', user_id: String(userId) },
      amountError: (refusal: AmountRefusal) => ShopError.fields({ amount: [REFUSALS[refusal]] }),
    };
    let intent = await this.provider.createIntent({ ...request, idempotencyKey: keyOf(attempt) });
    const isKnown = await this.db.manager.existsBy(PaymentIntent, { id: intent.id });
    // The provider keeps keys slightly longer than the shop, so this key may return the intent of an earlier deposit.
    if (isKnown && !(await storedResponse(this.db.manager, attempt)))
      intent = await this.provider.createIntent(request);
    return inTransaction(this.db, (tx) =>
      withIdempotencyKey(tx, attempt, async () => {
        // Until the transaction ends, no other deposit of this account is opened.
        await lockWalletById(tx, wallet.id);
        await lockAccountForReference(tx, userId);
        if (await this.isFull(tx, userId)) throw tooMany();
        await tx.insert(PaymentIntent, { id: intent.id, purpose: 'deposit', userId, amount });
        await tx.insert(WalletTransaction, {
          accountId: wallet.id,
          transactionType: 'DEPOSIT',
          amount,
          status: 'PENDING',
          description: DEPOSIT_DESCRIPTION,
          paymentIntentId: intent.id,
        });
        return { clientSecret: intent.clientSecret, paymentIntentId: intent.id };
      }),
    );
  }

  private async isFull(tx: EntityManager, userId: number): Promise<boolean> {
    return this.config.limitsRates && (await tx.countBy(PaymentIntent, openDepositsOf(userId))) >= MAX_OPEN_DEPOSITS;
  }

  /**
   * Cancels abandoned deposits. One that was charged meanwhile is booked.
   * @throws ShopError 409 when there is none, 503
   */
  private async closeAbandoned(userId: number): Promise<void> {
    const now = await readTime(this.db);
    const isAbandoned = LessThan(new Date(now.getTime() - ABANDONED_MINUTES * 60_000));
    const abandoned = await this.db.manager.find(PaymentIntent, {
      where: { ...openDepositsOf(userId), createdAt: isAbandoned },
      order: { createdAt: 'ASC' },
      take: MAX_CANCELLED,
    });
    if (abandoned.length === 0) throw tooMany();
    for (const intent of abandoned) {
      const charge = await this.settlements.readOrCloseUnknown(intent, () => this.provider.cancelIntent(intent.id));
      if (charge) await this.settlements.conclude(intent, charge);
    }
  }

  /**
   * Credits a deposit that the page reports as charged, after checking it at the provider. Idempotent.
   * @throws ShopError 404 for an intent that is not the user's deposit, 400 when it has not succeeded, 503
   */
  async confirm(userId: number, intentId: string): Promise<void> {
    const intent = await this.db.manager.findOneBy(PaymentIntent, { id: intentId, userId, purpose: 'deposit' });
    if (!intent) throw ShopError.notFound('Không tìm thấy giao dịch nạp tiền.');
    if (intent.settledAt) return;
    await this.settlements.settle(intent, await this.provider.intent(intentId), { is: 'buyer', id: userId });
  }
}

const openDepositsOf = (userId: number) =>
  ({ userId, purpose: 'deposit', settledAt: IsNull(), closedAt: IsNull() }) as const;

const tooMany = () =>
  new ShopError(
    409,
    `Bạn đang có ${MAX_OPEN_DEPOSITS} lần nạp tiền chưa hoàn tất. Vui lòng thử lại sau ${ABANDONED_MINUTES} phút.`,
  );

/** The provider's key of a request, so that a retry gets the same intent from the provider too. */
function keyOf({ userId, key, fingerprint }: KeyedRequest): string | undefined {
  if (!key) return undefined;
  return `deposit-${createHash('sha256').update(`${userId} ${key} ${fingerprint}`).digest('hex')}`;
}
