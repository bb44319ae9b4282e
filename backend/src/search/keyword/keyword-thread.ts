import path from 'node:path';
import pg from 'pg';
import { serveCalls, startData } from '../../platform/threads/serve-calls.js';
import { IndexSnapshot, codeVersion } from './index-snapshot.js';
import { databaseIdentity } from './keyword-products.sql.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

// The worker thread of the keyword index, which keeps searches from blocking the API's event loop.
const { databaseUrl, folder } = startData<{ databaseUrl: string; folder: string }>();
/** The code that reads products, beside this file. */
const CODE = ['../../search', '../../contract', '../../catalog/text'];
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
async function snapshot(): Promise<IndexSnapshot> {
  const code = await codeVersion(CODE.map((part) => path.join(import.meta.dirname, part)));
  return new IndexSnapshot(path.join(folder, 'keyword-index'), `${code} ${await databaseIdentity(pool)}`);
}

const index = new KeywordIndex(pool, snapshot);
serveCalls((call: KeywordCall) => index.call(call));
