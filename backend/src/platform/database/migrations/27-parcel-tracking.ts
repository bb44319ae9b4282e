import type { MigrationInterface, QueryRunner } from 'typeorm';

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');

const CARRIERS = ['ghn', 'ghtk', 'viettel_post', 'vnpost', 'jt', 'spx', 'ninja_van', 'other'];

const TRANSITIONS = [
  ...['place', 'pay', 'cancel', 'expire', 'send', 'undo_send', 'deliver', 'undo_delivery'],
  ...['request_refund', 'approve_refund', 'reject_refund', 'delete_refund', 'return_late_payment'],
  ...['return_wrong_payment', 'card_refund', 'card_dispute', 'card_return'],
];

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

/** The check is NOT VALID: it holds for new rows, and existing orders have no parcel, so no scan of a large table is needed. */
const PARCELS = `
  ALTER TABLE orders ADD COLUMN IF NOT EXISTS carrier text, ADD COLUMN IF NOT EXISTS tracking_code text,
    ADD COLUMN IF NOT EXISTS sent_at timestamptz;
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_parcel_check;
  ALTER TABLE orders ADD CONSTRAINT orders_parcel_check CHECK (
    num_nonnulls(carrier, tracking_code, sent_at) IN (0, 3) AND carrier IN (${list(CARRIERS)})
    AND length(tracking_code) BETWEEN 4 AND 40) NOT VALID`;

/** With a tracking code, carriers show who receives the parcel. */
const FORGET_BUYER = `
  CREATE OR REPLACE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL)
          AND (NEW.delivered_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NEW.refunded_at IS NOT NULL) THEN
        NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';
        NEW.gift_note := '';
        NEW.carrier := NULL; NEW.tracking_code := NULL; NEW.sent_at := NULL;
      END IF;
      RETURN NEW;
    END
  $function$`;

/**
 * Stores the parcel in which an order is sent, and allows the steps and the mail that tell of it. A process of the release before still
 * lets an order in cash on delivery expire, or be cancelled, that is sent. Runs in steps, because it checks a large table.
 */
export class ParcelTracking1800000000027 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const step of [
      PARCELS,
      FORGET_BUYER,
      `ALTER TABLE order_events DROP CONSTRAINT IF EXISTS order_events_transition_check;
       ALTER TABLE order_events ADD CONSTRAINT order_events_transition_check
         CHECK (transition IN (${list(TRANSITIONS)})) NOT VALID`,
      'ALTER TABLE order_events VALIDATE CONSTRAINT order_events_transition_check',
      `ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check, DROP CONSTRAINT IF EXISTS mails_check;
       ALTER TABLE mails ADD CONSTRAINT mails_template_check CHECK (template IN (${list(TEMPLATES)})) NOT VALID,
         ADD CONSTRAINT mails_check
           CHECK ((template IN (${list(ORDER_TEMPLATES)})) = (order_event_id IS NOT NULL)) NOT VALID`,
      'ALTER TABLE mails VALIDATE CONSTRAINT mails_template_check',
      'ALTER TABLE mails VALIDATE CONSTRAINT mails_check',
    ])
      await runner.query(step);
  }

  down(): Promise<void> {
    throw new Error('Records of orders cannot be migrated back. Drop the database instead.');
  }
}
