import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Brands and categories have titles of their own, whatever the case, as colours and sizes have names. */
export class Shelves1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['brands', 'categories']) {
      await runner.query(`
        -- Of several with one title the oldest keeps it.
        UPDATE ${table} s SET title = title || ' (' || id || ')'
          WHERE EXISTS (SELECT FROM ${table} o WHERE lower_vi(o.title) = lower_vi(s.title) AND o.id < s.id);
        CREATE UNIQUE INDEX ${table}_title ON ${table} (lower_vi(title));
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX brands_title, categories_title');
  }
}
