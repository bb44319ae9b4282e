import type { EntityManager } from 'typeorm';
import type { Account } from '../ledger/account.entity.js';
import { debtsOf } from '../ledger/debts.sql.js';
import type { WalletAndDebt } from './paybox.view.js';

/** Adds the owners' debts to wallets. A debt arises when a chargeback exceeds the wallet's balance. */
export async function withDebts(tx: EntityManager, wallets: Account[]): Promise<WalletAndDebt<Account>[]> {
  const debts = await debtsOf(
    tx,
    wallets.map(({ userId }) => userId),
  );
  return wallets.map((wallet) => ({ wallet, owed: debts.get(wallet.userId ?? 0) ?? 0 }));
}
