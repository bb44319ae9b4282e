import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rehearsalLines } from '../../src/commands/backups/rehearsal-lines.js';
import { rehearseRestore } from '../../src/commands/backups/rehearse-restore.js';
import { restoreArguments } from '../../src/commands/backups/restore-arguments.js';
import { restoreBackup } from '../../src/commands/backups/restore-backup.js';
import { writeBackup } from '../../src/commands/backups/write-backup.js';
import { MediaStore } from '../../src/media/media-store.js';
import { Config } from '../../src/platform/config/config.js';
import { FolderFileStore } from '../../src/platform/file-store/folder-file-store.js';
import { openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';
import { databaseBeside } from '../support/setup/database.js';
import { BUCKET, S3Server } from '../support/setup/s3-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { query } from '../support/setup/query.js';

const HASH = 'ab'.repeat(16);
const HOUR_MS = 3_600_000;
openShop();

const home = temporaryFolder('rehearsal');
let backup: string;
let url: string;

const configOf = (databaseUrl: string, settings: NodeJS.ProcessEnv = {}) =>
  Config.from({
    ...{ NODE_ENV: 'test', SEED: 'none', DATABASE_URL: databaseUrl, DATA_DIR: path.join(home, 'data') },
    ...{ JWT_SECRET: 'a secret that only the tests sign with', ...settings },
  });

beforeAll(async () => {
  url = (shop().db.options as { url: string }).url;
  await given.shopper({ balance: 500_000 });
  const pictures = new MediaStore(new FolderFileStore(path.join(home, 'data/media')));
  await pictures.write(HASH, 'original.webp', Buffer.from('a picture'));
  await shop().db.query(`INSERT INTO media (hash, mime, width, height) VALUES ($1, 'image/webp', 1, 1)`, [HASH]);
  backup = path.join(home, 'backups/new');
  await writeBackup(configOf(url), backup);
});

/** What a rehearsal has left; databases of other test files come and go. */
const copies = () =>
  shop().db.query<{ datname: string }[]>(
    `SELECT datname FROM pg_database WHERE datname = current_database() || '_rehearsal'`,
  );
afterEach(async () => expect(await copies()).toEqual([]));

/** Copies the backup beside it, changed. @returns its folder */
async function copyWith(name: string, manifest: object): Promise<string> {
  const folder = path.join(home, name);
  await cp(backup, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...manifest }));
  return folder;
}

test('a rehearsal of a good backup reports age, sizes and times, and leaves the shop as it was', async () => {
  const rows = 'SELECT count(*)::integer AS n, max(id) AS last FROM transfers';
  const before = await shop().db.query(rows);

  const report = await rehearseRestore(url, backup, { maxAgeMs: HOUR_MS });

  expect(report.databaseBytes).toBeGreaterThan(1_000_000);
  const lines = rehearsalLines(report);
  expect(lines[0]).toMatch(/new: taken at 20[^,]+Z, 0 hours ago, by release \d\S+, [\d.]+ MB\.$/);
  expect(lines.join('\n')).toMatch(/\nTime to recovery: [\d.]+ s, and the copying of 0\.0 MB of pictures\.\n/);
  expect(await shop().db.query(rows)).toEqual(before);
});

test('of a folder of backups the newest whole one is rehearsed', async () => {
  await copyWith('backups/old', { taken_at: '2020-01-01T00:00:00.000Z' });
  await copyWith('backups/later.partial', { taken_at: '2090-01-01T00:00:00.000Z' });
  await mkdir(path.join(home, 'backups/none'), { recursive: true });

  expect((await rehearseRestore(url, path.join(home, 'backups'))).folder).toBe(backup);
  await expect(rehearseRestore(url, path.join(home, 'backups/none'))).rejects.toThrow('holds no backup');
  // Root, as which tests may run, enters every folder: a manifest that is a folder cannot be read by anybody.
  await mkdir(path.join(home, 'backups/lost+found/manifest.json'), { recursive: true });
  expect((await rehearseRestore(url, path.join(home, 'backups'))).folder).toBe(backup);
  await mkdir(path.join(home, 'odd/folder/manifest.json'), { recursive: true });
  await expect(rehearseRestore(url, path.join(home, 'odd'))).rejects.toThrow('cannot be read (EISDIR)');
  await expect(rehearseRestore(url, path.join(home, 'nowhere'))).rejects.toThrow('cannot be read (ENOENT)');
});

