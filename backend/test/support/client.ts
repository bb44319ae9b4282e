import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request, { type Response } from 'supertest';
import { DataSource } from 'typeorm';
import type { ZodType, z } from 'zod';
import { createApp } from '../../src/app.js';
import { ErrorBody } from '../../src/contract/common.js';
import { Config } from '../../src/platform/config/config.js';
import { prepareDatabase } from '../../src/commands/prepare-database.js';
import { type ApiDocument, apiDocumentOf } from './api-document.js';
import { LockOrderLog } from './locks/lock-order.js';
import { testDatabase } from './setup/database.js';
import { testRedis } from './setup/redis.js';

interface Shop {
  app: NestExpressApplication;
  db: DataSource;
  url: string;
  locks: LockOrderLog;
  /** Read by the first call of a test file. */
  document?: Promise<ApiDocument>;
}

/** The first test file of a run compiles everything and creates the template database, on a possibly busy machine. */
const OPENING_MS = 120_000;

let running: Shop | undefined;

/** The shop that `openShop` opened for this test file. */
export function shop(): Shop {
  if (!running) throw new Error('Call openShop() at the top of the test file');
  return running;
}

/**
 * Opens the real backend for a test file, with a database and a data folder of its own on a free port, and closes it afterwards.
 * After each test, no transaction may have taken locks out of order.
 * @param env settings that add to the defaults or override them, or what makes them of the URL of the database
 */
export function openShop(env: NodeJS.ProcessEnv | ((databaseUrl: string) => Promise<NodeJS.ProcessEnv>) = {}): void {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-shop-'));
    const databaseUrl = await testDatabase();
    const config = Config.from({
      NODE_ENV: 'test',
      SEED: 'none',
      DATABASE_URL: databaseUrl,
      REDIS_URL: await testRedis(),
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret that only the tests sign with',
      ...(typeof env === 'function' ? await env(databaseUrl) : env),
    });
    // As the start does.
    if (!config.bucket) mkdirSync(config.mediaDir, { recursive: true });
    await prepareDatabase(config);
    const app = await createApp(config);
    await app.listen(0, '127.0.0.1');
    const db = app.get(DataSource);
    const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    running = { app, db, url, locks: LockOrderLog.of(db) };
  }, OPENING_MS);
  afterEach(() => expect(running?.locks.take()).toEqual([]));
  afterAll(async () => {
    await running?.app.close();
    running = undefined;
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Runs a statement as the database's owner, who has more rights than the shop. */
export async function asOwner(sql: string): Promise<void> {
  await shop().db.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE');
    await tx.query(sql);
  });
}

/** An HTTP client of the shop for one caller. */
export class Client {
  /** @param access an access token; omitted for an anonymous visitor */
  constructor(readonly access?: string) {}

  get(path: string, headers: Record<string, string> = {}) {
    return this.send('get', path, undefined, headers);
  }
  post(path: string, body?: object | string, headers: Record<string, string> = {}) {
    return this.send('post', path, body, headers);
  }
  put(path: string, body: object | string) {
    return this.send('put', path, body);
  }
  patch(path: string, body: object | string) {
    return this.send('patch', path, body);
  }
  delete(path: string, body?: object | string) {
    return this.send('delete', path, body);
  }

  private async send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ) {
    const call = request(shop().url)[method](path).set(headers);
    if (this.access) void call.set('Authorization', `JWT ${this.access}`);
    if (typeof body === 'string') void call.set('Content-Type', 'application/json');
    const reply = await call.send(body);
    if (reply.status >= 400) ErrorBody.parse(reply.body);
    const problem = (await apiDocument()).problemOf(method, path, reply);
    if (problem) throw new Error(`/api/openapi.json is wrong: ${problem}`);
    return reply;
  }
}

/** What the shop says of its API. */
function apiDocument(): Promise<ApiDocument> {
  return (shop().document ??= readDocument().then(apiDocumentOf));
}

/** The shop needs most of a second to generate it, so it does so for the first test file of a run only. */
async function readDocument(): Promise<string> {
  const file = process.env.MAY_TEST_API_DOCUMENT!;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { text } = await request(shop().url).get('/api/openapi.json');
  // Under its name only when it is whole: other workers may be reading.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
  return text;
}

/** A client without credentials. */
export const visitor = () => new Client();

/** Checks a response against the contract: it must have the status and the shape, and no other fields. */
export function answer<T extends ZodType>(reply: Response, schema: T, status = 200): z.infer<T> {
  expect({ status: reply.status, body: reply.body as unknown }).toMatchObject({ status });
  const parsed = schema.parse(reply.body);
  expect(reply.body).toEqual(parsed);
  return parsed;
}
