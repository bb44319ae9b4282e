/** @jest-environment node */
import { once } from 'node:events';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import disk from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { serveFiles } from '../../../server/pages/build-files';

let builds: string;
let server: Server;
let origin: string;

function write(build: string, file: string, text: string) {
  const place = path.join(builds, build, 'web/client', file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

beforeEach(async () => {
  builds = mkdtempSync(path.join(os.tmpdir(), 'may-builds-'));
  write('now', 'assets/page-1.js', 'page of now');
  write('now', 'icons/icon.svg', 'icon of now');
  const files = serveFiles(path.join(builds, 'now/web/client'), builds);
  server = createServer((request, response) =>
    files(request, response, () => response.writeHead(404).end('the next one')),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(builds, { recursive: true });
});

async function get(file: string) {
  const answer = await fetch(origin + file);
  return { status: answer.status, text: await answer.text(), caching: answer.headers.get('cache-control') };
}

test('hashed files are cached for a year, others for an hour', async () => {
  expect(await get('/assets/page-1.js')).toEqual({
    status: 200,
    text: 'page of now',
    caching: 'public, max-age=31536000, immutable',
  });
  expect(await get('/icons/icon.svg')).toMatchObject({ text: 'icon of now', caching: 'public, max-age=3600' });
});

test('hashed files of other builds are served, also of builds made after the start', async () => {
  write('before', 'assets/page-0.js', 'page of before');
  expect(await get('/assets/page-0.js')).toMatchObject({ status: 200, text: 'page of before' });
  write('after', 'assets/page-2.js', 'page of after');
  expect(await get('/assets/page-2.js')).toMatchObject({ status: 200, text: 'page of after' });
});

test('files without a hash come from the current build only', async () => {
  write('before', 'icons/old.svg', 'icon of before');
  expect(await get('/icons/old.svg')).toMatchObject({ status: 404, text: 'the next one' });
});

test('a file deleted from disk is left to the next one', async () => {
  expect((await get('/assets/page-1.js')).status).toBe(200);
  rmSync(path.join(builds, 'now'), { recursive: true });
  const gone = { status: 404, text: 'the next one', caching: null };
  expect(await get('/assets/page-1.js')).toEqual(gone);
  expect(await get('/assets/never-there.js')).toEqual(gone);
  expect((await get('/icons/icon.svg')).status).toBe(404);
});

test('many requests for missing files list the builds once and block no other request', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const listed = jest.spyOn(disk, 'readdir').mockImplementation(async () => {
    await begun;
    return [];
  });
  const listedInOneGo = jest.spyOn(fs, 'readdirSync');
  let arrived = 0;
  server.prependListener('request', () => (arrived += 1));
  const crowd = Array.from({ length: 200 }, (_, nth) => get(`/assets/lost-${nth}.js`));
  while (arrived < 200) await new Promise(setImmediate);
  expect((await get('/assets/page-1.js')).status).toBe(200);
  begin();
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([404]));
  expect(listed).toHaveBeenCalledTimes(1);
  expect(listedInOneGo).not.toHaveBeenCalled();
});

test.each([
  '/assets/..%2f..%2fserver/index.js',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/.vite/manifest.json',
  '/%2evite/manifest.json',
  '/%2Evite/manifest.json',
])('%s leads nowhere', async (file) => {
  mkdirSync(path.join(builds, 'now/web/server'), { recursive: true });
  writeFileSync(path.join(builds, 'now/web/server/index.js'), 'secret');
  write('now', '.vite/manifest.json', 'secret');
  const { status, text } = await get(file);
  expect({ status, text }).toEqual({ status: 404, text: expect.not.stringContaining('secret') as string });
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0', 'gzip'],
  ['identity', undefined],
])('Accept-Encoding %s gets encoding %s', async (accepted, encoding) => {
  write('before', 'assets/style-0.css', 'plain');
  write('before', 'assets/style-0.css.gz', 'by gzip');
  write('before', 'assets/style-0.css.br', 'by brotli');
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, path: '/assets/style-0.css', headers: { 'accept-encoding': accepted } }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect(answer.headers['content-encoding']).toBe(encoding);
});

test('a file is closed when its visitor leaves before the end', async () => {
  write('now', 'assets/long-1.js', 'x'.repeat(16_000_000));
  const piped = new Promise<fs.ReadStream>((resolve) =>
    server.prependOnceListener('request', (_request, response: ServerResponse) => response.once('pipe', resolve)),
  );
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('GET /assets/long-1.js HTTP/1.1\r\nHost: x\r\n\r\n');
  const file = await piped;
  const closed = once(file, 'close');
  await once(socket, 'data');
  socket.destroy();
  await closed;
  expect(file.readableEnded).toBe(false);
});
