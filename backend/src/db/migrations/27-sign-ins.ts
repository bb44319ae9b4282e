import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to the owner about changes of the account, and what tells the owner which of the logins is which device. */
export class SignIns1700000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mails
        -- Where it goes instead of to the account's e-mail: the one that the account had before.
        ADD recipient text,
        -- Those of migration 29 too: each of the two may run first.
        DROP CONSTRAINT mails_template_check,
        ADD CONSTRAINT mails_template_check CHECK (template IN ('welcome', 'password_reset', 'order_placed', 'order_paid',
          'order_cancelled', 'order_expired', 'order_delivered', 'refund_decided', 'deposit', 'email_changed',
          'password_changed', 'two_factor_on', 'two_factor_off')),
        ADD CHECK ((template IN ('email_changed', 'password_changed', 'two_factor_on', 'two_factor_off'))
          = (recipient IS NOT NULL));

      ALTER TABLE logins
        -- As the browser calls itself, and the network without its last part; for the owner alone.
        ADD user_agent text NOT NULL DEFAULT '',
        ADD network text NOT NULL DEFAULT '',
        -- When it last asked for tokens, which pages do when they open and then once an hour.
        ADD last_used_at timestamptz;
      UPDATE logins l SET last_used_at = coalesce(
        (SELECT max(used_at) FROM refresh_tokens t WHERE t.login_id = l.id), l.created_at);
      ALTER TABLE logins
        ALTER last_used_at SET DEFAULT now(),
        ALTER last_used_at SET NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM mails WHERE recipient IS NOT NULL;
      ALTER TABLE mails
        DROP recipient,
        DROP CONSTRAINT mails_template_check,
        ADD CONSTRAINT mails_template_check CHECK (template IN ('welcome', 'password_reset', 'order_placed', 'order_paid',
          'order_delivered', 'refund_decided', 'deposit'));
      ALTER TABLE logins DROP user_agent, DROP network, DROP last_used_at;
    `);
  }
}
