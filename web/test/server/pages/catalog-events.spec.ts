/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatCatalogChange } from '../../../../backend/src/platform/http-cache/catalog-change';
import { listenToCatalog } from '../../../server/pages/catalog-events';
import { until } from '../../support/sockets';

let server: Server;
let streams: ServerResponse[];
let changes: string[];
let stop: () => void;

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  streams = [];
  changes = [];
  server = createServer((request, response) => {
    if (request.url !== '/internal/catalog-events') return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    streams.push(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stop = listenToCatalog(address(), {
    onChange: (change) => changes.push(formatCatalogChange(change)),
    onLive: (isLive) => changes.push(isLive ? 'informed' : 'lost'),
  });
  await until(() => streams.length === 1 && changes.length === 1);
});

afterEach(async () => {
  stop();
  server.closeAllConnections();
  server.close();
});

test('each change is reported, however the stream is split into packets', async () => {
  streams[0]!.write('event: change\ndata: edited 4 7\n\nevent: other\ndata: 1\n\n:\n\nevent: ch');
  await until(() => changes.length === 2);
  expect(changes).toEqual(['informed', 'edited 4 7']);
  streams[0]!.write('ange\ndata: sold 7:10:12\n');
  streams[0]!.write('\n');
  await until(() => changes.length === 3);
  expect(changes).toEqual(['informed', 'edited 4 7', 'sold 7:10:12']);
});

test('a change of a kind that this release does not know is a change of everything', async () => {
  streams[0]!.write('event: change\ndata: recoloured 4\n\nevent: change\ndata:\n\n');
  await until(() => changes.length === 3);
  expect(changes).toEqual(['informed', '', '']);
});

test('a lost stream is reported and reconnected', async () => {
  streams[0]!.destroy();
  await until(() => streams.length === 2 && changes.length === 3);
  expect(changes).toEqual(['informed', 'lost', 'informed']);
});

test('after stopping there is no reconnect', async () => {
  const lost = once(streams[0]!, 'close');
  const again = jest.spyOn(globalThis, 'setTimeout');
  stop();
  await lost;
  await new Promise(setImmediate);
  expect(again).not.toHaveBeenCalled();
  again.mockRestore();
  expect(changes).toEqual(['informed']);
  expect(streams).toHaveLength(1);
});

test('a backend behind TLS is asked by TLS', () => {
  expect(() => listenToCatalog('https://127.0.0.1:9', { onChange: () => {}, onLive: () => {} })()).not.toThrow();
});
