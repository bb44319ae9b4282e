import pg from 'pg';
import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../platform/threads/worker-thread.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

// The thread that holds the products and finds among them, so that the API goes on with its other requests meanwhile.
const { databaseUrl } = workerData as { databaseUrl: string };
const pool = new pg.Pool({
  connectionString: databaseUrl,
  // One for what searches wait for, one to learn by.
  max: 2,
  application_name: 'may-keywords',
  keepAlive: true,
  connectionTimeoutMillis: 3_000,
  query_timeout: 30_000,
});
// The next reading opens another connection, or fails and is repeated.
pool.on('error', () => undefined);
const index = new KeywordIndex(pool);
serveCalls((call: KeywordCall) => index.call(call));
