import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the secret that an endpoint had before, and until when it signs too. A worker of the release before signs with the new one
 * alone, and nobody has replaced one yet.
 */
export class WebhookSecrets1800000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints ADD COLUMN previous_secret text, ADD COLUMN previous_secret_until timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN previous_secret, DROP COLUMN previous_secret_until');
  }
}
