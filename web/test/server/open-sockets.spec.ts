/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { OpenSockets } from '../../server/open-sockets';

let server: Server;
let sockets: OpenSockets;
let port: number;

beforeEach(async () => {
  server = createServer();
  sockets = new OpenSockets(server);
  const rooms = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/never') rooms.handleUpgrade(request, socket, head, () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => server.close());

test('a stopping server closes its sockets with code 1012, so that pages reconnect', async () => {
  const pages = [1, 2].map(() => new WebSocket(`ws://127.0.0.1:${port}/`));
  await Promise.all(pages.map((page) => once(page, 'open')));
  const codes = Promise.all(pages.map((page) => once(page, 'close')));
  await sockets.end();
  expect((await codes).map(([code]) => code as number)).toEqual([1012, 1012]);
});

test('a socket that was not accepted yet is closed without a frame', async () => {
  const waiting = connect(port, '127.0.0.1');
  let received = '';
  waiting.on('data', (chunk) => (received += chunk.toString())).on('error', () => undefined);
  waiting.write('GET /never HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(server, 'upgrade');
  const closed = once(waiting, 'close');
  await sockets.end();
  await closed;
  expect(received).toBe('');
});
