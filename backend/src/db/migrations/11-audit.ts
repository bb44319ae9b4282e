import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators changed: who, what, when, from where, before and after. Never rewritten. */
export class Audit1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- No foreign key: an account that is erased stays named here, as it was called then.
        actor_id integer NOT NULL,
        actor_name text NOT NULL,
        address text NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        -- Null for what there is one of, such as the settings.
        subject_id integer,
        subject_name text NOT NULL,
        before jsonb,
        after jsonb
      );
      CREATE INDEX ON audit_entries (subject, subject_id, id);
      CREATE INDEX ON audit_entries (actor_id, id);
      CREATE INDEX ON audit_entries (created_at);
      CREATE INDEX ON audit_entries USING gin (fold_vi(subject_name || ' ' || actor_name) gin_trgm_ops);

      CREATE TRIGGER records_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        EXECUTE FUNCTION records_are_final();
      DO $$
      BEGIN
        REVOKE UPDATE, DELETE ON audit_entries FROM may_app;
      EXCEPTION WHEN undefined_object OR insufficient_privilege THEN
        RAISE WARNING 'The rights of the role may_app could not be narrowed: %', SQLERRM;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of what was done are not taken down: drop the database instead.');
  }
}
