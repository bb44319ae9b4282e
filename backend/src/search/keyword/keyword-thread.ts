import pg from 'pg';
import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../platform/threads/worker-thread.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

// The worker thread of the keyword index, which keeps searches from blocking the API's event loop.
const { databaseUrl } = workerData as { databaseUrl: string };
const pool = new pg.Pool({
  connectionString: databaseUrl,
  // One for the reads that searches wait for, one for learned boosts in the background.
  max: 2,
  application_name: 'may-keywords',
  keepAlive: true,
  connectionTimeoutMillis: 3_000,
  query_timeout: 30_000,
});
// The next query opens another connection, or fails and is retried.
pool.on('error', () => undefined);
const index = new KeywordIndex(pool);
serveCalls((call: KeywordCall) => index.call(call));
