import type { DataSource, EntityManager } from 'typeorm';
import { timestamp } from '../../platform/database/sql-dates.js';
import type { BankTransfer, BankTransferQuery } from '../../contract/money/bank-transfers.js';
import { STATUS_SQL } from '../../orders/order-status.js';

/** Returns the orders with these codes, at most two: one is a match. By hand: two columns of a hot table. */
export async function ordersWithCodes(tx: EntityManager, codes: string[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM orders WHERE transfer_code = ANY ($1) ORDER BY id LIMIT 2',
    [codes],
  );
  return rows.map(({ id }) => id);
}

/** True when the account is closed. By hand: one column, read after the order is locked. */
export async function isClosed(tx: EntityManager, userId: number): Promise<boolean> {
  const rows: unknown[] = await tx.query('SELECT FROM users WHERE id = $1 AND closed_at IS NOT NULL', [userId]);
  return rows.length > 0;
}

/** True for an order that an administrator has recorded as paid by a transfer of this amount, which the bank has not reported. */
export async function isRecordedByHand(tx: EntityManager, orderId: number, amount: number): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    `SELECT FROM bank_transfers WHERE order_id = $1 AND state = 'paid' AND event_id IS NULL AND amount = $2`,
    [orderId, amount],
  );
  return rows.length > 0;
}

const LIST = `
  SELECT json_build_object('id', b.id, 'reference', b.reference, 'amount', b.amount, 'description', b.description,
    'state', b.state, 'problem', b.problem, 'note', b.note, 'decided_by', admin.username,
    'is_reported', b.event_id IS NOT NULL,
    'created_at', ${timestamp('b.created_at')},
    'order', CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'totalPrice', o.total_price, 'status', ${STATUS_SQL},
      'isPaid', o.paid_at IS NOT NULL, 'username', buyer.username) END) AS transfer
  FROM bank_transfers b LEFT JOIN orders o ON o.id = b.order_id LEFT JOIN users buyer ON buyer.id = o.user_id
  LEFT JOIN users admin ON admin.id = b.decided_by`;

/** Returns a slice of the transfers, newest first, with the total count. By hand: PostgreSQL writes the JSON of three joins. */
export async function listTransfers(
  db: DataSource,
  { state }: BankTransferQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[BankTransfer[], number]> {
  const rows: { transfer: BankTransfer }[] = await db.query(
    `${LIST} WHERE $1::text IS NULL OR b.state = $1 ORDER BY b.id DESC OFFSET $2 LIMIT $3`,
    [state ?? null, skip, take],
  );
  const [counted]: { count: number }[] = await db.query(
    'SELECT count(*)::integer AS count FROM bank_transfers WHERE $1::text IS NULL OR state = $1',
    [state ?? null],
  );
  return [rows.map(({ transfer }) => transfer), counted!.count];
}

/** Returns one transfer as the list shows it. */
export async function readTransfer(db: DataSource, id: number): Promise<BankTransfer | undefined> {
  const [row]: { transfer: BankTransfer }[] = await db.query(`${LIST} WHERE b.id = $1`, [id]);
  return row?.transfer;
}
