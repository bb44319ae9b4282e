import { ACCOUNT_EXAMPLES } from './accounts.js';
import { ADMINISTRATION_EXAMPLES } from './administration.js';
import { CATALOGUE_ADMIN_EXAMPLES } from './catalogue-admin.js';
import { CATALOGUE_EXAMPLES } from './catalogue.js';
import type { Example } from './example.js';
import { MONEY_EXAMPLES } from './money.js';
import { ORDER_EXAMPLES } from './orders.js';
import { REPORT_EXAMPLES } from './reports.js';
import { SEARCH_EXAMPLES } from './search.js';

/**
 * One example for each schema that has one. They tell one story: Lan buys two black T-shirts. The API's document alone reads them;
 * they stand apart from the schemas so that no page loads them.
 */
export const EXAMPLES: readonly Example[] = [
  ...ACCOUNT_EXAMPLES,
  ...CATALOGUE_EXAMPLES,
  ...SEARCH_EXAMPLES,
  ...ORDER_EXAMPLES,
  ...MONEY_EXAMPLES,
  ...CATALOGUE_ADMIN_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
  ...REPORT_EXAMPLES,
];
