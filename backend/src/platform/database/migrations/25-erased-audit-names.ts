import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A column of an entry without the values that name a person. */
const nameless = (column: string) => `nullif(${column} - '{username,email}'::text[], '{}')`;

/** What an entry about an account or a wallet is called once the person is erased. */
const erasedName = (entry: string) =>
  `CASE ${entry}.subject WHEN 'user' THEN 'Tài khoản #' ELSE 'Ví #' END || ${entry}.subject_id`;

/** Entries stay as they were written, but for what names a person whose account is closed. */
const ERASING = `
  CREATE TRIGGER records_are_final BEFORE DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
  CREATE TRIGGER only_names_are_erased BEFORE UPDATE ON audit_entries FOR EACH ROW WHEN (
    new.subject NOT IN ('user', 'wallet')
    OR to_jsonb(new) - '{subject_name,before,after}'::text[] <> to_jsonb(old) - '{subject_name,before,after}'::text[]
    OR new.subject_name IS DISTINCT FROM ${erasedName('old')}
    OR new.before IS DISTINCT FROM ${nameless('old.before')}
    OR new.after IS DISTINCT FROM ${nameless('old.after')}
  ) EXECUTE FUNCTION records_are_final();
  -- Erases who an account or a wallet belonged to from the entries about it. Runs as the owner of the table.
  CREATE FUNCTION erase_audit_names(erased text, erased_id integer)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.audit_entries e
    SET subject_name = ${erasedName('e')}, before = ${nameless('e.before')}, after = ${nameless('e.after')}
    WHERE e.subject = erased AND e.subject_id = erased_id AND erased IN ('user', 'wallet');
  $$;
`;

/**
 * Lets the deletion of an account erase its names from the audit log, and erases those of accounts that are gone, and the words of
 * buyers that releases before wrote into it.
 */
export class ErasedAuditNames1800000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER records_are_final ON audit_entries;
      UPDATE audit_entries SET before = nullif(before - 'reason', '{}'), after = nullif(after - 'reason', '{}')
      WHERE subject = 'refund';
      UPDATE audit_entries SET before = nullif(before - 'comment', '{}'), after = nullif(after - 'comment', '{}'),
        subject_name = regexp_replace(subject_name, '^\\S+ · ', '')
      WHERE subject = 'review';
      ${ERASING}
      SELECT erase_audit_names(e.subject, e.subject_id) FROM audit_entries e
      WHERE e.subject = 'user' AND e.subject_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM users u WHERE u.id = e.subject_id AND u.closed_at IS NULL)
      GROUP BY e.subject, e.subject_id;
      SELECT erase_audit_names('wallet', a.id) FROM accounts a JOIN users u ON u.id = a.user_id AND u.closed_at IS NOT NULL;
      SELECT erase_audit_names('wallet', e.subject_id) FROM audit_entries e
      WHERE e.subject = 'wallet' AND e.subject_id IS NOT NULL AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = e.subject_id)
      GROUP BY e.subject_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION erase_audit_names;
      DROP TRIGGER only_names_are_erased ON audit_entries;
      DROP TRIGGER records_are_final ON audit_entries;
      CREATE TRIGGER records_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION records_are_final()`);
  }
}
