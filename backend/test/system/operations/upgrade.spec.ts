import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../launch/settings.mjs';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrationNames } from '../../../src/platform/database/migrations.js';
import { keepWebAssets } from '../../../src/web-assets/keep-web-assets.js';
import { noteTime } from './recovery.js';
import { hasHaproxy } from './rolling/haproxy.js';
import { Load } from './rolling/load.js';
import { buildRelease, oldCommit } from './rolling/old-release.js';
import { PROCESSES, RollingShop } from './rolling/rolling-shop.js';

/*
 * A shop of an earlier commit, with its schema, becomes this one while shoppers read, order and pay: first the migrations run, then each
 * process is replaced in turn. Meanwhile processes of both releases share the database and the load.
 */

const from = hasHaproxy() ? oldCommit() : undefined;
let old: string;
let shop: RollingShop;

beforeAll(async () => {
  if (!from) return;
  old = await buildRelease(from);
  shop = await RollingShop.open(old);
}, 900_000);
afterAll(() => shop?.close(), 120_000);

const migrations = async () => {
  const { rows } = await shop.db.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp, id');
  return rows.map(({ name }) => name);
};

/** Stores the scripts of the old release, unless that does so itself: releases before the store of web assets did not. */
async function keepOldAssets(): Promise<void> {
  if (existsSync(path.join(old, 'backend/src/web-assets'))) return;
  const source = await createOwnerDataSource(shop.databaseUrl).initialize();
  await keepWebAssets(source, path.join(old, 'dist/web/client/assets'));
  await source.destroy();
}

(from ? test : test.skip)('an upgrade under load loses no request', async () => {
  expect((await migrations()).length).toBeLessThan(migrationNames().length);
  const load = await Load.start(shop);
  await load.more(5);

  const begin = performance.now();
  await shop.migrate(ROOT);
  noteTime('upgrade: migrations beside the old release', performance.now() - begin);
  expect(await migrations()).toEqual(migrationNames());
  await keepOldAssets();
  await load.more(8);
  for (const name of PROCESSES) {
    await shop.stop(name);
    await load.more(5);
    await shop.start(name, ROOT);
    await load.more(8);
    if (name === 'backend1') expect(new Set(await shop.commits()).size).toBe(2);
  }
  noteTime('upgrade of six processes, with migrations: no request failed', performance.now() - begin);
  noteTime('upgrade: the longest answer', load.longestMs);
  await load.stop();
  await load.expectNothingLost();
  expect(new Set(await shop.commits()).size).toBe(1);
});
