import { findViolations } from '../../src/ledger-audit/ledger-check.js';
import { shop } from './client.js';

/** The whole ledger must be sound. It is read in the shop's own pool: a connection for each check costs more than the check. */
export async function mustBeSound(): Promise<void> {
  expect(await shop().db.transaction('REPEATABLE READ', (tx) => findViolations(tx))).toEqual([]);
}

/** After each test of the file, the whole ledger must be sound. */
export function expectSoundLedger(): void {
  afterEach(mustBeSound);
}
