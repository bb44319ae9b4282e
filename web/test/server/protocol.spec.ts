/** @jest-environment node */
import { createServer } from 'node:http';
import { createGuardedServer } from '../../server/limits/connections';
import { Front } from '../../server/front';
import { LIMITS } from '../../server/limits/limits';
import { readSettings } from '../../server/settings';
import { closeAll, listen, RawSocket, until } from '../support/sockets';

let requestLines: string[];
let rendered: number;
let port: number;
let close: () => void;

beforeEach(async () => {
  requestLines = [];
  rendered = 0;
  const backend = createServer((request, response) => {
    if (request.url!.startsWith('/internal')) return void response.writeHead(404).end();
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      requestLines.push(`${request.method} ${request.url} ${Buffer.concat(body).toString()}`.trim());
      response.end('{"from":"backend"}');
    });
  });
  const backendUrl = `http://127.0.0.1:${await listen(backend)}`;
  const settings = readSettings({ NODE_ENV: 'test', BACKEND_URL: backendUrl });
  const limits = {
    ...LIMITS,
    queueWait: { waitMs: 300, standingWaitMs: 300 },
    headMs: 300,
    sweepMs: 20,
    idleMs: 300,
    graceMs: 300,
  };
  const front = new Front(settings, limits, {
    render: async (request) => {
      rendered += 1;
      if (request.url.includes('hold')) await new Promise(() => {});
      return new Response(`page ${await request.text()}`, { headers: { 'Content-Type': 'text/html' } });
    },
    assets: (_request, _response, next) => next(),
  });
  close = () => front.close();
  port = await listen(
    createGuardedServer(() => false, limits)
      .on('request', front.request)
      .on('upgrade', front.upgrade),
  );
});
afterEach(() => {
  close();
  closeAll();
});

const HOST = 'Host: shop.example\r\n';
const LAST = `${HOST}Connection: close\r\n`;

const formOf = (bytes: number) => `POST /cart HTTP/1.1\r\n${LAST}Content-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`;

