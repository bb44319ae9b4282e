import type { AuditScope } from '../audit-scope.sql.js';

/**
 * Invariants of the books by name. Each returns a query for the rows in the scope that violate it; their columns are shown to the
 * owner. The names are stored with the result of a check.
 */
export type Invariants = Record<string, (scope: AuditScope) => string>;
