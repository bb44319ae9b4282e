import 'reflect-metadata';
import { Config } from '../platform/config/config.js';
import { createDataSource } from '../platform/database/data-source.js';
import { checkLedger } from '../ledger-audit/ledger-check.js';

// `npm run ledger:check`: checks all books, read-only. Exits with 1 when an invariant is violated.
try {
  const db = await createDataSource(Config.ofProcess().directDatabaseUrl).initialize();
  try {
    const breaches = await checkLedger(db);
    for (const { rule, rows } of breaches) {
      console.error(`Violated: ${rule}`);
      for (const row of rows) console.error(`  ${JSON.stringify(row)}`);
    }
    const [books]: { transfers: string; orders: string }[] = await db.query(
      'SELECT (SELECT count(*) FROM transfers) AS transfers, (SELECT count(*) FROM orders) AS orders',
    );
    console.log(
      `${books?.transfers} transfers and ${books?.orders} orders read, ${breaches.length} invariants violated.`,
    );
    if (breaches.length > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
