/*
 * A rollup queue is a table of uncounted rows that triggers write. The rollup deletes rows from it and adds
 * them to the sums in one statement, so that every reader sees each row exactly once.
 */

/** The maximum number of rows in one transaction: after a large import the rollup runs in several short ones. */
export const ROLLUP_BATCH = 20_000;

/** A CTE `queued` that deletes up to one batch of rows from the queue and returns them. */
export const takeFromQueue = (table: string) => `
  queued AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} LIMIT ${ROLLUP_BATCH})) RETURNING *)`;

export const sumColumns = (names: readonly string[]) => names.map((name) => `sum(${name})`).join(', ');

/** The SET list of an upsert that adds the inserted values to an existing row. */
export const addToRow = (table: string, names: readonly string[]) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
