import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What shoppers owe is paid from what comes into their wallets later. */
export class Debts1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE transfers
        DROP CONSTRAINT transfers_kind_check, ADD CONSTRAINT transfers_kind_check CHECK (kind IN
          ('DEPOSIT', 'PAYMENT', 'CARD_PAYMENT', 'DISCOUNT', 'LATE_PAYMENT', 'REFUND', 'TRANSFER', 'DISPUTE', 'DISPUTE_WON',
           'CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED', 'CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED', 'DEBT_PAYMENT'));

      -- Asked for whenever money comes into a wallet, and nearly always empty.
      CREATE INDEX transfers_owed ON transfers (card_return_id) WHERE kind IN ('CARD_OWED', 'CARD_SETTLED');
      CREATE INDEX transfers_debt_payments ON transfers (debit_account_id) WHERE kind = 'DEBT_PAYMENT';

      CREATE OR REPLACE VIEW receivables AS
        SELECT user_id, sum(amount)::bigint AS owed FROM (
          SELECT i.user_id, CASE t.kind WHEN 'CARD_OWED' THEN t.amount ELSE -t.amount END AS amount
          FROM transfers t JOIN card_returns r ON r.id = t.card_return_id JOIN payment_intents i ON i.id = r.payment_intent_id
          WHERE t.kind IN ('CARD_OWED', 'CARD_SETTLED')
          UNION ALL
          SELECT wallet.user_id, -t.amount FROM transfers t JOIN accounts wallet ON wallet.id = t.debit_account_id
          WHERE t.kind = 'DEBT_PAYMENT') debts
        GROUP BY user_id;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
