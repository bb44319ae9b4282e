import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { checkLedger } from '../ledger-check/ledger-check.js';
import { folderArgument } from './backups/folder-argument.js';
import { restoreBackup } from './backups/restore-backup.js';
import { runCommand } from './run-command.js';

// `npm run restore -- --from FOLDER`: fills an empty database and checks the ledger. Exits with 1 when an invariant is violated.
await runCommand(async () => {
  const folder = folderArgument('--from', 'restore');
  const config = Config.ofProcess();
  const { tables, taken_at } = await restoreBackup(config, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${tables.length} tables restored, as they were at ${taken_at}.`);
  const db = await connectDatabase(createDataSource(config.directDatabaseUrl));
  const violations = await checkLedger(db).finally(() => db.destroy());
  for (const { invariant } of violations) console.error(`Violated: ${invariant}`);
  console.log(`Ledger check: ${violations.length} invariants violated.`);
  console.log(`The settings of that shop, without secrets: ${folder}/settings.env`);
  return violations.length > 0 ? 1 : 0;
});
