import { eraseAuditNames } from '../audit/audit.sql.js';
import type { PersonalRecords } from '../auth/personal-data/personal-records.js';
import type { Vnd } from '../contract/rules.js';
import { Account } from '../ledger/account.entity.js';
import { lockWallet } from '../ledger/wallet.locks.js';

/** A person's wallet: it blocks the deletion of the account while it holds money or the person owes some. */
export const WALLET_RECORDS: PersonalRecords = {
  data: {
    wallet: { columns: 'balance::float8, is_active, created_at, updated_at', from: 'accounts WHERE user_id = $1' },
    wallet_transactions: {
      columns: `w.id, w.transaction_type, w.amount::float8, w.status, w.description, w.order_id, w.balance_after::float8,
        w.created_at`,
      // A subquery instead of a join, so that PostgreSQL uses the index with the account's lines in order.
      from: 'wallet_transactions w WHERE w.account_id = (SELECT id FROM accounts WHERE user_id = $1)',
      keys: [['w.id', 'bigint']],
    },
  },
  // Money moves under this lock.
  lock: lockWallet,
  async findBlockers(tx, userId) {
    const [row]: { amounts: { balance: Vnd; owed: Vnd } }[] = await tx.query(
      `SELECT json_build_object('balance', coalesce((SELECT balance FROM accounts WHERE user_id = $1), 0),
         'owed', debt_of($1)) AS amounts`,
      [userId],
    );
    const { balance, owed } = row!.amounts;
    return {
      blockers: [
        ...(balance > 0 ? [{ kind: 'balance', amount: balance, order: null } as const] : []),
        ...(owed > 0 ? [{ kind: 'debt', amount: owed, order: null } as const] : []),
      ],
      amounts: { balance, owed },
    };
  },
  async deletePersonalData(tx, userId) {
    const wallets = await tx.find(Account, { where: { userId }, select: { id: true } });
    const ids = wallets.map(({ id }) => id);
    await eraseAuditNames(tx, 'wallet', ids);
  },
  deleteAccountRows: (tx, userId) => tx.delete(Account, { userId }),
};
