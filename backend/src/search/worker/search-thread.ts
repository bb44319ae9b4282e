import pg from 'pg';
import { serveCalls, startData } from '../../platform/threads/serve-calls.js';
import { SearchIndex, type SearchRequest, type EngineFacts } from '../hybrid/search-index.js';

// Holds the products and searches them in a thread, so that the worker can do its other jobs meanwhile.
const { databaseUrl, engines } = startData<{ databaseUrl: string; engines: EngineFacts[] }>();
const pool = new pg.Pool({
  connectionString: databaseUrl,
  // An index in memory serves one search at a time; a vector store serves several.
  max: engines.some(({ isPersistent }) => isPersistent) ? 4 : 1,
  application_name: 'may-search',
  keepAlive: true,
  connectionTimeoutMillis: 3_000,
  query_timeout: 30_000,
});
// The next call opens another connection, or fails and reports it.
pool.on('error', () => undefined);
const index = new SearchIndex(pool, engines);
serveCalls((request: SearchRequest) => index.search(request));
