import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which mailboxes want no alerts about stock, so that nobody has them asked again. */
export class StockAlertRefusals1800000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stock_alert_refusals (
        -- An HMAC of the e-mail's key, as base64url: the address of somebody who wants no mail is not kept.
        mailbox_hash text PRIMARY KEY,
        refused_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stock_alert_refusals');
  }
}
