import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeQueuedResponses } from '../../../../src/platform/http/server/close-queued-responses.js';
import { HttpDrain } from '../../../../src/platform/http/server/http-drain.js';

const agent = new Agent({ keepAlive: true });
let server: Server;
let drain: HttpDrain;
/** Answers that the test ends itself. */
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = createServer((request, response) => {
    if (request.url === '/quick') return void response.end('quick');
    if (request.url !== '/slow') response.write('begun');
    held.push(response);
  });
  closeQueuedResponses(server);
  drain = new HttpDrain(server, ({ url }) => url === '/events');
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** @returns when the answer begins */
async function ask(path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(request({ port, path, agent }).end(), 'response')) as [IncomingMessage];
  return answer;
}

const isHeld = async (count: number) => {
  while (held.length < count) await once(server, 'request');
};

test('while draining, every call is answered with Connection: close', async () => {
  const first = await ask('/quick');
  expect(first.headers.connection).toBe('keep-alive');
  await text(first);
  drain.begin();
  for (const path of ['/quick', '/quick']) {
    const answer = await ask(path);
    expect(answer.headers.connection).toBe('close');
    expect(await text(answer)).toBe('quick');
  }
});

test('a call under way gets its answer, and the end waits for it', async () => {
  const response = ask('/slow');
  await isHeld(1);
  let isEnded = false;
  const end = drain.end(60_000).then(() => (isEnded = true));
  await new Promise(setImmediate);
  expect(isEnded).toBe(false);
  held[0]?.end('slow');
  const answer = await response;
  expect(answer.headers.connection).toBe('close');
  expect(await text(answer)).toBe('slow');
  await end;
});

test('an answer that began before keeps no connection open after it', async () => {
  const answer = await ask('/begun');
  await isHeld(1);
  const closed = once(server, 'close');
  const end = drain.end(60_000);
  held[0]?.end();
  expect(await text(answer)).toBe('begun');
  await end;
  await closed;
});

test('the drain waits neither for event streams nor beyond the limit', async () => {
  await ask('/events');
  await drain.end(60_000);

  held = [];
  const other = createServer((_asked, response) => void held.push(response));
  const hurried = new HttpDrain(other);
  await once(other.listen(0, '127.0.0.1'), 'listening');
  request({ port: (other.address() as AddressInfo).port })
    .on('error', () => undefined)
    .end();
  await once(other, 'request');
  await hurried.end(50);
  expect(held[0]?.writableEnded).toBe(false);
  other.closeAllConnections();
});

test('a call that is still open when the time is up loses its connection, and the server closes', async () => {
  const { port } = server.address() as AddressInfo;
  const upload = request({ port, path: '/slow', method: 'POST', agent, headers: { 'Content-Length': 9 } });
  const lost = once(upload, 'error');
  upload.write('slow');
  const events = await ask('/events');
  const cut = once(events, 'aborted');
  await isHeld(2);
  const closed = once(server, 'close');
  await drain.end(50);
  await lost;
  // A stream without an end is closed by whoever opened it.
  expect(events.destroyed).toBe(false);
  for (const response of held) response.destroy();
  await cut;
  await closed;
});

test('the end does not wait for requests that were pipelined on a connection that is gone', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await isHeld(3);
  socket.destroy();
  const closed = once(server, 'close');
  await drain.end(60_000);
  await closed;
  expect(held.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});
