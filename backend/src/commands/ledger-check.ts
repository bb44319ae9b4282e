import 'reflect-metadata';
import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { checkLedger } from '../ledger-check/ledger-check.js';
import { refuseArguments, runCommand } from './run-command.js';

// `npm run ledger:check`: checks all books, read-only. Exits with 1 when an invariant is violated.
await runCommand(async () => {
  refuseArguments();
  const db = await connectDatabase(createDataSource(Config.ofProcess().directDatabaseUrl));
  try {
    const violations = await checkLedger(db);
    for (const { invariant, rows } of violations) {
      console.error(`Violated: ${invariant}`);
      for (const row of rows) console.error(`  ${JSON.stringify(row)}`);
    }
    const [books]: { transfers: string; orders: string }[] = await db.query(
      'SELECT (SELECT count(*) FROM transfers) AS transfers, (SELECT count(*) FROM orders) AS orders',
    );
    console.log(
      `${books?.transfers} transfers and ${books?.orders} orders read, ${violations.length} invariants violated.`,
    );
    return violations.length > 0 ? 1 : 0;
  } finally {
    await db.destroy();
  }
});
