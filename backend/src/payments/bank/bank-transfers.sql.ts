import type { DataSource, EntityManager } from 'typeorm';
import { Conditions, containing } from '../../platform/database/conditions.js';
import { timestamp } from '../../platform/database/sql-dates.js';
import type { BankTransfer, BankTransferQuery } from '../../contract/money/bank-transfers.js';
import { MAX_VND } from '../../contract/rules.js';
import { STATUS_SQL } from '../../orders/order/order-status.js';
import { transferCodesIn } from '../../orders/order/transfer-code.js';
import { normalizeReference } from './bank-transfer.locks.js';

/** Returns the orders with these codes, at most two: one is a match. By hand: two columns of a hot table. */
export async function ordersWithCodes(tx: EntityManager, codes: string[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM orders WHERE transfer_code = ANY ($1) ORDER BY id LIMIT 2',
    [codes],
  );
  return rows.map(({ id }) => id);
}

/**
 * True when money of this amount is booked for the order that may be this transfer under another reference: one of the two was
 * recorded by hand, and people mistype references. The bank's own reports have theirs. By hand: it shares the row that it finds, so that
 * of two reports at once, of this transfer and of that one, the later knows of the earlier.
 * @param orderId of an order that is locked by `lockOrder`
 */
export async function mayBeRecorded(
  tx: EntityManager,
  orderId: number,
  { amount, eventId }: { amount: number; eventId: string | null },
): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    `SELECT FROM bank_transfers WHERE order_id = $1 AND state IN ('paid', 'credited') AND amount = $2
       AND (event_id IS NULL OR $3::boolean) LIMIT 1 FOR SHARE`,
    [orderId, amount, eventId === null],
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
  { search, state, ...days }: BankTransferQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[BankTransfer[], number]> {
  const where = new Conditions().equal('b.state', state).days('b.created_at', days);
  if (search) addSearch(where, search, await ordersWithCodes(db.manager, transferCodesIn(search)));
  const rows: { transfer: BankTransfer }[] = await db.query(
    `${LIST} ${where.sql} ORDER BY b.id DESC OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows.map(({ transfer }) => transfer), await where.count(db, 'bank_transfers b')];
}

/** An amount as people type it: 150000, 150.000 or 150.000đ. */
const AMOUNT = /^[\d.,\s]*\d[\d.,\s]*(?:đ|₫|vnd)?$/i;

/**
 * Adds a search. Each alternative has an index, and one that the text cannot be is left out.
 * @param orders those whose transfer code is in the text
 */
function addSearch(where: Conditions, search: string, orders: readonly number[]): void {
  const alternatives = [`fold_vi(b.description) LIKE fold_vi(${where.bind(containing(search))})`];
  const reference = normalizeReference(search);
  if (reference) alternatives.push(`b.reference LIKE ${where.bind(`%${reference}%`)}`);
  const amount = AMOUNT.test(search) ? Number(search.replaceAll(/\D/g, '')) : 0;
  if (amount > 0 && amount <= MAX_VND) alternatives.push(`b.amount = ${where.bind(amount)}`);
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const chosen = [...orders, ...(number ? [Number(number)] : [])];
  if (chosen.length > 0) alternatives.push(`b.order_id = ANY (${where.bind(chosen)}::integer[])`);
  where.that(`(${alternatives.join(' OR ')})`);
}

/** Returns one transfer as the list shows it. */
export async function readTransfer(db: DataSource, id: number): Promise<BankTransfer | undefined> {
  const [row]: { transfer: BankTransfer }[] = await db.query(`${LIST} WHERE b.id = $1`, [id]);
  return row?.transfer;
}
