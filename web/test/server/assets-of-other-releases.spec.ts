/** @jest-environment node */
import { createServer } from 'node:http';
import { Front } from '../../server/front';
import { LIMITS } from '../../server/limits/limits';
import { readSettings } from '../../server/settings';
import { closeAll, listen } from '../support/sockets';

let calls: string[];
let rendered: number;
let origin: string;
let closeBackend: () => void;
let close: () => void;

beforeEach(async () => {
  calls = [];
  rendered = 0;
  const backend = createServer((request, response) => {
    if (request.url === '/internal/catalog-events') return void response.writeHead(404).end();
    calls.push(`${request.method} ${request.url}`);
    if (!request.url!.endsWith('/kept-1.js'))
      return void response.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'public, immutable' }).end('kept();');
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  closeBackend = () => {
    backend.closeAllConnections();
    backend.close();
  };
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl });
  const front = new Front(settings, LIMITS, {
    render: async () => ((rendered += 1), new Response('page')),
    assets: (_request, _response, next) => next(), // this build has none of them
  });
  close = () => front.close();
  origin = `http://127.0.0.1:${await listen(createServer(front.request))}`;
});
afterEach(() => {
  close();
  closeAll();
});

test.each(['GET', 'HEAD'])(
  '%s of a script that this build lacks is answered from those that the shop keeps',
  async (method) => {
    const answer = await fetch(`${origin}/assets/kept-1.js`, { method });
    expect([answer.status, await answer.text()]).toEqual([200, method === 'GET' ? 'kept();' : '']);
    expect(answer.headers.get('cache-control')).toBe('public, immutable');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(calls).toEqual([`${method} /internal/assets/kept-1.js`]);
  },
);

test('a script that the shop does not keep is answered 404, which nobody may cache', async () => {
  const answer = await fetch(`${origin}/assets/never-1.js`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(calls).toHaveLength(1);
});

test.each([
  ['GET', '/assets/x.html'],
  ['GET', '/assets/x.js.map'],
  ['GET', '/assets/x.js?1'],
  ['GET', '/assets/a/x.js'],
  ['GET', '/assets/%78.js'],
  ['GET', '/assets/..%2fcatalog-events.js'],
  ['GET', `/assets/${'x'.repeat(200)}.js`],
  ['DELETE', '/assets/kept-1.js'],
])('%s %s asks the backend for nothing, and renders no page', async (method, path) => {
  expect((await fetch(origin + path, { method })).status).toBe(404);
  expect({ calls, rendered }).toEqual({ calls: [], rendered: 0 });
});

test('without a backend such a script is answered 503: it may be there later', async () => {
  closeBackend();
  expect((await fetch(`${origin}/assets/kept-1.js`)).status).toBe(503);
});
