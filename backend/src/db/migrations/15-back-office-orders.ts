import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the back office finds orders and accounts by. The words are folded once, when they are written: a search that looks
 * at thousands of rows would fold them all again. Orders get no index for it, nor for their status, day and total. Each
 * would be written by every payment, and a hundred thousand orders are looked through in less time than it is worth.
 */
export class BackOfficeOrders1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD searched text NOT NULL GENERATED ALWAYS AS (fold_vi(receiver || ' ' || phone)) STORED;
      DROP INDEX users_search;
      ALTER TABLE users ADD searched text NOT NULL GENERATED ALWAYS AS
        (fold_vi(username || ' ' || email || ' ' || last_name || ' ' || first_name || ' ' || phone)) STORED;
      CREATE INDEX users_search ON users USING gin (searched gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders DROP COLUMN searched;
      ALTER TABLE users DROP COLUMN searched;
      CREATE INDEX users_search ON users USING gin
        (fold_vi(username || ' ' || email || ' ' || last_name || ' ' || first_name || ' ' || phone) gin_trgm_ops);
    `);
  }
}
