/*
 * Notes of what is not counted yet (migration 12): a table that triggers write into. Whoever counts takes notes away and
 * adds them to what is counted in one statement, so that no reader ever sees a note twice, or not at all.
 */

/** A shop that was filled all at once is counted in several short transactions. */
export const NOTES_AT_ONCE = 20_000;

/** A CTE `noted` that takes notes away and gives them. */
export const taken = (table: string) => `
  noted AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} LIMIT ${NOTES_AT_ONCE})) RETURNING *)`;

export const sums = (names: readonly string[]) => names.map((name) => `sum(${name})`).join(', ');

/** For a row that is there already: what an INSERT brings is added to it. */
export const added = (table: string, names: readonly string[]) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
