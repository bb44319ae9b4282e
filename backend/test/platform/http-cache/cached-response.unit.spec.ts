import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createCachedResponse } from '../../../src/platform/http-cache/cached-response.js';

const HEADERS = ['Content-Type', 'text/html', 'Content-Security-Policy', "script-src 'self'"];
const text = 'Áo thun '.repeat(500);
const cached = (body = text, headers = HEADERS) => createCachedResponse(headers, Buffer.from(body));

test('a cached response is there plain, by gzip and by brotli, each with its headers', async () => {
  const { variants } = await cached();
  const { identity, gzip, br } = variants;
  expect([identity.body, gunzipSync(gzip.body), brotliDecompressSync(br.body)].map(String)).toEqual([text, text, text]);
  for (const variant of [identity, gzip, br]) {
    expect(variant.headers).toEqual(expect.arrayContaining([...HEADERS, 'Vary', 'Accept-Encoding', variant.etag]));
  }
  const encodingOf = (headers: readonly string[]) => headers[headers.indexOf('Content-Encoding') + 1];
  expect([gzip, br].map(({ headers }) => encodingOf(headers))).toEqual(['gzip', 'br']);
  expect(identity.headers).not.toContain('Content-Encoding');
});

test('each encoding has an ETag of its own, which changes with the body and with the headers', async () => {
  const etags = (response: Awaited<ReturnType<typeof cached>>) =>
    Object.values(response.variants).map(({ etag }) => etag);
  const all = [
    ...etags(await cached()),
    ...etags(await cached('another text '.repeat(500))),
    ...etags(await cached(text, [...HEADERS.slice(0, -1), "script-src 'none'"])),
  ];
  expect(new Set(all).size).toBe(9);
  expect(etags(await cached())).toEqual(all.slice(0, 3));
});

test('a short body is not compressed', async () => {
  const { variants } = await cached('short');
  expect(variants.br).toBe(variants.identity);
  expect(variants.gzip).toBe(variants.identity);
});

test('its size counts every encoding', async () => {
  const { size, variants } = await cached();
  const { identity, gzip, br } = variants;
  expect(size).toBeGreaterThan(identity.body.length + gzip.body.length + br.body.length);
});

test('the client for which it was computed gets the same content, compressed with less effort', async () => {
  const { first, variants } = await cached();
  expect([gunzipSync(first.gzip.body), brotliDecompressSync(first.br.body)].map(String)).toEqual([text, text]);
  expect(first.identity).toBe(variants.identity);
  for (const encoding of ['gzip', 'br'] as const) {
    const [quick, settled] = [first[encoding], variants[encoding]];
    expect(quick.etag).not.toBe(settled.etag);
    expect([quick, settled].every(({ etag, content }) => etag.startsWith(content))).toBe(true);
    expect(quick.content).toBe(settled.content);
  }
});
