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

/** Replaces the check of a column by one that allows more values; it holds for new rows until `VALIDATED` has read the others. */
const allow = (table: string, column: string, values: string[]) => `
  ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_check;
  ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_check
    CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')})) NOT VALID;`;

const ORDERS = `
  -- The text that a bank transfer for the order carries; null for orders that were not placed to be paid so.
  ALTER TABLE orders ADD COLUMN IF NOT EXISTS transfer_code text;
  -- Goods that are paid in cash may be handed over before the cash is recorded.
  DO $$
    DECLARE old text;
    BEGIN
      FOR old IN SELECT conname FROM pg_constraint
        WHERE conrelid = 'orders'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%delivered_at%'
      LOOP
        EXECUTE format('ALTER TABLE orders DROP CONSTRAINT %I', old);
      END LOOP;
    END
  $$;
  ALTER TABLE orders ADD CONSTRAINT orders_delivered_check
    CHECK (delivered_at IS NULL OR paid_at IS NOT NULL OR payment_method = 'COD') NOT VALID;
  -- Goods at the buyer's do not go back to stock.
  ALTER TABLE orders ADD CONSTRAINT orders_cancelled_check CHECK (cancelled_at IS NULL OR delivered_at IS NULL) NOT VALID;
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_transfer_code_key;
`;

const BANK_TRANSFERS = `
  -- Transfers to the shop's bank account, as an administrator or the bank reported them. A row's state is final except for
  -- one that waits for an administrator.
  CREATE TABLE IF NOT EXISTS bank_transfers (
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
  CREATE INDEX IF NOT EXISTS bank_transfers_unmatched ON bank_transfers (id) WHERE state = 'unmatched';
  CREATE INDEX IF NOT EXISTS bank_transfers_order_id_idx ON bank_transfers (order_id);
`;

const TRANSFERS_OF_BANK = `
  ALTER TABLE transfers ADD COLUMN IF NOT EXISTS bank_transfer_id integer;
  ALTER TABLE transfers DROP CONSTRAINT IF EXISTS transfers_bank_transfer_id_fkey;
  ALTER TABLE transfers ADD CONSTRAINT transfers_bank_transfer_id_fkey
    FOREIGN KEY (bank_transfer_id) REFERENCES bank_transfers (id) NOT VALID;
`;

const INDEX_OF_CODES = [
  'DROP INDEX CONCURRENTLY IF EXISTS orders_transfer_code_key',
  'CREATE UNIQUE INDEX CONCURRENTLY orders_transfer_code_key ON orders (transfer_code)',
  'ALTER TABLE orders ADD CONSTRAINT orders_transfer_code_key UNIQUE USING INDEX orders_transfer_code_key',
];

/** An order may send several transfers to its buyer's wallet: each is another transfer of the bank. */
const INDEXES_OF_TRANSFERS = [
  'DROP INDEX CONCURRENTLY IF EXISTS transfers_bank_once',
  'CREATE UNIQUE INDEX CONCURRENTLY transfers_bank_once ON transfers (bank_transfer_id, kind) WHERE bank_transfer_id IS NOT NULL',
  'DROP INDEX CONCURRENTLY IF EXISTS transfers_order_once_new',
  'DROP INDEX CONCURRENTLY IF EXISTS transfers_order_once_old',
  `CREATE UNIQUE INDEX CONCURRENTLY transfers_order_once_new ON transfers (order_id, kind, coalesce(chargeback_id, ''))
     WHERE kind <> 'BANK_CREDIT'`,
  `ALTER INDEX transfers_order_once RENAME TO transfers_order_once_old;
   ALTER INDEX transfers_order_once_new RENAME TO transfers_order_once`,
  'DROP INDEX CONCURRENTLY transfers_order_once_old',
];

/** Reads the rows that were there before, beside an open shop. */
const VALIDATED = Object.entries({
  orders: ['orders_payment_method_check', 'orders_delivered_check', 'orders_cancelled_check'],
  accounts: ['accounts_kind_check'],
  transfers: ['transfers_kind_check', 'transfers_bank_transfer_id_fkey'],
  order_events: ['order_events_transition_check'],
}).flatMap(([table, names]) => names.map((name) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`));

/**
 * Cash on delivery and bank transfers. Both are off until the owner switches them on, after the last process of the release
 * before has ended: such a process would cancel an order that waits for cash after the window of cards.
 *
 * Runs in steps, because it checks and indexes the largest tables.
 */
export class WaysToPay1800000000007 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const kinds = ['CASH_PAYMENT', 'BANK_PAYMENT', 'BANK_CREDIT', 'BANK_UNMATCHED', 'BANK_RETURNED'];
    for (const step of [
      allow('orders', 'payment_method', METHODS) + ORDERS,
      allow('accounts', 'kind', [...ACCOUNTS, 'cash', 'bank', 'unmatched']),
      `INSERT INTO accounts (kind) VALUES ('cash'), ('bank'), ('unmatched') ON CONFLICT (kind) WHERE user_id IS NULL DO NOTHING`,
      BANK_TRANSFERS,
      allow('transfers', 'kind', [...TRANSFERS, ...kinds]) + TRANSFERS_OF_BANK,
      allow('order_events', 'transition', [...TRANSITIONS, 'return_wrong_payment']),
      ...VALIDATED,
    ])
      await runner.query(step);
    for (const step of [...INDEX_OF_CODES, ...INDEXES_OF_TRANSFERS]) await runner.query(step);
  }

  down(): Promise<void> {
    throw new Error('Records of money cannot be migrated back. Drop the database instead.');
  }
}
