// @ts-check
import path from 'node:path';
import { shared } from '../../../jest.transform.mjs';
import { NO_CHROMIUM, findChromium } from './support/chromium.mjs';

const canRun = Boolean(findChromium() ?? process.env.CI);
if (!canRun) console.log(NO_CHROMIUM);

/** Journeys in a real browser, on a built shop that is started for them (global-setup.mjs). `support` has their helpers. */
export default {
  ...shared,
  rootDir: path.resolve(import.meta.dirname, '../..'),
  displayName: 'e2e',
  testEnvironment: '<rootDir>/test/e2e/support/environment.mjs',
  testMatch: canRun ? ['<rootDir>/test/e2e/**/*.spec.ts'] : [],
  passWithNoTests: !canRun,
  globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
  // A dozen pages each, on a machine that may do other things too.
  testTimeout: 600_000,
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/e2e/support/ai-search-last.mjs',
};
