import type { EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { ClosingReason } from '../../contract/auth.js';
import { formatVnd, type Vnd } from '../../contract/rules.js';

/** An account's balance, debt and deletion blockers. */
interface DeletionBlockers {
  balance: Vnd;
  owed: Vnd;
  reasons: ClosingReason[];
  /** Open payments that nobody expects any more: they can be cancelled at the card provider. */
  abandoned: ClosingReason[];
}

/** The most blockers of each kind that a response lists. */
const MAX_NAMED = 20;

/**
 * Finds the deletion blockers of an account and prevents new ones: money moves under the wallet's lock, and opening a
 * payment or requesting a refund locks the account with `holdAccount`. In SQL, because the tables belong to modules that
 * depend on this one.
 * @param tx holds the user's lock
 */
export async function deletionBlockers(tx: EntityManager, userId: number): Promise<DeletionBlockers> {
  await tx.query('SELECT FROM accounts WHERE user_id = $1 FOR UPDATE', [userId]);
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

/** Builds the refusal of a deletion. @param isOwn true when the account's owner reads it, false for an administrator */
export function cannotDelete(reasons: ClosingReason[], isOwn: boolean): ShopError {
  const clauses = (['balance', 'debt', 'open_payment', 'undelivered', 'refund_pending'] as const).flatMap((kind) => {
    const matching = reasons.filter((reason) => reason.kind === kind);
    return matching.length > 0 ? [clauseOf(kind, matching)] : [];
  });
  const help = isOwn ? ' Nếu cần, hãy liên hệ MAY để được giúp.' : '';
  const balance = reasons.find(({ kind }) => kind === 'balance')?.amount;
  return new ShopError(409, `Chưa thể đóng tài khoản: ${clauses.join('; ')}.${help}`, {
    reasons,
    ...(balance && { balance }),
  });
}

function clauseOf(kind: ClosingReason['kind'], reasons: ClosingReason[]): string {
  const orders = reasons.flatMap(({ order }) => (order === null ? [] : [`#${order}`])).join(', ');
  const deposits = reasons.filter(({ order }) => order === null);
  const sum = formatVnd(reasons.reduce((total, { amount }) => total + (amount ?? 0), 0));
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

/** An open payment. `isAwaited`: an unpaid order needs it; false for a deposit and for a payment of an ended order. */
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
    'owed', debt_of($1),
    'payments', (SELECT coalesce(json_agg(json_build_object('amount', p.amount, 'order', p.order_id, 'isAwaited',
        p.is_awaited) ORDER BY p.created_at), '[]') FROM (
      SELECT i.*, o.id IS NOT NULL AND o.paid_at IS NULL AND o.cancelled_at IS NULL AS is_awaited
      FROM payment_intents i LEFT JOIN orders o ON o.id = i.order_id
      WHERE i.user_id = $1 AND i.settled_at IS NULL AND i.closed_at IS NULL
      ORDER BY i.created_at LIMIT ${MAX_NAMED}) p),
    'undelivered', (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM (
      SELECT o.id FROM orders o LEFT JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
      WHERE o.user_id = $1 AND o.paid_at IS NOT NULL AND o.delivered_at IS NULL AND o.refunded_at IS NULL AND r.id IS NULL
      ORDER BY o.id LIMIT ${MAX_NAMED}) waiting),
    'refunds', (SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM (
      SELECT o.id FROM orders o JOIN refund_requests r ON r.order_id = o.id AND r.is_approved IS NULL
      WHERE o.user_id = $1 ORDER BY o.id LIMIT ${MAX_NAMED}) asked)) AS held`;
