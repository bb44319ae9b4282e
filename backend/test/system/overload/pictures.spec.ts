import { connect } from 'node:net';
import sharp from 'sharp';
import request from 'supertest';
import { SearchClient } from '../../../src/search/api/search-client.js';
import { Avatar } from '../../../src/contract/accounts/profile.js';
import { ErrorBody } from '../../../src/contract/common.js';
import { MAX_SEARCH_PICTURE_BYTES, TEXTS } from '../../../src/contract/rules.js';
import { SHOP_PICTURE, decodeSafely } from '../../../src/media/picture.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { upload } from '../../support/search/search-shop.js';
import { givenProduct } from '../../support/search/search-worker.js';

openShop();

const drawn = (width = 60, height = width) => sharp({ create: { width, height, channels: 3, background: '#b2262e' } });

let addresses = 0;
/** An address that nobody else has. */
const elsewhere = () => `203.0.113.${++addresses}`;
const search = async (call: 'image' | 'combined', address: string, text?: string, picture?: Buffer) =>
  upload(call, picture ?? (await drawn().jpeg().toBuffer()), text ? { text } : {}).set('X-Forwarded-For', address);

const sendAvatar = async (caller: Shopper, picture?: Buffer, address = elsewhere()) =>
  request(shop().url)
    .post('/auth/users/avatar/')
    .set({ Authorization: `JWT ${caller.access}`, 'X-Forwarded-For': address })
    .attach('avatar', picture ?? (await drawn().jpeg().toBuffer()), 'a.jpg');

/** Decodes pictures of a lane until they are told to end: all of its places are taken then. */
async function holdPlaces(lane: 'visitor' | 'user', count: number): Promise<() => Promise<void>> {
  const picture = await drawn().jpeg().toBuffer();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let held: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    let started = 0;
    const hold = () => (++started === count && begun(), ended);
    held = times(count, () => decodeSafely(picture, SHOP_PICTURE, hold, { lane }));
  });
  return async () => {
    end();
    await held;
  };
}

describe('a flood of pictures to the search', () => {
  let letGo: () => Promise<void>;
  beforeEach(async () => (letGo = await holdPlaces('visitor', 2)));
  afterEach(() => letGo());

  test('does not delay the avatar of a signed-in user or an administrator', async () => {
    const [caller, admin] = [await given.shopper(), await given.admin()];
    const flood = times(30, () => search('image', elsewhere()));
    for (const one of [caller, admin]) answer(await sendAvatar(one), Avatar);
    // Theirs were done while the places of visitors were taken.
    await letGo();
    await flood;
  });

  test('is answered by keywords where there are words, and refused where there are none, when no turn comes', async () => {
    await givenProduct('Áo thun trơn', { category: 'Áo thun' });
    const [byBoth, byImage] = await Promise.all([
      search('combined', elsewhere(), 'áo thun'),
      search('image', elsewhere()),
    ]);
    expect(byBoth.body).toMatchObject({
      fallback: true,
      message: TEXTS.basicSearch,
      products: [{ name: 'Áo thun trơn' }],
    });
    expect({ status: byImage.status, after: byImage.headers['retry-after'] }).toEqual({ status: 429, after: '5' });
    expect(ErrorBody.parse(byImage.body).detail).toMatch(/quá nhiều ảnh/);
  });

  test('of one address has 24 pictures under way, and others are let in beside them', async () => {
    const hoard = elsewhere();
    const under = times(24, () => search('image', hoard));
    await untilUnderWay(24);
    const [byImage, byBoth, other] = await Promise.all([
      search('image', hoard),
      search('combined', hoard, 'áo thun'),
      search('combined', elsewhere(), 'áo thun'),
    ]);
    expect(byImage.status).toBe(429);
    expect(byBoth.body).toMatchObject({ fallback: true });
    expect(other.status).toBe(200);
    await letGo();
    await under;
  });
});

/** Waits until the given number of searches is past the gate. */
async function untilUnderWay(count: number): Promise<void> {
  const asker = shop().app.get<SearchClient, { underWay: number }>(SearchClient);
  while (asker.underWay < count) await new Promise(setImmediate);
}

test.each<[string, (nth: number) => string]>([
  ['address', () => '203.0.114.1'],
  ['IPv6 site', (nth) => `2001:db8:b:${nth}::1`],
])(
  'at most ten avatars from one %s are uploaded at a time, and others are accepted meanwhile',
  async (_name, addressOf) => {
    const [caller, other] = [await given.shopper(), await given.shopper()];
    const letGo = await holdPlaces('user', 1);
    let refused = 0;
    const flood = times(12, async (nth) => {
      const { status } = await sendAvatar(caller, undefined, addressOf(nth));
      if (status === 429) refused += 1;
      return { status };
    });
    while (refused < 2) await new Promise(setImmediate);
    const others = sendAvatar(other);
    await letGo();
    expect(statuses(await flood)).toEqual({ 200: 10, 429: 2 });
    expect((await others).status).toBe(200);
  },
);

