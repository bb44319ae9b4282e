import 'reflect-metadata';
import { Config } from '../platform/config/config.js';
import { createDataSource } from '../platform/database/data-source.js';
import { SearchRuntime } from '../search/worker/search-runtime.js';

// `npm run ai:reindex [-- --again]`: reads every product anew for the search by words and pictures, and describes the pictures
// that are not described yet; with `--again` all of them. A running worker helps, and goes on when this is stopped.
const again = process.argv.includes('--again');
try {
  const config = Config.ofProcess();
  const db = await createDataSource(config.databaseUrl).initialize();
  const parts = await SearchRuntime.open(db, config);
  try {
    await parts.indexer.reindex({ describeAgain: again });
    const all = await parts.indexer.countPending();
    for (let batch = await parts.indexer.takeBatch(); batch; batch = await parts.indexer.takeBatch()) {
      await parts.indexer.index(batch);
      tell(all, await parts.indexer.countPending());
    }
    const waiting = await parts.indexer.countPending();
    console.log(`${all - waiting} products indexed${waiting > 0 ? `, ${waiting} are at the worker` : ''}.`);
    await parts.indexer.complete();
  } finally {
    await parts.close();
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** On a terminal one line that is written over; elsewhere a line every now and then. */
function tell(all: number, waiting: number): void {
  const done = Math.max(0, all - waiting);
  const line = `${done} of ${all} products (${all === 0 ? 100 : Math.floor((100 * done) / all)} %)`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (done % 1_000 < 50) console.log(line);
}
