import { appendFile, cp, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { DataSource, type QueryRunner } from 'typeorm';
import { createApp } from '../../src/app.js';
import { findTables } from '../../src/commands/backups/backup.sql.js';
import { commitOutcome } from '../../src/commands/backups/commit-outcome.js';
import { readManifest } from '../../src/commands/backups/manifest.js';
import { restoreBackup } from '../../src/commands/backups/restore-backup.js';
import { writeBackup } from '../../src/commands/backups/write-backup.js';
import { prepareDatabase } from '../../src/commands/prepare-database.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { seedDemo } from '../../src/demo/seed-demo.js';
import { DEMO_PASSWORDS, Config } from '../../src/platform/config/config.js';
import { createDataSource, createOwnerDataSource } from '../../src/platform/database/data-source.js';
import { checkLedger } from '../../src/ledger-check/ledger-check.js';
import { MediaStore } from '../../src/media/media-store.js';
import { Media } from '../../src/media/media.entity.js';
import { FolderFileStore } from '../../src/platform/file-store/folder-file-store.js';
import { openShop, shop } from '../support/client.js';
import { flushedDuring } from '../support/flushes.js';
import { databaseBeside } from '../support/setup/database.js';
import { BUCKET, S3Server } from '../support/setup/s3-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const JWT_SECRET = 'a secret that only the tests sign with';
openShop({ JWT_SECRET });

const home = temporaryFolder('backup');
let backup: string;
let sourceUrl: string;

const configOf = (url: string, dataDir: string) =>
  Config.from({ NODE_ENV: 'test', SEED: 'none', DATABASE_URL: url, DATA_DIR: path.join(home, dataDir), JWT_SECRET });

beforeAll(async () => {
  backup = path.join(home, 'backup');
  sourceUrl = (shop().db.options as { url: string }).url;
  await seedDemo(shop().db, new MediaStore(new FolderFileStore(path.join(home, 'source/media'))));
  await writeBackup(configOf(sourceUrl, 'source'), backup);
});

/** How many rows each table has, a digest of them, and the role's rights. */
async function contentOf(db: DataSource): Promise<unknown> {
  const runner = db.createQueryRunner();
  const content: Record<string, unknown> = {};
  for (const { name, columns, rights } of await findTables(runner)) {
    const ofTheServer = ['checkpoint', 'full_check_at', 'changed_xid'];
    const row = columns.filter((column) => !ofTheServer.includes(column)).map((column) => `"${column}"`);
    const [stored] = await db.query(
      `SELECT count(*) AS rows, md5(string_agg(line, '' ORDER BY line)) AS lines
       FROM (SELECT md5(ROW(${row.join()})::text) AS line FROM ${name}) lines`,
    );
    content[name] = { ...stored, rights };
  }
  await runner.release();
  return content;
}

/** Runs work with an empty database beside the shop's. */
async function withTarget<T>(work: (config: Config, db: DataSource) => Promise<T>, dataDir = 'target'): Promise<T> {
  const url = await databaseBeside();
  const db = await createOwnerDataSource(url).initialize();
  try {
    return await work(configOf(url, dataDir), db);
  } finally {
    await db.destroy();
    await rm(path.join(home, dataDir), { recursive: true, force: true });
  }
}

const relations = async (db: DataSource) =>
  (await db.query(`SELECT count(*)::integer AS n FROM pg_tables WHERE schemaname IN ('public', 'sandbox')`))[0].n;

/** Copies the backup, so that a test can spoil it. */
async function spoiled(spoil: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(home, 'spoiled');
  await rm(folder, { recursive: true, force: true });
  await cp(backup, folder, { recursive: true });
  await spoil(folder);
  return folder;
}

async function changeManifest(folder: string, change: object): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, ...change }));
}

