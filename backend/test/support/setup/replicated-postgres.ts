import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { removeDataDir } from '../../../launch/postgres/remove-data-dir.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../launch/postgres/embedded-postgres.mjs';
import { isRunning, waitUntil } from '../../../launch/processes/processes.mjs';
import { query } from './query.js';

const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '60', wal_level: 'replica' };

/**
 * A PostgreSQL of its own with a streaming replica, of the programs that the other tests use. The replica begins as a copy of the
 * stopped primary's folder, which needs no further program.
 */
export class ReplicatedPostgres {
  private constructor(
    private readonly folder: string,
    readonly primary: EmbeddedPostgres,
    readonly replica: EmbeddedPostgres,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'may-replica-'));
    chmodSync(folder, 0o755); // PostgreSQL does not run as root
    const [one, two] = ['primary', 'replica'].map((name) => path.join(folder, name)) as [string, string];
    const options = { settings: SETTINGS, bin: process.env.TEST_POSTGRES_BIN };
    const first = await startEmbeddedPostgres({ ...options, dataDir: one });
    await first.stop();
    mkdirSync(two);
    execFileSync('cp', ['-a', realpathSync(path.join(one, 'postgres')), path.join(two, 'postgres')]);
    const primary = await startEmbeddedPostgres({ ...options, dataDir: one });
    const { port, username, password } = new URL(primary.url);
    const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`;
    const cluster = path.join(two, 'postgres/cluster');
    appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    writeFileSync(path.join(cluster, 'standby.signal'), '');
    return new ReplicatedPostgres(folder, primary, await startEmbeddedPostgres({ ...options, dataDir: two }));
  }

  /** Runs a statement on the replica. */
  onReplica<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return query<Row>(this.replica.url, sql);
  }

  /** Ends the replica without a goodbye. */
  async kill(): Promise<void> {
    const file = path.join(this.folder, 'replica/postgres/cluster/postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT'); // PostgreSQL's immediate shutdown: also its children end
    await waitUntil(() => !isRunning(pid), 30_000);
  }

  async stop(): Promise<void> {
    await this.replica.stop();
    await this.primary.stop();
    for (const name of ['replica', 'primary']) removeDataDir(path.join(this.folder, name));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
