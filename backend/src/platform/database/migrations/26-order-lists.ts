import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  orders_phone_digits: String.raw`USING gin (regexp_replace(phone, '\D', '', 'g') gin_trgm_ops)`,
  orders_undelivered: '(id) WHERE delivered_at IS NULL AND cancelled_at IS NULL AND refunded_at IS NULL',
};

/**
 * Indexes of the back office's orders: by the digits of their phone, however it was typed, and of those that are to be sent. Built
 * beside a running shop: orders may be millions.
 */
export class OrderLists1800000000026 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON orders ${definition}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
