import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { ShopError } from '../../src/platform/errors/shop-error.js';
import { PicturesBusy } from '../../src/media/decoding/decoding.js';
import { shrinkApart } from '../../src/media/decoding/shrink-apart.js';
import { buildForNode } from '../support/pictures.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('shrink');
const built = path.join(folder, 'shrink.mjs');
beforeAll(() => buildForNode('backend/src/media/decoding/shrink-process.ts', built));

/** A process that does something else with a picture. */
function program(code: string): string {
  const file = path.join(folder, 'other.mjs');
  writeFileSync(file, code);
  return file;
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b2262e' } });

test('a picture comes back upright and small, in the colours that screens have', async () => {
  const photo = await drawn(1_200, 600).toColourspace('cmyk').withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const small = await shrinkApart(photo, 400, built);
  expect(await sharp(small).metadata()).toMatchObject({ format: 'png', width: 200, height: 400, space: 'srgb' });
});

test('a small picture is not enlarged, and what shows through stays so', async () => {
  const deep = await drawn(30, 20).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer();
  const { width, height, depth, channels } = await sharp(await shrinkApart(deep, 400, built)).metadata();
  expect({ width, height, depth, channels }).toEqual({ width: 30, height: 20, depth: 'uchar', channels: 4 });
});

test('a truncated picture is refused', async () => {
  const half = (await drawn(300, 300).jpeg().toBuffer()).subarray(0, 700);
  const failed = await shrinkApart(half, 400, built).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(ShopError);
});

test('a picture whose process is killed, as for want of memory, is too large', async () => {
  const file = program(`process.kill(process.pid, 'SIGKILL');`);
  await expect(shrinkApart(Buffer.alloc(1_000_000), 400, file)).rejects.toMatchObject({ status: 413 });
});

test('when no process can be started, the picture may come again', async () => {
  const node = jest.replaceProperty(process, 'execPath', path.join(folder, 'nothing'));
  await expect(shrinkApart(Buffer.alloc(9), 400, built)).rejects.toBeInstanceOf(PicturesBusy);
  node.restore();
});

test('the process gets none of the shop’s settings', async () => {
  const file = program(`process.stdout.write(JSON.stringify(process.env));`);
  process.env.JWT_SECRET = 'secret';
  const environment = JSON.parse((await shrinkApart(Buffer.alloc(9), 400, file)).toString()) as Record<string, string>;
  delete process.env.JWT_SECRET;
  expect(environment).toEqual({ MALLOC_ARENA_MAX: '1' });
});
