// @ts-check
import { maxWorkers, shared } from '../jest.transform.mjs';

const project = {
  ...shared,
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/support/setup/worker-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/setup/restore-mocks.ts'],
};

/**
 * `unit` (`*.unit.spec.ts`) needs nothing; `launch` starts databases and shops of its own; `api` speaks HTTP to the real backend, each jest
 * worker with a database of its own (see test/support/setup/database.ts).
 */
export default {
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.unit.spec.ts'] },
    {
      ...project,
      displayName: 'launch',
      testMatch: ['<rootDir>/test/launch/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.unit\\.spec\\.ts$'],
    },
    {
      ...project,
      displayName: 'api',
      // A deployed shop is tested over HTTP alone.
      testMatch: [process.env.SHOP_URL ? '<rootDir>/test/black-box/*.spec.ts' : '<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '\\.unit\\.spec\\.ts$',
        '<rootDir>/test/launch/',
        '<rootDir>/test/system/faults/',
        '<rootDir>/test/system/operations/',
        '<rootDir>/test/system/security/whole-shop/',
      ],
      globalSetup: '<rootDir>/test/support/setup/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/setup/global-teardown.mjs',
    },
  ],
  testTimeout: 120_000,
  maxWorkers,
  testSequencer: '<rootDir>/test/support/setup/long-first.mjs',
};
