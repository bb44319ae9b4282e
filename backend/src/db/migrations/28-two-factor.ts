import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second factor of a sign-in: codes by time (TOTP), and codes on paper for when the phone is gone. */
export class TwoFactor1700000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        -- Encrypted with a key that is made of JWT_SECRET.
        secret text NOT NULL,
        -- Null until a first code has shown that the app has the secret.
        confirmed_at timestamptz,
        -- The 30 seconds of the last code that was taken: neither it nor an older one is taken again.
        last_step bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE recovery_codes (
        user_id integer NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
        -- HMAC-SHA-256 with a key that is made of JWT_SECRET.
        code_hash text NOT NULL,
        used_at timestamptz,
        PRIMARY KEY (user_id, code_hash)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_codes, second_factors');
  }
}