test('one network may send 60 pictures a minute, from any of its IPv6 addresses', async () => {
  const text = Buffer.from('no picture');
  const send = (nth: number) => search('image', `2001:db8:7:9::${nth.toString(16)}`, undefined, text);
  for (let nth = 1; nth <= 60; nth++) expect((await send(nth)).status).toBe(415);
  const refused = await send(61);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10);
  expect((await search('image', '2001:db8:7:a::1', undefined, text)).status).toBe(415);
});

describe('a picture that is made to cost', () => {
  const reading = (bytes: Buffer) => {
    const read = jest.fn(() => Promise.resolve());
    return decodeSafely(bytes, { ...SHOP_PICTURE, maxBytes: 20_000_000 }, read).then(
      () => ({ status: 200, decoded: read.mock.calls.length }),
      (error: { status: number }) => ({ status: error.status, decoded: read.mock.calls.length }),
    );
  };

  test.each<[string, number, () => Promise<Buffer>]>([
    ['a PNG of 81 megapixels', 413, () => drawn(9_000).png().toBuffer()],
    ['a JPEG of a thousand scans', 415, () => manyScans(1_000)],
    ['an SVG', 415, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG that is gzipped', 415, async () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0])],
    ['a TIFF', 415, () => drawn().tiff().toBuffer()],
  ])('%s is refused with %i before it is decoded', async (_name, status, make) => {
    expect(await reading(await make())).toEqual({ status, decoded: 0 });
  });

  test('only the first frame of an animation is decoded', async () => {
    const frames = await times(500, (nth) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: { r: nth % 256, g: nth >> 8, b: 0 } } })
        .png()
        .toBuffer(),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ effort: 1 })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBeGreaterThan(50);
    const { info } = await decodeSafely(gif, SHOP_PICTURE, (open) =>
      open().png().toBuffer({ resolveWithObject: true }),
    );
    expect(info.height).toBe(8);
  });

  /** A progressive JPEG whose last scan comes again and again, each for a few bytes. */
  async function manyScans(count: number): Promise<Buffer> {
    const jpeg = await drawn(400).jpeg({ progressive: true }).toBuffer();
    const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = jpeg.subarray(last, -2);
    return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), jpeg.subarray(-2)]);
  }
});

test('bodies that wait for memory are not read: a crowd of large ones holds no more than 32 MB', async () => {
  const letGo = await holdPlaces('visitor', 2);
  const large = Buffer.concat([await drawn().jpeg().toBuffer(), Buffer.alloc(MAX_SEARCH_PICTURE_BYTES - 100_000)]);
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)), 5);
  // The first ones hold the memory until their turn comes; those behind are given up when theirs has not.
  const replies = await times(16, () => rawUpload(large, elsewhere()));
  clearInterval(timer);
  await letGo();
  expect(new Set(replies)).toEqual(new Set([429]));
  expect(peak).toBeLessThan(48 * 1024 * 1024);
});

// So that the web server can give their bodies a lane in which no stranger's body stays.
test.each([
  ['POST /api/products/', [401, 403]],
  ['PUT /api/products/1/', [401, 403]],
  ['POST /api/brands/', [401, 403]],
  ['PUT /api/category/1/', [401, 403]],
  ['POST /api/admin/catalogue/imports/', [401, 403]],
  ['POST /api/admin/nothing/', [404, 404]],
])('%s refuses everybody but administrators before their body comes', async (call, expected) => {
  const { access } = await given.shopper();
  const [stranger, shopper] = [await statusOfHead(call), await statusOfHead(call, `Authorization: JWT ${access}\r\n`)];
  expect([stranger, shopper]).toEqual(expected);
});

/** Announces a multipart body of 5 MB, and sends nothing of it. @returns the status */
function statusOfHead(call: string, headers = ''): Promise<number> {
  const { hostname, port } = new URL(shop().url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject).on('close', () => reject(new Error('The shop read the body')));
    socket.once('data', (reply: Buffer) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(reply.toString('latin1'))?.[1]));
      socket.destroy();
    });
    socket.write(
      `${call} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n`,
    );
  });
}

/** Sends a picture over a socket of its own, whose bytes are the same memory for all. @returns the status */
function rawUpload(picture: Buffer, address: string): Promise<number> {
  const { hostname, port } = new URL(shop().url);
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
  const tail = Buffer.from('\r\n--x--\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject);
    socket.once('data', (reply: Buffer) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(reply.toString('latin1'))?.[1]));
      socket.destroy();
    });
    socket.write(
      `POST /api/ai-search/image/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
        `Content-Length: ${head.length + picture.length + tail.length}\r\n\r\n`,
    );
    for (const piece of [head, picture, tail]) socket.write(piece);
  });
}
