import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- Who wants a mail when a sold-out product or variant has stock again.
  CREATE TABLE IF NOT EXISTS stock_alerts (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    -- Null for a product without variants.
    variant_id integer REFERENCES variants (id) ON DELETE CASCADE,
    email_key text NOT NULL,
    -- As it was typed.
    email text NOT NULL,
    -- The account that asked for it with its own e-mail.
    user_id integer REFERENCES users (id) ON DELETE SET NULL,
    -- Counts the links for confirming: only the last one is valid.
    link_number integer NOT NULL DEFAULT 1,
    -- Null when the link was used.
    link_expires_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    -- When the mail was queued; the alert is over then.
    notified_at timestamptz,
    CHECK (confirmed_at IS NOT NULL OR link_expires_at IS NOT NULL),
    CHECK (notified_at IS NULL OR confirmed_at IS NOT NULL)
  );
  CREATE UNIQUE INDEX IF NOT EXISTS stock_alerts_once ON stock_alerts (email_key, product_id, coalesce(variant_id, 0));
  CREATE INDEX IF NOT EXISTS stock_alerts_waiting ON stock_alerts (product_id, variant_id)
    WHERE confirmed_at IS NOT NULL AND notified_at IS NULL;
  CREATE INDEX IF NOT EXISTS stock_alerts_notified ON stock_alerts (notified_at) WHERE notified_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS stock_alerts_user_id_idx ON stock_alerts (user_id) WHERE user_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS stock_alerts_variant_id_idx ON stock_alerts (variant_id) WHERE variant_id IS NOT NULL;
`;

const TEMPLATES = [
  ...['welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired'],
  ...['order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on'],
  'two_factor_off',
];
const OF_ALERTS = ['stock_alert_confirm', 'back_in_stock'];
const ACCOUNT_CHANGES = ['email_changed', 'password_changed', 'two_factor_on', 'two_factor_off'];

const list = (values: string[]) => values.map((value) => `'${value}'`).join(', ');

/** Replaces a check of mails; it holds for new rows until the last step has read the others. */
const check = (name: string, condition: string) => `
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS ${name};
  ALTER TABLE mails ADD CONSTRAINT ${name} CHECK (${condition}) NOT VALID;`;

const templates = (names: string[]) => check('mails_template_check', `template IN (${list(names)})`);
const recipients = (names: string[]) =>
  check('mails_check4', `(template IN (${list(names)})) = (recipient IS NOT NULL)`);
const validated = (...names: string[]) => names.map((name) => `ALTER TABLE mails VALIDATE CONSTRAINT ${name}`);

/** A mail to an address without an account: it goes with its alert. */
const MAILS = `
  ALTER TABLE mails ALTER COLUMN user_id DROP NOT NULL;
  ALTER TABLE mails ADD COLUMN IF NOT EXISTS stock_alert_id integer;
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_stock_alert_id_fkey;
  ALTER TABLE mails ADD CONSTRAINT mails_stock_alert_id_fkey
    FOREIGN KEY (stock_alert_id) REFERENCES stock_alerts (id) ON DELETE CASCADE NOT VALID;
  ${templates([...TEMPLATES, ...OF_ALERTS])}
  ${recipients([...ACCOUNT_CHANGES, ...OF_ALERTS])}
  ${check('mails_stock_alert_check', `(template IN (${list(OF_ALERTS)})) = (stock_alert_id IS NOT NULL)`)}
  ${check('mails_user_check', '(stock_alert_id IS NULL) = (user_id IS NOT NULL)')}
`;

/** Adds alerts about stock, and mails to addresses without an account. In steps, because a large shop has millions of mails. */
export class StockAlerts1800000000011 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const step of [
      TABLE,
      MAILS,
      'DROP INDEX CONCURRENTLY IF EXISTS mails_stock_alert',
      'CREATE INDEX CONCURRENTLY mails_stock_alert ON mails (stock_alert_id) WHERE stock_alert_id IS NOT NULL',
      ...validated('mails_stock_alert_id_fkey', 'mails_template_check', 'mails_check4'),
      ...validated('mails_stock_alert_check', 'mails_user_check'),
    ])
      await runner.query(step);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM mails WHERE stock_alert_id IS NOT NULL;
      ALTER TABLE mails DROP COLUMN stock_alert_id CASCADE;
      ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_stock_alert_check;
      ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_user_check;
      ALTER TABLE mails ALTER COLUMN user_id SET NOT NULL;
      ${templates(TEMPLATES)}
      ${recipients(ACCOUNT_CHANGES)}
      ${validated('mails_template_check', 'mails_check4').join(';')};
      DROP TABLE stock_alerts`);
  }
}
