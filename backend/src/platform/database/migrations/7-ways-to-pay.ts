import type { MigrationInterface, QueryRunner } from 'typeorm';

const METHODS = ['Stripe', 'Paybox', 'COD', 'VietQR'];
const ACCOUNTS = ['wallet', 'card_clearing', 'sales', 'discounts', 'refunds', 'corrections', 'disputed', 'receivables'];
const TRANSFERS = [
  ...['DEPOSIT', 'PAYMENT', 'CARD_PAYMENT', 'DISCOUNT', 'LATE_PAYMENT', 'REFUND', 'TRANSFER', 'DISPUTE', 'DISPUTE_WON'],
  ...['CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED', 'CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED', 'DEBT_PAYMENT'],
];
const TRANSITIONS = [
  ...['place', 'pay', 'cancel', 'expire', 'deliver', 'request_refund', 'approve_refund', 'reject_refund'],
  ...['delete_refund', 'return_late_payment', 'card_refund', 'card_dispute', 'card_return'],
];

/** Replaces the check of a column by one that allows more values. Existing rows hold, so it does not read them. */
const allow = (table: string, column: string, values: string[]) => `
  ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_check;
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_check
    CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')})) NOT VALID;
  ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_${column}_check;`;

const TABLES = `
  -- The text that a bank transfer for the order carries; null for orders that were not placed to be paid so.
  ALTER TABLE orders ADD COLUMN transfer_code text UNIQUE;
  -- Goods that are paid in cash may be handed over before the cash is recorded.
  DO $$
    DECLARE old text;
    BEGIN
      SELECT conname INTO STRICT old FROM pg_constraint
      WHERE conrelid = 'orders'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%delivered_at%';
      EXECUTE format('ALTER TABLE orders DROP CONSTRAINT %I', old);
    END
  $$;
  ALTER TABLE orders ADD CONSTRAINT orders_delivered_check
    CHECK (delivered_at IS NULL OR paid_at IS NOT NULL OR payment_method = 'COD');
  -- Goods at the buyer's do not go back to stock.
  ALTER TABLE orders ADD CONSTRAINT orders_cancelled_check CHECK (cancelled_at IS NULL OR delivered_at IS NULL);

  -- Transfers to the shop's bank account, as an administrator or the bank reported them. A row's state is final except for
  -- one that waits for an administrator.
  CREATE TABLE bank_transfers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The bank's own number of the transfer, in capitals without punctuation: whoever reports it, it is booked once.
    reference text NOT NULL UNIQUE CHECK (reference <> ''),
    -- The webhook's event; null while only an administrator has reported the transfer.
    event_id text UNIQUE,
    amount bigint NOT NULL CHECK (amount > 0),
    description text NOT NULL,
    -- The order that it paid, or whose buyer it was credited to; of one that waits, the order whose code it carries.
    order_id integer REFERENCES orders (id),
    state text NOT NULL CHECK (state IN ('paid', 'credited', 'unmatched', 'returned')),
    -- Why it waits, or waited, for an administrator.
    problem text CHECK (problem IN ('unknown_code', 'several_codes', 'closed_account', 'already_recorded')),
    -- What the administrator wrote who returned it.
    note text,
    -- The administrator who recorded or settled it; null for the webhook alone.
    decided_by integer REFERENCES users (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    CHECK (state NOT IN ('paid', 'credited') OR order_id IS NOT NULL),
    CHECK (state <> 'unmatched' OR problem IS NOT NULL)
  );
  CREATE INDEX bank_transfers_unmatched ON bank_transfers (id) WHERE state = 'unmatched';
  CREATE INDEX ON bank_transfers (order_id);

  ALTER TABLE transfers ADD COLUMN bank_transfer_id integer REFERENCES bank_transfers (id);
  CREATE UNIQUE INDEX transfers_bank_once ON transfers (bank_transfer_id, kind) WHERE bank_transfer_id IS NOT NULL;
  -- An order may send several transfers to its buyer's wallet: each is another transfer of the bank.
  DROP INDEX transfers_order_once;
  CREATE UNIQUE INDEX transfers_order_once ON transfers (order_id, kind, coalesce(chargeback_id, ''))
    WHERE kind <> 'BANK_CREDIT';
  INSERT INTO accounts (kind) VALUES ('cash'), ('bank'), ('unmatched');
`;

/**
 * Cash on delivery and bank transfers. Both are off until the owner switches them on, after the last process of the release
 * before has ended: such a process would cancel an order that waits for cash after the window of cards.
 */
export class WaysToPay1800000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(allow('orders', 'payment_method', METHODS));
    await runner.query(allow('accounts', 'kind', [...ACCOUNTS, 'cash', 'bank', 'unmatched']));
    const kinds = ['CASH_PAYMENT', 'BANK_PAYMENT', 'BANK_CREDIT', 'BANK_UNMATCHED', 'BANK_RETURNED'];
    await runner.query(allow('transfers', 'kind', [...TRANSFERS, ...kinds]));
    await runner.query(allow('order_events', 'transition', [...TRANSITIONS, 'return_wrong_payment']));
    await runner.query(TABLES);
  }

  down(): Promise<void> {
    throw new Error('Records of money cannot be migrated back. Drop the database instead.');
  }
}
