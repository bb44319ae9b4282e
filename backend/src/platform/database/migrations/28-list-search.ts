import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  mails_recipient: 'mails USING gin (fold_vi(recipient) gin_trgm_ops) WHERE recipient IS NOT NULL',
  bank_transfers_search: 'bank_transfers USING gin (reference gin_trgm_ops, fold_vi(description) gin_trgm_ops)',
  bank_transfers_amount: 'bank_transfers (amount)',
};

/** Indexes of the searches in the lists of mails and bank transfers. Built beside a running shop: either may be many. */
export class ListSearch1800000000028 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
