import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockOrder } from '../../orders/order/order.locks.js';
import { post } from '../../ledger/ledger.js';
import { Transfer } from '../../ledger/transfer.entity.js';
import { RefundRequest } from '../../orders/order/refund-request.entity.js';
import type { ProviderChargeback } from '../provider/card-provider.js';
import { hasChanged, nextStage, saveChargeback, type Chargeback } from './chargeback.js';
import { creditChargeback, debitChargeback, notifyOrder, type BookedCharge } from './chargeback-transfers.js';
import type { PaymentIntent } from '../intents/payment-intent.entity.js';
import * as notices from './chargeback-notices.js';

const logger = new Logger('Card payments');

/** The bank withdraws a disputed amount immediately and holds it until it decides. */
const WITHHOLD = {
  movement: {
    kind: 'DISPUTE',
    from: 'disputed',
    to: 'card_clearing',
    description: 'Ngân hàng giữ lại theo khiếu nại của chủ thẻ',
  },
  transition: 'card_dispute',
  notice: notices.disputeNotice,
} as const;
const RELEASE = {
  movement: {
    kind: 'DISPUTE_WON',
    from: 'card_clearing',
    to: 'disputed',
    description: 'Ngân hàng trả lại sau khiếu nại của chủ thẻ',
  },
  transition: 'card_return',
  notice: notices.disputeWonNotice,
} as const;

/**
 * Books the refunds and disputes of a charge up to the state that the provider reports.
 * @param tx holds the locks of the order and the intent
 * @param recorded the shop's records of them
 */
export async function recordChargebacks(
  tx: EntityManager,
  intent: PaymentIntent,
  recorded: Chargeback[],
  reported: ProviderChargeback[],
): Promise<void> {
  if (reported.length === 0) return;
  const charge = await chargeOf(tx, intent);
  if (!charge) return;
  for (const chargeback of reported) {
    const before = recorded.find(({ id }) => id === chargeback.id);
    if (hasChanged(chargeback, before)) await recordChargeback(tx, charge, chargeback, before);
  }
}

/** Returns the booked charge of an intent; null when no money has been booked. */
async function chargeOf(tx: EntityManager, intent: PaymentIntent): Promise<BookedCharge | null> {
  const booked = await tx.findOneBy(Transfer, { paymentIntentId: intent.id });
  if (!booked) return null;
  const order = intent.orderId ? await lockOrder(tx, { id: intent.orderId }) : null;
  // `order.status` depends on it, and `lockOrder` loads no relations.
  if (order) order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: order.id });
  return { intent, order, isSale: booked.kind === 'CARD_PAYMENT' };
}

async function recordChargeback(
  tx: EntityManager,
  charge: BookedCharge,
  reported: ProviderChargeback,
  recorded?: Chargeback,
): Promise<void> {
  const { intent } = charge;
  const { id, kind, status, reason, dueBy } = reported;
  const from = recorded?.stage ?? 'pending';
  const isInVnd = reported.currency === 'vnd';
  // Exchange rates may raise a disputed amount above the charge. The buyer owes no more than they paid.
  const ofCharge = isInVnd ? Math.min(reported.amount, intent.amount) : intent.amount;
  const isExcessive = reported.amount > intent.amount;
  const amount = recorded && from !== 'pending' ? recorded.amount : ofCharge;
  const isBookable = isInVnd && amount === ofCharge && (kind === 'dispute' || !isExcessive);
  const possible = nextStage(from, reported);
  // One that ends before anything was booked moves no money, whatever its amount.
  const next = isBookable || (from === 'pending' && possible === 'void') ? possible : undefined;
  if (!next || isExcessive)
    logger.error({ reported, recorded }, `The ${kind} ${id} of ${intent.id} needs a manual check`);
  // One that cannot be booked is recorded too: while it is open, no refund to the wallet is approved.
  const stage = next ?? from;
  const record: Chargeback = { id, kind, amount, status, stage, reason, dueBy };
  await saveChargeback(tx, intent.id, record);
  const isWithheld = kind === 'dispute' && from === 'pending' && (stage === 'funds_withdrawn' || stage === 'lost');
  if (isWithheld) await transferWithheld(tx, charge, record, WITHHOLD);
  if (from === stage) return;
  if (stage === 'lost') await debitChargeback(tx, charge, record);
  if (stage === 'funds_reinstated') await creditChargeback(tx, charge, record);
  if (from === 'funds_withdrawn' && stage === 'void') await transferWithheld(tx, charge, record, RELEASE);
}

async function transferWithheld(
  tx: EntityManager,
  { order }: BookedCharge,
  { id, amount }: Chargeback,
  { movement, transition, notice }: typeof WITHHOLD | typeof RELEASE,
): Promise<void> {
  await post(tx, { ...movement, amount, orderId: order?.id, chargebackId: id });
  await notifyOrder(tx, order, transition, notice(amount));
}
