import sharp from 'sharp';
import { decodeSafely } from '../../src/media/picture.js';

const read = (bytes: Buffer, until?: number, held?: Promise<void>) =>
  decodeSafely(bytes, 1_000_000, async (open) => (await held, (await open().metadata()).width), until);

test('who gets no turn in time leaves the line, and nobody behind is kept', async () => {
  const picture = await sharp({ create: { width: 7, height: 5, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const first = [read(picture, undefined, held), read(picture, Date.now() + 1, held)];
  const late = read(picture, Date.now() + 30);
  const patient = [read(picture), read(picture, Date.now() + 10_000), read(picture)];
  await expect(late).rejects.toThrow('Too many pictures');
  await expect(read(picture, Date.now() - 1)).rejects.toThrow('Too many pictures');
  await expect(read(Buffer.from('no picture'), Date.now() - 1)).rejects.toMatchObject({ status: 415 });
  end();
  expect(await Promise.all([...first, ...patient])).toEqual([7, 7, 7, 7, 7]);
  expect(await read(picture, Date.now() - 1)).toBe(7);
});
