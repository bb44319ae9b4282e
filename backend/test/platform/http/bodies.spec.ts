import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ErrorBody } from '../../../src/contract/common.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

test.each([
  ['gzip', JSON_TYPE, '/auth/jwt/create/', gzipSync],
  ['br', JSON_TYPE, '/auth/jwt/create/', brotliCompressSync],
  ['deflate', JSON_TYPE, '/auth/jwt/create/', deflateSync],
  ['GZIP', JSON_TYPE, '/api/products/1/variants/', gzipSync],
  ['gzip', JSON_TYPE, '/api/browser-reports/', gzipSync],
  ['gzip', FORM_TYPE, '/auth/jwt/create/', gzipSync],
])('a body compressed by %s, %s of %s, is a 415', async (encoding, type, path, compress) => {
  const { status, json } = await compressed(encoding, type, path, compress('{}'));
  expect([status, ErrorBody.parse(json)]).toMatchObject([415, { error: 'Định dạng không được hỗ trợ' }]);
});

async function compressed(encoding: string, type: string, path: string, body: Buffer) {
  const headers = { 'Content-Type': type, 'Content-Encoding': encoding, Authorization: 'JWT x' };
  const method = path.endsWith('/variants/') ? 'PUT' : 'POST';
  const reply = await fetch(`${shop().url}${path}`, { method, headers, body: new Uint8Array(body) });
  return { status: reply.status, json: await reply.json() };
}

test.each([
  [JSON_TYPE, JSON.stringify({ note: 'x'.repeat(110_000) })],
  [FORM_TYPE, `note=${'x'.repeat(110_000)}`],
])('a body over 100 kB, %s, is a 413', async (type, body) => {
  const reply = await fetch(`${shop().url}/api/placeorder/`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
  expect(reply.status).toBe(413);
  ErrorBody.parse(await reply.json());
});

test('a body of 1 MB for variants is a 413 without a credential', async () => {
  const reply = await visitor().put('/api/products/1/variants/', { variants: [], note: 'x'.repeat(110_000) });
  answer(reply, ErrorBody, 413);
});

test('half a surrogate pair becomes a replacement character, also in a list', async () => {
  const admin = await given.admin();
  const saved = await admin.post('/api/admin/search/synonyms/', {
    word: 'áo \ud83d',
    meanings: ['len \udc55', 'thun 👕'],
  });
  expect(saved.body).toMatchObject({ word: 'áo \ufffd', meanings: ['len \ufffd', 'thun 👕'] });
});

test('a body that is nested ten thousand times is a 400', async () => {
  answer(await visitor().post('/auth/jwt/create/', '['.repeat(10_000) + ']'.repeat(10_000)), ErrorBody, 400);
});