test('a restored shop has every row, right and picture, a sound ledger, and takes sign-ins and orders', async () => {
  await withTarget(async (config, target) => {
    const { files } = await restoreBackup(config, backup);
    const before = await createDataSource(sourceUrl).initialize();
    expect(await contentOf(target)).toEqual(await contentOf(before));
    await before.destroy();
    const pictures = files.filter(({ name }) => name.startsWith('media/')).length;
    expect(pictures).toBeGreaterThan(100);
    const restored = await readdir(path.join(config.dataDir, 'media'), { recursive: true, withFileTypes: true });
    expect(restored.filter((entry) => entry.isFile())).toHaveLength(pictures);

    await prepareDatabase(config);
    const app = await createApp(config);
    await app.init();
    try {
      const [{ id: last }] = await target.query('SELECT max(id) AS id FROM orders');
      const order = await placesAnOrder(app);
      expect(order.id).toBeGreaterThan(last + 100_000);
      expect(await checkLedger(target)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

test('a backup is readable by its owner alone', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
});

async function placesAnOrder(app: NestExpressApplication): Promise<Placed> {
  const server = app.getHttpServer();
  const signedIn = await request(server)
    .post('/auth/jwt/create/')
    .send({ username: 'khach', password: DEMO_PASSWORDS.khach });
  expect(signedIn.status).toBe(200);
  const db = app.get<DataSource>(DataSource);
  const [{ id, price }] = await db.query(
    'SELECT id, price FROM products WHERE NOT has_variants AND count_in_stock > 0 LIMIT 1',
  );
  const placed = await request(server)
    .post('/api/placeorder/')
    .set('Authorization', `JWT ${signedIn.body.access}`)
    .send({
      orderItems: [{ id, qty: 1 }],
      shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
      paymentMethod: 'Paybox',
      totalPrice: Number(price) + Math.round(Number(price) * 0.05),
    });
  expect([placed.status, placed.body]).toEqual([201, expect.anything()]);
  return Placed.parse(placed.body);
}

test('a backup tells the time of its rows, and names the pictures that were deleted or new while it was written', async () => {
  const folder = path.join(home, 'incomplete');
  const row = { mime: 'image/webp', width: 1, height: 1, color: '#ffffff' };
  const [deleted, stored] = ['0'.repeat(32), '1'.repeat(32)];
  await shop().db.manager.insert(Media, [
    { ...row, hash: deleted, state: 'ready' },
    { ...row, hash: stored, state: 'pending' },
  ]);
  const { list } = FolderFileStore.prototype;
  let copiedAt = 0;
  jest.spyOn(FolderFileStore.prototype, 'list').mockImplementationOnce(async function* (this: FolderFileStore, prefix) {
    await shop().db.manager.delete(Media, { hash: deleted });
    copiedAt = Date.now();
    yield* list.call(this, prefix);
  });
  const written = await writeBackup(configOf(sourceUrl, 'source'), folder);
  expect(written.missing_pictures).toEqual([deleted, stored]);
  expect(Date.parse(written.taken_at)).toBeLessThan(copiedAt);
  expect((await readManifest(backup)).missing_pictures).toEqual([]);
  await shop().db.manager.delete(Media, { hash: stored });
  await rm(folder, { recursive: true });
});

test('a backup of a shop that has lost a picture names it, and excuses no rehearsal from it', async () => {
  const lossy = path.join(home, 'lossy');
  const folder = path.join(home, 'lossy-backup');
  await cp(path.join(home, 'source'), lossy, { recursive: true });
  const { hash } = await shop().db.manager.findOneOrFail(Media, { where: {}, order: { hash: 'ASC' } });
  await shop().db.manager.update(Media, { hash }, { state: 'ready' });
  await new MediaStore(new FolderFileStore(path.join(lossy, 'media'))).remove(hash);
  await writeBackup(configOf(sourceUrl, 'lossy'), folder);
  expect(await readManifest(folder)).toMatchObject({ missing_pictures: [], lost_pictures: [hash] });
  for (const each of [lossy, folder]) await rm(each, { recursive: true });
});

test('a backup is never written over another folder, and a failed one leaves nothing', async () => {
  await expect(writeBackup(configOf(sourceUrl, 'source'), backup)).rejects.toThrow('is not empty');
  await writeFile(path.join(home, 'file'), '');
  await expect(writeBackup(configOf(sourceUrl, 'source'), path.join(home, 'file'))).rejects.toThrow('cannot be used');
  await withTarget(async (config) => {
    await expect(writeBackup(config, path.join(home, 'none'))).rejects.toThrow('The database is of an earlier release');
  });
  expect((await readdir(home)).toSorted()).toEqual(['backup', 'file', 'source']);
});

test('a database of a later release is backed up by that release alone', async () => {
  await withTarget(async (config, target) => {
    await restoreBackup(config, backup);
    await target.query(`INSERT INTO migrations (timestamp, name) VALUES (9900000000001, 'Later9900000000001')`);
    await expect(writeBackup(config, path.join(home, 'later'))).rejects.toThrow('The database is of a later release');
  });
});

test('a backup is on the disk when it ends: its pictures, settings and manifest, and the names in every folder', async () => {
  const folder = path.join(home, 'flushed');
  const flushed = new Set(await flushedDuring(() => writeBackup(configOf(sourceUrl, 'source'), folder)));
  const names = ['.', '..', ...(await readdir(folder, { recursive: true }))];
  // The rows of tables are streams, which are flushed by themselves.
  const others = names.filter((name) => !name.endsWith('.copy.gz'));
  const lost = await Promise.all(
    others.map(async (name) => (flushed.has((await stat(path.join(folder, name))).ino) ? [] : [name])),
  );
  expect(others.length).toBeGreaterThan(100);
  expect(lost.flat()).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a backup that was killed is no obstacle to the next one, whose process may have the same number', async () => {
  const folder = path.join(home, 'again');
  await mkdir(path.join(`${folder}.${process.pid}.partial`, 'data'), { recursive: true });
  await writeBackup(configOf(sourceUrl, 'source'), folder);
  expect(await readdir(folder)).toContain('manifest.json');
  for (const name of await readdir(home))
    if (name.startsWith('again')) await rm(path.join(home, name), { recursive: true });
});

test('a backup is restored only into an empty database and an empty folder of pictures', async () => {
  await expect(restoreBackup(configOf(sourceUrl, 'other'), backup)).rejects.toThrow('The database is not empty');
  await withTarget(async (config, db) => {
    await mkdir(path.join(config.dataDir, 'media/ab'), { recursive: true });
    await expect(restoreBackup(config, backup)).rejects.toThrow(
      /holds pictures already.*a restore was killed there.*still empty/,
    );
    expect(await relations(db)).toBe(0);
  });
});

test('a backup is restored into a folder of pictures that cannot be replaced, whatever a killed restore has left there', async () => {
  await withTarget(async ({ databaseUrl, dataDir }) => {
    const [disk, link] = [path.join(dataDir, 'disk'), path.join(dataDir, 'pictures')];
    await mkdir(path.join(disk, 'killed.partial/ab'), { recursive: true });
    await symlink(disk, link);
    const settings = {
      NODE_ENV: 'test',
      SEED: 'none',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MEDIA_URL: link,
      JWT_SECRET,
    };
    await restoreBackup(Config.from(settings), backup);
    const [restored, pictures] = [await readdir(disk), await readdir(path.join(backup, 'media'))];
    expect(restored.toSorted()).toEqual([...pictures, 'killed.partial'].toSorted());
    expect(await readdir(dataDir)).toEqual(['disk', 'pictures']);
  });
});

test.each<[string, (folder: string) => Promise<unknown>, string]>([
  ['without its manifest', (folder) => rm(path.join(folder, 'manifest.json')), 'holds no complete backup'],
  ['without a file', (folder) => rm(path.join(folder, 'data/orders.copy.gz')), 'is missing'],
  ['with a changed file', (folder) => appendFile(path.join(folder, 'data/orders.copy.gz'), 'x'), 'is damaged'],
  ['with half a manifest', (folder) => writeFile(path.join(folder, 'manifest.json'), '{"for'), 'is not JSON'],
  ['of another format', (folder) => changeManifest(folder, { format: 2 }), 'has format 2'],
  ['of a later release', (folder) => changeManifest(folder, { migrations: ['Later1900000000001'] }), 'does not know'],
])('a backup %s is refused and changes nothing', async (_, spoil, sentence) => {
  const folder = await spoiled(spoil);
  await withTarget(async (config, db) => {
    await expect(restoreBackup(config, folder)).rejects.toThrow(sentence);
    expect(await relations(db)).toBe(0);
  });
});

test('a restore that fails in the middle leaves an empty database and no pictures', async () => {
  const folder = await spoiled(async (copy) => {
    const { tables } = JSON.parse(await readFile(path.join(copy, 'manifest.json'), 'utf8'));
    for (const table of tables) if (table.name === 'orders') table.rows += 1;
    await changeManifest(copy, { tables });
  });
  await withTarget(async (config, db) => {
    await expect(restoreBackup(config, folder)).rejects.toThrow('orders got');
    expect(await relations(db)).toBe(0);
    expect(await readdir(config.dataDir)).toEqual([]);
  });
});

describe('a restore whose COMMIT is not answered', () => {
  /** Lets the first COMMIT end without an answer. @param before what happens to the transaction */
  function loseAnswer(before: (commit: () => Promise<void>) => unknown): void {
    const runner = shop().db.createQueryRunner();
    const handlers = Object.getPrototypeOf(runner) as QueryRunner;
    const { commitTransaction } = handlers;
    jest.spyOn(handlers, 'commitTransaction').mockImplementationOnce(async function (this: QueryRunner) {
      await before(() => commitTransaction.call(this));
      throw new Error('Connection terminated unexpectedly');
    });
  }
  const pictures = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();

  test('goes on when the database was restored', async () => {
    await withTarget(async (config, db) => {
      loseAnswer((commit) => commit());
      await restoreBackup(config, backup);
      expect(await pictures(path.join(config.dataDir, 'media'))).toEqual(await pictures(path.join(backup, 'media')));
      expect(await relations(db)).toBeGreaterThan(50);
    });
  });

  test('leaves no pictures when the database was not restored', async () => {
    await withTarget(async (config, db) => {
      loseAnswer(() => undefined);
      await expect(restoreBackup(config, backup)).rejects.toThrow('Connection terminated unexpectedly');
      expect(await relations(db)).toBe(0);
      expect(await readdir(config.dataDir)).toEqual([]);
    });
  });

  test('leaves the pictures and says what to do when the database does not tell', async () => {
    await withTarget(async (config) => {
      loseAnswer(async (commit) => {
        await commit();
        jest.spyOn(DataSource.prototype, 'query').mockRejectedValue(new Error('Connection terminated unexpectedly'));
      });
      await expect(restoreBackup(config, backup, { answerMs: 0 })).rejects.toThrow(
        /is unknown whether the database was restored.*has tables.*is empty/,
      );
      expect(await pictures(path.join(config.dataDir, 'media'))).toEqual(await pictures(path.join(backup, 'media')));
    });
  });

  test('waits for a transaction that the server has not ended', async () => {
    const runner = shop().db.createQueryRunner();
    await runner.startTransaction();
    const [{ id }] = await runner.query('SELECT pg_current_xact_id()::text AS id');
    expect(await commitOutcome(shop().db, id, 0)).toBe('unknown');
    const outcome = commitOutcome(shop().db, id, 30_000);
    await runner.commitTransaction();
    expect(await outcome).toBe('committed');
    await runner.release();
  });
});

test('of two restores at once one is refused, and the other one keeps its pictures', async () => {
  await withTarget(async (config) => {
    const ended = await Promise.allSettled([restoreBackup(config, backup), restoreBackup(config, backup)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toMatch(/is being migrated or restored|is not empty|holds pictures already/);
    const names = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();
    expect(await names(path.join(config.dataDir, 'media'))).toEqual(await names(path.join(backup, 'media')));
    expect(await readdir(config.dataDir)).toEqual(['media']);
  });
});

describe('with the pictures in a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await S3Server.start();
  });
  afterAll(() => s3.close());

  const inBucket = (url: string, folder: string) =>
    Config.from({
      ...{ NODE_ENV: 'test', SEED: 'none', DATABASE_URL: url, DATA_DIR: path.join(home, 'no-pictures'), JWT_SECRET },
      ...{ ...s3.settings, MEDIA_URL: `s3://${BUCKET}/${folder}` },
    });
  const contentOfStore = async (config: Config) => {
    const files: Record<string, number> = {};
    for await (const { name, bytes } of MediaStore.of(config).files.list('')) files[name] = bytes;
    return files;
  };

  test('a restore fills a bucket, whose backup fills a folder again; a bucket of another shop is refused', async () => {
    const before = await contentOfStore(configOf(sourceUrl, 'source'));
    const second = path.join(home, 'second');
    await withTarget(async ({ databaseUrl }) => {
      const config = inBucket(databaseUrl, 'restored');
      // A restore that was killed has left one.
      const [[left = '']] = Object.entries(before) as [[string, number]];
      await MediaStore.of(config).files.write(left, await readFile(path.join(backup, 'media', left)));
      await restoreBackup(config, backup);
      expect(await contentOfStore(config)).toEqual(before);
      await writeBackup(config, second);
    });
    await withTarget(async (config) => {
      await restoreBackup(config, second);
      expect(await contentOfStore(config)).toEqual(before);
    });
    await withTarget(async ({ databaseUrl }, db) => {
      const config = inBucket(databaseUrl, 'used');
      await MediaStore.of(config).write('f'.repeat(32), 'original.webp', Buffer.from('of another shop'));
      await expect(restoreBackup(config, second)).rejects.toThrow('holds other pictures');
      expect(await relations(db)).toBe(0);
    });
    await rm(second, { recursive: true });
  });

  test('a restore that fails leaves no picture in the bucket', async () => {
    const folder = await spoiled(async (copy) => {
      const { tables } = JSON.parse(await readFile(path.join(copy, 'manifest.json'), 'utf8'));
      for (const table of tables) if (table.name === 'orders') table.rows += 1;
      await changeManifest(copy, { tables });
    });
    await withTarget(async ({ databaseUrl }) => {
      const config = inBucket(databaseUrl, 'failed');
      await expect(restoreBackup(config, folder)).rejects.toThrow('orders got');
      expect(await contentOfStore(config)).toEqual({});
    });
  });
});
