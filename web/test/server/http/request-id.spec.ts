/** @jest-environment node */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Front } from '../../../server/front';
import { LIMITS } from '../../../server/limits/limits';
import { readSettings } from '../../../server/settings';
import { closeAll, listen } from '../../support/sockets';

const VALID = /^[\w-]{8,64}$/;
const requestIds: (string | undefined)[] = [];
const fronts: Front[] = [];

const idIn = (headers: IncomingHttpHeaders) => headers['x-request-id'] as string | undefined;

async function open(trustProxy: number, render: () => Promise<Response>): Promise<string> {
  const backend = createServer((request, response) => {
    // The web server's own stream of the catalogue's changes belongs to no visitor.
    if (request.url?.startsWith('/api/')) requestIds.push(idIn(request.headers));
    response.writeHead(200, { 'X-Request-Id': 'of-the-backend' }).end('{}');
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl, TRUST_PROXY: `${trustProxy}` });
  const front = new Front(settings, LIMITS, { render, assets: (_request, _response, next) => next() });
  fronts.push(front);
  return `http://127.0.0.1:${await listen(createServer(front.request))}`;
}

beforeEach(() => requestIds.splice(0));
afterAll(() => {
  for (const front of fronts) front.close();
  closeAll();
});

const page = async () => new Response('page');

test('the browser and the backend get the same id of a request, and each request its own', async () => {
  const url = await open(0, page);
  const ids = [];
  for (const _ of [1, 2]) ids.push((await fetch(`${url}/api/x/`)).headers.get('x-request-id'));
  expect(requestIds).toEqual(ids);
  for (const id of ids) expect(id).toMatch(VALID);
  expect(new Set(ids).size).toBe(2);
  expect((await fetch(`${url}/`)).headers.get('x-request-id')).toMatch(VALID);
});

test('a visitor cannot choose the id, and a trusted proxy only a valid one', async () => {
  const headers = { 'X-Request-Id': 'chosen-by-the-caller' };
  const open0 = await open(0, page);
  expect((await fetch(`${open0}/api/x/`, { headers })).headers.get('x-request-id')).not.toBe('chosen-by-the-caller');
  const behind = await open(1, page);
  expect((await fetch(`${behind}/api/x/`, { headers })).headers.get('x-request-id')).toBe('chosen-by-the-caller');
  const wrong = await fetch(`${behind}/api/x/`, { headers: { 'X-Request-Id': 'a"b<script>{}' } });
  expect(wrong.headers.get('x-request-id')).toMatch(VALID);
  expect(requestIds.join()).not.toContain('script');
});

test('an error page shows the request’s id', async () => {
  const url = await open(0, () => Promise.reject(new Error('broken on purpose')));
  const reply = await fetch(`${url}/`);
  const id = reply.headers.get('x-request-id');
  expect([reply.status, await reply.text()]).toEqual([500, expect.stringContaining(`Mã lỗi: ${id}`)]);
});
