import { Config } from '../platform/config/config.js';
import { prepareDatabase } from './prepare-database.js';
import { refuseArguments, runCommand } from './run-command.js';

// `npm run migrate`: migrates the database without starting the shop.
await runCommand(async () => {
  refuseArguments();
  await prepareDatabase(Config.ofProcess());
  console.log('The database is up to date.');
});