test('an old, a damaged backup, one of a time to come, one without a picture, and one whose role had more rights fail', async () => {
  const old = await copyWith('old', { taken_at: '2020-01-01T00:00:00.000Z' });
  await appendFile(path.join(old, 'data/users.copy.gz'), 'x'); // The age is seen before every file is read.
  await expect(rehearseRestore(url, old, { maxAgeMs: HOUR_MS })).rejects.toThrow('is older than allowed');

  const ahead = await copyWith('ahead', { taken_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() });
  await expect(rehearseRestore(url, ahead, { maxAgeMs: HOUR_MS })).rejects.toThrow('which is to come');

  const damaged = await copyWith('damaged', {});
  await appendFile(path.join(damaged, 'data/users.copy.gz'), 'x');
  await expect(rehearseRestore(url, damaged)).rejects.toThrow('is damaged');

  const { files, tables } = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'));
  const isRow = ({ name }: { name: string }) => !name.startsWith('media/');
  const lossy = await copyWith('lossy', { files: files.filter(isRow) });
  await rm(path.join(lossy, 'media'), { recursive: true });
  await expect(rehearseRestore(url, lossy)).rejects.toThrow(`1 pictures are missing in ${lossy}`);

  const rights = tables.map((table: object) => ({ ...table, rights: 'SELECT, TRUNCATE' }));
  await expect(rehearseRestore(url, await copyWith('rights', { tables: rights }))).rejects.toThrow('lacks rights');
});

test('a backup of a broken ledger fails, and names the rule', async () => {
  const other = await databaseBeside();
  const settings = { DATA_DIR: path.join(home, 'other') };
  await restoreBackup(configOf(other, settings), backup);
  await query(
    other,
    `SET session_replication_role = replica; UPDATE accounts SET balance = balance + 1 WHERE balance > 0`,
  );
  const broken = path.join(home, 'broken');
  await writeBackup(configOf(other, settings), broken);

  await expect(rehearseRestore(url, broken)).rejects.toThrow(/^The restored ledger is broken: .+\.$/);
});

test('the backup of a shop without the role may_app is rehearsed by a user who may not take it', async () => {
  const { tables } = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'));
  const without = tables.map((table: object) => ({ ...table, rights: null }));
  const user = `plain_${process.pid}`;
  await query(url, `CREATE ROLE ${user} LOGIN PASSWORD 'plain' CREATEDB`);
  try {
    const plain = Object.assign(new URL(url), { username: user, password: 'plain' }).href;
    const report = await rehearseRestore(plain, await copyWith('without-role', { tables: without }));
    expect(rehearsalLines(report).join('\n')).toContain('that shop had no role may_app');
  } finally {
    await query(url, `DROP ROLE ${user}`);
  }
});

test('a user that may not create a database is told what to do', async () => {
  const user = `rehearser_${process.pid}`;
  await query(url, `CREATE ROLE ${user} LOGIN PASSWORD 'poor'`);
  try {
    const poor = Object.assign(new URL(url), { username: user, password: 'poor' }).href;
    await expect(rehearseRestore(poor, backup)).rejects.toThrow('give it CREATEDB');
  } finally {
    await query(url, `DROP ROLE ${user}`);
  }
});

test('a bucket of pictures is neither written nor emptied', async () => {
  const s3 = await S3Server.start();
  try {
    const config = configOf(url, { ...s3.settings, MEDIA_URL: `s3://${BUCKET}/rehearsal` });
    const store = MediaStore.of(config);
    await store.write(HASH, 'original.webp', Buffer.from('a picture'));
    const folder = path.join(home, 'of-a-bucket');
    await writeBackup(config, folder);
    await rehearseRestore(config.directDatabaseUrl, folder);
    expect(await store.names(HASH)).toEqual(['original.webp']);
  } finally {
    await s3.close();
  }
});

test('the arguments say which folder, and how old the backup of a rehearsal may be', () => {
  expect(restoreArguments(['--from', '/backups/monday'])).toEqual({ folder: '/backups/monday', isRehearsal: false });
  expect(restoreArguments(['--rehearsal', '--from', '/backups', '--max-age', '26'])).toEqual({
    ...{ folder: '/backups', isRehearsal: true, maxAgeMs: 26 * HOUR_MS },
  });
  for (const args of [[], ['--from'], ['--rehearsal'], ['--from', 'a', '--max-age', '1'], ['--from', 'a', 'b']])
    expect(() => restoreArguments(args)).toThrow('Say which folder');
  expect(() => restoreArguments(['--rehearsal', '--from', 'a', '--max-age', 'x'])).toThrow('whole number');
});
