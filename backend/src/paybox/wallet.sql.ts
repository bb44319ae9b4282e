import type { DataSource } from 'typeorm';
import { toVnd } from '../platform/database/money.column.js';
import type { WalletAndDebt } from './paybox.view.js';

interface WalletRow {
  balance: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  username: string;
  email: string;
  owed: string;
}

/**
 * Returns a user's wallet with its owner and debt. By hand: every page of a signed-in shopper requests the wallet, and loading the
 * entity takes three statements.
 */
export async function readWallet(db: DataSource, userId: number): Promise<WalletAndDebt | undefined> {
  const [row]: WalletRow[] = await db.query(
    `SELECT a.balance, a.is_active, a.created_at, a.updated_at, u.username, u.email, debt_of(a.user_id) AS owed
     FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.user_id = $1`,
    [userId],
  );
  return (
    row && {
      wallet: {
        balance: toVnd(row.balance) ?? 0,
        isActive: row.is_active,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        user: { username: row.username, email: row.email },
      },
      owed: toVnd(row.owed) ?? 0,
    }
  );
}
