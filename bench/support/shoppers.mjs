// @ts-check
import { randomBytes } from 'node:crypto';
import { KeepAliveClient } from './keep-alive-client.mjs';

const PASSWORD = 'kim-chi-vai';

/**
 * Registers shoppers and fills their wallets.
 *
 * @param {string} origin of the backend
 * @param {import('pg').Pool} db
 * @param {number} count
 * @returns {Promise<string[]>} their access tokens
 */
export async function registerRichShoppers(origin, db, count) {
  /** @type {string[]} */
  const tokens = [];
  // A shop that an earlier run has filled has its shoppers already.
  const run = randomBytes(4).toString('hex');
  const registration = new KeepAliveClient(origin);
  for (let nth = 0; nth < count; nth++) {
    const json = { username: `shopper${run}${nth}`, email: `shopper${run}${nth}@example.com`, password: PASSWORD };
    await registration.ask('POST', '/auth/users/', { json });
    const { access } = await registration.ask('POST', '/auth/jwt/create/', { json });
    tokens.push(String(access));
  }
  registration.close();
  // As the ledger would write it: money from corrections, with its transfers and the wallets' statements.
  await db.query(
    `WITH rich AS (INSERT INTO accounts (kind, user_id, balance)
        SELECT 'wallet', id, 1000000000000 FROM users WHERE username LIKE $1 RETURNING id, balance),
      paid AS (INSERT INTO transfers (kind, debit_account_id, credit_account_id, amount, wallet_balance_after, description)
        SELECT 'TRANSFER', shop.id, rich.id, rich.balance, rich.balance, 'Số dư ban đầu'
        FROM accounts shop, rich WHERE shop.kind = 'corrections' RETURNING *)
     INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, transfer_id, balance_after)
       SELECT credit_account_id, 'TRANSFER', amount, 'COMPLETED', description, id, wallet_balance_after FROM paid`,
    [`shopper${run}%`],
  );
  return tokens;
}
