import type { MigrationInterface, QueryRunner } from 'typeorm';

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');

const ORDER_TEMPLATES = [
  ...['order_placed', 'order_paid', 'order_cancelled', 'order_expired', 'order_sent', 'order_delivered'],
  'refund_decided',
];
const TEMPLATES = [
  ...['welcome', 'password_reset', ...ORDER_TEMPLATES, 'deposit', 'email_changed', 'password_changed'],
  ...['two_factor_on', 'two_factor_off', 'stock_alert_confirm', 'back_in_stock', 'webhook_disabled', 'cart_reminder'],
  ...['cart_reminder_confirm', 'api_key_created', 'webhook_widened', 'bank_webhook_created'],
  ...['transfer_account_changed', 'api_keys_remain'],
];
const CREDITED = 'payment_credited';

const allowed = (templates: string[], ofOrders: string[]) => [
  `ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check, DROP CONSTRAINT IF EXISTS mails_check;
   ALTER TABLE mails ADD CONSTRAINT mails_template_check CHECK (template IN (${list(templates)})) NOT VALID,
     ADD CONSTRAINT mails_check CHECK ((template IN (${list(ofOrders)})) = (order_event_id IS NOT NULL)) NOT VALID`,
  'ALTER TABLE mails VALIDATE CONSTRAINT mails_template_check',
  'ALTER TABLE mails VALIDATE CONSTRAINT mails_check',
];

/**
 * Allows the mail about a payment that went to the buyer's wallet. Runs in steps, because it checks a large table. A worker of the
 * release before has no text for that mail: it stays failed until an administrator sends it again.
 */
export class CreditedPayments1800000000036 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const step of allowed([...TEMPLATES, CREDITED], [...ORDER_TEMPLATES, CREDITED])) await runner.query(step);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mails WHERE template = '${CREDITED}'`);
    for (const step of allowed(TEMPLATES, ORDER_TEMPLATES)) await runner.query(step);
  }
}
