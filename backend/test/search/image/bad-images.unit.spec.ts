import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { unpackDescription } from '../../../src/search/image/pack.js';
import { PictureIndex } from '../../../src/search/image/picture-index.js';
import { drawnGarment, endPeer, openPictureEngine } from '../../support/pictures.js';

const engine = openPictureEngine();
const plain = (width: number, height: number, background = '#b2262e'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** Says so of a PNG that is far larger than its bytes: its header is right and its end is missing. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(8, 8).png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crcOf(bytes.subarray(12, 29)), 29);
  return bytes;
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test.each<[string, () => Promise<Buffer>]>([
  ['of one pixel', () => plain(1, 1).png().toBuffer()],
  ['one pixel wide', () => plain(1, 10_000).png().toBuffer()],
  ['one pixel high', () => plain(10_000, 1).jpeg().toBuffer()],
  ['of one colour', () => plain(600, 800).jpeg().toBuffer()],
  ['black', () => plain(300, 300, '#000').webp().toBuffer()],
  [
    'in CMYK',
    async () =>
      sharp(await drawnGarment('tee', { base: '#b2262e' }))
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  [
    'of 16 bits',
    async () =>
      sharp(await drawnGarment('tee', { base: '#b2262e' }))
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
  ],
  ['of one bit', () => plain(64, 64).png({ palette: true, colours: 2 }).toBuffer()],
  ['transparent', () => plain(80, 80).ensureAlpha(0).png().toBuffer()],
  ['half transparent', () => plain(80, 80).ensureAlpha(0.5).webp().toBuffer()],
  ['grey with transparency', () => plain(80, 80).greyscale().ensureAlpha(0.2).png().toBuffer()],
  ['in AVIF', () => plain(120, 160).avif({ effort: 0 }).toBuffer()],
  [
    'moving, of many frames',
    async () => {
      const frames = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          plain(30, 30, i ? '#202f4a' : '#b2262e')
            .png()
            .toBuffer(),
        ),
      );
      return sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
    },
  ],
])('a picture %s is described and found again', async (_name, make) => {
  const picture = await engine().embedImage(await make());
  const parts = unpackDescription(picture)!;
  for (const list of [
    picture.vector,
    parts.vector,
    parts.edges,
    parts.frameNorms,
    parts.texture,
    parts.network!.vector,
  ]) {
    expect(list.every(Number.isFinite)).toBe(true);
  }
  const index = new PictureIndex(engine().dimensions);
  index.set(1, 1, picture);
  expect(index.search(picture, 3)).toMatchObject([{ id: 1, score: expect.any(Number), percent: expect.any(Number) }]);
});

test.each<[string, number, () => Promise<Buffer>]>([
  ['a PNG of 900 megapixels', 413, () => claiming(30_000, 30_000)],
  ['a PNG of more pixels than it has', 415, () => claiming(6_000, 6_000)],
  ['a JPEG without its end', 415, async () => (await drawnGarment('tee', { base: '#b2262e' })).subarray(0, 9_000)],
  [
    'a WebP without its end',
    415,
    async () => cut(await plain(400, 400).webp({ lossless: true, effort: 0 }).toBuffer()),
  ],
  ['a GIF of a header', 415, async () => Buffer.from('GIF89a')],
  ['an AVIF of a header', 415, async () => Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1')],
])('%s is refused with %i, and the next picture is described', async (_name, status, make) => {
  await expect(engine().embedImage(await make())).rejects.toMatchObject({ status });
  expect((await engine().embedImage(await plain(9, 9).png().toBuffer())).vector).toHaveLength(engine().dimensions);
});

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

test('pictures that come after the process has ended start another', async () => {
  const before = await engine().embedImage(await plain(90, 90).png().toBuffer());
  await endPeer(engine());
  expect(await engine().embedImage(await plain(90, 90).png().toBuffer())).toEqual(before);
});
