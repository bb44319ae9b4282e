import sharp from 'sharp';
import { DecodeQueue, type DecodeLane } from '../../src/media/decoding/decoding.js';
import { SHOP_PICTURE, decodeSafely } from '../../src/media/picture.js';

const LITTLE = false;
const MUCH = true;

/** A queue, and tasks in it that end when they are told to. */
function openQueue() {
  const queue = new DecodeQueue();
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, lane: DecodeLane, isHeavy = LITTLE, until = Infinity) =>
    queue.run(lane, isHeavy, until, () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { order, add, end };
}

test('visitors have two places, users and administrators one each that visitors never take', async () => {
  const { order, add, end } = openQueue();
  const all = [
    ...['v1', 'v2', 'v3', 'v4'].map((name) => add(name, 'visitor')),
    ...['u1', 'u2'].map((name) => add(name, 'user')),
    ...['a1', 'a2'].map((name) => add(name, 'admin')),
  ];
  await new Promise(setImmediate);
  expect(order).toEqual(['v1', 'v2', 'u1', 'a1']);
  await end('u1');
  await end('v2');
  expect(order).toEqual(['v1', 'v2', 'u1', 'a1', 'u2', 'v3']);
  for (const name of ['v1', 'v3', 'v4', 'u2', 'a1', 'a2']) await end(name);
  await Promise.all(all);
});

test('large pictures are decoded one at a time, and small ones pass them', async () => {
  const { order, add, end } = openQueue();
  const all = [
    add('much 1', 'visitor', MUCH),
    add('much 2', 'visitor', MUCH),
    add('much 3', 'user', MUCH),
    add('little', 'visitor'),
    add('little 2', 'visitor'),
  ];
  await new Promise(setImmediate);
  expect(order).toEqual(['much 1', 'little']);
  await end('much 1');
  // A signed-in user's before a visitor's.
  expect(order).toEqual(['much 1', 'little', 'much 3', 'little 2']);
  for (const name of ['little', 'little 2', 'much 3', 'much 2']) await end(name);
  await Promise.all(all);
});

test('a task without a turn in time leaves the queue, and does not block those behind it', async () => {
  const { add, end, order } = openQueue();
  const busy = { status: 429, headers: { 'Retry-After': '5' } };
  const first = [add('1', 'visitor'), add('2', 'visitor', LITTLE, Date.now() + 1)];
  const late = add('3', 'visitor', LITTLE, Date.now() + 30);
  const patient = add('4', 'visitor', LITTLE, Date.now() + 10_000);
  await expect(late).rejects.toMatchObject(busy);
  await expect(add('5', 'visitor', LITTLE, 0)).rejects.toMatchObject(busy);
  await end('1');
  expect(order).toEqual(['1', '2', '4']);
  await end('2');
  await end('4');
  await Promise.all([...first, patient]);
});

test('a line is a hundred long, and what comes then is refused at once', async () => {
  const { add, end } = openQueue();
  const all = Array.from({ length: 102 }, (_, nth) => add(String(nth), 'visitor'));
  await expect(add('one more', 'visitor')).rejects.toMatchObject({ status: 429 });
  for (let nth = 0; nth < 102; nth++) await end(String(nth));
  await Promise.all(all);
});

test('a task that fails hands its place on', async () => {
  const queue = new DecodeQueue();
  const fail = () => queue.run('user', MUCH, Infinity, () => Promise.reject(new Error('no')));
  await expect(fail()).rejects.toThrow('no');
  await expect(fail()).rejects.toThrow('no');
  expect(await queue.run('user', MUCH, Infinity, () => Promise.resolve(7))).toBe(7);
});

test('a file that is no picture is refused without waiting for its turn', async () => {
  const picture = await sharp({ create: { width: 7, height: 5, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const ends: Promise<void>[] = [];
  const begun = [1, 2].map(
    () =>
      new Promise<void>((begin) => {
        ends.push(decodeSafely(picture, SHOP_PICTURE, () => (begin(), held), { lane: 'visitor' }));
      }),
  );
  await Promise.all(begun);
  const read = (bytes: Buffer) =>
    decodeSafely(bytes, SHOP_PICTURE, async (open) => (await open().metadata()).width, { lane: 'visitor', until: 0 });
  await expect(read(Buffer.from('no picture'))).rejects.toMatchObject({ status: 415 });
  await expect(read(picture)).rejects.toMatchObject({ status: 429 });
  end();
  await Promise.all(ends);
  expect(await read(picture)).toBe(7);
});
