import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of sent orders by tracking code, for the back office's search. Built beside a running shop: orders may be millions. */
export class OrdersByTrackingCode1800000000029 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_tracking_code');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_tracking_code ON orders (upper(tracking_code) text_pattern_ops)
       WHERE tracking_code IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_tracking_code');
  }
}
