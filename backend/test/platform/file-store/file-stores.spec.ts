import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Config } from '../../../src/platform/config/config.js';
import {
  StoreMisconfigured,
  StoreUnavailable,
  type FileStore,
  type StoredFile,
} from '../../../src/platform/file-store/file-store.js';
import { FolderFileStore } from '../../../src/platform/file-store/folder-file-store.js';
import { S3FileStore } from '../../../src/platform/file-store/s3-file-store.js';
import { syncFolders } from '../../../src/platform/file-store/sync-folders.js';
import { flushedDuring } from '../../support/flushes.js';
import { S3Server } from '../../support/setup/s3-server.js';

let s3: S3Server;
let folder: string;
beforeAll(async () => {
  s3 = await S3Server.start();
  folder = await mkdtemp(path.join(os.tmpdir(), 'may-files-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (env: NodeJS.ProcessEnv) =>
  Config.from({ NODE_ENV: 'test', DATABASE_URL: 'postgres://localhost/none', JWT_SECRET: 'x'.repeat(32), ...env });
const s3Store = (env: NodeJS.ProcessEnv = {}) => new S3FileStore(configOf({ ...s3.settings, ...env }).bucket!);

async function all(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const listed: StoredFile[] = [];
  for await (const file of files) listed.push(file);
  return listed;
}
const namesOf = async (store: FileStore, below = '') => (await all(store.list(below))).map(({ name }) => name).sort();

describe.each<[string, () => FileStore]>([
  ['a folder', () => new FolderFileStore(folder)],
  ['a bucket', () => s3Store()],
])('a file store in %s', (_name, open) => {
  test('gives back what was written, and nothing for an unknown name', async () => {
    const store = open();
    await store.write('ab/one/original.webp', Buffer.from('first'));
    await store.write('ab/one/original.webp', Buffer.from('second'));

    expect(await store.read('ab/one/original.webp')).toEqual(Buffer.from('second'));
    expect(await store.has('ab/one/original.webp')).toBe(true);
    expect(await store.read('ab/one/320.webp')).toBeUndefined();
    expect(await store.has('ab/two/original.webp')).toBe(false);
  });

  test('lists the files of a folder, not of one whose name begins alike, and deletes files of any number', async () => {
    const store = open();
    const names = Array.from({ length: 1_005 }, (_, nth) => `cd/many/${nth}.webp`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store.write(name, Buffer.from(name))));
    await store.write('cd/many-more/1.webp', Buffer.from('other'));

    expect(await namesOf(store, 'cd/many')).toEqual(names.sort());
    const [first] = await all(store.list('cd/many-more'));
    expect(first).toMatchObject({ name: 'cd/many-more/1.webp', bytes: 5 });
    expect(first!.modifiedAt.getTime()).toBeGreaterThan(Date.UTC(2026));

    await store.remove([...names, 'cd/many/unknown.webp']);
    expect(await namesOf(store, 'cd')).toEqual(['cd/many-more/1.webp']);
    await store.remove([]);
  });
});

describe('a bucket that refuses lists of deletions without Content-MD5, and knows no newer checksum', () => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    request.resume();
    const isWithoutMd5 = request.method === 'POST' && !request.headers['content-md5'];
    if (isWithoutMd5) response.writeHead(400).end('<Error><Code>MissingContentMD5</Code></Error>');
    else if (request.url?.includes('refused')) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    else if (request.url?.includes('unknown')) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else response.writeHead(204).end();
  });
  let store: S3FileStore;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    store = s3Store({ S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  beforeEach(() => (calls.length = 0));
  afterAll(() => server.closeAllConnections());
  afterAll(() => server.close());

  test('deletes each file by itself', async () => {
    await store.remove(['ab/one/320.webp', 'ab/one/unknown.webp', 'ab/one/original.webp']);
    const deleted = ['320.webp', 'original.webp', 'unknown.webp'].map((name) => `DELETE /may-shop/shop/ab/one/${name}`);
    expect(calls.sort()).toEqual(deleted);
  });

  test('says that one was not deleted, and begins no other then', async () => {
    const names = Array.from({ length: 500 }, (_, nth) => `ab/one/refused-${nth}.webp`);
    await expect(store.remove(names)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(calls.length).toBeLessThan(100);
  });
});

describe('a bucket whose settings are wrong refuses with one sentence', () => {
  test.each([
    ['an unknown key', { S3_ACCESS_KEY_ID: 'other' }, /^S3_ACCESS_KEY_ID is not known to http:[^ ]+\.$/],
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'other' }, /^S3_SECRET_ACCESS_KEY is not the secret that http/],
    ['a missing bucket', { MEDIA_URL: 's3://no-such-bucket' }, /^MEDIA_URL names the bucket no-such-bucket, which /],
  ])('%s', async (_what, env, sentence) => {
    const refusal: unknown = await s3Store(env)
      .check()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreMisconfigured);
    expect((refusal as Error).message).toMatch(sentence);
    expect((refusal as Error).message).not.toContain('\n');
  });

  test.each([
    ['no bucket', { MEDIA_URL: 's3://' }, 'MEDIA_URL'],
    ['another scheme', { MEDIA_URL: 'https://bucket' }, 'MEDIA_URL'],
    ['a way out of the bucket', { MEDIA_URL: 's3://bucket/../other' }, 'MEDIA_URL'],
    ['half a key', { S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY'],
    ['a query in the public address', { MEDIA_PUBLIC_URL: 'https://cdn.example.com/media?size=1' }, 'MEDIA_PUBLIC_URL'],
    ['a public address that is none', { MEDIA_PUBLIC_URL: 'cdn.example.com' }, 'MEDIA_PUBLIC_URL'],
  ])('%s, before anything is asked', (_what, env, name) => {
    expect(() => configOf(env)).toThrow(new RegExp(`^${name} is [^\\n]+\\.$`));
  });
});

describe('a bucket that is lost', () => {
  afterEach(async () => {
    s3.thaw();
    await s3.lose();
    await s3.begin();
  });

  test('refuses writes and reads as unavailable, and works again when it is back', async () => {
    const store = s3Store();
    await store.write('ef/file.webp', Buffer.from('kept'));
    await s3.lose();

    await expect(store.write('ef/other.webp', Buffer.from('lost'))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.read('ef/file.webp')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailable);
    await s3.begin();

    expect(await store.read('ef/file.webp')).toEqual(Buffer.from('kept'));
    expect(await store.has('ef/other.webp')).toBe(false);
  });

  test('and does not answer ends a call after its time limit', async () => {
    const store = s3Store();
    await store.write('ef/file.webp', Buffer.from('kept'));
    s3.freeze();
    await expect(store.write('ef/late.webp', Buffer.from('late'))).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

test('a folder that does not exist has no files, and one that does tells when each was written', async () => {
  const store = new FolderFileStore(path.join(folder, 'none'));
  expect(await namesOf(store)).toEqual([]);
  await store.write('a/b.webp', Buffer.from('b'));
  await writeFile(path.join(folder, 'none/a/c.webp'), 'c');
  await utimes(path.join(folder, 'none/a/c.webp'), 1, 1);
  const [, old] = (await all(store.list(''))).sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(old).toEqual({ name: 'a/c.webp', bytes: 1, modifiedAt: new Date(1_000) });
});

test('a written file is flushed to the disk before it gets its name', async () => {
  const store = new FolderFileStore(path.join(folder, 'flushed'));
  const flushed = await flushedDuring(() => store.write('a/b.webp', Buffer.from('b')));
  expect(flushed).toEqual([(await stat(path.join(folder, 'flushed/a/b.webp'))).ino]);
});

test('names of files are flushed in each folder, then the name of the root', async () => {
  const root = path.join(folder, 'names');
  await mkdir(path.join(root, 'a/b'), { recursive: true });
  const folders = ['a', 'a/b', '.', '..'].map((name) => path.join(root, name));
  const inodes = await Promise.all(folders.map(async (name) => (await stat(name)).ino));
  expect(await flushedDuring(() => syncFolders(root))).toEqual(inodes);
});
