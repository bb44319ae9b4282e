import type { DataSource } from 'typeorm';
import { APPEND_ONLY, APPLICATION_ROLE } from './migrations/baseline/application-role.js';

/**
 * Makes the application role and its rights again where they were lost: a dump restored on another server has neither.
 * Call it after the migrations, as the owner of the database.
 * @returns false when this database user may not: the application then works as the owner, and only triggers guard its records
 */
export async function ensureApplicationRole(owner: DataSource): Promise<boolean> {
  if (await hasApplicationRole(owner)) return true;
  await owner.query(APPLICATION_ROLE);
  return hasApplicationRole(owner);
}

/** Finds out whether the application can take the role, write every table with it, and rewrite no append-only one. */
export async function hasApplicationRole(owner: DataSource): Promise<boolean> {
  const [row] = await owner.query<{ is_complete: boolean }[]>(
    `SELECT EXISTS (SELECT FROM pg_roles r WHERE rolname = 'may_app' AND pg_has_role(rolname, 'MEMBER')
       AND NOT EXISTS (
         SELECT FROM pg_tables t, format('%I.%I', schemaname, tablename) name
         WHERE schemaname IN ('public', 'sandbox') AND (
           NOT has_schema_privilege(r.rolname, schemaname, 'USAGE')
           OR NOT has_table_privilege(r.rolname, name, 'SELECT') OR NOT has_table_privilege(r.rolname, name, 'INSERT')
           OR (tablename = ANY($1) AND has_table_privilege(r.rolname, name, 'UPDATE, DELETE'))))) AS is_complete`,
    [APPEND_ONLY],
  );
  return row?.is_complete ?? false;
}
