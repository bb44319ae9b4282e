import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../launch/processes/ports.mjs';
import { waitUntil } from '../../../launch/processes/processes.mjs';
import { query } from './query.js';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file));

/** Whether Debian's pgbouncer is installed; says so when it is not. */
export function hasPgBouncer(): boolean {
  if (!PROGRAM) console.log('Skipped: tests with PgBouncer need it (apt-get install pgbouncer).');
  return PROGRAM !== undefined;
}

/** PgBouncer in transaction mode, with few connections, before a database. */
export class PgBouncer {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'may-pgbouncer-'));

  /**
   * Starts it. When the database refuses a connection, it refuses its clients until it tries again: after a second here instead of 15, which is
   * longer than the shop's calls wait.
   * @param databaseUrl of the database behind it, with the user that it signs in as
   * @returns its own URL
   */
  async start(databaseUrl: string): Promise<string> {
    const port = await freePort();
    const { hostname, port: behind, username, password, pathname } = new URL(databaseUrl);
    const target = { host: hostname, port: behind, dbname: pathname.slice(1), user: username };
    const connection = Object.entries({ ...target, password: decodeURIComponent(password) })
      .map(([key, value]) => `${key}='${value}'`)
      .join(' ');
    const settings = path.join(this.folder, 'pgbouncer.ini');
    writeFileSync(
      settings,
      `[databases]
shop = ${connection}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
server_login_retry = 1
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
    );
    // It refuses to run as root.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) for (const file of [this.folder, settings]) chownSync(file, postgresUser(), -1);
    this.child = spawn(PROGRAM!, ['-q', ...(isRoot ? ['-u', 'postgres'] : []), settings], { stdio: 'inherit' });
    const url = `postgres://shop@127.0.0.1:${port}/shop`;
    if (!(await waitUntil(() => answers(url), 30_000))) throw new Error('PgBouncer does not answer');
    return url;
  }

  stop(): void {
    this.child?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The account that Debian's packages of PostgreSQL and PgBouncer share. */
const postgresUser = () => statSync('/var/lib/postgresql').uid;

const answers = (url: string): Promise<boolean> =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
