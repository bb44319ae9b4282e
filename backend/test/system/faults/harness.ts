import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { removeDataDir } from '../../../launch/postgres/remove-data-dir.mjs';
import { startEmbeddedPostgres } from '../../../launch/postgres/embedded-postgres.mjs';
import { freePort } from '../../../launch/processes/ports.mjs';
import { ROOT } from '../../../launch/settings.mjs';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { CardStandIn } from './servers/card-provider-server.js';
import { DatabaseProxy } from './servers/database-proxy.js';
import type { RedisServer } from './servers/redis-server.js';
import { Shopper } from './shopper.js';
import { ShopProcess } from './servers/shop-process.js';

const OPENING_MS = 120_000;
const ADMIN = { username: 'admin', password: 'admin123' };

/**
 * A whole shop for a file of tests: a PostgreSQL, the built backend and worker, each behind a proxy of its own to that
 * database, and a stand-in for the card provider. Whatever of it a test breaks, the rest goes on.
 */
export class Harness {
  /** What no shopper should have met: answers that are no contract's, and calls that hung. */
  readonly surprises: string[] = [];

  private constructor(
    private readonly dataDir: string,
    private server: { stop: () => Promise<void> },
    readonly url: string,
    /** Straight to the database, for a look behind the scenes. */
    public db: DataSource,
    readonly provider: CardStandIn,
    /** Between the backend and the database. */
    readonly backendLine: DatabaseProxy,
    /** Between the worker and the database. */
    readonly workerLine: DatabaseProxy,
    readonly backend: ShopProcess,
    readonly worker: ShopProcess,
  ) {}

  /**
   * @param name of its log files under `.cache/faults`
   * @param redisUrl where queues and events are; in the database without it
   */
  static async open(name: string, redisUrl = ''): Promise<Harness> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-faults-'));
    chmodSync(dataDir, 0o755); // PostgreSQL's account must be able to enter it.
    const server = await startEmbeddedPostgres({ dataDir });
    const backendPort = await freePort();
    const url = `http://127.0.0.1:${backendPort}`;
    const provider = new CardStandIn(`${url}/api/stripe-webhook/`);
    const lines = [new DatabaseProxy(), new DatabaseProxy()] as const;
    for (const line of lines) await line.open(server.url);
    const env = {
      ...process.env,
      ...provider.keys,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      SEED: 'none',
      RATE_LIMIT: 'off',
      REDIS_URL: redisUrl,
      DATA_DIR: dataDir,
      BACKEND_PORT: String(backendPort),
      CARD_STAND_IN_PORT: String(await provider.open()),
    };
    const logs = path.join(ROOT, '.cache/faults');
    mkdirSync(logs, { recursive: true });
    const processOf = (part: string, line: DatabaseProxy) => {
      const log = path.join(logs, `${name}-${part}.log`);
      rmSync(log, { force: true });
      return new ShopProcess(`dist/backend/${part}.js`, { ...env, DATABASE_URL: through(server.url, line) }, log);
    };
    const [backend, worker] = [processOf('main', lines[0]), processOf('worker', lines[1])];
    await backend.start(); // It migrates, so the worker comes after it.
    await worker.start();
    const db = await createOwnerDataSource(server.url).initialize();
    return new Harness(dataDir, server, url, db, provider, ...lines, backend, worker);
  }

  async close(): Promise<void> {
    this.backendLine.thaw();
    this.workerLine.thaw();
    await Promise.all([this.backend.stop(), this.worker.stop(), this.provider.close()]);
    await this.db.destroy();
    await Promise.all([this.backendLine.close(), this.workerLine.close()]);
    await this.server.stop();
    removeDataDir(this.dataDir);
  }

  /** A newly registered, signed-in shopper. */
  async shopper(): Promise<Shopper> {
    const account = { username: `khach-${randomUUID()}`, password: 'mat-khau-123' };
    const visitor = new Shopper(this);
    await visitor.done('/auth/users/', { ...account, email: `${account.username}@example.com` });
    return this.signIn(account);
  }

  admin(): Promise<Shopper> {
    return this.signIn(ADMIN);
  }

  /** A product without variants at 100,000 ₫. @returns its id */
  async product(stock: number): Promise<number> {
    const [row]: { id: number }[] = await this.db.query(
      `INSERT INTO products (handle, name, price, count_in_stock) VALUES ($1, 'Áo thun', 100000, $2) RETURNING id`,
      [`ao-${randomUUID()}`, stock],
    );
    return row?.id ?? 0;
  }

  /** A figure of the database. @param sql whose only column and row it is */
  async count(sql: string, values: unknown[] = []): Promise<number> {
    const [row]: Record<string, unknown>[] = await this.db.query(sql, values);
    return Number(Object.values(row ?? {})[0]);
  }

  /** Stops PostgreSQL, in order or by SIGKILL. */
  async stopDatabase(how: 'fast' | 'crash'): Promise<void> {
    await Promise.all([this.backendLine.close(), this.workerLine.close()]);
    await this.db.destroy();
    if (how === 'crash') process.kill(this.postmaster(), 'SIGKILL');
    await this.server.stop().catch((error: unknown) => {
      if (how === 'fast') throw error; // After a crash there is nothing left to stop.
    });
  }

  async startDatabase(): Promise<void> {
    const server = await startEmbeddedPostgres({ dataDir: this.dataDir });
    this.server = server;
    this.db = await createOwnerDataSource(server.url).initialize();
    await Promise.all([this.backendLine.open(server.url), this.workerLine.open(server.url)]);
  }

  private postmaster(): number {
    return Number(readFileSync(path.join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  private async signIn(account: { username: string; password: string }): Promise<Shopper> {
    const visitor = new Shopper(this);
    const { access } = await visitor.done<{ access: string }>('/auth/jwt/create/', account);
    return new Shopper(this, access);
  }
}

/** Opens a harness for a test file. @param redis to be started for it @returns gives it to its tests */
export function openHarness(name: string, redis?: RedisServer): () => Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await Harness.open(name, await redis?.start());
  }, OPENING_MS);
  afterAll(async () => {
    await harness?.close();
    await redis?.kill();
  }, OPENING_MS);
  return () => {
    if (!harness) throw new Error('The shop did not open');
    return harness;
  };
}

function through(databaseUrl: string, { port }: DatabaseProxy): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}

/** Asks until the answer is yes. @throws Error naming what did not come to pass */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(100)) {
    if (await isSo()) return;
  }
  if (!(await isSo())) throw new Error(`Not within ${limitMs / 1_000} s: ${what}`);
}
