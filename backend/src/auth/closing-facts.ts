import type { EntityManager } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { ClosingReason } from '../contract/auth.js';
import { formatVnd, type Vnd } from '../contract/rules.js';
import { lockWallet } from '../db/locks.js';

/** What keeps an account open. */
interface Held {
  balance: Vnd;
  owed: Vnd;
  reasons: ClosingReason[];
  /** Charges that may still come and that nobody waits for: they can be cancelled at the card provider. */
  abandoned: ClosingReason[];
}

/** The most of each kind that an answer names. */
const MOST_NAMED = 20;

/**
 * Looks for what an account cannot be closed with, and keeps it from getting more: money moves under the wallet's lock, and
 * whoever opens a payment or asks for a refund holds the account by `holdAccount`. SQL, because it belongs to modules that
 * stand on this one.
 * @param tx in which the user is locked
 */
export async function heldBy(tx: EntityManager, userId: number): Promise<Held> {
  await lockWallet(tx, userId);
  await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const [row]: { held: Facts }[] = await tx.query(FACTS, [userId]);
  const { balance, owed, payments, undelivered, refunds } = row!.held;
  const openPayment = ({ amount, order }: Payment) => ({ kind: 'open_payment', amount, order }) as const;
  return {
    balance,
    owed,
    reasons: [
      ...(balance > 0 ? [{ kind: 'balance', amount: balance, order: null } as const] : []),
      ...(owed > 0 ? [{ kind: 'debt', amount: owed, order: null } as const] : []),
      ...payments.filter(({ isAwaited }) => isAwaited).map(openPayment),
      ...undelivered.map((order) => ({ kind: 'undelivered', amount: null, order }) as const),
      ...refunds.map((order) => ({ kind: 'refund_pending', amount: null, order }) as const),
    ],
    abandoned: payments.filter(({ isAwaited }) => !isAwaited).map(openPayment),
  };
}

/** @param isOwn whether the account's owner reads it, and not an administrator */
export function cannotClose(reasons: ClosingReason[], isOwn: boolean): ShopError {
  const clauses = (['balance', 'debt', 'open_payment', 'undelivered', 'refund_pending'] as const).flatMap((kind) => {
    const those = reasons.filter((reason) => reason.kind === kind);
    return those.length > 0 ? [clauseOf(kind, those)] : [];
  });
  const help = isOwn ? ' Nếu cần, hãy liên hệ MAY để được giúp.' : '';
  const balance = reasons.find(({ kind }) => kind === 'balance')?.amount;
  return new ShopError(409, `Chưa thể đóng tài khoản: ${clauses.join('; ')}.${help}`, {
    reasons,
    ...(balance && { balance }),
  });
}

function clauseOf(kind: ClosingReason['kind'], those: ClosingReason[]): string {
  const orders = those.flatMap(({ order }) => (order === null ? [] : [`#${order}`])).join(', ');
  const deposits = those.filter(({ order }) => order === null);
  const sum = formatVnd(those.reduce((total, { amount }) => total + (amount ?? 0), 0));
  switch (kind) {
    case 'balance':
      return `ví Paybox còn ${sum}`;
    case 'debt':
      return `còn nợ cửa hàng ${sum}`;
    case 'open_payment':
      return [
        ...(orders ? [`đơn hàng ${orders} đang chờ thanh toán bằng thẻ`] : []),
        ...deposits.map(({ amount }) => `khoản nạp ${formatVnd(amount ?? 0)} bằng thẻ đang được xử lý`),
      ].join('; ');
    case 'undelivered':
      return `đơn hàng ${orders} đã thanh toán nhưng chưa giao`;
    case 'refund_pending':
      return `đơn hàng ${orders} đang chờ hoàn tiền`;
  }
}

/** An order that waits for its money: `isAwaited`. A deposit, or a charge of an order that ended, is not. */
interface Payment {
  amount: Vnd;
  order: number | null;
  isAwaited: boolean;
}

interface Facts {
  balance: Vnd;
  owed: Vnd;
  payments: Payment[];
  undelivered: number[];
  refunds: number[];
}

/** PostgreSQL writes the JSON, so amounts are numbers. */
const FACTS = `
  SELECT json_build_object(
    'balance', coalesce((SELECT balance FROM accounts WHERE user_id = $1), 0),
    'owed', owed_by($1),
    'payments', (SELECT coalesce(json_agg(json_build_object('amount', p.amount, 'order', p.order_id, 'isAwaited',
        p.is_awaited) ORDER BY p.created_at), '[]') FROM (
      SELECT i.*, o.id IS NOT NULL AND o.paid_at IS NULL AND o.cancelled_at IS NULL AS is_awaited
      FROM payment_intents i LEFT JOIN orders o ON o.id = i.order_id
      WHERE i.user_id = $1 AND i.settled_at IS NULL AND i.closed_at IS NULL
      ORDER BY i.created_at LIMIT ${MOST_NAMED}) p),
    'undelivered', (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM (
      SELECT o.id FROM orders o LEFT JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
      WHERE o.user_id = $1 AND o.paid_at IS NOT NULL AND o.delivered_at IS NULL AND o.refunded_at IS NULL AND r.id IS NULL
      ORDER BY o.id LIMIT ${MOST_NAMED}) waiting),
    'refunds', (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM (
      SELECT o.id FROM orders o JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
      WHERE o.user_id = $1 ORDER BY o.id LIMIT ${MOST_NAMED}) asked)) AS held`;
