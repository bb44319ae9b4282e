import type { DataSource } from 'typeorm';
import type { TransactionQuery, TransactionTotals } from '../../contract/money/paybox.js';
import { SHOP_TIME_ZONE } from '../../contract/shop-day.js';
import { isIncoming } from '../../ledger/wallet-transaction.entity.js';
import { Conditions, containing, matchesAccount, matchesColumns } from '../../platform/database/conditions.js';
import type { Principal } from '../../platform/http/access.js';
import { DAILY_WALLET_STATS } from '../daily-wallet-stats.js';
import type { LineToExport } from '../paybox.view.js';
import { WALLETS } from './wallet-list.sql.js';

/** Each order with its reverse: pages in the second half are read from the end. */
const LINE_ORDERS = {
  'created-desc': ['created_at DESC, id DESC', 'created_at, id'],
  'created-asc': ['created_at, id', 'created_at DESC, id DESC'],
  'amount-desc': ['amount DESC, id DESC', 'amount, id'],
  'amount-asc': ['amount, id', 'amount DESC, id DESC'],
} as const;

/** More owners than this are not looked up before their lines: their ids would be megabytes. */
const MAX_OWNERS = 1_000;

/**
 * Conditions on `wallet_transactions line`. A search finds the owners first, so that the lines of a few are found by the index of the
 * accounts. The lines of many are frequent, and PostgreSQL chooses how it finds them.
 * @param me an API key finds owners by the user name alone, because it reads no more of them
 */
export async function linesWhere(
  db: DataSource,
  me: Pick<Principal, 'apiKey'>,
  { search, wallet, type, status, from, to }: TransactionQuery,
): Promise<Conditions> {
  const where = new Conditions()
    .equal('line.account_id', wallet)
    .equal('line.transaction_type', type)
    .equal('line.status', status)
    .days('line.created_at', { from, to });
  const order = /^#(\d{1,9})$/.exec(search ?? '')?.[1];
  if (order) return where.add('line.transfer_id IN (SELECT id FROM transfers WHERE order_id = ?)', order);
  if (!search) return where;
  const isOwners = me.apiKey ? matchesColumns('u', ['username']) : matchesAccount('u.search_text', search);
  const owners = new Conditions().add(isOwners, containing(search));
  const rows: { id: number }[] = await db.query(
    `SELECT a.id FROM ${WALLETS} ${owners.sql} LIMIT ${MAX_OWNERS + 1}`,
    owners.values,
  );
  if (rows.length > MAX_OWNERS) {
    return where.add(`line.account_id IN (SELECT a.id FROM ${WALLETS} WHERE ${isOwners})`, containing(search));
  }
  return where.add(
    'line.account_id = ANY (?::integer[])',
    rows.map(({ id }) => id),
  );
}

/**
 * Returns the ids of a slice of the matching lines. By hand: the list reads its index alone until it knows its rows, and pages in
 * the second half are read from the end.
 * @param where of `linesWhere`
 * @param slice with the number of all matching lines
 */
export async function listLineIds(
  db: DataSource,
  where: Conditions,
  sort: TransactionQuery['sort'],
  { skip, take, count }: { skip: number; take: number; count: number },
): Promise<number[]> {
  const [order, opposite] = LINE_ORDERS[sort ?? 'created-desc'];
  const isNearEnd = skip > count / 2;
  const limit = Math.max(0, Math.min(take, count - skip));
  const rows: { id: number }[] = await db.query(
    `SELECT id FROM wallet_transactions line ${where.sql}
     ORDER BY ${isNearEnd ? opposite : order} OFFSET ${isNearEnd ? Math.max(0, count - skip - take) : skip} LIMIT ${limit}`,
    where.values,
  );
  const ids = rows.map(({ id }) => id);
  return isNearEnd ? ids.reverse() : ids;
}

/** Sums the matching lines. By hand: filtered sums in one pass. @param where of `linesWhere` */
export function sumLines(db: DataSource, where: Conditions): Promise<TransactionTotals> {
  const sum = (condition: string) => `coalesce(sum(amount) FILTER (WHERE status = 'COMPLETED' AND ${condition}), 0)`;
  return queryTotals(
    db,
    `SELECT json_build_object('count', count(*), 'incoming', ${sum('is_incoming')}, 'outgoing', ${sum('NOT is_incoming')})
       AS totals
     FROM (SELECT line.amount, line.status, ${isIncoming('line')} AS is_incoming FROM wallet_transactions line ${where.sql}) lines`,
    where.values,
  );
}

/** Sums the lines of all owners. By hand: from the daily sums together with the rollup queue, which has no entity. */
export function sumDays(db: DataSource, { from, to, type, status }: TransactionQuery): Promise<TransactionTotals> {
  const sum = (direction: number) =>
    `coalesce(sum(amount) FILTER (WHERE status = 'COMPLETED' AND direction = ${direction}), 0)`;
  const where = new Conditions()
    .add('day >= ?::date', from)
    .add('day <= ?::date', to)
    .equal('transaction_type', type)
    .equal('status', status);
  return queryTotals(
    db,
    `SELECT json_build_object('count', coalesce(sum(lines), 0), 'incoming', ${sum(1)}, 'outgoing', ${sum(-1)}) AS totals
     FROM ${DAILY_WALLET_STATS} ${where.sql}`,
    where.values,
  );
}

async function queryTotals(db: DataSource, sql: string, values: unknown[]): Promise<TransactionTotals> {
  const [row]: { totals: TransactionTotals }[] = await db.query(sql, values);
  return row!.totals;
}

/**
 * Returns the next lines of an export, newest first. By hand: a batch joins the owners and formats the times.
 * @param conditions of `linesWhere`
 * @param last the line before them, where it stood when it was read: a deposit that is credited in the meantime moves to the top
 */
export function readLinesToExport(
  db: DataSource,
  conditions: Conditions,
  last: Pick<LineToExport, 'id' | 'created_at'> | undefined,
  limit: number,
): Promise<LineToExport[]> {
  const where = conditions.copy();
  if (last) where.that(`(line.created_at, line.id) < (${where.bind(last.created_at)}, ${where.bind(last.id)})`);
  return db.query(
    `SELECT line.id, line.created_at::text, to_char(line.created_at AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI:SS') AS time,
       u.username, u.email, line.transaction_type AS type, line.status, line.amount::text AS amount,
       ${isIncoming('line')} AS is_incoming, line.balance_after::text AS balance_after, line.order_id, line.description
     FROM wallet_transactions line JOIN accounts a ON a.id = line.account_id JOIN users u ON u.id = a.user_id
     ${where.sql} ORDER BY line.created_at DESC, line.id DESC LIMIT ${limit}`,
    where.values,
  );
}
