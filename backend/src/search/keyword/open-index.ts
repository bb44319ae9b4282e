import pg from 'pg';
import { WorkerThread } from '../../platform/threads/worker-thread.js';
import { builtFile } from '../../platform/threads/built-file.js';
import { KeywordIndex, type KeywordCall } from './keyword-index.js';

/** The keyword index, called as `KeywordIndex.call`. */
export interface IndexThread {
  call<Answer>(call: KeywordCall): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens the index in a worker thread. @param folder where it is saved for the next start */
export function openIndexThread(databaseUrl: string, folder: string): IndexThread {
  return new WorkerThread(builtFile('search/keyword/keyword-thread.js'), { databaseUrl, folder });
}

/** For tests: they run the sources directly, so there is no compiled file for a thread. */
export function openIndexHere(databaseUrl: string): IndexThread {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const index = new KeywordIndex(pool);
  return { call: <Answer>(call: KeywordCall) => index.call(call) as Promise<Answer>, close: () => pool.end() };
}
