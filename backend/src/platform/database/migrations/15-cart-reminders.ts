import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- Who agreed to be reminded of a cart by e-mail: without a row the shop stores no cart.
  CREATE TABLE cart_reminders (
    user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    consented_at timestamptz NOT NULL DEFAULT now(),
    -- [{"product": 1, "variant": 2, "qty": 1}]; the variant is null for a product without variants.
    lines jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(lines) = 'array'),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- When the last mail was queued.
    mailed_at timestamptz
  );
  CREATE INDEX cart_reminders_waiting ON cart_reminders (changed_at) WHERE lines <> '[]';
  CREATE INDEX cart_reminders_mailed ON cart_reminders (mailed_at) WHERE mailed_at IS NOT NULL;
`;

/** The colour in which a favourite was added. Without a foreign key: a deleted colour counts as no colour. */
const FAVORITE_COLORS = 'ALTER TABLE favorites ADD COLUMN color_id integer;';

const TEMPLATES = [
  ...['welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired'],
  ...['order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on'],
  ...['two_factor_off', 'stock_alert_confirm', 'back_in_stock', 'webhook_disabled'],
];

/**
 * The check of new mails; those that are stored hold the narrower one before. It stays NOT VALID: reading all mails under the lock that
 * adds it would block the shop.
 */
const templates = (names: string[]) => `
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check;
  ALTER TABLE mails ADD CONSTRAINT mails_template_check
    CHECK (template IN (${names.map((name) => `'${name}'`).join(', ')})) NOT VALID;`;

/** Adds reminders of carts, with their mail, and the colour of a favourite. */
export class CartReminders1800000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE + FAVORITE_COLORS + templates([...TEMPLATES, 'cart_reminder']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM mails WHERE template = 'cart_reminder';
      ${templates(TEMPLATES)}
      ALTER TABLE mails VALIDATE CONSTRAINT mails_template_check;
      ALTER TABLE favorites DROP COLUMN color_id;
      DROP TABLE cart_reminders`);
  }
}
