import 'reflect-metadata';
import { Config } from '../platform/config/config.js';
import { resetFactor } from '../auth/two-factor/remove-factor.js';
import { runCommand } from './run-command.js';

// `npm run admin:reset-2fa -- USERNAME`: for an administrator who has lost both phone and recovery codes.
await runCommand(async () => {
  const [username, ...others] = process.argv.slice(2);
  if (!username || others.length > 0) throw new Error('Name the account: npm run admin:reset-2fa -- USERNAME');
  await resetFactor(Config.ofProcess().databaseUrl, username);
  console.log(`The second factor of ${username} is off, and every device is signed out.`);
});
