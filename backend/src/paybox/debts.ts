import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import type { Account } from '../ledger/account.entity.js';
import type { WalletAndDebt } from './paybox.view.js';

/** Adds the owners' debts to wallets. A debt arises when a chargeback exceeds the wallet's balance. */
export async function withDebts(tx: EntityManager, wallets: Account[]): Promise<WalletAndDebt<Account>[]> {
  const rows: { debt: { user: number; owed: Vnd } }[] = await tx.query(
    `SELECT json_build_object('user', user_id, 'owed', owed) AS debt FROM receivables WHERE user_id = ANY ($1::integer[])`,
    [wallets.map(({ userId }) => userId)],
  );
  const byUser = new Map(rows.map(({ debt }) => [debt.user, debt.owed]));
  return wallets.map((wallet) => ({ wallet, owed: byUser.get(wallet.userId ?? 0) ?? 0 }));
}
