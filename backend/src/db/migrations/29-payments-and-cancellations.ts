import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders name what they were paid with; disputes keep what the bank says of them; an order that ends unpaid tells its
 * buyer by mail, with the reason that an administrator gives.
 */
export class PaymentsAndCancellations1700000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Until now the column kept what was chosen when the order was placed. An order with a total of 0 moved no money.
      UPDATE orders o SET payment_method = paid.method
      FROM (SELECT order_id, CASE kind WHEN 'PAYMENT' THEN 'Paybox' ELSE 'Stripe' END AS method FROM transfers
            WHERE kind IN ('PAYMENT', 'CARD_PAYMENT')) paid
      WHERE o.id = paid.order_id AND o.payment_method <> paid.method;

      -- Of a dispute: the provider's word for its reason, and until when the shop may answer.
      ALTER TABLE card_returns ADD reason text, ADD due_by timestamptz;

      -- Why an administrator cancelled the order.
      ALTER TABLE order_events ADD reason text CHECK (char_length(reason) BETWEEN 1 AND 1000);

      ALTER TABLE mails
        DROP CONSTRAINT mails_template_check, ADD CONSTRAINT mails_template_check CHECK (template IN ('welcome',
          'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired', 'order_delivered',
          'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on', 'two_factor_off')),
        DROP CONSTRAINT mails_check, ADD CONSTRAINT mails_check CHECK ((template IN ('order_placed', 'order_paid',
          'order_cancelled', 'order_expired', 'order_delivered', 'refund_decided')) = (order_event_id IS NOT NULL));
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
