import { checkLedger, findViolations } from '../../src/ledger-check/ledger-check.js';
import { shop } from './client.js';

/** The whole ledger must be sound. The shop's own pool reads it: a connection for each check costs more than the check. */
export async function mustBeSound(): Promise<void> {
  expect(await shop().db.transaction('REPEATABLE READ', (tx) => findViolations(tx))).toEqual([]);
}

/** Checks the whole ledger after each test of the file, on a connection of its own: the test may have left the pool busy. */
export function expectSoundLedger(): void {
  afterEach(async () => expect(await checkLedger(shop().db)).toEqual([]));
}
