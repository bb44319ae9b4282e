import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { removeDataDir } from '../../../../launch/postgres/remove-data-dir.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../../launch/postgres/embedded-postgres.mjs';
import { startChild, type Child } from '../../../../launch/processes/children.mjs';
import { freePort } from '../../../../launch/processes/ports.mjs';
import { waitUntil } from '../../../../launch/processes/processes.mjs';
import { Haproxy, type Backends } from './haproxy.js';

const DRAIN_SECONDS = 4;
const UP_MS = 120_000;
const SCRIPTS = { backend: 'dist/backend/main.js', worker: 'dist/backend/worker.js', web: 'dist/web/server.js' };

type Part = keyof typeof SCRIPTS;
type Name = `${Part}${1 | 2}`;

/** In the order in which a deploy replaces them: a web server may ask a backend for what only its own release answers. */
export const PROCESSES: readonly Name[] = ['backend1', 'backend2', 'worker1', 'worker2', 'web1', 'web2'];

/** Two of each process behind one address, of one release or of two. A release is a folder with a build in `dist`. */
export class RollingShop {
  private readonly running = new Map<Name, Child>();

  private constructor(
    private readonly dataDir: string,
    private readonly database: EmbeddedPostgres,
    readonly db: pg.Client,
    private readonly proxy: Haproxy,
    private readonly backends: Backends,
    private readonly environments: Record<Name, NodeJS.ProcessEnv>,
  ) {}

  static async open(release: string): Promise<RollingShop> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-rolling-'));
    chmodSync(dataDir, 0o755); // PostgreSQL's account must be able to enter it.
    const database = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
    const db = new pg.Client(database.url);
    await db.connect();
    const [web1, web2, backend1, backend2] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const backends = { backend1, backend2 };
    const proxy = await Haproxy.start(dataDir, { web1, web2 }, backends);
    const all = {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      SEED: 'none',
      RATE_LIMIT: 'off',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PUBLIC_URL: proxy.origin,
      BACKEND_URL: proxy.backends,
      TRUST_PROXY: '1',
    };
    const shop = new RollingShop(dataDir, database, db, proxy, backends, {
      backend1: { ...all, BACKEND_PORT: String(backend1) },
      backend2: { ...all, BACKEND_PORT: String(backend2) },
      worker1: all,
      worker2: all,
      web1: { ...all, PORT: String(web1) },
      web2: { ...all, PORT: String(web2) },
    });
    for (const name of PROCESSES) await shop.start(name, release);
    return shop;
  }

  get origin(): string {
    return this.proxy.origin;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** Starts a process and waits until the proxy sends requests to it. */
  async start(name: Name, release: string): Promise<void> {
    const child = startChild(name, SCRIPTS[name.slice(0, -1) as Part], {
      root: release,
      env: this.environments[name],
      drainMs: DRAIN_SECONDS * 1_000,
    });
    this.running.set(name, child);
    await child.ready;
    if (!name.startsWith('worker') && !(await waitUntil(() => this.proxy.uses(name), UP_MS)))
      throw new Error(`haproxy does not take ${name}`);
  }

  /** Lets a process drain and end. */
  async stop(name: Name): Promise<void> {
    await this.running.get(name)?.stop({ drain: true });
    this.running.delete(name);
  }

  /** Runs `npm run migrate` of a release, as a deploy does before its first process starts. */
  async migrate(release: string): Promise<void> {
    await promisify(execFile)(process.execPath, ['dist/backend/src/commands/migrate.js'], {
      cwd: release,
      env: this.environments.backend1,
    });
  }

  /** @returns the commit that each backend was built from */
  commits(): Promise<string[]> {
    return Promise.all(
      Object.values(this.backends).map(async (port) => {
        const alive = await fetch(`http://127.0.0.1:${port}/healthz`);
        return ((await alive.json()) as { commit: string }).commit;
      }),
    );
  }

  /** A product at 100,000 ₫. @returns its id */
  async product(stock: number): Promise<number> {
    const { rows } = await this.db.query<{ id: number }>(
      `INSERT INTO products (handle, name, price, count_in_stock) VALUES ('ao', 'Áo thun', 100000, $1) RETURNING id`,
      [stock],
    );
    return rows[0]?.id ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.values()].map((child) => child.stop()));
    await this.proxy.stop();
    await this.db.end();
    await this.database.stop();
    removeDataDir(this.dataDir);
  }
}
