import { checkLedger } from '../../src/ledger-audit/ledger-check.js';
import { shop } from './client.js';

/** Checks the whole ledger after each test of the file. */
export function expectSoundLedger(): void {
  afterEach(async () => {
    expect(await checkLedger(shop().db)).toEqual([]);
  });
}
