import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { prepareQuery, compare } from '../../../src/search/image/compare.js';
import { ImageEngine } from '../../../src/search/image/engine.js';
import { PICTURE_WEIGHTS, buildForNode, drawnGarment, lookAt, openPictureEngine } from '../../support/pictures.js';
import { until } from '../../support/until.js';

const tee = () => drawnGarment('tee', { base: '#b2262e' });

/** What the network says of the picture that ai/export.py draws. */
async function readSample(): Promise<{ vector: number[]; likely: number[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'may-network-'));
  const network = path.join(folder, 'network.mjs');
  await buildForNode('backend/src/search/image/network.ts', network);
  const script = `
    import { GarmentNetwork, NETWORK_SIDE as side } from ${JSON.stringify(pathToFileURL(network))};
    const data = Uint8Array.from({ length: side * side * 3 }, (_, i) => {
      const [c, x, y] = [i % 3, Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
      return (x * (3 + c) + y * (5 - c) + ((x * y) >> 4)) % 256;
    });
    const network = await GarmentNetwork.load(${JSON.stringify(PICTURE_WEIGHTS)});
    const { vector, likely } = await network.read([{ data, width: side, height: side }]);
    console.log(JSON.stringify({ vector: [...vector], likely: [...likely] }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  rmSync(folder, { recursive: true, force: true });
  return JSON.parse(stdout);
}

/** A small JPEG that says it is of another size. */
async function sized(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

describe('with the network', () => {
  const engine = openPictureEngine();

  test('a picture is described the same each time, however many are asked for at once', async () => {
    const bytes = await tee();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => lookAt(engine(), bytes)));
    expect(engine()).toMatchObject({ fallback: false, name: expect.stringMatching(/^builtin-\d+\+net-[0-9a-f]{12}$/) });
    expect(first!.vector).toHaveLength(engine().dimensions);
    expect(first!.color.name).toBe('đỏ');
    for (const other of others) expect(other).toEqual(first);
    expect(compare(prepareQuery(first!), first!)).toMatchObject({ percent: 100 });
    expect(compare(prepareQuery(first!), first!).reasons).toEqual(
      expect.arrayContaining(['cùng một mẫu', 'cùng kiểu dáng', 'cùng màu']),
    );
  });

  test('the network’s results equal those of its training', async () => {
    const card = JSON.parse(readFileSync(path.join(PICTURE_WEIGHTS, 'garments.json'), 'utf8'));
    // In a process of its own: the runtime does not take jest's arrays for arrays.
    const { vector, likely } = await readSample();
    expect(vector).toHaveLength(card.dimensions);
    vector.forEach((value, i) => expect(Math.abs(value - card.sample.vector[i])).toBeLessThan(0.01));
    likely.forEach((value, i) => expect(Math.abs(value - card.sample.likely[i])).toBeLessThan(0.01));
  });

  test('a picture may be lying on its side, transparent, grey or moving', async () => {
    const bytes = await tee();
    const upright = await lookAt(engine(), bytes);
    const lying = await sharp(bytes).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    expect(compare(prepareQuery(upright), await lookAt(engine(), lying)).reasons).toContain('cùng một mẫu');

    const clear = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const grey = await sharp(bytes).greyscale().jpeg().toBuffer();
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame('#b2262e'), await frame('#202f4a')], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await lookAt(engine(), clear)).color.name).toBe('trắng');
    expect((await lookAt(engine(), grey)).color.name).toBe('xám');
    expect((await lookAt(engine(), moving)).color.name).toBe('đỏ');
  });

  test.each<[string, number, () => Promise<Buffer>]>([
    ['no picture', 415, async () => Buffer.from('{"not":"a picture"}')],
    ['nothing', 415, async () => Buffer.alloc(0)],
    ['SVG', 415, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half a picture', 415, async () => (await tee()).subarray(0, 9_000)],
    ['a bomb', 413, () => sized(20_000, 20_000)],
    ['more than 10 MB', 413, async () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)],
  ])('%s is refused with %i', async (_name, status, bytes) => {
    await expect(engine().embedImage(await bytes())).rejects.toMatchObject({ status });
    // And the next one is described.
    expect((await lookAt(engine(), await tee())).color.name).toBe('đỏ');
  });
});

describe('without the network', () => {
  const engine = openPictureEngine('/nowhere');

  test('the hand-made features are used, and the response reports that', async () => {
    const [red, navy, trousers] = await Promise.all([
      lookAt(engine(), await tee()),
      lookAt(engine(), await drawnGarment('tee', { base: '#202f4a' })),
      lookAt(engine(), await drawnGarment('trousers', { base: '#202f4a' })),
    ]);
    expect(red.network).toBeNull();
    expect(engine()).toMatchObject({ fallback: true, name: 'builtin-2', why: expect.stringContaining('garments') });
    expect(compare(prepareQuery(navy), red).score).toBeGreaterThan(compare(prepareQuery(trousers), red).score);
    expect(compare(prepareQuery(navy), trousers).reasons).toContain('cùng màu');
  });

  test('no process is started', async () => {
    const alone = await ImageEngine.open({ program: '/nowhere/describe.js' });
    const picture = await alone.embedImage(await tee());
    expect(picture).toEqual(await engine().embedImage(await tee()));
    expect(alone).toMatchObject({ name: engine().name, dimensions: engine().dimensions, fallback: true });
    await alone.close();
  });
});

test('a picture at which the process hangs fails, and the next one is described by another process', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'may-hang-'));
  const program = path.join(folder, 'describe.mjs');
  // Describes pictures that begin white.
  writeFileSync(
    program,
    `process.on('disconnect', () => process.exit()).on('message', ({ id, request: { pixels } }) => {
       while (pixels && pixels.data[0] !== 255);
       process.send({ id, result: { version: 'net', described: { vector: new Float32Array([process.pid]), parts: null } } });
     });`,
  );
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  const engine = await ImageEngine.open({ program });
  try {
    const plain = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const [white, black] = [await plain('#fff'), await plain('#000')];
    const before = await engine.embedImage(white);
    const failure = jest.fn<void, [Error]>();
    void engine.embedImage(black).catch(failure);
    await until('the call has failed', () => {
      jest.advanceTimersByTime(2 * 60_000);
      return failure.mock.calls.length > 0;
    });
    expect(failure.mock.calls[0]![0].message).toBe('The process describe.mjs did not answer for 120 s and was ended');
    expect((await engine.embedImage(white)).vector).not.toEqual(before.vector);
  } finally {
    await engine.close();
    jest.useRealTimers();
    rmSync(folder, { recursive: true });
  }
});
