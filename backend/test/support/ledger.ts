import { checkLedger } from '../../src/ledger-audit/ledger-check.js';
import { shop } from './client.js';

/** After each test of the file, the whole ledger must be sound. */
export function expectSoundLedger(): void {
  afterEach(async () => {
    expect(await checkLedger(shop().db)).toEqual([]);
  });
}
