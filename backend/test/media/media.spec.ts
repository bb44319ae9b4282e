import type { INestApplicationContext } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { MediaStore } from '../../src/media/media-store.js';
import { Media } from '../../src/media/media.entity.js';
import { MediaProcessor } from '../../src/media/media.processor.js';
import { MediaService } from '../../src/media/media.service.js';
import { SHOP_PICTURE } from '../../src/media/picture.js';
import type { RenderJob } from '../../src/media/pictures.js';
import { openShop, shop, visitor } from '../support/client.js';
import { until } from '../support/until.js';
import { openWorker } from '../support/worker.js';
import { mediaFolder } from '../support/media-folder.js';
import { Config } from '../../src/platform/config/config.js';

jest.setTimeout(30_000);

const backends: [string, string | undefined][] = [['PostgreSQL', undefined]];
if (process.env.REDIS_URL) backends.push(['Redis', process.env.REDIS_URL]);

/** A picture of the given size, in the format that `finish` makes of it. */
const drawn = (width: number, height: number, color = '#2040c0') =>
  sharp({ create: { width, height, channels: 3, background: color } });

/** A small JPEG that says it is of another size. */
async function sized(width: number, height: number): Promise<Buffer> {
  const bytes = await drawn(8, 8).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** Stores a picture as a product's is, shown by none. */
async function add(bytes: Buffer): Promise<{ hash: string }> {
  const media = shop().app.get(MediaService);
  const picture = await media.read(bytes, SHOP_PICTURE, 'admin', 'image');
  await media.store(picture);
  return picture;
}

const stateOf = async (hash: string) => {
  const [row]: { state: string }[] = await shop().db.query('SELECT state FROM media WHERE hash = $1', [hash]);
  return row?.state;
};

describe.each(backends)('pictures, with queues on %s', (_name, REDIS_URL) => {
  openShop({ REDIS_URL });

  let worker: INestApplicationContext | undefined;
  async function startWorker(): Promise<void> {
    worker = await openWorker();
  }
  beforeEach(() => rm(shop().app.get(Config).mediaDir, { recursive: true, force: true }));
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });

  test('wait as a preview, then come in every width and format, for a year', async () => {
    const { hash } = await add(await drawn(500, 600).jpeg().toBuffer());
    const meanwhile = await visitor().get(`/media/${hash}/480.avif`);
    expect(meanwhile.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-cache' });
    expect(await sharp(meanwhile.body as Buffer).metadata()).toMatchObject({ width: 320, height: 384 });

    await startWorker();
    shop().app.get(MediaService).render(hash);
    await until('the state is reached', async () => (await stateOf(hash)) === 'ready');

    for (const [requestedWidth, wide] of [
      [160, 160],
      [480, 480],
      [640, 500],
      [1280, 500],
    ]) {
      for (const format of ['webp', 'avif']) {
        const { status, headers, body } = await visitor().get(`/media/${hash}/${requestedWidth}.${format}`);
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        });
        expect((await sharp(body as Buffer).metadata()).width).toBe(wide);
      }
    }
    const { headers } = await visitor().get(`/media/${hash}/160.webp`);
    expect((await visitor().get(`/media/${hash}/160.webp`, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
  });

  test('whose job was lost are found by the worker when it starts', async () => {
    const { hash } = await add(await drawn(90, 120, '#101010').png().toBuffer());
    await startWorker();
    await until('the state is reached', async () => (await stateOf(hash)) === 'ready');
  });

  test('that failed, as while their originals were elsewhere, are rendered by the next worker', async () => {
    const { hash } = await add(await drawn(90, 120, '#303030').png().toBuffer());
    await shop().db.query(`UPDATE media SET state = 'failed' WHERE hash = $1`, [hash]);
    await startWorker();
    await until('the state is reached', async () => (await stateOf(hash)) === 'ready');
  });

  test('that are deleted and uploaded again wait as a preview again, also where they were sent before', async () => {
    const bytes = await drawn(90, 120, '#606060').png().toBuffer();
    const { hash } = await add(bytes);
    await startWorker();
    await until('the state is reached', async () => (await stateOf(hash)) === 'ready');
    expect((await visitor().get(`/media/${hash}/160.avif`)).headers['content-type']).toBe('image/avif');
    await worker?.close();
    worker = undefined;

    await shop().app.get(MediaService).discard(hash);
    expect((await visitor().get(`/media/${hash}/160.avif`)).status).toBe(404);
    await add(bytes);
    const { status, headers } = await visitor().get(`/media/${hash}/160.avif`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'no-cache']);
  });

  test('that broke on the disk are reported, and keep their preview', async () => {
    const { hash } = await add(await drawn(90, 120, '#404040').png().toBuffer());
    await writeFile(path.join(mediaFolder(hash), 'original.webp'), 'no picture');
    await startWorker();
    await until('the state is reached', async () => (await stateOf(hash)) === 'failed');
    expect((await visitor().get(`/media/${hash}/320.webp`)).status).toBe(200);
    await worker?.get(MediaProcessor).tick();
    expect(await stateOf(hash)).toBe('failed');
  });
});

