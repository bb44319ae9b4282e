import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { checkLedger } from '../ledger-check/ledger-check.js';
import { rehearsalLines } from './backups/rehearsal-lines.js';
import { rehearseRestore } from './backups/rehearse-restore.js';
import { restoreArguments } from './backups/restore-arguments.js';
import { restoreBackup } from './backups/restore-backup.js';
import { runCommand } from './run-command.js';

// `npm run restore -- --from FOLDER`: fills an empty database and checks the ledger. Exits with 1 when an invariant is violated.
// `npm run restore -- --rehearsal --from FOLDER`: tries the same in a database of its own, beside a running shop.
await runCommand(async () => {
  const { folder, isRehearsal, maxAgeMs } = restoreArguments(process.argv.slice(2));
  const config = Config.ofProcess();
  if (!isRehearsal) return restore(config, folder);
  for (const line of rehearsalLines(await rehearseRestore(config.directDatabaseUrl, folder, { maxAgeMs })))
    console.log(line);
  return 0;
});

async function restore(config: Config, folder: string): Promise<number> {
  const { tables, taken_at } = await restoreBackup(config, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${tables.length} tables restored, as they were at ${taken_at}.`);
  const db = await connectDatabase(createDataSource(config.directDatabaseUrl));
  const violations = await checkLedger(db).finally(() => db.destroy());
  for (const { invariant } of violations) console.error(`Violated: ${invariant}`);
  console.log(`Ledger check: ${violations.length} invariants violated.`);
  console.log(`The settings of that shop, without secrets: ${folder}/settings.env`);
  return violations.length > 0 ? 1 : 0;
}
