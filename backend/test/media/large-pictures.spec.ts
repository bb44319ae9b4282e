import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import request from 'supertest';
import { AiSearchAnswer } from '../../src/contract/search/ai-search.js';
import { Avatar } from '../../src/contract/accounts/profile.js';
import { ErrorBody } from '../../src/contract/common.js';
import * as apart from '../../src/media/decoding/shrink-apart.js';
import { given, type Shopper } from '../support/given.js';
import { answer, shop } from '../support/client.js';
import { buildForNode } from '../support/pictures.js';
import { openSearchShop, upload } from '../support/search/search-shop.js';
import { searchTimeout } from '../support/search/search-timeout.js';
import { fieldsOf, made, send } from '../catalog/product.js';
import { passTime } from '../support/clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';

jest.mock('../../src/media/decoding/shrink-apart.js', () => {
  const { shrinkApart } = jest.requireActual<typeof apart>('../../src/media/decoding/shrink-apart.js');
  return { shrinkApart: jest.fn(shrinkApart) };
});
const shrinkApart = jest.mocked(apart.shrinkApart);
jest.mock('../../src/search/jobs/search-job.js', () => ({
  ...jest.requireActual<object>('../../src/search/jobs/search-job.js'),
  get SEARCH_TIMEOUT_MS() {
    return searchTimeout.ms;
  },
}));

const folder = temporaryFolder('large-pictures');
openSearchShop();

let [shopper, admin]: Shopper[] = [];
beforeAll(async () => {
  const built = path.join(folder, 'shrink.mjs');
  await buildForNode('backend/src/media/decoding/shrink-process.ts', built);
  const { shrinkApart: actual } = jest.requireActual<typeof apart>('../../src/media/decoding/shrink-apart.js');
  shrinkApart.mockImplementation((bytes, side) => actual(bytes, side, built));
  [shopper, admin] = [await given.shopper(), await given.admin()];
});
beforeEach(() => shrinkApart.mockClear());

const sendAvatar = (picture: Buffer) =>
  request(shop().url)
    .post('/auth/users/avatar/')
    .set('Authorization', `JWT ${shopper!.access}`)
    .attach('avatar', picture, 'a.jpg');
const drawn = (width: number) => sharp({ create: { width, height: 5_000, channels: 3, background: '#c81e1e' } });

/** Encoding the picture of a test takes a minute on a quiet machine, for AVIF of 12 bits. */
const ENCODING_MS = 300_000;

/** In every format that is taken, as it costs least to decode and as it costs most. */
const FORMATS: [string, isHeavy: boolean, (picture: Sharp) => Sharp][] = [
  ['a JPEG', false, (picture) => picture.jpeg()],
  ['a progressive JPEG', true, (picture) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
  ['a PNG', false, (picture) => picture.png({ compressionLevel: 1 })],
  [
    'an interlaced PNG of 16 bits',
    true,
    (picture) => picture.ensureAlpha(0.5).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
  ['a WebP', true, (picture) => picture.webp({ effort: 0 })],
  ['a GIF', true, (picture) => picture.gif({ effort: 1 })],
  ['an AVIF', true, (picture) => picture.avif({ effort: 0, quality: 20 })],
  ['an AVIF of 12 bits', true, (picture) => picture.avif({ effort: 0, quality: 20, bitdepth: 12 })],
];

test.each(FORMATS)(
  '%s of 50 megapixels is taken, in a process of its own if it costs much',
  async (...format) => {
    const [, isHeavy, finish] = format;
    const picture = await finish(drawn(10_000)).toBuffer();
    const results = answer(await upload('image', picture, { limit: '1' }), AiSearchAnswer);
    expect(results).toMatchObject({ fallback: false, products: [{ name: expect.stringMatching(/ đỏ$/) as string }] });
    expect(shrinkApart).toHaveBeenCalledTimes(isHeavy ? 1 : 0);
  },
  ENCODING_MS,
);

test('an avatar and a picture of a product of 50 megapixels are taken', async () => {
  const picture = await drawn(10_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  answer(await sendAvatar(picture), Avatar);
  await made(admin!, {}, [['image', picture]]);
  expect(shrinkApart).toHaveBeenCalledTimes(2);
});

test('a picture of 51 megapixels is refused, however cheap it is to decode', async () => {
  const picture = await drawn(10_200).jpeg().toBuffer();
  const replies = [
    await sendAvatar(picture),
    await send(admin!, 'post', '/api/products/', { fields: await fieldsOf(), files: [['image', picture]] }),
    await upload('image', picture),
  ];
  for (const reply of replies) {
    expect(reply.status).toBe(413);
    expect(ErrorBody.parse(reply.body).detail).toBe('Ảnh không được vượt quá 50 megapixel');
  }
});

test('a search by a picture alone works when the picture takes long to decode', async () => {
  const picture = await sharp({ create: { width: 5_000, height: 4_000, channels: 3, background: '#c81e1e' } })
    .gif({ effort: 1 })
    .toBuffer();
  shrinkApart.mockImplementationOnce((bytes) => {
    passTime(searchTimeout.ms + 100);
    return Promise.resolve(bytes);
  });
  expect(answer(await upload('image', picture), AiSearchAnswer).fallback).toBe(false);
});
