/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectRaw, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { BackendProxy } from '../../../server/proxy/backend-proxy';
import { refuseSocket } from '../../../server/http/refuse';
import { contentSecurityPolicy } from '../../../server/http/security-headers';
import { closeAll, listen, until } from '../../support/sockets';

let proxy: BackendProxy;
/** Connections that the web server has open. */
const open = new Set<Socket>();
let origin: string;
let upgradeRequest: IncomingMessage;
/** What the backend refuses with; 0 lets everyone in. */
let status = 0;

beforeAll(async () => {
  const rooms = new WebSocketServer({ noServer: true, handleProtocols: () => 'jwt' });
  const backend = createServer();
  backend.on('upgrade', (request: IncomingMessage, socket, head) => {
    upgradeRequest = request;
    if (status === 0) {
      rooms.handleUpgrade(request, socket, head, (opened) => {
        opened.on('message', (data: Buffer) => {
          if (data.toString() === 'bye') opened.close(4401);
          else opened.send(data.toString());
        });
      });
      return;
    }
    const body = '{"detail":"x","error":"x"}';
    socket.end(
      `HTTP/1.1 ${status} No\r\nConnection: close\r\nWWW-Authenticate: JWT\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  proxy = new BackendProxy(`http://127.0.0.1:${await listen(backend)}`, () => false);
  const front = createServer().on('upgrade', (request: IncomingMessage, socket, head) => {
    if (request.url === '/full') refuseSocket(socket, 503);
    else proxy.upgrade(request, socket, head);
  });
  front.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  origin = `http://127.0.0.1:${await listen(front)}`;
});
afterAll(() => {
  proxy.close();
  closeAll();
});

const connect = () =>
  new WebSocket(`${origin.replace('http', 'ws')}/ws/chat/1_7/`, ['jwt', 'token'], {
    origin,
    headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '6.6.6.6', 'X-Request-Id': 'forged' },
  });

test('a socket is proxied with its subprotocol, messages and close code', async () => {
  status = 0;
  const socket = connect();
  await once(socket, 'open');
  expect(socket.protocol).toBe('jwt');
  socket.send('xin chào');
  const [frame] = (await once(socket, 'message')) as [Buffer];
  expect(frame.toString()).toBe('xin chào');
  socket.send('bye');
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(4401);
});

test('the backend sees origin, token and path, and no forged X-Forwarded headers', () => {
  expect(upgradeRequest.headers).toMatchObject({
    origin,
    'sec-websocket-protocol': 'jwt,token',
    host: new URL(origin).host,
    'x-forwarded-host': new URL(origin).host,
    'x-forwarded-for': '127.0.0.1',
  });
  expect(upgradeRequest.headers).not.toHaveProperty('x-request-id');
});

test.each([401, 403, 404])('a handshake refused with %i is passed on unchanged', async (refused) => {
  status = refused;
  const socket = connect();
  socket.on('error', () => undefined);
  const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  expect(reply.statusCode).toBe(refused);
  expect(reply.headers['www-authenticate']).toBe('JWT');
  expect(JSON.parse(await text(reply))).toEqual({ detail: 'x', error: 'x' });
});

test.each([
  ['by the shop', '/ws/chat/1_7/', 401],
  ['by the web server', '/full', 503],
])(
  'a handshake refused %s ends its connection, also of a client that does not close it',
  async (_who, path, refused) => {
    status = refused;
    const client = connectRaw({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true });
    client.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    let reply = '';
    client.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    await once(client, 'end');
    expect(reply).toContain(`HTTP/1.1 ${refused}`);
    await until(() => open.size === 0);
    client.destroy();
  },
);

test('pages may open sockets to their own origin', () => {
  // Of one's own origin, 'self' names the sockets too (CSP level 3, section 6.7.2.8).
  const policy = contentSecurityPolicy({ usesStripe: false, development: false })([]);
  expect(policy).toMatch(/connect-src 'self'/);
});
