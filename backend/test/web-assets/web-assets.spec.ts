import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { brotliCompressSync } from 'node:zlib';
import { keepWebAssets } from '../../src/web-assets/keep-web-assets.js';
import { openShop, shop } from '../support/client.js';

openShop();

const SCRIPT = `export const greeting = ${JSON.stringify('xin chào '.repeat(500))};\n`;
const FONT = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 255]);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'may-assets-'));
  write('-UdtCaO.js', SCRIPT);
  write('-UdtCaO.js.br', brotliCompressSync(SCRIPT));
  write('-UdtCaO.js.gz', 'is not stored');
  write('text-400-Du6pWjfl.woff2', FONT);
  write('page.js.map', 'is not stored');
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
const get = (name: string, accepted = 'gzip, deflate, br') =>
  request(shop().url)
    .get(`/internal/assets/${name}`)
    .set('Accept-Encoding', accepted)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });
const rows = (columns: string) => shop().db.query(`SELECT ${columns} FROM web_assets ORDER BY name`);

test('the scripts, styles and fonts of a build are stored once, compressed where the build has that', async () => {
  await Promise.all([keepWebAssets(shop().db, folder), keepWebAssets(shop().db, folder)]);
  await keepWebAssets(shop().db, folder);
  expect(await rows('name, is_brotli')).toEqual([
    { name: '-UdtCaO.js', is_brotli: true },
    { name: 'text-400-Du6pWjfl.woff2', is_brotli: false },
  ]);
});

test('a stored file of a running release is noted as in use, those of others are not', async () => {
  const age = `UPDATE web_assets SET seen_at = now() - interval '20 days'`;
  await shop().db.query(`INSERT INTO web_assets (name, body, is_brotli) VALUES ('of-another.js', '', false)`);
  await shop().db.query(age);
  await keepWebAssets(shop().db, folder);
  expect(await rows(`name, seen_at > now() - interval '1 day' AS "isSeen"`)).toEqual([
    { name: '-UdtCaO.js', isSeen: true },
    { name: 'of-another.js', isSeen: false },
    { name: 'text-400-Du6pWjfl.woff2', isSeen: true },
  ]);
});

test('a stored file is sent to web servers as browsers may cache and run it', async () => {
  const script = await get('-UdtCaO.js', 'br');
  expect(script.status).toBe(200);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(script.headers['content-security-policy']).toBeUndefined();
  const font = await get('text-400-Du6pWjfl.woff2');
  expect([font.headers['content-type'], font.body]).toEqual(['font/woff2', FONT]);
});

test('who does not read brotli gets the same file', async () => {
  const plain = await get('-UdtCaO.js', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(String(plain.body)).toBe(SCRIPT);
});

test.each(['never-there.js', 'page.js.map', '..%2f..%2fetc%2fpasswd', 'x.js%00', `${'a'.repeat(200)}.js`])(
  '%s is answered 404, which nobody may keep',
  async (name) => {
    const answer = await get(name);
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  },
);
