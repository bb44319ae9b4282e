import type { INestApplicationContext } from '@nestjs/common';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import sharp from 'sharp';
import { MediaProcessor } from '../../src/media/media.processor.js';
import { MediaStore } from '../../src/media/media-store.js';
import { OrphanSweep } from '../../src/media/orphan-sweep.js';
import { openShop, shop, visitor } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { BUCKET, S3Server } from '../support/setup/s3-server.js';
import { until } from '../support/until.js';
import { openWorker } from '../support/worker.js';
import { noteRecovery } from '../system/operations/recovery.js';
import { temporaryFolder } from '../support/temporary-folder.js';

jest.setTimeout(180_000);

const dataDir = temporaryFolder('bucket');
const env: NodeJS.ProcessEnv = { DATA_DIR: dataDir };
let s3: S3Server;
let worker: INestApplicationContext | undefined;

beforeAll(async () => {
  s3 = await S3Server.start();
  Object.assign(env, s3.settings);
});
openShop(env);
afterAll(async () => {
  await s3.close();
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

async function startWorker(): Promise<INestApplicationContext> {
  worker = await openWorker();
  return worker;
}

const store = () => shop().app.get(MediaStore);
const rows = () =>
  shop().db.query<{ hash: string; state: string }[]>('SELECT hash, state FROM media ORDER BY created_at');
const setAvatar = (me: Shopper, bytes: Buffer) =>
  request(shop().url)
    .post('/auth/users/avatar/')
    .set('Authorization', `JWT ${me.access}`)
    .attach('avatar', bytes, 'a.jpg');
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#806040' } })
    .jpeg()
    .toBuffer();
const hashOfUrl = (url: string) => /\/media\/([0-9a-f]{32})\//.exec(url)![1]!;

test('an uploaded picture goes to the bucket, and comes from there with validators and ranges', async () => {
  const me = await given.shopper();
  const { status, body } = await setAvatar(me, await jpeg(700, 500));
  expect(status).toBe(200);
  const hash = hashOfUrl((body as { avatar: string }).avatar);
  expect(await store().names(hash)).toEqual(expect.arrayContaining(['320.webp', 'original.webp']));
  expect(existsSync(path.join(dataDir, 'media'))).toBe(false);
  const meanwhile = await visitor().get(`/media/${hash}/640.webp`);
  expect(meanwhile.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-cache' });

  await startWorker();
  await until('the picture is rendered', async () => (await rows()).every(({ state }) => state === 'ready'), 60_000);

  const whole = await visitor().get(`/media/${hash}/640.avif`);
  const bytes = whole.body as Buffer;
  expect(whole.status).toBe(200);
  expect(whole.headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  });
  const { etag = '' } = whole.headers;
  const same = await visitor().get(`/media/${hash}/640.avif`, { 'If-None-Match': etag });
  expect([same.status, same.text]).toEqual([304, '']);
  const part = await visitor().get(`/media/${hash}/640.avif`, { Range: 'bytes=10-19' });
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`);
  expect(part.body).toEqual(bytes.subarray(10, 20));
  const beyond = request(shop().url).get(`/media/${hash}/640.avif`).set('Range', 'bytes=900000-');
  expect((await beyond).status).toBe(416);
  const head = await request(shop().url).head(`/media/${hash}/640.avif`);
  expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)]);
});

test('a replaced picture leaves the bucket', async () => {
  const me = await given.shopper();
  const before = hashOfUrl(((await setAvatar(me, await jpeg(60, 60))).body as { avatar: string }).avatar);
  await setAvatar(me, await jpeg(61, 60));
  expect(await store().names(before)).toEqual([]);
});

describe('while the bucket is lost', () => {
  afterEach(async () => {
    s3.thaw();
    await s3.lose();
    await s3.begin();
  });

  test('an upload answers 503 with one sentence and changes nothing; pages go on; the next upload after it is back works', async () => {
    const me = await given.shopper();
    const { body } = await setAvatar(me, await jpeg(62, 60));
    const { avatar } = body as { avatar: string };
    await s3.lose();

    const refused = await setAvatar(me, await jpeg(63, 60));
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect((refused.body as { error: string }).error).toMatch(/^Kho ảnh đang tạm gián đoạn .*\.$/);
    const profile = await me.get('/auth/users/me/');
    expect(profile.body).toMatchObject({ avatar });
    expect((await visitor().get('/api/products/')).status).toBe(200);
    const picture = await visitor().get(avatar);
    expect([picture.status, picture.headers['cache-control']]).toEqual([503, 'no-store']);

    await s3.begin();
    await noteRecovery('bucket lost and back: the next picture and upload', async () => {
      expect((await visitor().get(avatar)).status).toBe(200);
      expect((await setAvatar(me, await jpeg(64, 60))).status).toBe(200);
    });
  });

  test('an upload that loses the store midway leaves no picture that pages would show', async () => {
    const me = await given.shopper();
    const before = await rows();
    s3.freeze();
    const upload = setAvatar(me, await jpeg(65, 60)).then((reply) => reply);
    // Its row comes first; then the store takes the bytes and never answers.
    await until('the upload is under way', async () => (await rows()).length > before.length);
    await s3.lose();
    expect((await upload).status).toBe(503);
    expect((await me.get('/auth/users/me/')).body).toMatchObject({ avatar: null });
  });

  test('a picture that cannot be rendered stays pending, and is rendered when the store is back', async () => {
    const me = await given.shopper();
    const { body } = await setAvatar(me, await jpeg(66, 60));
    const hash = hashOfUrl((body as { avatar: string }).avatar);
    await s3.lose();
    const started = await startWorker();
    const job = { data: { hash }, attemptsMade: 2, opts: { attempts: 3 } };
    await expect(started.get(MediaProcessor).process(job as never)).rejects.toThrow('Kho ảnh');
    expect((await rows()).find((row) => row.hash === hash)?.state).toBe('pending');
    await s3.begin();
    await started.get(MediaProcessor).tick();
    const isReady = async () => (await rows()).find((row) => row.hash === hash)?.state === 'ready';
    await until('the picture is rendered', isReady, 60_000);
  });
});

test('the nightly sweep deletes pictures that no row shows and files without a picture, and nothing younger than a day', async () => {
  const me = await given.shopper();
  const kept = hashOfUrl(((await setAvatar(me, await jpeg(67, 60))).body as { avatar: string }).avatar);
  await shop().db.query(
    `INSERT INTO media (hash, mime, width, height, created_at)
     SELECT repeat(digit, 32), 'image/webp', 9, 9, now() - age FROM (VALUES ('a', interval '2 days'), ('b', '1 hour')) x (digit, age)`,
  );
  await shop().db.query(`UPDATE media SET created_at = now() - interval '2 days' WHERE hash = $1`, [kept]);
  for (const digit of ['a', 'b', 'c', 'd']) await store().write(digit.repeat(32), 'original.webp', Buffer.from(digit));
  age(await filesOf('d'));
  age(await filesOf('a'));

  const sweep = (await startWorker()).get(OrphanSweep);
  await sweep.sweep(shop().db.manager);

  const left = await Promise.all(['a', 'b', 'c', 'd'].map((digit) => store().names(digit.repeat(32))));
  expect(left.map((names) => names.length)).toEqual([0, 1, 1, 0]);
  expect(await store().names(kept)).toContain('original.webp');
});

/** The server's own files of a made-up picture. */
async function filesOf(digit: string): Promise<string[]> {
  const bucket = path.join(s3.folder, BUCKET);
  const names = await readdir(bucket, { recursive: true });
  return names.filter((name) => name.includes(digit.repeat(32))).map((name) => path.join(bucket, name));
}
const age = (files: string[]) => {
  for (const file of files) utimesSync(file, 1, 1);
};

test('an import reads its file from the bucket on another machine', async () => {
  const admin = await given.admin();
  const file = path.join(dataDir, 'products.csv');
  writeFileSync(file, 'Handle,Title,Vendor,Type,Variant Price\nao-bucket,Áo từ bucket,MAY,Áo,150000\n');
  const reply = await request(shop().url)
    .post('/api/admin/catalogue/imports')
    .set('Authorization', `JWT ${admin.access}`)
    .attach('file', file);
  expect(reply.status).toBe(201);
  expect(await readdir(path.join(dataDir, 'imports'))).toEqual([]);

  await startWorker();
  const { id } = reply.body as { id: number };
  const state = async () => ((await admin.get(`/api/admin/catalogue/imports/${id}`)).body as { state: string }).state;
  await until('the file is checked', async () => (await state()) !== 'checking', 60_000);
  expect(await state()).toMatch(/^(ready|refused)$/);
});
