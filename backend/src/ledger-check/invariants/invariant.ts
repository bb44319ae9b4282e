import type { CheckScope } from '../check-scope.sql.js';

/**
 * Invariants of the books by name. Each returns a query for the rows in the scope that violate it; their columns are shown to the
 * owner. The names are stored with the result of a check.
 */
export type Invariants = Record<string, (scope: CheckScope) => string>;

/** A violated invariant, and up to 20 rows that violate it. */
export interface Violation {
  invariant: string;
  rows: unknown[];
}
