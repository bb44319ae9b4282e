import type { ModuleSchema } from './module-schema.js';

export const PLATFORM: ModuleSchema = {
  tables: `
  -- The response given under an Idempotency-Key, written in the transaction that produced it.
  CREATE TABLE idempotency_keys (
    user_id integer NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    body jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  );
  CREATE INDEX ON idempotency_keys (created_at);
  `,
  references: `
  ALTER TABLE idempotency_keys ADD FOREIGN KEY (user_id) REFERENCES users (id);
  `,
  functions: `
  -- For append-only tables. It guards them also where the database has no role of its own for the application.
  CREATE FUNCTION records_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a row of % is never changed or deleted', TG_TABLE_NAME; END
  $$;
  `,
};

/** The trigger that makes a table append-only for everyone: a correction is a new row. */
export const finalRecords = (table: string) => `
  CREATE TRIGGER records_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();`;

/** The trigger that tells every process to drop its cached catalogue. @param events what to listen to */
export const announcedChanges = (table: string, events = 'INSERT OR UPDATE OR DELETE OR TRUNCATE') => `
  CREATE TRIGGER catalog_changed AFTER ${events} ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();`;
