import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The unpaid orders of one account, counted each time that it places another. */
export class UnpaidOrders1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE paid_at IS NULL AND cancelled_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_unpaid_of_user');
  }
}
