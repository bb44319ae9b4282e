import { randomBytes } from 'node:crypto';
import { openShop, shop, visitor } from '../support/client.js';

openShop({ MEDIA_PUBLIC_URL: 'https://cdn.example.com/may' });

/** A picture in a state, without its files. */
async function picture(state: 'ready' | 'pending', width = 800): Promise<string> {
  const hash = randomBytes(16).toString('hex');
  await shop().db.query(`INSERT INTO media (hash, mime, state, width, height) VALUES ($1, 'image/webp', $2, $3, 600)`, [
    hash,
    state,
    width,
  ]);
  return hash;
}

test('a rendered picture is fetched from the public address, for a day', async () => {
  const hash = await picture('ready');
  const { status, headers } = await visitor().get(`/media/${hash}/640.avif`);
  expect([status, headers['cache-control']]).toEqual([302, expect.stringContaining('max-age=86400')]);
  expect(headers.location).toBe(`https://cdn.example.com/may/${hash.slice(0, 2)}/${hash}/640.avif`);
});

test('a width that a small picture lacks leads to its largest', async () => {
  const hash = await picture('ready', 320);
  const { headers } = await visitor().get(`/media/${hash}/1280.webp`);
  expect(headers.location).toMatch(/\/320\.webp$/);
});

test('a picture that is not rendered yet comes from the shop, and is not cached', async () => {
  const hash = await picture('pending');
  const { status, headers } = await visitor().get(`/media/${hash}/640.avif`);
  expect([status, headers['cache-control'], headers.location]).toEqual([200, 'no-cache', undefined]);
});

test('a picture that was shown and is deleted or rendered again is not looked for at the public address', async () => {
  const hash = await picture('ready');
  const ask = () => visitor().get(`/media/${hash}/640.avif`);
  expect((await ask()).status).toBe(302);

  await shop().db.query(`UPDATE media SET state = 'pending' WHERE hash = $1`, [hash]);
  expect([(await ask()).status, (await ask()).headers['cache-control']]).toEqual([200, 'no-cache']);
  await shop().db.query('DELETE FROM media WHERE hash = $1', [hash]);
  expect((await ask()).status).toBe(404);
});

test('only the known widths of known pictures are served', async () => {
  const hash = await picture('ready');
  for (const path of [`${hash}/641.avif`, `${hash}/original.webp`, `${'0'.repeat(32)}/640.avif`])
    expect((await visitor().get(`/media/${path}`)).status).toBe(404);
});
