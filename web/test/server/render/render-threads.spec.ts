/** @jest-environment node */
import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pathToFileURL } from 'node:url';
import type { AppLoadContext } from '@remix-run/node';
import { CACHE_TAGS_HEADER } from '../../../../backend/src/platform/http-cache/cache-tags';
import { RequestSharingSignal } from '../../../server/render/request-sharing-signal';
import { startRenderThreads, type RenderThreadData } from '../../../server/render/render-threads';
import { closeAll, listen, until } from '../../support/sockets';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** A site as Remix builds it, with a page for each test, in a thread that collects its garbage all the time. */
const SITE = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
setInterval(collectGarbage, 10).unref();
const { gate, backendUrl } = workerData;
const seen = [];
const loaders = {
  async echo({ request, context }) {
    const { method, headers } = request;
    const { nonce, origin, requestId, visitor } = context;
    const answer = { method, name: headers.get('X-Name'), body: await request.text(), nonce, origin, requestId, visitor };
    return Response.json(answer, { status: 201, headers: { 'X-From': 'thread' } });
  },
  hold() {
    Atomics.wait(gate, 0, 0);
    return new Response('released');
  },
  async backend({ request }) {
    return new Response(await (await fetch(backendUrl + new URL(request.url).search, { signal: request.signal })).text());
  },
  async seen({ request }) {
    seen.push(new WeakRef(request.signal));
    await new Promise(setImmediate); // a weak reference holds its object until the job ends
    collectGarbage();
    return Response.json(seen.filter((signal) => signal.deref()).length);
  },
  nothing: () => new Response(null, { status: 204 }),
  broken() {
    throw new Error('broken on purpose');
  },
  end: () => process.exit(1),
};
export const entry = { module: { default: () => new Response('page'), handleError() {} } };
export const routes = Object.fromEntries(
  Object.entries(loaders).map(([id, loader]) => [id, { id, path: id, module: { loader, action: loader } }]),
);
export const assets = { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' };
export const future = { v3_singleFetch: true, v3_throwAbortReason: true };
export const [publicPath, assetsBuildDirectory, isSpaMode] = ['/', '', false];
`;

let folder: string;
let program: URL;
let site: string;

beforeAll(async () => {
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/render-')); // below the project, for its packages
  const outfile = path.join(folder, 'render-thread.mjs');
  const entryPoints = [path.join(ROOT, 'web/server/render/render-thread.ts')];
  await build({ entryPoints, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  writeFileSync(path.join(folder, 'site.mjs'), SITE);
  program = pathToFileURL(outfile);
  site = pathToFileURL(path.join(folder, 'site.mjs')).href;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let threads: Awaited<ReturnType<typeof startRenderThreads>>;
let gate: Int32Array;
const calls: IncomingMessage[] = [];

async function start(count = 1) {
  calls.length = 0;
  const backend = createServer((request, response) => {
    calls.push(request);
    if (request.url!.startsWith('/?hold')) return; // Remix writes it as `hold=`
    response.setHeader(CACHE_TAGS_HEADER, 'p1 p2');
    response.end('from the backend');
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  gate = new Int32Array(new SharedArrayBuffer(4));
  const data = { build: site, backendUrl, logLevel: 'info', gate } as RenderThreadData;
  threads = await startRenderThreads(program, data, count);
}

afterEach(async () => {
  release();
  await threads.close();
  closeAll();
});

function release() {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

const contextOf = (more: Partial<AppLoadContext> = {}): AppLoadContext => ({
  nonce: 'n0nce',
  origin: 'https://may.example',
  testPayments: false,
  tags: new Set(),
  ...more,
});
const render = (path: string, init?: RequestInit, context = contextOf()) =>
  threads.render(new RequestSharingSignal(`http://shop${path}`, init), context);

test('a page gets the request and its context, and its answer comes back whole', async () => {
  await start();
  const init = { method: 'POST', body: 'tên=Lụa', headers: { 'X-Name': 'may' } };
  const answer = await render(
    '/echo',
    init,
    contextOf({ requestId: 'r1', visitor: '203.0.113.7', logError: () => undefined }),
  );
  expect([answer.status, answer.headers.get('X-From')]).toEqual([201, 'thread']);
  expect(await answer.json()).toEqual({
    method: 'POST',
    name: 'may',
    body: 'tên=Lụa',
    nonce: 'n0nce',
    origin: 'https://may.example',
    requestId: 'r1',
    visitor: '203.0.113.7',
  });
});

test('an answer without a body stays without one', async () => {
  await start();
  const answer = await render('/nothing');
  expect([answer.status, answer.body]).toEqual([204, null]);
});

test('the cache tags of what a page read come with it', async () => {
  await start();
  const context = contextOf();
  expect(await (await render('/backend', undefined, context)).text()).toBe('from the backend');
  expect([...context.tags]).toEqual(['p1', 'p2']);
  expect(calls[0]!.headers[CACHE_TAGS_HEADER.toLowerCase()]).toBe('send');
});

test('a page that blocks its thread blocks neither this one nor the pages of another', async () => {
  await start(2);
  const held = render('/hold');
  expect((await render('/echo')).status).toBe(201);
  release();
  expect(await (await held).text()).toBe('released');
});

test('a failed page is answered with 500, and the next is rendered', async () => {
  await start();
  expect((await render('/broken')).status).toBe(500);
  expect((await render('/echo')).status).toBe(201);
});

test('pages of a thread that ends are rejected, and another thread takes its place', async () => {
  await start();
  await expect(render('/end')).rejects.toThrow('ended');
  expect((await render('/echo')).status).toBe(201);
});

/** Lets go of what nobody refers to, here and in the thread. */
async function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let nth = 0; nth < 5; nth++) {
    collect();
    await render('/echo');
  }
}

test('when the visitor leaves, the page stops and its call of the backend ends', async () => {
  await start();
  const visitor = new AbortController();
  const page = render('/backend?hold', { signal: visitor.signal });
  await until(() => calls.length === 1);
  await collectGarbage();
  visitor.abort();
  await expect(page).rejects.toThrow('aborted');
  await until(() => calls[0]!.socket.destroyed);
  expect((await render('/echo')).status).toBe(201);
});

test('a thread keeps nothing of the pages that it has rendered', async () => {
  await start();
  const pages = 60;
  let kept = 0;
  for (let nth = 0; nth < pages; nth++) {
    kept = (await (await render('/seen', { signal: new AbortController().signal })).json()) as number;
  }
  // The last ones may still be under way.
  expect(kept).toBeLessThan(pages / 2);
});

test('a page whose visitor has left already is not rendered', async () => {
  await start();
  await expect(render('/backend', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect((await render('/echo')).status).toBe(201);
  expect(calls).toEqual([]);
});

test('a build that cannot be loaded fails the start', async () => {
  await start();
  const data = { build: `${site}.missing`, backendUrl: 'http://127.0.0.1:1', logLevel: 'info' };
  await expect(startRenderThreads(program, data, 1)).rejects.toThrow('site.mjs.missing');
});
