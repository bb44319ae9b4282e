import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which mailboxes want no reminders of carts, so that no account has them asked again. */
export class CartReminderRefusals1800000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cart_reminder_refusals (
        -- An HMAC of the e-mail's key, as base64url: the address of somebody who wants no mail is not kept.
        mailbox_hash text PRIMARY KEY,
        refused_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cart_reminder_refusals');
  }
}
