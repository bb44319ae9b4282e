// @ts-check
import { maxWorkers, shared } from '../jest.transform.mjs';

const project = { ...shared, rootDir: import.meta.dirname, testEnvironment: 'node' };

/**
 * Beside what they test, these need neither a database nor queues: once is enough, where the API is tested on two
 * databases. One that comes to need them fails here, for `testDatabase()` then has no server.
 */
const WITHOUT_SERVER = ['image-*', 'make-engines', 'onnx', 'openai', 'vector-scan'].map(
  (name) => `**/test/ai-search/${name}.spec.ts`,
);

/**
 * `unit` needs nothing; `launch` starts databases and shops of its own; `api` speaks HTTP to the real backend, each jest
 * worker with a database of its own (see test/support/database.ts).
 */
export default {
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.spec.ts', ...WITHOUT_SERVER] },
    { ...project, displayName: 'launch', testMatch: ['<rootDir>/test/launch/**/*.spec.ts'] },
    {
      ...project,
      displayName: 'api',
      testMatch: ['<rootDir>/test/**/*.spec.ts', ...WITHOUT_SERVER.map((glob) => `!${glob}`)],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/unit/',
        '<rootDir>/test/launch/',
        '<rootDir>/test/faults/',
        '<rootDir>/test/security/whole-shop/',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
  testTimeout: 120_000,
  maxWorkers,
  testSequencer: '<rootDir>/test/support/long-first.mjs',
};
