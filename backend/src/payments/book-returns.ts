import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockOrder } from '../db/locks.js';
import { post } from '../ledger/ledger.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { isNew, nextStage, recordReturn, type CardReturn, type ToldReturn } from './card-return.js';
import { giveBack, take, tell, type Charge } from './move-returns.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import * as notices from './return-notices.js';

const logger = new Logger('Card payments');

/** The bank takes a disputed amount at once, and keeps it until it has decided. */
const WITHHOLD = {
  movement: {
    kind: 'DISPUTE',
    from: 'disputed',
    to: 'card_clearing',
    description: 'Ngân hàng giữ lại theo khiếu nại của chủ thẻ',
  },
  transition: 'card_dispute',
  notice: notices.disputed,
} as const;
const RELEASE = {
  movement: {
    kind: 'DISPUTE_WON',
    from: 'card_clearing',
    to: 'disputed',
    description: 'Ngân hàng trả lại sau khiếu nại của chủ thẻ',
  },
  transition: 'card_return',
  notice: notices.won,
} as const;

/**
 * Books refunds and disputes of a charge up to what the provider tells of them.
 * @param tx in which the order and the intent are locked
 * @param known what is recorded of them
 */
export async function bookReturns(
  tx: EntityManager,
  intent: PaymentIntent,
  known: CardReturn[],
  told: ToldReturn[],
): Promise<void> {
  if (told.length === 0) return;
  const charge = await chargeOf(tx, intent);
  if (!charge) return;
  for (const one of told) {
    const before = known.find(({ id }) => id === one.id);
    if (isNew(one, before)) await bookOne(tx, charge, one, before);
  }
}

/** What became of the intent's money; null when it has not come. */
async function chargeOf(tx: EntityManager, intent: PaymentIntent): Promise<Charge | null> {
  const [booked]: { kind: string }[] = await tx.query('SELECT kind FROM transfers WHERE payment_intent_id = $1', [
    intent.id,
  ]);
  if (!booked) return null;
  const order = intent.orderId ? await lockOrder(tx, { id: intent.orderId }) : null;
  // The status may depend on it, and what locks an order brings no relations.
  if (order) order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: order.id });
  return { intent, order, isSale: booked.kind === 'CARD_PAYMENT' };
}

async function bookOne(tx: EntityManager, charge: Charge, told: ToldReturn, known?: CardReturn): Promise<void> {
  const from = known?.stage ?? 'waiting';
  const stage = nextStage(from, told);
  const isOdd = told.currency !== 'vnd' || told.amount > charge.intent.amount || (known ?? told).amount !== told.amount;
  if (!stage || isOdd) {
    logger.error({ told, known }, `The ${told.kind} ${told.id} of ${charge.intent.id} needs a person to look at it`);
    return;
  }
  const { id, kind, amount, status, reason, dueBy } = told;
  const record: CardReturn = { id, kind, amount, status, stage, reason, dueBy };
  await recordReturn(tx, charge.intent.id, record);
  const isWithheld = kind === 'dispute' && from === 'waiting' && (stage === 'held' || stage === 'gone');
  if (isWithheld) await moveHeld(tx, charge, record, WITHHOLD);
  if (from === stage) return;
  if (stage === 'gone') await take(tx, charge, record);
  if (stage === 'returned') await giveBack(tx, charge, record);
  if (from === 'held' && stage === 'void') await moveHeld(tx, charge, record, RELEASE);
}

async function moveHeld(
  tx: EntityManager,
  { order }: Charge,
  { id, amount }: CardReturn,
  { movement, transition, notice }: typeof WITHHOLD | typeof RELEASE,
): Promise<void> {
  await post(tx, { ...movement, amount, orderId: order?.id, returnId: id });
  await tell(tx, order, transition, notice(amount));
}
