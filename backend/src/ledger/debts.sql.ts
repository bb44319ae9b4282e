import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import type { Account } from './account.entity.js';

/**
 * Returns what a wallet's owner owes the shop because a chargeback exceeded the wallet's balance. By hand: the function of the
 * database answers without reading the debts of a person who never had a chargeback.
 */
export async function debtOf(tx: EntityManager, { userId }: Account): Promise<Vnd> {
  const [row]: { owed: string }[] = await tx.query('SELECT debt_of($1) AS owed', [userId]);
  return Number(row?.owed ?? 0);
}

/** Returns the debts of several people by their ids; people without a debt are left out. By hand: `receivables` is a view. */
export async function debtsOf(tx: EntityManager, userIds: (number | null)[]): Promise<Map<number, Vnd>> {
  const rows: { debt: { user: number; owed: Vnd } }[] = await tx.query(
    `SELECT json_build_object('user', user_id, 'owed', owed) AS debt FROM receivables WHERE user_id = ANY ($1::integer[])`,
    [userIds],
  );
  return new Map(rows.map(({ debt }) => [debt.user, debt.owed]));
}
