// @ts-check
import { shared } from '../jest.transform.mjs';

const project = { ...shared, rootDir: import.meta.dirname, testEnvironment: 'node' };

/**
 * `unit` needs nothing; `launch` starts databases and shops of its own; `api` speaks HTTP to the real backend, each jest
 * worker with a database of its own (see test/support/database.ts).
 */
export default {
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.spec.ts'] },
    { ...project, displayName: 'launch', testMatch: ['<rootDir>/test/launch/**/*.spec.ts'] },
    {
      ...project,
      displayName: 'api',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/unit/',
        '<rootDir>/test/launch/',
        '<rootDir>/test/faults/',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
  testTimeout: 120_000,
};
