// @ts-check
import { maxWorkers, shared } from '../jest.transform.mjs';

/** Components, hooks and stores in jsdom. The journeys in a real browser have a config of their own (test/e2e). */
export default {
  ...shared,
  rootDir: import.meta.dirname,
  displayName: 'web',
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  // The browser builds of some packages are ES modules, which jest cannot load.
  testEnvironmentOptions: { customExportConditions: ['node'] },
  testMatch: ['<rootDir>/test/**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
  testTimeout: 60_000,
  maxWorkers,
  setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
  moduleNameMapper: {
    '^virtual:provinces$': '<rootDir>/test/support/provinces.ts',
    '\\.css(\\?.*)?$': '<rootDir>/test/support/style.mjs',
    '^~/(.*)$': '<rootDir>/app/$1',
    '^contract/(.*?)(\\.js)?$': '<rootDir>/../backend/src/contract/$1',
    ...shared.moduleNameMapper,
  },
};
