import { Config } from '../platform/config/config.js';
import { prepareDatabase } from './prepare-database.js';

// `npm run migrate`: migrates the database without starting the shop.
try {
  await prepareDatabase(Config.ofProcess());
  console.log('The database is up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
