import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Config } from '../platform/config/config.js';
import { connectDatabase, createDataSource } from '../platform/database/data-source.js';
import { SearchRuntime } from '../search/worker/search-runtime.js';
import { runCommand } from './run-command.js';

// `npm run ai:reindex [-- --again]`: reindexes every product for the AI search and describes the pictures that have no
// description yet; with `--again` all pictures. A running worker helps, and continues when this command is stopped.
await runCommand(async () => {
  const { again = false } = parseArgs({ options: { again: { type: 'boolean' } } }).values;
  const config = Config.ofProcess();
  const db = await connectDatabase(createDataSource(config.directDatabaseUrl));
  const parts = await SearchRuntime.open(db, config);
  try {
    await parts.indexer.reindex({ describeAgain: again });
    const all = await parts.indexer.countPending();
    for (let batch = await parts.indexer.takeBatch(); batch; batch = await parts.indexer.takeBatch()) {
      await parts.indexer.index(batch);
      printProgress(all, await parts.indexer.countPending());
    }
    const waiting = await parts.indexer.countPending();
    console.log(`${all - waiting} products indexed${waiting > 0 ? `, ${waiting} are with the worker` : ''}.`);
    await parts.indexer.complete();
  } finally {
    await parts.close();
    await db.destroy();
  }
});

/** Prints the progress: on a terminal in one line that is overwritten, elsewhere in a line now and then. */
function printProgress(all: number, waiting: number): void {
  const done = Math.max(0, all - waiting);
  const line = `${done} of ${all} products (${all === 0 ? 100 : Math.floor((100 * done) / all)} %)`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (done % 1_000 < 50) console.log(line);
}
