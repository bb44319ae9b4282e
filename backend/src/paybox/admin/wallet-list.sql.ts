import type { DataSource } from 'typeorm';
import type { AdminWalletQuery, WalletTotals } from '../../contract/money/paybox.js';
import { Conditions } from '../../platform/database/conditions.js';

/** Wallets with their owners. */
export const WALLETS = 'accounts a JOIN users u ON u.id = a.user_id';

const WALLET_ORDERS = {
  'updated-desc': 'a.updated_at DESC, a.id DESC',
  'updated-asc': 'a.updated_at, a.id',
  'balance-desc': 'a.balance DESC, a.id DESC',
  'balance-asc': 'a.balance, a.id',
  'name-asc': 'u.username_key, a.id',
  'name-desc': 'u.username_key DESC, a.id DESC',
} as const;

const walletsOf = ({ search, state, user }: AdminWalletQuery): Conditions =>
  new Conditions()
    .that(`a.kind = 'wallet'`)
    .that(state && (state === 'active' ? 'a.is_active' : 'NOT a.is_active'))
    .equal('a.user_id', user)
    .account('u.search_text', search);

/** Returns the ids of a slice of the matching wallets, and the number of all. By hand: TypeORM would sort all to count them. */
export async function listWalletIds(
  db: DataSource,
  query: AdminWalletQuery,
  { skip, take }: { skip: number; take: number },
): Promise<{ ids: number[]; count: number }> {
  const where = walletsOf(query);
  const [rows, count]: [{ id: number }[], number] = await Promise.all([
    db.query<{ id: number }[]>(
      `SELECT a.id FROM ${WALLETS} ${where.sql} ORDER BY ${WALLET_ORDERS[query.sort ?? 'updated-desc']}
       OFFSET ${skip} LIMIT ${take}`,
      where.values,
    ),
    where.count(db, WALLETS),
  ]);
  return { ids: rows.map(({ id }) => id), count };
}

/** Sums the matching wallets. By hand: PostgreSQL writes the JSON, and `receivables` is a view. */
export async function sumWallets(db: DataSource, query: AdminWalletQuery): Promise<WalletTotals> {
  const where = walletsOf(query);
  const [row]: { totals: WalletTotals }[] = await db.query(
    `SELECT json_build_object('count', count(*), 'locked', count(*) FILTER (WHERE NOT a.is_active),
       'liability', coalesce(sum(a.balance), 0), 'owed', coalesce(sum(debt.owed), 0)) AS totals
     FROM ${WALLETS} LEFT JOIN receivables debt ON debt.user_id = a.user_id ${where.sql}`,
    where.values,
  );
  return row!.totals;
}