describe('a picture', () => {
  openShop();

  test('is recognised by its content, in five formats; equal content is stored once', async () => {
    const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
    const hashes = await Promise.all(
      formats.map(async (format) => (await add(await drawn(60, 80).toFormat(format).toBuffer())).hash),
    );
    expect(new Set(hashes).size).toBe(5);
    const again = await add(await drawn(60, 80).png().toBuffer());
    expect(hashes).toContain(again.hash);
    const [row]: { color: string; width: number }[] = await shop().db.query(
      'SELECT color, width FROM media WHERE hash = $1',
      [again.hash],
    );
    expect(row).toEqual({ color: expect.stringMatching(/^#[12].[34].[bc].$/) as string, width: 60 });
  });

  test('is turned upright and loses its metadata', async () => {
    const photo = await drawn(80, 60)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { hash } = await add(photo);
    const kept = await sharp(path.join(mediaFolder(hash), 'original.webp')).metadata();
    expect(kept).toMatchObject({ width: 60, height: 80 });
    expect([kept.exif, kept.orientation]).toEqual([undefined, undefined]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['nothing', () => Buffer.alloc(0), 415],
    ['text', () => Buffer.from('not a picture'), 415],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
    ['half a JPEG', async () => (await drawn(900, 900).jpeg().toBuffer()).subarray(0, 2_000), 415],
    ['a PNG in name only', () => Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'), 415],
    ['over 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413],
    ['over 50 megapixels', () => sized(8_000, 6_300), 413],
  ])('%s is refused', async (_what, bytes, status) => {
    await expect(add(await bytes())).rejects.toMatchObject({ status });
  });

  test('whose files are gone shows its colour while it waits, and is not found once it was done', async () => {
    const { hash } = await add(await drawn(30, 40, '#c02020').png().toBuffer());
    const folder = mediaFolder(hash);
    await rm(folder, { recursive: true });
    const { headers, body } = await visitor().get(`/media/${hash}/320.webp`);
    expect(headers['content-type']).toMatch('image/svg+xml');
    expect((body as Buffer).toString()).toMatch(/fill="#c.2.2."/);
    await shop().db.query(`UPDATE media SET state = 'ready' WHERE hash = $1`, [hash]);
    const gone = await visitor().get(`/media/${hash}/320.webp`);
    expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('that is still being stored is not given up by a worker whose clock is ahead', async () => {
    const { hash } = await add(await drawn(38, 48, '#20c0c0').png().toBuffer());
    await rm(mediaFolder(hash), { recursive: true });
    const rows = shop().db.getRepository(Media);
    const job = { data: { hash }, attemptsMade: 2, opts: { attempts: 3 } } as Job<RenderJob>;
    const inAnHour = Date.now() + 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
    await new MediaProcessor(shop().app.get(MediaStore), rows, {} as Queue<RenderJob>).process(job);
    clock.mockRestore();
    expect(await stateOf(hash)).toBe('pending');
  });

  test('that is deleted and stored again while it is rendered is rendered again', async () => {
    const bytes = await drawn(180, 240, '#c0c020').png().toBuffer();
    const { hash } = await add(bytes);
    const store = shop().app.get(MediaStore);
    const worker = new MediaProcessor(store, shop().db.getRepository(Media), {} as Queue<RenderJob>);
    const render = () => worker.process({ data: { hash }, attemptsMade: 2, opts: { attempts: 3 } } as Job<RenderJob>);
    const files = () => store.names(hash).then((names) => names.sort());

    const write = jest.spyOn(store, 'write');
    write.mockImplementationOnce(async (...file) => {
      await store.write(...file);
      await shop().app.get(MediaService).discard(hash);
      await add(bytes);
    });
    await render();
    write.mockRestore();
    expect([await stateOf(hash), await files()]).toEqual(['pending', expect.not.arrayContaining(['160.webp'])]);

    await render();
    const all = ['160.avif', '160.webp', '320.avif', '320.webp', 'original.webp'];
    expect([await stateOf(hash), await files()]).toEqual(['ready', all]);
  });

  test('that is stored again is rendered again when it failed or lost its files, and not otherwise', async () => {
    const bytes = await drawn(36, 48, '#20c020').png().toBuffer();
    const { hash } = await add(bytes);
    const storedAgainAs = async (state: string) => {
      await shop().db.query(`UPDATE media SET state = $2, created_at = now() - interval '2 days' WHERE hash = $1`, [
        hash,
        state,
      ]);
      await add(bytes);
      const [row]: object[] = await shop().db.query(
        `SELECT state, created_at > now() - interval '1 day' AS new FROM media WHERE hash = $1`,
        [hash],
      );
      return row;
    };
    expect(await storedAgainAs('ready')).toEqual({ state: 'ready', new: false });
    expect(await storedAgainAs('failed')).toEqual({ state: 'pending', new: true });
    await rm(mediaFolder(hash), { recursive: true });
    expect(await storedAgainAs('ready')).toEqual({ state: 'pending', new: true });
  });

  test.each([
    '320.webp',
    '../../jwt-secret',
    '%2e%2e%2f%2e%2e%2fjwt-secret',
    'original.webp',
    '321.webp',
    '320.png',
    '0320.webp',
    '320.webp%00',
    '320',
  ])('that is unknown, or no picture at all, is not found: %s', async (file) => {
    expect(existsSync(shop().app.get(Config).mediaDir)).toBe(true);
    for (const hash of ['0'.repeat(32), 'abc', '..', '%2e%2e']) {
      expect((await visitor().get(`/media/${hash}/${file}`)).status).toBe(404);
    }
  });
});
