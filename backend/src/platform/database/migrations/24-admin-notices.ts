import type { MigrationInterface, QueryRunner } from 'typeorm';

const TEMPLATES = [
  ...['welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired'],
  ...['order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on'],
  ...['two_factor_off', 'stock_alert_confirm', 'back_in_stock', 'webhook_disabled', 'cart_reminder'],
  'cart_reminder_confirm',
];
/** Templates of mails that do not go to the account's present e-mail. */
const WITH_RECIPIENT = [
  ...['email_changed', 'password_changed', 'two_factor_on', 'two_factor_off'],
  ...['stock_alert_confirm', 'back_in_stock'],
];
const NOTICES = ['api_key_created', 'webhook_widened', 'bank_webhook_created', 'transfer_account_changed'];
const TO_FORMER_EMAIL = 'api_keys_remain';

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');

/** NOT VALID: reading all mails under the lock that adds it would block the shop. */
const templates = (names: string[], withRecipient: string[]) => `
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check, DROP CONSTRAINT IF EXISTS mails_check4;
  ALTER TABLE mails ADD CONSTRAINT mails_template_check CHECK (template IN (${list(names)})) NOT VALID,
    ADD CONSTRAINT mails_check4 CHECK ((template IN (${list(withRecipient)})) = (recipient IS NOT NULL)) NOT VALID;`;

/** Allows the notices of what opens the shop's data or money to somebody. */
export class AdminNotices1800000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(templates([...TEMPLATES, ...NOTICES, TO_FORMER_EMAIL], [...WITH_RECIPIENT, TO_FORMER_EMAIL]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM mails WHERE template IN (${list([...NOTICES, TO_FORMER_EMAIL])});
      ${templates(TEMPLATES, WITH_RECIPIENT)}`);
  }
}
