import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Triggers that join the rows of a statement before and after it. */
const FUNCTIONS = [
  'products_changed',
  'products_stock_updated',
  'sales_changed',
  'variants_changed',
  'variants_stock_updated',
];

/**
 * Lets these triggers hash the rows. A connection keeps their first plan, which is mostly made for a row or two: a nested loop, which
 * compares each row with each, so that a change of 5,000 products took seconds. Up to PostgreSQL 17 a plan without nested loops looks
 * dear enough to be compiled (JIT), which would take longer than to run it.
 */
export class JoinedTransitionTables1800000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS)
      await runner.query(`ALTER FUNCTION ${name}() SET enable_nestloop = off SET jit = off`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) await runner.query(`ALTER FUNCTION ${name}() RESET enable_nestloop RESET jit`);
  }
}
