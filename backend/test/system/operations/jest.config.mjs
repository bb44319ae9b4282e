// @ts-check
import { shared } from '../../../../jest.transform.mjs';

/** The part of `npm run test:operations` that restarts and upgrades the built shop. No part of `npm test`. */
export default {
  ...shared,
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/*.spec.ts'],
  maxWorkers: 1,
  testTimeout: 900_000,
  verbose: true,
};
