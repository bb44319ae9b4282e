import type { MigrationInterface, QueryRunner } from 'typeorm';

const TEMPLATES = [
  ...['welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired'],
  ...['order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on'],
  ...['two_factor_off', 'stock_alert_confirm', 'back_in_stock', 'webhook_disabled', 'cart_reminder'],
];

/** As in the migration before, NOT VALID: reading all mails under the lock that adds it would block the shop. */
const templates = (names: string[]) => `
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check;
  ALTER TABLE mails ADD CONSTRAINT mails_template_check
    CHECK (template IN (${names.map((name) => `'${name}'`).join(', ')})) NOT VALID;`;

/**
 * Stores by which mailbox a consent to cart reminders was confirmed, and allows the mail that asks for it. A worker of the release
 * before goes on reminding unconfirmed mailboxes until it stops.
 */
export class CartReminderConfirmations1800000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cart_reminders ADD COLUMN confirmed_email_key text;
      ${templates([...TEMPLATES, 'cart_reminder_confirm'])}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM mails WHERE template = 'cart_reminder_confirm';
      ${templates(TEMPLATES)}
      ALTER TABLE cart_reminders DROP COLUMN confirmed_email_key`);
  }
}
