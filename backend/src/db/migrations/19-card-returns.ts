import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Money that a card gave and took back: refunds that were made at the card provider, and disputes. Two accounts beside the
 * shop's others: what banks hold back until a dispute is decided, and what shoppers owe whose wallets held too little.
 */
export class CardReturns1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- By the provider's ids. The row changes with what the provider tells; its transfers stay.
      CREATE TABLE card_returns (
        id text PRIMARY KEY,
        payment_intent_id text NOT NULL REFERENCES payment_intents (id),
        kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
        amount bigint NOT NULL CHECK (amount > 0),
        -- As the provider calls it.
        status text NOT NULL,
        -- What is booked: nothing yet, held back by the bank, gone, nothing any more, or gone and come back.
        stage text NOT NULL CHECK (stage IN ('waiting', 'held', 'gone', 'void', 'returned')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (stage <> 'held' OR kind = 'dispute')
      );
      CREATE INDEX ON card_returns (payment_intent_id);

      ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check, ADD CONSTRAINT accounts_kind_check CHECK (kind IN
        ('wallet', 'card_clearing', 'sales', 'discounts', 'refunds', 'corrections', 'disputed', 'receivables'));
      INSERT INTO accounts (kind) VALUES ('disputed'), ('receivables');

      ALTER TABLE transfers
        ADD card_return_id text REFERENCES card_returns (id),
        DROP CONSTRAINT transfers_kind_check, ADD CONSTRAINT transfers_kind_check CHECK (kind IN
          ('DEPOSIT', 'PAYMENT', 'CARD_PAYMENT', 'DISCOUNT', 'LATE_PAYMENT', 'REFUND', 'TRANSFER', 'DISPUTE', 'DISPUTE_WON',
           'CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED', 'CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED')),
        DROP CONSTRAINT transfers_order_id_kind_key;
      -- Once for each kind: of an order, and of what was taken back.
      CREATE UNIQUE INDEX transfers_order_once ON transfers (order_id, kind, coalesce(card_return_id, ''));
      CREATE UNIQUE INDEX transfers_return_once ON transfers (card_return_id, kind) WHERE card_return_id IS NOT NULL;

      -- Who owes the shop how much.
      CREATE VIEW receivables AS
        SELECT i.user_id, sum(CASE WHEN t.debit_account_id = a.id THEN t.amount ELSE -t.amount END)::bigint AS owed
        FROM accounts a JOIN transfers t ON a.id IN (t.debit_account_id, t.credit_account_id)
        JOIN card_returns r ON r.id = t.card_return_id JOIN payment_intents i ON i.id = r.payment_intent_id
        WHERE a.kind = 'receivables' GROUP BY i.user_id;

      ALTER TABLE order_events
        -- What of its total the order gave back with it; null: all of it, or nothing.
        ADD amount bigint CHECK (amount >= 0),
        DROP CONSTRAINT order_events_transition_check, ADD CONSTRAINT order_events_transition_check CHECK (transition IN
          ('place', 'pay', 'cancel', 'expire', 'deliver', 'request_refund', 'approve_refund', 'reject_refund',
           'delete_refund', 'return_late_payment', 'card_refund', 'card_dispute', 'card_return'));

      -- "dispute" is the Dispute as the API shows it.
      CREATE TABLE sandbox.disputes (
        id text PRIMARY KEY,
        payment_intent_id text NOT NULL REFERENCES sandbox.payment_intents (id),
        dispute jsonb NOT NULL
      );
      CREATE INDEX ON sandbox.disputes (payment_intent_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