/** What every connection is sent, and how that is answered; all are closed in time. */
const TABLE: [name: string, sent: string, answer: RegExp, reachesBackend: string[]][] = [
  [
    'a content length and chunked encoding',
    `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/smuggled HTTP/1.1\r\n${HOST}\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  [
    'two lengths',
    `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  [
    'a transfer encoding other than chunked',
    `POST /api/x/ HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\nabc`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  [
    'chunked encoding that is not the last encoding',
    `POST /api/x/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  ['a space before the colon', `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length : 3\r\n\r\nabc`, /^HTTP\/1.1 400 /, []],
  [
    'a folded header',
    `GET /api/x/ HTTP/1.1\r\n${HOST}X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  [
    'a bare line feed in a header',
    `GET /api/x/ HTTP/1.1\r\n${HOST}X-A: b\nTransfer-Encoding: chunked\r\n\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  ['a fragment in the address', `GET /api/x/?a=1#&page=1 HTTP/1.1\r\n${LAST}\r\n`, /^HTTP\/1.1 400 /, []],
  ['two hosts', `GET /api/x/ HTTP/1.1\r\n${HOST}host: evil.example\r\n\r\n`, /^HTTP\/1.1 400 [^]*"error":/, []],
  ['no host', 'GET /api/x/ HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /, []],
  ['an invalid host', 'GET /api/x/ HTTP/1.1\r\nHost: a"b\r\n\r\n', /^HTTP\/1.1 400 [^]*"error":/, []],
  ...['a:99999', '1.2.3.4.5', '999.1.1.1', '[::1::2]'].map((host): (typeof TABLE)[number] => [
    `the host ${host}, which no URL can have`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ]),
  [
    'a GET with a body',
    `GET /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`,
    /^HTTP\/1.1 400 [^]*"error":/,
    [],
  ],
  ['an absolute URL', `GET http://evil.example/api/x/ HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 400 [^]*"error":/, []],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 400 [^]*"error":/, []],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, /^$/, []],
  ['TRACE', `TRACE /api/x/ HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 405 [^]*"error":/, []],
  ['PROPFIND', `PROPFIND /api/x/ HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 405 [^]*"error":/, []],
  ['an invalid method', `EVIL /api/x/ HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 400 /, []],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^(HTTP\/1.1 4\d\d [^]*)?$/, []],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', /^HTTP\/1.1 400 /, []],
  ['a hundred and one headers', `GET /api/x/ HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(101)}\r\n`, /^HTTP\/1.1 431 /, []],
  ['a head of 20 KB', `GET /api/x/ HTTP/1.1\r\n${HOST}A: ${'b'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1.1 431 /, []],
  ['a URL of 20 KB', `GET /${'b'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, /^HTTP\/1.1 431 /, []],
  [
    'a liveness check',
    `GET /healthz HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 200 [^]*{"status":"ok","version":"sources"/,
    [],
  ],
  ['HTTP/1.0', 'GET /api/x/ HTTP/1.0\r\n\r\n', /^HTTP\/1.1 200 (?![^]*chunked)[^]*"from":"backend"/, ['GET /api/x/']],
  [
    'endless chunks',
    `POST /api/x/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
    /^HTTP\/1.1 408 /,
    [],
  ],
  ['an endless form of a page', `POST /cart HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nabc`, /^HTTP\/1.1 408 /, []],
  [
    'an expectation',
    `POST /api/x/ HTTP/1.1\r\n${LAST}Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`,
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /,
    ['POST /api/x/ abc'],
  ],
  [
    'another expectation',
    `POST /api/x/ HTTP/1.1\r\n${LAST}Expect: tea\r\nContent-Length: 3\r\n\r\nabc`,
    /^HTTP\/1.1 417 /,
    [],
  ],
  [
    'an upgrade to an unknown protocol',
    `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    /^HTTP\/1.1 400 /,
    [],
  ],
  [
    'two requests at once',
    `POST /api/1 HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nGET /api/2 HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 200 [^]*HTTP\/1.1 200 /,
    ['GET /api/2', 'POST /api/1 abc'],
  ],
  ['an encoded slash in a name', `GET /api/x%2fy HTTP/1.1\r\n${LAST}\r\n`, /"from":"backend"/, ['GET /api/x%2fy']],
  [
    'an encoded slash after the first name',
    `GET /api%2fproducts/ HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 404 [^]*"error":/,
    [],
  ],
  [
    'path traversal by encoded dots and slashes',
    `GET /api/..%2finternal HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 404 [^]*"error":/,
    [],
  ],
  [
    'path traversal by backslashes',
    `GET /media\\..\\internal HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 404 [^]*"error":/,
    [],
  ],
  ['another case, encoded letters', `GET /%41PI/products/ HTTP/1.1\r\n${LAST}\r\n`, /^HTTP\/1.1 404 [^]*"error":/, []],
  ['an incomplete percent escape', `GET /api/%zz HTTP/1.1\r\n${LAST}\r\n`, /"from":"backend"/, ['GET /api/%zz']],
  ['a path that only begins like a backend path', `GET /apiary%2f HTTP/1.1\r\n${LAST}\r\n`, /page/, []],
  ...['/%', '/%E0%A4', '/search%zz.data', '/a%.png'].map((path): (typeof TABLE)[number] => [
    `the path ${path} of a page, which nothing can decode`,
    `GET ${path} HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 404 [^]*"error":/,
    [],
  ]),
  [
    'a navigation to a path that nothing can decode',
    `GET /%E0%A4 HTTP/1.1\r\n${LAST}Accept: text/html\r\n\r\n`,
    /^HTTP\/1.1 404 [^]*<p><a href="\/">Về trang chủ/,
    [],
  ],
  [
    'a form for a path that nothing can decode',
    `POST /% HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\na=1`,
    /^HTTP\/1.1 404 /,
    [],
  ],
  [
    'a query that nothing can decode',
    `GET /search?keyword=%E0%A4 HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 200 [^]*page/,
    [],
  ],
  ...['/?_data', '/search?keyword=a&_data=routes', '/?%5Fdata=root'].map((path): (typeof TABLE)[number] => [
    `${path}, by which an earlier Remix asked for a route's data`,
    `GET ${path} HTTP/1.1\r\n${LAST}\r\n`,
    /^HTTP\/1.1 400 [^]*"error":/,
    [],
  ]),
  ['a form of 16 KB', formOf(16 * 1024), /^HTTP\/1.1 200 [^]*page aaa/, []],
  ['a form over 16 KB', formOf(16 * 1024 + 1), /^HTTP\/1.1 413 [^]*"error":/, []],
  ['a form', `POST /cart HTTP/1.1\r\n${LAST}Content-Length: 3\r\n\r\na=1`, /page a=1/, []],
];

test.each(TABLE)('%s', async (_name, sent, answer, reachesBackend) => {
  const reply = await new RawSocket(port).send(sent).closed();
  expect(reply).toMatch(answer);
  expect(requestLines.sort()).toEqual(reachesBackend);
});

test('one address is limited in concurrent pages, on one connection too', async () => {
  const hold = Array.from(
    { length: LIMITS.perAddress.pages + 8 },
    (_, nth) => `GET /search?keyword=hold-${nth} HTTP/1.1\r\n${HOST}\r\n`,
  );
  new RawSocket(port).send(hold.join(''));
  await until(() => rendered > 0);
  const refused = new RawSocket(port).send(`GET /search?keyword=1 HTTP/1.1\r\n${LAST}\r\n`);
  expect(await refused.closed()).toMatch(/^HTTP\/1.1 429 [^]*"error":"Bạn/);
  expect(rendered).toBeLessThan(LIMITS.renders.runs);
});
