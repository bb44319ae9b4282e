import type { MigrationInterface, QueryRunner } from 'typeorm';

const line = (column: string, max = 255) => `${column} text NOT NULL CHECK (length(${column}) <= ${max})`;

const TABLE = `
  -- The address books of the accounts.
  CREATE TABLE addresses (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    ${line('receiver')},
    ${line('phone', 20)},
    ${line('address')},
    ${line('ward')},
    ${line('city')},
    ${line('postal_code', 20)},
    ${line('country')},
    is_default boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON addresses (user_id);
  CREATE UNIQUE INDEX addresses_one_default ON addresses (user_id) WHERE is_default;
`;

/** Adds address books. Old processes do not know the table, so they run beside new ones. */
export class Addresses1800000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE addresses');
  }
}
