// @ts-check
import { shared } from '../../../../jest.transform.mjs';

/** `npm run test:faults`: real processes and a real database, and what breaks between them. No part of `npm test`. */
export default {
  ...shared,
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/*.spec.ts'],
  maxWorkers: 2,
  testTimeout: 180_000,
  verbose: true,
};
